/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Printed output of trisweep-solve; on rank 0 only. */
#include "tools/solve/report.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

void tsw_result_name(const tsw_result *result, char *name, size_t size)
{
   const char *owner = result->trisweep ? "trisweep" : "hypre";
   const int   offset = result->trisweep ? result->relax.base : 0;
   if (!result->trisweep && tsw_relax_factors(&result->relax))
   {
      snprintf(name, size, "hypre ILU(%d)", tsw_relax_fill(&result->relax));
   }
   else if (!isnan(result->relax.weight))
   {
      snprintf(name, size, "%s %d, w %g", owner, offset + result->relax.down, result->relax.weight);
   }
   else if (result->relax.one)
   {
      snprintf(name, size, "%s %d", owner, offset + result->relax.down);
   }
   else
   {
      snprintf(name, size, "%s %d/%d", owner, offset + result->relax.down,
               offset + result->relax.up);
   }
}

static void print_repeated(int64_t n_repeated)
{
   if (n_repeated > 0)
   {
      printf("            repeated entries: %" PRId64 "; their values were added\n", n_repeated);
   }
}

static void print_entries(const tsw_facts *facts)
{
   print_repeated(facts->n_repeated);
   if (facts->n_zero_diagonal > 0)
   {
      printf("            diagonal entries that are zero: %" PRId64 ", the first in row %" PRId64
             "; the smoothers keep x there\n",
             facts->n_zero_diagonal, facts->first_zero_diagonal);
   }
   if (facts->n_no_diagonal > 0)
   {
      printf("            rows without a diagonal entry: %" PRId64 ", the first is row %" PRId64
             "; zeros were stored there for hypre\n",
             facts->n_no_diagonal, facts->first_no_diagonal);
   }
}

void tsw_print_problem(const tsw_solve_options *options, const tsw_facts *facts, int n_ranks)
{
   static const char *const rhs[] = { "of the problem", "ones", "random", "weight of the beam",
                                      "" };
   const tsw_rhs            kind = options->rhs != TSW_RHS_DEFAULT ? options->rhs
                                   : options->beam                 ? TSW_RHS_WEIGHT
                                   : options->matrix               ? TSW_RHS_ONES
                                                                   : TSW_RHS_DEFAULT;
   if (options->beam)
   {
      printf("problem     elastic beam of %d x %d x %d cubes, clamped at one end\n",
             options->elements[0], options->elements[1], options->elements[2]);
   }
   else
   {
      printf("problem     %s\n", options->matrix ? options->matrix : options->problem.name);
   }
   if (facts->laplacian)
   {
      printf("            %s: solving with its graph Laplacian + %g on the diagonal\n",
             facts->pattern ? "a pattern without values" : "--graph-laplacian", facts->shift);
   }
   printf("            %" PRId64 " unknowns, %" PRId64 " entries, %s, %d rank%s\n", facts->n_rows,
          facts->nnz, facts->symmetric ? "symmetric" : "not symmetric", n_ranks,
          n_ranks == 1 ? "" : "s");
   print_entries(facts);
   printf("right side  %s\n", kind == TSW_RHS_FILE ? options->rhs_file : rhs[kind]);
   print_repeated(facts->n_repeated_rhs);
   printf("solver      BoomerAMG in a Krylov method, relative residual %g, at most %d iterations\n",
          options->tolerance, options->max_iterations);
   for (int i = 0; options->with_hypre && !facts->definite_levels && i < options->n_relax; i++)
   {
      if (tsw_relax_needs_positive(&options->relax[i]))
      {
         printf(
            "left out    hypre %d: needs diagonal entries of one sign on every AMG level, which "
            "this matrix does not have\n",
            options->relax[i].down);
      }
   }
   printf("\n");
   fflush(stdout);
}

void tsw_print_header(void)
{
   printf("%-20s %-8s %10s  %12s  %14s %9s %9s %9s  %s\n", "", "", "", "", "", "", "", "",
          "hypre / trisweep");
   printf("%-20s %-8s %10s  %12s  %14s %9s %9s %9s  %6s %6s %6s\n", "smoother", "solver",
          "iterations", "residual", "||b-Ax||/||b||", "setup s", "solve s", "total s", "setup",
          "solve", "total");
   fflush(stdout);
}

/* The latest result of hypre before result i with the same types, or NULL. */
static const tsw_result *find_rival(const tsw_result *result, int i)
{
   for (int k = i - 1; k >= 0 && result[i].trisweep; k--)
   {
      if (!result[k].trisweep && result[k].relax.down == result[i].relax.down &&
          result[k].relax.up == result[i].relax.up)
      {
         return &result[k];
      }
   }
   return NULL;
}

void tsw_print_result(const tsw_result *all, int i)
{
   const tsw_result *result = &all[i], *hypre = find_rival(all, i);
   char              name[64];
   const double      setup = result->setup_seconds, solve = result->solve_seconds;
   tsw_result_name(result, name, sizeof name);
   printf("%-20s %-8s %10d  %12.6e  %14.6e %9.3f %9.3f %9.3f", name,
          tsw_krylov_find(result->krylov)->name, result->iterations, result->residual,
          result->true_residual, setup, solve, setup + solve);
   if (hypre)
   {
      printf("  %6.2f %6.2f %6.2f", hypre->setup_seconds / setup, hypre->solve_seconds / solve,
             (hypre->setup_seconds + hypre->solve_seconds) / (setup + solve));
   }
   printf("%s\n", result->stopped     ? "  stopped at the time limit"
                  : result->converged ? ""
                                      : "  not converged");
   fflush(stdout);
}

/* ours: the smoother is one of trisweep, and hypre has none for it. */
static void note_missing(const tsw_relax *relax, bool ours)
{
   char name[64];
   tsw_result_name(&(tsw_result){ .relax = *relax, .trisweep = ours }, name, sizeof name);
   printf("note: %s has no smoother for %s\n", ours ? "hypre" : "trisweep", name);
}

void tsw_print_notes(const tsw_solve_options *options, const tsw_result *result, int n_results)
{
   if (n_results > 0 && result[0].uncoarsened)
   {
      printf("note: the hierarchy has one level, and each smoother solves alone: hypre found no "
             "strong coupling (couplings with the sign of the diagonal entry are weak)\n");
   }
   for (int i = 0; options->with_trisweep && !options->compare && i < options->n_relax; i++)
   {
      if (!tsw_relax_ours(&options->relax[i]))
      {
         note_missing(&options->relax[i], false);
      }
   }
   for (int i = 0; options->with_hypre && i < options->n_relax; i++)
   {
      if (!tsw_relax_hypres(&options->relax[i]))
      {
         note_missing(&options->relax[i], true);
      }
   }
   for (int i = 0; i < n_results; i++)
   {
      char name[64];
      tsw_result_name(&result[i], name, sizeof name);
      const tsw_result *hypre = find_rival(result, i);
      if (hypre && hypre->converged && result[i].iterations != hypre->iterations)
      {
         printf("note: %s took %d iterations and hypre's own sweeps %d\n", name,
                result[i].iterations, hypre->iterations);
      }
      const double claim = fmax(fabs(result[i].residual), options->tolerance);
      if (!(result[i].true_residual <= TSW_FAR * claim))
      {
         printf("note: %s: the residual of the solution, %.3e, is far from that of the solver\n",
                name, result[i].true_residual);
      }
   }
}
