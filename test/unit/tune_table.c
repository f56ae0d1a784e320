/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Tables of constants: of the library, scaled, and from files of the user. */
#include "support/check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "plan/tune.h"

enum
{
   PATH = 256
};

static const char no_folder[] = "/"; /* a folder without tables */

static const tsw_gpu h200 = { "NVIDIA H200", 9, 132, 232448, 1980, 4800 };
static const tsw_gpu l40s = { "NVIDIA L40S", 8, 142, 101376, 2520, 864 };
static const tsw_gpu b200 = { "NVIDIA B200", 10, 148, 232448, 1965, 8000 };
static const tsw_gpu silent = { "a GPU that says nothing", 8, 1, 49152, 0, 0 };

static tsw_tune_table table_of(const tsw_gpu *gpu)
{
   tsw_tune_table table;
   assert_ok(tsw_tune_table_for(gpu, no_folder, &table));
   return table;
}

static double seconds_on(const tsw_gpu *gpu, const tsw_tune_shape *shape)
{
   const tsw_tune_table table = table_of(gpu);
   tsw_tune_estimate    e[TSW_TUNE_MOST];
   assert_int_equal(tsw_tune_rank(&table, gpu, shape, "strips", e), 1);
   return e[0].seconds;
}

static void test_tables(void **state)
{
   (void) state;
   const tsw_gpu *const gpus[] = { &h200, &l40s, &b200, &silent };
   for (int g = 0; g < 4; g++)
   {
      const tsw_tune_table table = table_of(gpus[g]);
      assert_string_equal(table.tuned_for, g == 0 ? "NVIDIA H200" : "NVIDIA H200, scaled");
      assert_in_range(table.n_costs, 1, TSW_TUNE_COSTS);
      for (int k = 0; k < table.n_costs; k++)
      {
         assert_true(table.cost[k].level_ns > 0.0 && isfinite(table.cost[k].entry_ns));
      }
   }
}

/* A lower clock, less bandwidth and fewer processors each make the estimate larger. */
static void test_scaling(void **state)
{
   (void) state;
   const tsw_tune_shape shape = { .n_rows = 100000, .nnz = 700000, .depth = 300, .longest_row = 7 };
   const tsw_gpu        like = { "like the first", 9, 132, 232448, 1980, 4800 };
   tsw_gpu              worse[] = { like, like, like };
   worse[0].clock_mhz /= 2.0;
   worse[1].gbytes_a_second /= 4.0;
   worse[2].processors /= 4;
   const double one = seconds_on(&h200, &shape);
   assert_true(fabs(seconds_on(&like, &shape) - one) < 1e-12);
   for (int k = 0; k < 3; k++)
   {
      assert_true(seconds_on(&worse[k], &shape) > one * (1.0 + 1e-9));
   }
   assert_true(seconds_on(&worse[0], &shape) > 1.9 * one);
}

static void write_table(char path[PATH], const char *folder, const char *text)
{
   snprintf(path, PATH, "%s/NVIDIA-L40S.def", folder);
   FILE *file = fopen(path, "w");
   assert_non_null(file);
   assert_true(fputs(text, file) >= 0);
   assert_int_equal(fclose(file), 0);
}

#define L40S_COST "TSW_COST(strips, tiles, 1, 2.5, 3, 4e3, 5, 6, 7)\n"

/* Costs in the file are used; all other costs are scaled as without a file. */
static void test_files(void **state)
{
   (void) state;
   char                 folder[] = "/tmp/trisweep-tune-XXXXXX";
   char                 path[PATH];
   tsw_tune_table       table;
   const tsw_tune_table scaled = table_of(&l40s);
   assert_non_null(mkdtemp(folder));
   write_table(path, folder,
               "/* a comment\n * of two lines */\n\n"
               "TSW_GPU(\"NVIDIA L40S\", 142, 2520, 864)\n" L40S_COST);
   assert_ok(tsw_tune_table_for(&l40s, folder, &table));
   assert_string_equal(table.tuned_for, "NVIDIA L40S");
   assert_int_equal(table.n_costs, scaled.n_costs);
   for (int k = 0; k < table.n_costs; k++)
   {
      const tsw_tune_cost *c = &table.cost[k];
      if (strcmp(c->part, "tiles") == 0)
      {
         assert_true(c->launch_us == 1.0 && c->entry_ns == 2.5 && c->row_ns == 3.0);
         assert_true(c->level_ns == 4000.0 && c->crossing_ns == 5.0 && c->longest_ns == 7.0);
      }
      else
      {
         assert_true(c->level_ns == scaled.cost[k].level_ns);
      }
   }
   assert_ok(tsw_tune_table_for(&b200, folder, &table)); /* the folder has no file for this GPU */
   assert_string_equal(table.tuned_for, "NVIDIA H200, scaled");
   assert_int_equal(unlink(path), 0);
   assert_int_equal(rmdir(folder), 0);
}

