/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "bench/boards/table.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum
{
   NUMBER_SIZE = 32,
   MOST_WIDTH = 40
};

void tsw_table_open(tsw_table *t, const char *title, const char *const *columns)
{
   memset(t, 0, sizeof *t);
   snprintf(t->title, sizeof t->title, "%s", title);
   while (t->n_columns < TSW_TABLE_COLUMNS && columns[t->n_columns])
   {
      t->column[t->n_columns] = columns[t->n_columns];
      t->n_columns++;
   }
}

bool tsw_table_row(tsw_table *t)
{
   if (t->n_rows == t->capacity)
   {
      const int64_t capacity = t->capacity ? 2 * t->capacity : 64;
      tsw_cell     *cell = realloc(t->cell, (size_t) (capacity * t->n_columns) * sizeof *cell);
      if (!cell)
      {
         return false;
      }
      t->cell = cell;
      t->capacity = capacity;
   }
   tsw_cell *row = t->cell + t->n_rows * t->n_columns;
   for (int c = 0; c < t->n_columns; c++)
   {
      row[c] = (tsw_cell){ .number = NAN };
   }
   t->n_rows++;
   t->next = 0;
   return true;
}

static tsw_cell *next_cell(tsw_table *t)
{
   return t->n_rows > 0 && t->next < t->n_columns
             ? &t->cell[(t->n_rows - 1) * t->n_columns + t->next++]
             : NULL;
}

void tsw_table_text(tsw_table *t, const char *text)
{
   tsw_cell *cell = next_cell(t);
   if (cell)
   {
      cell->is_text = true;
      snprintf(cell->text, sizeof cell->text, "%s", text);
   }
}

void tsw_table_number(tsw_table *t, double number)
{
   tsw_cell *cell = next_cell(t);
   if (cell)
   {
      cell->number = number;
   }
}

static const tsw_cell *find_cell(const tsw_table *t, int64_t row, const char *column)
{
   for (int c = 0; c < t->n_columns && row >= 0 && row < t->n_rows; c++)
   {
      if (!strcmp(t->column[c], column))
      {
         return &t->cell[row * t->n_columns + c];
      }
   }
   return NULL;
}

double tsw_table_get(const tsw_table *t, int64_t row, const char *column)
{
   const tsw_cell *cell = find_cell(t, row, column);
   return cell && !cell->is_text ? cell->number : NAN;
}

const char *tsw_table_get_text(const tsw_table *t, int64_t row, const char *column)
{
   const tsw_cell *cell = find_cell(t, row, column);
   return cell && cell->is_text ? cell->text : "";
}

/* Format whole numbers with all digits, other numbers with five digits. */
static void format_number(double number, const char *missing, char text[NUMBER_SIZE])
{
   if (!isfinite(number))
   {
      snprintf(text, NUMBER_SIZE, "%s", missing);
   }
   else if (number == floor(number) && fabs(number) < 1e15)
   {
      snprintf(text, NUMBER_SIZE, "%.0f", number);
   }
   else
   {
      snprintf(text, NUMBER_SIZE, "%.5g", number);
   }
}

static void print_cell(const tsw_cell *cell, int width, FILE *file)
{
   char text[NUMBER_SIZE];
   if (cell->is_text)
   {
      fprintf(file, "%-*s", width, cell->text);
      return;
   }
   format_number(cell->number, "-", text);
   fprintf(file, "%*s", width, text);
}

static int column_width(const tsw_table *t, int64_t first_row, int c)
{
   size_t width = strlen(t->column[c]);
   for (int64_t r = first_row; r < t->n_rows; r++)
   {
      const tsw_cell *cell = &t->cell[r * t->n_columns + c];
      char            text[NUMBER_SIZE];
      format_number(cell->number, "-", text);
      const size_t length = strlen(cell->is_text ? cell->text : text);
      width = length > width ? length : width;
   }
   return width < MOST_WIDTH ? (int) width : MOST_WIDTH;
}

void tsw_table_print(const tsw_table *t, int64_t first_row, FILE *file)
{
   int width[TSW_TABLE_COLUMNS];
   fprintf(file, "%s\n", t->title);
   for (int c = 0; c < t->n_columns; c++)
   {
      const bool text = t->n_rows > first_row && t->cell[first_row * t->n_columns + c].is_text;
      width[c] = column_width(t, first_row, c);
      fprintf(file, text ? "%-*s" : "%*s", width[c], t->column[c]);
      fputs(c + 1 < t->n_columns ? "  " : "\n", file);
   }
   for (int64_t r = first_row; r < t->n_rows; r++)
   {
      for (int c = 0; c < t->n_columns; c++)
      {
         print_cell(&t->cell[r * t->n_columns + c], width[c], file);
         fputs(c + 1 < t->n_columns ? "  " : "\n", file);
      }
   }
   fflush(file);
}

void tsw_table_csv(const tsw_table *t, FILE *file)
{
   for (int c = 0; c < t->n_columns; c++)
   {
      fprintf(file, "%s%s", t->column[c], c + 1 < t->n_columns ? "," : "\n");
   }
   for (int64_t k = 0; k < t->n_rows * t->n_columns; k++)
   {
      char text[NUMBER_SIZE];
      format_number(t->cell[k].number, "", text);
      fprintf(file, t->cell[k].is_text ? "\"%s\"%s" : "%s%s",
              t->cell[k].is_text ? t->cell[k].text : text, (k + 1) % t->n_columns ? "," : "\n");
   }
}

cJSON *tsw_table_json(const tsw_table *t)
{
   cJSON *array = cJSON_CreateArray();
   for (int64_t r = 0; r < t->n_rows; r++)
   {
      cJSON *row = cJSON_CreateObject();
      for (int c = 0; c < t->n_columns; c++)
      {
         const tsw_cell *cell = &t->cell[r * t->n_columns + c];
         char            text[NUMBER_SIZE];
         format_number(cell->number, "null", text);
         cJSON_AddItemToObject(row, t->column[c],
                               cell->is_text ? cJSON_CreateString(cell->text)
                                             : cJSON_CreateRaw(text));
      }
      cJSON_AddItemToArray(array, row);
   }
   return array;
}

void tsw_table_close(tsw_table *t)
{
   free(t->cell);
   memset(t, 0, sizeof *t);
}
