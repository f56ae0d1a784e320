/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef TSW_TOOLS_GZIP_STREAM_H
#define TSW_TOOLS_GZIP_STREAM_H

#include <stdbool.h>
#include <stdio.h>

enum
{
   TSW_HEAD_SIZE = 256
};

/**
 * A Matrix Market file that may be compressed by gzip, as a stream of its text.
 * While the text passes by, the first entry is kept: the second line that is
 * neither blank nor a comment.
 */
typedef struct tsw_gzip_stream
{
   FILE *stream;              /* what to read from */
   void *file;                /* zlib's handle */
   char  head[TSW_HEAD_SIZE]; /* the beginning of the text, ends in a null character */
   int   n_head;              /* characters there */
   int   n_given;             /* how many of them the stream has passed on */
   char  entry[128];          /* the line of the first entry; its beginning if it is longer */
   int   n_entry;             /* characters there */
   int   n_lines;             /* lines that have begun and are neither blank nor a comment */
   enum
   {
      TSW_LINE_BLANK, /* only blanks so far */
      TSW_LINE_COMMENT,
      TSW_LINE_CONTENT
   } line;          /* what the text is in */
   char fault[256]; /* what went wrong below the stream; empty if nothing */
} tsw_gzip_stream;

/** Open and look at the beginning; on failure fault says why. The address of s must not change. */
bool tsw_gzip_open(const char *name, tsw_gzip_stream *s);

void tsw_gzip_close(tsw_gzip_stream *s);

#endif
