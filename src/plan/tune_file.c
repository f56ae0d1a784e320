/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "plan/tune_file.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/message.h"

enum
{
   LINE_SIZE = 512
};

static const char title[] =
   "# trisweep tune_file: rows nnz pattern asked-ordering ordering schedule depth predicted-us "
   "measured-us GPU\n";

/* Read a line without its end; false if it is not an entry. */
static bool read_entry(const char *line, tsw_tune_entry *e)
{
   int at = 0;
   memset(e, 0, sizeof *e);
   const int n = sscanf(line,
                        "%" SCNd64 " %" SCNd64 " %" SCNx64 " %31s %31s %31s %" SCNd64
                        " %lf %lf %n",
                        &e->n_rows, &e->nnz, &e->hash, e->asked, e->ordering, e->schedule,
                        &e->depth, &e->predicted_us, &e->measured_us, &at);
   if (n != 9 || at == 0 || !line[at] || strlen(line + at) >= sizeof e->gpu)
   {
      return false;
   }
   strcpy(e->gpu, line + at);
   return !strcmp(e->ordering, "natural") || !strcmp(e->ordering, "color") ||
          !strcmp(e->ordering, "hybrid-color") || !strcmp(e->ordering, "block-color");
}

static bool matches(const tsw_tune_entry *a, const tsw_tune_entry *b)
{
   return a->n_rows == b->n_rows && a->nnz == b->nnz && a->hash == b->hash &&
          !strcmp(a->asked, b->asked) && !strcmp(a->gpu, b->gpu);
}

/* A last line without an end is one that another process is writing. */
static trisweep_status find_in(FILE *file, const char *path, tsw_tune_entry *entry, bool *found)
{
   char line[LINE_SIZE];
   for (int number = 1; fgets(line, sizeof line, file); number++)
   {
      char          *end = strchr(line, '\n');
      tsw_tune_entry read;
      if (!end && feof(file))
      {
         return TRISWEEP_OK;
      }
      if (end)
      {
         *end = '\0';
      }
      if (line[0] == '#' || !line[0])
      {
         continue;
      }
      if (!end || !read_entry(line, &read))
      {
         return TSW_ERROR(OPTION, "line %d of the tune_file %s is not one of trisweep's; correct "
                          "or remove it", number, path);
      }
      if (matches(&read, entry))
      {
         *entry = read;
         *found = true;
         return TRISWEEP_OK;
      }
   }
   return ferror(file) ? TSW_ERROR(OPTION, "cannot read the tune_file %s: %s", path,
                                   strerror(errno))
                       : TRISWEEP_OK;
}

trisweep_status tsw_tune_file_find(const char *path, tsw_tune_entry *entry, bool *found)
{
   *found = false;
   FILE *file = fopen(path, "r");
   if (!file)
   {
      return errno == ENOENT ? TRISWEEP_OK
                             : TSW_ERROR(OPTION, "cannot read the tune_file %s: %s", path,
                                         strerror(errno));
   }
   const trisweep_status status = find_in(file, path, entry, found);
   fclose(file);
   return status;
}

trisweep_status tsw_tune_file_add(const char *path, const tsw_tune_entry *e)
{
   FILE *file = fopen(path, "a");
   bool  good = file && fseek(file, 0, SEEK_END) == 0;
   if (good)
   {
      good = fprintf(file,
                     "%s%" PRId64 " %" PRId64 " %016" PRIx64 " %s %s %s %" PRId64 " %.2f %.2f %s\n",
                     ftell(file) == 0 ? title : "", e->n_rows, e->nnz, e->hash, e->asked,
                     e->ordering, e->schedule, e->depth, e->predicted_us, e->measured_us,
                     e->gpu) > 0;
   }
   good = file && fclose(file) == 0 && good;
   return good ? TRISWEEP_OK
               : TSW_ERROR(OPTION, "cannot write the tune_file %s: %s", path, strerror(errno));
}
