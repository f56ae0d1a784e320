/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * replace_np2 [--device]
 *
 * The order of the rows in replace mode. In place of another method (18) types are swept by few
 * colours on devices; in place of a method of trisweep (6), by a number 1000 + t (7), and with an
 * order in the options they are swept in natural order. On one rank 18=13/14 is 2003/2004.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <trisweep/hypre.h>

#include "load/load.h"

enum
{
   EDGE = 20
};

/* Solve with types down and up; sweeps on the finest level must be in this order. */
static int solve_by(load_system *v, int type, int up, const char *options, bool few_colors)
{
   trisweep_stats    stats = { 0 };
   load_solver       s = load_solver_create(type, up);
   const bool        set = trisweep_hypre_set_options(s.amg, options) == TRISWEEP_OK;
   const load_result r = load_solve(&s, v);
   const bool        known = trisweep_hypre_stats(s.amg, 0, sizeof stats, &stats) == TRISWEEP_OK;
   if (!set || !load_is_good(&r) || !known ||
       (strcmp(stats.ordering, "natural") != 0) != few_colors)
   {
      load_fail("type %d, options '%s': residual %g after %d iterations, order %s", type, options,
                r.residual, r.iterations, known ? stats.ordering : "of hypre");
   }
   load_solver_destroy(&s);
   return r.iterations;
}

static int solve(load_system *v, int type, const char *options, bool few_colors)
{
   return solve_by(v, type, type, options, few_colors);
}

static void orders(bool any_named)
{
   load_system v = load_create(EDGE, true, 1.0);
   const bool  few_colors = load_on_device && !any_named;
   const int   natural = solve(&v, 7, "", false);
   solve(&v, 6, "", false);
   const int few = solve(&v, 18, "", few_colors);
   if (load_size == 1 && solve_by(&v, 2003, 2004, "", few_colors) != few)
   {
      load_fail("one rank: other iterations with 18=13/14 than with 2003/2004");
   }
   if (solve(&v, 18, any_named ? "" : "ordering=natural", false) != natural)
   {
      load_fail("natural order: other iterations with 18=13/14 than with 7");
   }
   load_destroy(&v);
}

/* Ranks with types 18 and 7 differ: rank 0 prints it. */
static void numbers(void)
{
   char        line[1024];
   bool        found = false;
   load_system v = load_create(EDGE, true, 1.0);
   const int   old = dup(STDERR_FILENO), type = load_rank == 0 ? 18 : 7;
   FILE       *file = tmpfile();
   load_solver s = load_solver_create(type, type);
   if (!file || old < 0 || dup2(fileno(file), STDERR_FILENO) < 0)
   {
      load_fail("numbers: no file for the messages");
      return;
   }
   (void) load_solve(&s, &v);
   dup2(old, STDERR_FILENO);
   rewind(file);
   while (fgets(line, sizeof line, file))
   {
      found = found || (strstr(line, "down 1013, up 1014") && strstr(line, "down 13, up 14"));
   }
   if (found != (load_rank == 0 && load_size > 1))
   {
      load_fail("numbers: %s message with the types of ranks that differ", found ? "a" : "no");
   }
   fclose(file);
   close(old);
   load_solver_destroy(&s);
   load_destroy(&v);
}

int main(int argc, char **argv)
{
   const char *options = getenv("TRISWEEP_OPTIONS");
   const bool  any_named = options && strstr(options, "ordering=");
   setenv("TRISWEEP_REPLACE", "18=13/14, 7=1013/1014, 6=3/4", 1); /* read at the first call */
   const int status = load_start(argc, argv, "replace", NULL);
   if (status)
   {
      return status;
   }
   orders(any_named);
   load_report("the order of the rows in replace mode");
   numbers();
   load_report("types in messages");
   return load_end();
}
