/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A table of results, and its output as aligned text, CSV and JSON. */
#ifndef TSW_BENCH_BOARDS_TABLE_H
#define TSW_BENCH_BOARDS_TABLE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include <cjson/cJSON.h>

enum
{
   TSW_TABLE_COLUMNS = 32,
   TSW_TABLE_TEXT = 72
};

/** Text, or a number. A number that is not finite is "-" as text, empty in CSV, null in JSON. */
typedef struct tsw_cell
{
   bool   is_text;
   double number;
   char   text[TSW_TABLE_TEXT];
} tsw_cell;

typedef struct tsw_table
{
   char        title[TSW_TABLE_TEXT];
   int         n_columns;
   const char *column[TSW_TABLE_COLUMNS]; /* names of the fields; static storage */
   int64_t     n_rows;
   int64_t     capacity;
   tsw_cell   *cell; /* [n_rows * n_columns] */
   int         next; /* column of the last row to fill next */
} tsw_table;

/** Start a table. columns: NULL-terminated; the names must stay valid as long as the table. */
void tsw_table_open(tsw_table *t, const char *title, const char *const *columns);

/** Append a row of empty cells, to be filled from the left. False if the allocation fails. */
bool tsw_table_row(tsw_table *t);

/** Fill the next cell of the last row. */
void tsw_table_text(tsw_table *t, const char *text);
void tsw_table_number(tsw_table *t, double number);

/** The number in a row and a column of this name; NaN if there is none. */
double tsw_table_get(const tsw_table *t, int64_t row, const char *column);

/** The text in a row and a column of this name; "" if there is none. */
const char *tsw_table_get_text(const tsw_table *t, int64_t row, const char *column);

/** Write the rows as text (from first_row on) or CSV (all rows). */
void tsw_table_print(const tsw_table *t, int64_t first_row, FILE *file);
void tsw_table_csv(const tsw_table *t, FILE *file);

/** All rows as a new array of objects. */
cJSON *tsw_table_json(const tsw_table *t);

void tsw_table_close(tsw_table *t);

#endif
