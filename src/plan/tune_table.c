/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Tables of constants: those of the library, scaled ones, and files in the same format. */
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/message.h"
#include "base/numeric.h"
#include "plan/data_folder.h"
#include "plan/tune.h"

enum
{
   LINE = 512,
   PATH = 4096,
   NUMBERS = 7
};

static const char installed[] = TSW_DATA_FOLDER "/tuning";

typedef struct measured
{
   const char *name;
   int         processors;
   double      clock_mhz;
   double      gbytes_a_second;
} measured;

/* The GPU of the table. To add a GPU, add its file, and choose between the tables by name. */
static const measured reference =
#define TSW_GPU(...) { __VA_ARGS__ };
#define TSW_COST(...)
#include "plan/tuning/h200.def"
#undef TSW_GPU
#undef TSW_COST

   static const tsw_tune_cost reference_costs[] = {
#define TSW_GPU(...)
#define TSW_COST(schedule, part, ...) { #schedule, #part, __VA_ARGS__ },
#include "plan/tuning/h200.def"
#undef TSW_GPU
#undef TSW_COST
   };

/* Ratio to the reference; 1 if a number is unknown. */
static double ratio(double there, double here)
{
   return there > 0.0 && here > 0.0 ? there / here : 1.0;
}

/* Latencies scale with the clock, other times with the slower of processors and memory. */
static void scale(const tsw_gpu *gpu, tsw_tune_table *table)
{
   const double clock = ratio(reference.clock_mhz, gpu->clock_mhz);
   const double memory = ratio(reference.gbytes_a_second, gpu->gbytes_a_second);
   const double processors = ratio(reference.processors, gpu->processors) * clock;
   const double device = memory > processors ? memory : processors;
   for (int k = 0; k < table->n_costs; k++)
   {
      tsw_tune_cost *c = &table->cost[k];
      const bool     alone = tsw_candidate_find(c->schedule)->alone; /* of h200.def */
      c->launch_us *= clock;
      c->entry_ns *= alone ? clock : device;
      c->row_ns *= alone ? clock : device;
      c->level_ns *= clock;
      c->crossing_ns *= clock;
      c->length_ns *= clock;
      c->longest_ns *= clock;
   }
}

static void take_own(const tsw_gpu *gpu, tsw_tune_table *table)
{
   const bool same = !strcmp(gpu->name, reference.name);
   memset(table, 0, sizeof *table);
   table->n_costs = sizeof reference_costs / sizeof reference_costs[0];
   memcpy(table->cost, reference_costs, sizeof reference_costs);
   snprintf(table->tuned_for, sizeof table->tuned_for, "%s%s", reference.name,
            same ? "" : ", scaled");
   if (!same)
   {
      scale(gpu, table);
   }
}

static tsw_tune_cost *cost_of(tsw_tune_table *table, const char *schedule, const char *part)
{
   for (int k = 0; k < table->n_costs; k++)
   {
      tsw_tune_cost *c = &table->cost[k];
      if (!strcmp(c->schedule, schedule) && !strcmp(c->part, part))
      {
         return c;
      }
   }
   return NULL;
}

static bool read_cost(const char *line, tsw_tune_table *table)
{
   char   schedule[16];
   char   part[16];
   double n[NUMBERS];
   int    end = 0;
   if (sscanf(line, "TSW_COST(%15[a-z], %15[a-z], %lf, %lf, %lf, %lf, %lf, %lf, %lf) %n", schedule,
              part, &n[0], &n[1], &n[2], &n[3], &n[4], &n[5], &n[6], &end) != 2 + NUMBERS ||
       end == 0 || line[end] != '\0')
   {
      return false;
   }
   tsw_tune_cost *c = cost_of(table, schedule, part);
   double         sum = 0.0;
   for (int k = 0; k < NUMBERS; k++)
   {
      sum = n[k] >= 0.0 ? sum + n[k] : NAN;
   }
   if (!c || !(sum > 0.0) || isinf(sum))
   {
      return false;
   }
   *c = (tsw_tune_cost){ c->schedule, c->part, n[0], n[1], n[2], n[3], n[4], n[5], n[6] };
   return true;
}

/* The line of the GPU must name this GPU; text behind the name is for tables of the library. */
static bool read_gpu(const char *line, const tsw_gpu *gpu)
{
   const size_t length = strlen(gpu->name);
   return !strncmp(line, "TSW_GPU(\"", 9) && !strncmp(line + 9, gpu->name, length) &&
          line[9 + length] == '"';
}

static bool is_comment(const char *line)
{
   return line[0] == '/' || line[0] == '*' || line[0] == '\0';
}

static trisweep_status read_lines(FILE *file, const char *path, const tsw_gpu *gpu,
                                  tsw_tune_table *table)
{
   char line[LINE];
   bool named = false;
   for (int n = 1; fgets(line, sizeof line, file); n++)
   {
      const char *text = line + strspn(line, " \t\r\n");
      if (!named && !is_comment(text) && read_gpu(text, gpu))
      {
         named = true;
      }
      else if (!is_comment(text) && !(named && read_cost(text, table)))
      {
         return TSW_ERROR(ARGUMENT,
                          "%s, line %d: neither the line TSW_GPU of %s nor, behind it, a "
                          "line TSW_COST of the model; write the file by trisweep-bench "
                          "calibrate, or remove it",
                          path, n, gpu->name);
      }
   }
   if (ferror(file) || !named)
   {
      return TSW_ERROR(ARGUMENT,
                       "%s has no line TSW_GPU of %s; write the file by "
                       "trisweep-bench calibrate, or remove it",
                       path, gpu->name);
   }
   snprintf(table->tuned_for, sizeof table->tuned_for, "%s", gpu->name);
   return TRISWEEP_OK;
}

static void name_file(const tsw_gpu *gpu, const char *folder, char path[PATH])
{
   const size_t begin = (size_t) snprintf(path, PATH, "%s/", folder);
   if (begin < PATH)
   {
      snprintf(path + begin, PATH - begin, "%s.def", gpu->name);
      for (char *c = path + begin; *c; c++)
      {
         *c = isalnum((unsigned char) *c) || *c == '.' ? *c : '-';
      }
   }
}

static trisweep_status check_folder(const char *folder)
{
   struct stat is;
   if (stat(folder, &is) != 0 || !S_ISDIR(is.st_mode))
   {
      return TSW_ERROR(ARGUMENT,
                       "TRISWEEP_TUNING=%s: there is no such folder of tables; correct "
                       "the variable, or unset it",
                       folder);
   }
   return TRISWEEP_OK;
}

const char *tsw_tune_folder(void)
{
   const char *folder = getenv("TRISWEEP_TUNING");
   return folder && *folder ? folder : installed;
}

trisweep_status tsw_tune_table_for(const tsw_gpu *gpu, const char *folder, tsw_tune_table *table)
{
   char path[PATH];
   take_own(gpu, table);
   if (strcmp(folder, installed) != 0)
   {
      TSW_TRY(check_folder(folder));
   }
   name_file(gpu, folder, path);
   FILE *file = fopen(path, "r");
   if (!file)
   {
      return errno == ENOENT || errno == ENOTDIR
                ? TRISWEEP_OK
                : TSW_ERROR(ARGUMENT, "%s cannot be read: %s", path, strerror(errno));
   }
   const locale_t        before = tsw_numeric_begin();
   const trisweep_status status = read_lines(file, path, gpu, table);
   tsw_numeric_end(before);
   fclose(file);
   return status;
}
