/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef TSW_TOOLS_MATRIX_GZIP_STREAM_H
#define TSW_TOOLS_MATRIX_GZIP_STREAM_H

#include <stdbool.h>
#include <stdio.h>

#include "tools/matrix/market_check.h"

/**
 * A Matrix Market file, plain or gzipped, as a stream of its text. Each read also checks the
 * text. The stream ends at the first fault.
 */
typedef struct tsw_gzip_stream
{
   FILE            *stream; /* the text; read from this stream */
   void            *file;   /* handle of zlib */
   tsw_market_check check;
   char             fault[256]; /* what is wrong with the file or its text; empty if nothing */
} tsw_gzip_stream;

/**
 * Open a matrix, or a vector of vector_rows numbers if vector_rows is not 0. On failure s->fault
 * holds the reason. The address of s must not change until tsw_gzip_close.
 */
bool tsw_gzip_open(const char *name, int64_t vector_rows, tsw_gzip_stream *s);

/** Read the rest of the stream. Returns false if any line of the whole file is wrong. */
bool tsw_gzip_finish(tsw_gzip_stream *s);

void tsw_gzip_close(tsw_gzip_stream *s);

#endif
