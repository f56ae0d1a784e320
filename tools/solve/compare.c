/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Solve one problem with each smoother. */
#include "tools/solve/compare.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "examples/beam.h"
#include "tools/common/progress.h"
#include "tools/common/support.h"
#include "tools/matrix/inspect.h"
#include "tools/solve/advice.h"
#include "tools/solve/files.h"
#include "tools/solve/report.h"
#include "tools/solve/rows.h"

/* Read and inspect the matrix of the file, on rank 0. */
static bool read_problem(const tsw_solve_options *options, tsw_file_matrix *a, tsw_facts *facts)
{
   if (!tsw_read_matrix(options->matrix, a, facts))
   {
      return false;
   }
   if (a->n_rows % options->num_functions != 0)
   {
      tsw_complain("--num-functions=%d: the %d rows of %s cannot be %d unknowns a node",
                   options->num_functions, a->n_rows, options->matrix, options->num_functions);
      return false;
   }
   return (!(facts->pattern || options->graph_laplacian) ||
           tsw_graph_laplacian(a, options->shift, facts)) &&
          tsw_inspect(options->matrix, a, facts);
}

static bool assemble_beam(const int elements[3], int rank, int n_ranks, rows *s)
{
   const bool done = beam_assemble(elements, NULL, NULL, rank, n_ranks, s);
   if (!done)
   {
      tsw_complain("not enough memory for the beam");
   }
   return tsw_all(done);
}

static bool create_rows(const tsw_solve_options *options, int rank, int n_ranks, tsw_facts *facts,
                        rows *s)
{
   bool            done;
   tsw_file_matrix a = { 0 };
   memset(facts, 0, sizeof *facts);
   if (!options->matrix)
   {
      done = options->beam ? assemble_beam(options->elements, rank, n_ranks, s)
                           : tsw_problem_rows(&options->problem, s);
      const int64_t mine[2] = { s->n_rows, (int64_t) s->n_entries };
      int64_t       all[2];
      MPI_Allreduce(mine, all, 2, MPI_INT64_T, MPI_SUM, MPI_COMM_WORLD);
      facts->n_rows = all[0];
      facts->nnz = all[1];
      facts->symmetric = options->beam || options->problem.symmetric;
      facts->positive_diagonal = true;
   }
   else
   {
      done = tsw_all(rank > 0 || read_problem(options, &a, facts));
      MPI_Bcast(facts, (int) sizeof *facts, MPI_BYTE, 0, MPI_COMM_WORLD);
      done = done && tsw_rows_scatter(&a, facts, options->num_functions, s);
      tsw_file_matrix_free(&a);
   }
   return done && tsw_rows_rhs(options, facts, s);
}

/* Append a run, unless the smoother is in the list. */
static void add_result(const tsw_relax *relax, tsw_krylov krylov, bool trisweep, tsw_result *result,
                       int *n)
{
   for (int i = 0; i < *n; i++)
   {
      if (result[i].trisweep == trisweep && tsw_relax_same(&result[i].relax, relax))
      {
         return;
      }
   }
   result[(*n)++] = (tsw_result){ .relax = *relax, .krylov = krylov, .trisweep = trisweep };
}

/* List the runs: hypre's and trisweep's of each smoother. Return the number, -1 without memory. */
static int list_results(const tsw_solve_options *options, const tsw_facts *facts,
                        tsw_result *result)
{
   int  n = 0;
   bool fine = true;
   for (int i = 0; i < options->n_relax; i++)
   {
      const tsw_relax *relax = &options->relax[i];
      const tsw_krylov krylov = tsw_choose_krylov(options, facts, relax);
      if (options->with_hypre && tsw_relax_hypres(relax) && !relax->ours_only &&
          (facts->definite_levels || !tsw_relax_needs_positive(relax)))
      {
         add_result(relax, krylov, false, result, &n);
      }
      if (options->with_trisweep && tsw_relax_ours(relax))
      {
         add_result(relax, krylov, true, result, &n);
      }
   }
   for (int i = 0; i < n; i++)
   {
      result[i].samples = tsw_get(2 * (size_t) options->repeat, sizeof *result[i].samples);
      fine = fine && result[i].samples;
   }
   return tsw_all(fine) ? n : -1;
}

/* What abandon reports: the run of solve, on rank 0. */
static struct
{
   const tsw_solve_options *options;
   tsw_result              *result;
   int                      n_printed;
} table;

/* Print the rows of the table up to result n - 1 that were not printed. */
static void print_rows(int n)
{
   if (table.n_printed == 0)
   {
      tsw_print_header();
   }
   for (; table.n_printed < n; table.n_printed++)
   {
      tsw_print_result(table.result, table.n_printed);
   }
}

/*
 * End the program, because hypre does not return from a setup or cycle: print the results so far.
 * The thread of the progress lines calls this on rank 0.
 */
