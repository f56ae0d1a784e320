/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Check the text of a Matrix Market file line by line, before a reader gets the text. Readers
 * accept the valid part of a wrong line and continue; this check stops at the first fault. Numbers
 * are checked by their characters, independently of the locale.
 */
#ifndef TSW_TOOLS_MATRIX_MARKET_CHECK_H
#define TSW_TOOLS_MATRIX_MARKET_CHECK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum
{
   TSW_MARKET_LINE = 1024 /* most characters of a line, by the format's definition */
};

typedef struct tsw_market_check
{
   bool    array;     /* a dense matrix, column by column */
   bool    pattern;   /* entries without values */
   bool    integer;   /* entries are whole numbers */
   bool    symmetric; /* one triangle stands for both */
   bool    skew;      /* one triangle stands for both, with opposite sign */
   int64_t n_rows;
   int64_t n_cols;
   int64_t n_entries;    /* number in the line of sizes */
   int64_t n_seen;       /* entries read so far */
   int64_t line;         /* number of the current line, from 1 */
   int64_t size_line;    /* number of the line of sizes; 0 before that line */
   int64_t lower, upper; /* lines of the first entries below and above the diagonal; 0: none */
   int64_t most_text;    /* most characters that the file can hold */
   int64_t vector_rows;  /* rows of the expected vector; 0: expect a matrix */
   char    text[TSW_MARKET_LINE + 2];
   size_t  length;     /* characters of the current line so far */
   char    fault[256]; /* the first fault, with the line number; empty: none */
} tsw_market_check;

/** Most characters that the file of this name can hold; INT64_MAX if it is no regular file. */
int64_t tsw_market_most_text(const char *name, bool compressed);

/**
 * Start a check. The text has at most most_text characters (INT64_MAX: unknown). The text must
 * hold a vector of vector_rows numbers, or a square matrix if vector_rows is 0.
 */
void tsw_market_check_start(tsw_market_check *c, int64_t most_text, int64_t vector_rows);

/** Check the next n characters. Returns false after a fault in these or earlier characters. */
bool tsw_market_check_text(tsw_market_check *c, const char *text, size_t n);

/** Check that the text is complete, at its end. */
bool tsw_market_check_end(tsw_market_check *c);

#endif
