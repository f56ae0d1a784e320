/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * What a Matrix Market file says, checked line by line while its text passes by on its way to a
 * reader. Readers take what they can of a line that is wrong, and go on; this does not. Numbers are
 * checked by their characters, whatever the locale.
 */
#ifndef TSW_TOOLS_MATRIX_MARKET_CHECK_H
#define TSW_TOOLS_MATRIX_MARKET_CHECK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum
{
   TSW_MARKET_LINE = 1024 /* most characters of a line, by the definition of the format */
};

typedef struct tsw_market_check
{
   bool    array;     /* a dense matrix, column by column */
   bool    pattern;   /* entries without values */
   bool    integer;   /* entries are whole numbers */
   bool    symmetric; /* one triangle stands for both */
   bool    skew;      /* the same, with the sign changed */
   int64_t n_rows;
   int64_t n_cols;
   int64_t n_entries;    /* as the line of sizes announces */
   int64_t n_seen;       /* entries so far */
   int64_t line;         /* number of the line that is read, from 1 */
   int64_t size_line;    /* where the sizes are; 0 before */
   int64_t lower, upper; /* lines of the first entries below and above the diagonal; 0: none */
   int64_t most_text;    /* characters that the file can hold */
   int64_t vector_rows;  /* of the vector that is wanted; 0: a matrix */
   char    text[TSW_MARKET_LINE + 2];
   size_t  length;     /* of the line so far */
   char    fault[256]; /* what is wrong, with the number of the line; empty if nothing */
} tsw_market_check;

/** Characters that a file can hold, by its name; INT64_MAX for what is no regular file. */
int64_t tsw_market_most_text(const char *name, bool compressed);

/**
 * Start. The text has at most most_text characters, INT64_MAX if nothing is known, and holds a
 * vector of vector_rows numbers, or a square matrix if that is 0.
 */
void tsw_market_check_start(tsw_market_check *c, int64_t most_text, int64_t vector_rows);

/** Check the next n characters; false if something is wrong, now or before. */
bool tsw_market_check_text(tsw_market_check *c, const char *text, size_t n);

/** The text has ended: is it complete? */
bool tsw_market_check_end(tsw_market_check *c);

#endif