static void abandon(void)
{
   int n = 0;
   while (n < 2 * TSW_MOST_RELAX && table.result[n].iterations > 0)
   {
      n++;
   }
   print_rows(n);
   tsw_print_advice(table.options, table.result, n);
   tsw_complain("run again without this smoother (--relax) or with a longer --time-limit");
   MPI_Abort(MPI_COMM_WORLD, TSW_EXIT_UNSOLVED);
   _Exit(TSW_EXIT_UNSOLVED);
}

/* Seconds that the next solve may take: many times the fastest so far; INFINITY before that. */
static double limit_of(const tsw_solve_options *options, const tsw_result *result, int n)
{
   double fastest = INFINITY;
   for (int i = 0; i < n; i++)
   {
      if (result[i].converged)
      {
         fastest = fmin(fastest, result[i].setup_seconds + result[i].solve_seconds);
      }
   }
   return isnan(options->time_limit) ? 10.0 + 20.0 * fastest : options->time_limit;
}

/*
 * Run all smoothers in turn, `repeat` rounds, so that other load on the machine affects all
 * smoothers alike. Return false if a run fails.
 */
static bool run_all(const tsw_solve_options *options, const tsw_machine *machine, int rank,
                    tsw_system *system, int n, tsw_result *result)
{
   /* Statistics and the output of hypre would stand between the rows of the table. */
   const bool at_once = !options->verbose && !(options->stats && !strcmp(options->stats, "1"));
   table.options = options;
   table.result = result;
   for (int round = 1; round <= options->repeat; round++)
   {
      for (int i = 0; i < n; i++)
      {
         char         name[64];
         const double limit = limit_of(options, result, n);
         tsw_result_name(&result[i], name, sizeof name);
         if (rank == 0)
         {
            tsw_progress("%s, %d of %d smoothers, round %d of %d", name, i + 1, n, round,
                         options->repeat);
            /* Later than the limit: most solves end by themselves between two cycles. */
            tsw_progress_watch(fmin(limit, 600.0) + 10.0, abandon);
         }
         if (!tsw_run(options, machine, system, limit, &result[i]))
         {
            return false;
         }
         if (rank == 0 && round == options->repeat && at_once)
         {
            print_rows(i + 1);
         }
      }
   }
   if (rank == 0)
   {
      print_rows(n);
   }
   return true;
}

/* Print notes and advice, write the files. Return false if a file cannot be written. */
static bool report(const tsw_solve_options *options, const tsw_facts *facts, int n_ranks,
                   const tsw_result *result, int n)
{
   tsw_print_notes(options, result, n);
   const bool json =
      !options->json || tsw_write_json(options->json, options, facts, n_ranks, result, n);
   const bool history =
      !options->history || tsw_write_history(options->history, options, n_ranks, result, n);
   tsw_print_advice(options, result, n);
   return json && history;
}

/* True if a smoother that may be left out is to run. */
static bool any_needs_positive(const tsw_solve_options *options)
{
   bool any = false;
   for (int i = 0; i < options->n_relax; i++)
   {
      any = any || tsw_relax_needs_positive(&options->relax[i]);
   }
   return any && options->with_hypre;
}

int tsw_compare(const tsw_solve_options *options, const tsw_machine *machine, int rank, int n_ranks)
{
   tsw_facts  facts;
   rows       s = { 0 };
   tsw_system system = { .n_modes = 0 };
   tsw_result result[2 * TSW_MOST_RELAX] = { 0 };
   if (rank == 0)
   {
      tsw_progress("%s %s", options->matrix ? "reading" : "assembling",
                   options->matrix ? options->matrix
                   : options->beam ? "the beam"
                                   : options->problem.name);
   }
   const bool fine =
      create_rows(options, rank, n_ranks, &facts, &s) && tsw_system_create(&s, machine, &system);
   rows_free(&s);
   if (!fine)
   {
      return TSW_EXIT_INPUT;
   }
   facts.definite_levels = !any_needs_positive(options) || tsw_levels_definite(options, &system);
   if (rank == 0)
   {
      tsw_print_problem(options, &facts, n_ranks);
   }
   const int n = list_results(options, &facts, result);
   int       status =
      n >= 0 && run_all(options, machine, rank, &system, n, result) ? TSW_EXIT_OK : TSW_EXIT_INPUT;
   int n_converged = 0;
   for (int i = 0; i < n; i++)
   {
      n_converged += result[i].converged;
   }
   /* In a comparison (no --relax) it is enough if one smoother converges. */
   const int n_left_out = !facts.definite_levels;
   if (status == TSW_EXIT_OK && n_converged < (options->compare ? 1 : n + n_left_out))
   {
      status = TSW_EXIT_UNSOLVED;
   }
   if (rank == 0 && status != TSW_EXIT_INPUT)
   {
      tsw_progress_end();
      status = report(options, &facts, n_ranks, result, n) ? status : TSW_EXIT_INPUT;
   }
   tsw_system_destroy(&system);
   for (int i = 0; i < 2 * TSW_MOST_RELAX; i++)
   {
      free(result[i].history);
      free(result[i].samples);
   }
   return status;
}
