/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "matrix/market.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <zlib.h>

#include "matrix/builder.h"

enum
{
   LINE_SIZE = 1024
};

typedef struct header
{
   bool    pattern;
   bool    symmetric;
   bool    skew;
   int64_t n_rows;
   int64_t n_cols;
   int64_t n_entries;
} header;

static const char *read_header(gzFile file, header *h)
{
   char line[LINE_SIZE];
   char object[32];
   char format[32];
   char field[32];
   char symmetry[32];
   long n_rows;
   long n_cols;
   long n_entries;
   if (!gzgets(file, line, sizeof line))
   {
      return "the file is empty";
   }
   for (char *c = line; *c; c++)
   {
      *c = (char) tolower((unsigned char) *c);
   }
   if (sscanf(line, "%%%%matrixmarket %31s %31s %31s %31s", object, format, field, symmetry) != 4 ||
       strcmp(object, "matrix") != 0 || strcmp(format, "coordinate") != 0)
   {
      return "this is not a Matrix Market file in coordinate format";
   }
   h->pattern = !strcmp(field, "pattern");
   h->symmetric = !strcmp(symmetry, "symmetric");
   h->skew = !strcmp(symmetry, "skew-symmetric");
   if (!h->pattern && strcmp(field, "real") != 0 && strcmp(field, "integer") != 0)
   {
      return "the entries are neither real, integer nor pattern";
   }
   if (!h->symmetric && !h->skew && strcmp(symmetry, "general") != 0)
   {
      return "the symmetry is none of general, symmetric, skew-symmetric";
   }
   do
   {
      if (!gzgets(file, line, sizeof line))
      {
         return "the line with the size is missing";
      }
   } while (line[0] == '%' || line[strspn(line, " \t\r\n")] == '\0');
   if (sscanf(line, "%ld %ld %ld", &n_rows, &n_cols, &n_entries) != 3 || n_rows < 0 ||
       n_rows != n_cols || n_rows >= INT32_MAX || n_entries < 0)
   {
      return "the size is not that of a square matrix with 32-bit indices";
   }
   h->n_rows = n_rows;
   h->n_cols = n_cols;
   h->n_entries = n_entries;
   return NULL;
}

/* One entry as the file has it; false if the line is not one. */
static bool parse_entry(char *line, const header *h, int64_t *i, int64_t *j, double *value)
{
   char *at = line;
   char *end;
   *i = strtoll(at, &end, 10) - 1;
   const bool has_row = end != at;
   at = end;
   *j = strtoll(at, &end, 10) - 1;
   const bool has_column = end != at;
   at = end;
   *value = 1.0;
   bool has_value = true;
   if (!h->pattern)
   {
      *value = strtod(at, &end);
      has_value = end != at;
   }
   return has_row && has_column && has_value && *i >= 0 && *i < h->n_rows && *j >= 0 &&
          *j < h->n_cols;
}

static const char *read_entries(gzFile file, const header *h, tsw_builder *b)
{
   const bool laplacian = h->pattern;
   char line[LINE_SIZE];
   for (int64_t e = 0; e < h->n_entries; e++)
   {
      int64_t i;
      int64_t j;
      double  value;
      if (!gzgets(file, line, sizeof line) || !parse_entry(line, h, &i, &j, &value))
      {
         return "an entry is missing or not understood";
      }
      value = laplacian ? -1.0 : value;
      if (laplacian && i == j)
      {
         continue;
      }
      tsw_builder_add(b, i, j, value);
      if (laplacian)
      {
         tsw_builder_add(b, i, i, 1.0);
      }
      if ((h->symmetric || h->skew) && i != j)
      {
         tsw_builder_add(b, j, i, h->skew ? -value : value);
         if (laplacian)
         {
            tsw_builder_add(b, j, j, 1.0);
         }
      }
   }
   for (int64_t i = 0; laplacian && i < h->n_rows; i++)
   {
      tsw_builder_add(b, i, i, 1.0);
   }
   return NULL;
}

/* The file's name without folders and endings. */
static void name_matrix(const char *path, tsw_matrix *m)
{
   const char *slash = strrchr(path, '/');
   snprintf(m->name, sizeof m->name, "%s", slash ? slash + 1 : path);
   char *dot = strstr(m->name, ".mtx");
   if (dot)
   {
      *dot = '\0';
   }
}

trisweep_status tsw_market_read(const char *path, tsw_matrix *m, const char **problem)
{
   header      h = { 0 };
   tsw_builder b = { 0 };
   memset(m, 0, sizeof *m);
   name_matrix(path, m);
   gzFile file = gzopen(path, "rb");
   *problem = file ? read_header(file, &h) : "the file cannot be opened";
   if (!*problem)
   {
      b.n_rows = h.n_rows;
      *problem = read_entries(file, &h, &b);
   }
   if (file)
   {
      gzclose_r(file);
   }
   if (*problem)
   {
      free(b.entries);
      return TRISWEEP_ARGUMENT;
   }
   const trisweep_status status = tsw_builder_finish(&b, m);
   *problem = status == TRISWEEP_OK ? NULL : "out of memory";
   return status;
}
