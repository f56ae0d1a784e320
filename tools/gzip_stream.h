/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef TSW_TOOLS_GZIP_STREAM_H
#define TSW_TOOLS_GZIP_STREAM_H

#include <stdbool.h>
#include <stdio.h>

#include "matrix/market_check.h"

/**
 * A Matrix Market file that may be compressed by gzip, as a stream of its text, which is checked
 * while it passes by. The stream ends where a fault is found.
 */
typedef struct tsw_gzip_stream
{
   FILE            *stream; /* what to read from */
   void            *file;   /* zlib's handle */
   tsw_market_check check;
   char             fault[256]; /* what is wrong with the file or its text; empty if nothing */
} tsw_gzip_stream;

/**
 * Open a matrix, or a vector of vector_rows numbers if that is not 0; on failure fault says why.
 * The address of s must not change.
 */
bool tsw_gzip_open(const char *name, int64_t vector_rows, tsw_gzip_stream *s);

/** Read what the reader has left; false if anything was wrong from the first line to the last. */
bool tsw_gzip_finish(tsw_gzip_stream *s);

void tsw_gzip_close(tsw_gzip_stream *s);

#endif