/* The library's own table, written by bench/fit_tuning.py, can be read as a file. */
static void test_own_file(void **state)
{
   (void) state;
   const char          *top = getenv("top_srcdir");
   char                 folder[] = "/tmp/trisweep-tune-XXXXXX";
   char                 from[PATH];
   char                 to[PATH];
   tsw_tune_table       table;
   const tsw_tune_table own = table_of(&h200);
   assert_non_null(mkdtemp(folder));
   snprintf(from, sizeof from, "%s/src/plan/tuning/h200.def", top ? top : ".");
   snprintf(to, sizeof to, "%s/NVIDIA-H200.def", folder);
   if (access(from, R_OK) != 0)
   {
      skip(); /* make check sets top_srcdir */
   }
   char *absolute = realpath(from, NULL);
   assert_non_null(absolute);
   assert_int_equal(symlink(absolute, to), 0);
   free(absolute);
   assert_ok(tsw_tune_table_for(&h200, folder, &table));
   assert_string_equal(table.tuned_for, own.tuned_for);
   assert_int_equal(table.n_costs, own.n_costs);
   for (int k = 0; k < own.n_costs; k++)
   {
      assert_true(table.cost[k].level_ns == own.cost[k].level_ns);
      assert_true(table.cost[k].longest_ns == own.cost[k].longest_ns);
   }
   assert_int_equal(unlink(to), 0);
   assert_int_equal(rmdir(folder), 0);
}

static void test_bad_files(void **state)
{
   (void) state;
   static const char gpu[] = "TSW_GPU(\"NVIDIA L40S\")\n";
   static const struct
   {
      bool        behind_gpu;
      const char *text;
      const char *where;
   } cases[] = {
      { false, "", "TSW_GPU" },
      { false, L40S_COST, "line 1" },
      { false, "TSW_GPU(\"NVIDIA L40\")\n", "line 1" },
      { false, "TSW_GPU(\"NVIDIA L40SX\")\n", "line 1" },
      { true, L40S_COST "anything\n", "line 3" },
      { true, "TSW_GPU(\"NVIDIA L40S\")\n", "line 2" },
      { true, "TSW_COST(strips, tiles, 1, 2, 3, 4, 5, 6)\n", "line 2" },
      { true, "TSW_COST(strips, tiles, 1, 2, 3, 4, 5, 6, 7, 8)\n", "line 2" },
      { true, "TSW_COST(strips, tiles, 1, 2, 3, 4, 5, 6, 7\n", "line 2" },
      { true, "TSW_COST(strips, tiles, 1, 2, -3, 4, 5, 6, 7)\n", "line 2" },
      { true, "TSW_COST(strips, tiles, 1, 2, nan, 4, 5, 6, 7)\n", "line 2" },
      { true, "TSW_COST(strips, tiles, 1, 2, inf, 4, 5, 6, 7)\n", "line 2" },
      { true, "TSW_COST(strips, tiles, 0, 0, 0, 0, 0, 0, 0)\n", "line 2" },
      { true, "TSW_COST(onchip, tiles, 1, 2, 3, 4, 5, 6, 7)\n", "line 2" },
      { true, "TSW_COST(levels, all, 1, 2, 3, 4, 5, 6, 7)\n", "line 2" },
      { true, "TSW_COST(strips, tall, 1, 2, 3, 4, 5, 6, 7)\n", "line 2" },
      { true, "TSW_COST(strips, levels, tiles, 1, 2, 3, 4, 5, 6, 7)\n", "line 2" },
   };
   char           folder[] = "/tmp/trisweep-tune-XXXXXX";
   char           path[PATH];
   char           text[PATH];
   tsw_tune_table table;
   assert_non_null(mkdtemp(folder));
   for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++)
   {
      snprintf(text, sizeof text, "%s%s", cases[k].behind_gpu ? gpu : "", cases[k].text);
      write_table(path, folder, text);
      assert_status(tsw_tune_table_for(&l40s, folder, &table), ARGUMENT);
      assert_message("NVIDIA-L40S.def", cases[k].where);
   }
   assert_int_equal(unlink(path), 0);
   assert_int_equal(mkdir(path, 0700), 0); /* a folder instead of a file */
   assert_status(tsw_tune_table_for(&l40s, folder, &table), ARGUMENT);
   assert_int_equal(rmdir(path), 0);
   assert_int_equal(rmdir(folder), 0);
   assert_status(tsw_tune_table_for(&l40s, folder, &table), ARGUMENT);
   assert_message("TRISWEEP_TUNING", folder);
}

static void test_folder(void **state)
{
   (void) state;
   assert_int_equal(setenv("TRISWEEP_TUNING", "/some/folder", 1), 0);
   assert_string_equal(tsw_tune_folder(), "/some/folder");
   assert_int_equal(unsetenv("TRISWEEP_TUNING"), 0);
   assert_non_null(strstr(tsw_tune_folder(), "/trisweep/tuning"));
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_tables),   cmocka_unit_test(test_scaling),
      cmocka_unit_test(test_files),    cmocka_unit_test(test_bad_files),
      cmocka_unit_test(test_own_file), cmocka_unit_test(test_folder),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
