/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "bench/matrix/market.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <zlib.h>

#include "bench/matrix/builder.h"
#include "tools/matrix/market_check.h"

/* Reason of the last failure; tsw_market_read returns it. */
static char fault[256];

typedef char line_text[TSW_MARKET_LINE + 3];

/*
 * Read and check the next line. False at the end of the file or on a fault. The length comes from
 * gztell, since gzgets does not return the length and a line may contain null characters.
 */
static bool next_line(gzFile file, tsw_market_check *c, line_text line)
{
   const z_off_t before = gztell(file);
   if (!gzgets(file, line, TSW_MARKET_LINE + 2))
   {
      return false;
   }
   const size_t n = (size_t) (gztell(file) - before);
   const bool   last = gzeof(file) && (n == 0 || line[n - 1] != '\n');
   return tsw_market_check_text(c, line, n) && (!last || tsw_market_check_text(c, "\n", 1));
}

static void add_entry(tsw_builder *b, const tsw_market_check *c, const char *line)
{
   char         *at;
   const int64_t i = strtoll(line, &at, 10) - 1;
   const int64_t j = strtoll(at, &at, 10) - 1;
   const double  value = c->pattern ? -1.0 : strtod(at, NULL);
   const bool    twice = c->symmetric && i != j;
   if (c->pattern && i == j)
   {
      return;
   }
   tsw_builder_add(b, i, j, value);
   if (twice)
   {
      tsw_builder_add(b, j, i, c->skew ? -value : value);
   }
   if (c->pattern)
   {
      tsw_builder_add(b, i, i, 1.0);
      if (twice)
      {
         tsw_builder_add(b, j, j, 1.0);
      }
   }
}

/* Read the entries of the file. On failure return false with the reason in fault. */
static bool read_text(const char *path, gzFile file, tsw_builder *b)
{
   tsw_market_check c;
   line_text        line;
   int              damage = Z_OK;
   tsw_market_check_start(&c, tsw_market_most_text(path, !gzdirect(file)), 0);
   for (int64_t n_read = 0; next_line(file, &c, line); n_read = c.n_seen)
   {
      if (c.n_seen > n_read)
      {
         add_entry(b, &c, line);
      }
   }
   const bool fine = tsw_market_check_end(&c);
   b->is_symmetric = c.symmetric;
   b->is_pattern = c.pattern;
   gzerror(file, &damage);
   if (damage != Z_OK && damage != Z_STREAM_END)
   {
      snprintf(fault, sizeof fault, "the compressed file is damaged or ends too early");
      return false;
   }
   if (!fine || c.array || c.n_rows == 0)
   {
      snprintf(fault, sizeof fault, "%s",
               !fine     ? c.fault
               : c.array ? "a dense matrix (array form) is not supported"
                         : "the matrix has no rows");
      return false;
   }
   b->n_rows = c.n_rows;
   for (int64_t i = 0; c.pattern && i < c.n_rows; i++)
   {
      tsw_builder_add(b, i, i, 1.0);
   }
   return true;
}

/* Name the matrix by its file, without folders and ".mtx". */
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

/* Open a file, or set errno. */
static gzFile open_file(const char *path)
{
   struct stat what;
   errno = 0;
   if (stat(path, &what) == 0 && S_ISDIR(what.st_mode))
   {
      errno = EISDIR;
      return NULL;
   }
   return gzopen(path, "rb");
}

trisweep_status tsw_market_read(const char *path, tsw_matrix *m, const char **problem)
{
   tsw_builder b = { 0 };
   memset(m, 0, sizeof *m);
   name_matrix(path, m);
   gzFile file = open_file(path);
   bool   fine = file != NULL;
   if (!file)
   {
      snprintf(fault, sizeof fault, "%s", strerror(errno ? errno : ENOMEM));
   }
   else
   {
      fine = read_text(path, file, &b);
      gzclose_r(file);
   }
   *problem = fine ? NULL : fault;
   if (!fine)
   {
      free(b.entries);
      return TRISWEEP_ERROR_ARGUMENT;
   }
   const trisweep_status status = tsw_builder_finish(&b, m);
   *problem = status == TRISWEEP_OK ? NULL : "out of memory";
   return status;
}
