/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Print the best smoothers and the hypre calls that select them; on rank 0 only. */
#include "tools/solve/advice.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/solve/report.h"

/* Columns of the table, in which the least value is the best. */
enum column
{
   ITERATIONS,
   SETUP,
   SOLVE,
   TOTAL
};

static double value_of(const tsw_result *result, enum column column)
{
   const double setup = result->setup_seconds, solve = result->solve_seconds;
   return (const double[]){ result->iterations, setup, solve, setup + solve }[column];
}

/* Find the first result with the least value that converged, or NULL. */
static const tsw_result *find_best(const tsw_result *result, int n, enum column column)
{
   const tsw_result *best = NULL;
   for (int i = 0; i < n; i++)
   {
      if (result[i].converged && (!best || value_of(&result[i], column) < value_of(best, column)))
      {
         best = &result[i];
      }
   }
   return best;
}

/* Print a line with all results that have the least value. */
static void print_winner(const char *what, const tsw_result *result, int n, enum column column)
{
   const tsw_result *best = find_best(result, n, column);
   const char       *separator = "";
   printf("%-18s  ", what);
   for (int i = 0; i < n; i++)
   {
      if (result[i].converged && !(value_of(&result[i], column) > value_of(best, column)))
      {
         char name[64];
         tsw_result_name(&result[i], name, sizeof name);
         printf("%s%s", separator, name);
         separator = ", ";
      }
   }
   printf("\n");
}

/* Print the hypre calls that select the smoother. */
static void print_calls(const tsw_solve_options *options, const tsw_result *result)
{
   const tsw_relax *relax = &result->relax;
   const int        offset = result->trisweep ? result->relax.base : 0;
   const char      *set = getenv("TRISWEEP_OPTIONS");
   const double     weight = isnan(options->relax_weight) ? relax->weight : options->relax_weight;
   char             name[64];
   tsw_result_name(result, name, sizeof name);
   printf("  %s:", name);
   if (tsw_relax_factors(relax) && !result->trisweep)
   {
      printf(" HYPRE_BoomerAMGSetSmoothType(amg, 5); HYPRE_BoomerAMGSetILUType(amg, 0); "
             "HYPRE_BoomerAMGSetILULevel(amg, %d);",
             tsw_relax_fill(relax));
   }
   else if (relax->one)
   {
      printf(" HYPRE_BoomerAMGSetRelaxType(amg, %d);", offset + relax->down);
   }
   else
   {
      printf(" HYPRE_BoomerAMGSetCycleRelaxType(amg, %d, 1); "
             "HYPRE_BoomerAMGSetCycleRelaxType(amg, %d, 2);",
             offset + relax->down, offset + relax->up);
   }
   if (!isnan(weight))
   {
      printf(" HYPRE_BoomerAMGSetRelaxWt(amg, %g);", weight);
   }
   if (result->trisweep)
   {
      printf(" with libtrisweep-hypre linked before hypre");
   }
   if (result->trisweep && set && *set)
   {
      printf(" and TRISWEEP_OPTIONS=\"%s\"", set + strspn(set, " "));
   }
   printf("\n");
}

/* The number of solves with one setup from which `many` is faster than `one`. */
static double break_even(const tsw_result *one, const tsw_result *many)
{
   const double setup = many->setup_seconds - one->setup_seconds;
   return floor(setup / (one->solve_seconds - many->solve_seconds)) + 1.0;
}

/* Say why no solve converged: the iterations were used up, a solver gave up before, or the time. */
static void print_failure(const tsw_solve_options *options, const tsw_result *result, int n)
{
   const char *gmres = result->krylov == TSW_GMRES ? "" : "--solver=gmres, ";
   int         most = 0;
   bool        stopped = false;
   for (int i = 0; i < n; i++)
   {
      most = result[i].iterations > most ? result[i].iterations : most;
      stopped = stopped || result[i].stopped;
   }
   printf("\nadvice: no smoother converged; ");
   if (stopped)
   {
      printf("solves ended at the time limit: try a longer --time-limit\n");
   }
   else if (most < options->max_iterations)
   {
      printf("the solvers gave up after at most %d of %d iterations: try %sanother smoother or "
             "another --strong-threshold\n",
             most, options->max_iterations, gmres);
   }
   else
   {
      printf("%d iterations were not enough: try %s--max-iter or another --strong-threshold\n",
             options->max_iterations, gmres);
   }
}

void tsw_print_advice(const tsw_solve_options *options, const tsw_result *result, int n)
{
   char              first[64], second[64];
   const tsw_result *one = find_best(result, n, TOTAL);
   const tsw_result *many = find_best(result, n, SOLVE);
   if (n < 2)
   {
      return;
   }
   if (!one || !many)
   {
      print_failure(options, result, n);
      return;
   }
   printf("\n");
   print_winner("fewest iterations", result, n, ITERATIONS);
   print_winner("fastest setup", result, n, SETUP);
   print_winner("fastest solve", result, n, SOLVE);
   print_winner("fastest total", result, n, TOTAL);
   printf("\n");
   tsw_result_name(one, first, sizeof first);
   tsw_result_name(many, second, sizeof second);
   print_calls(options, one);
   if (one != many)
   {
      print_calls(options, many);
      printf(
         "advice: for one solve %s (%.3g s), for many with one setup %s (%.3g s each), from %.0f "
         "solves on",
         first, value_of(one, TOTAL), second, many->solve_seconds, break_even(one, many));
   }
   else
   {
      printf("advice: for one solve %s (%.3g s), for many with one setup the same (%.3g s each)",
             first, value_of(one, TOTAL), one->solve_seconds);
   }
   printf("%s\n", options->repeat > 1 ? "" : "; one run each: --repeat=5 for medians");
}
