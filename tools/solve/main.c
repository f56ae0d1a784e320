/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* trisweep-solve: solve with BoomerAMG and compare hypre's smoothers with trisweep's. */

#ifdef HAVE_CONFIG_H
#include <config.h>
#endif

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <trisweep/hypre.h>

#include "tools/common/output.h"
#include "tools/common/place.h"
#include "tools/common/progress.h"
#include "tools/common/support.h"
#include "tools/problem/elasticity.h"
#include "tools/solve/advice.h"
#include "tools/solve/arguments.h"
#include "tools/solve/files.h"
#include "tools/solve/inspect.h"
#include "tools/solve/report.h"
#include "tools/solve/rows.h"

/* Open for appending, so that a file keeps its content. Write a newline to a device as a test. */
static bool can_write(const char *name)
{
   struct stat what;
   FILE       *file = name ? fopen(name, "a") : NULL;
   bool        fine = !name || file;
   if (file && stat(name, &what) == 0 && !S_ISREG(what.st_mode))
   {
      fine = fputc('\n', file) != EOF;
   }
   fine = (!file || fclose(file) == 0) && fine;
   if (!fine)
   {
      tsw_complain("%s: cannot be written: %s", name, strerror(errno));
   }
   return fine;
}

/* Check the options in the environment. */
static bool knows_options(void)
{
   trisweep_context *context;
   const bool        known = trisweep_context_create(NULL, &context) == TRISWEEP_OK;
   if (!known)
   {
      tsw_complain("%s", trisweep_message());
   }
   trisweep_context_destroy(&context);
   return known;
}

/* Check the plug, the options and the output files before the start. Rank 0 prints a fault. */
static bool is_ready(const tsw_solve_options *options, int rank)
{
   const char *reason = "";
   int         live = 0;
   const bool  asked = trisweep_hypre_hooks_live(&live, &reason) == TRISWEEP_OK;
   const bool  dead = options->with_trisweep && !(asked && live);
   if (rank > 0)
   {
      return !dead;
   }
   if (dead)
   {
      tsw_complain("libtrisweep-hypre does not intercept the functions of hypre: %s", reason);
   }
#ifndef HAVE_CJSON
   if (options->json)
   {
      tsw_complain("--json: this build has no cJSON and writes no JSON");
      return false;
   }
#endif
   return !dead && knows_options() && can_write(options->json) && can_write(options->history) &&
          can_write(options->stats && strcmp(options->stats, "1") != 0 ? options->stats : NULL);
}

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

static bool create_rows(const tsw_solve_options *options, int rank, int n_ranks, tsw_facts *facts,
                        tsw_rows *rows)
{
   bool            done;
   tsw_file_matrix a = { 0 };
   memset(facts, 0, sizeof *facts);
   if (options->beam)
   {
      done = tsw_beam_assemble(options->elements, rank, n_ranks, rows);
      facts->n_rows = tsw_beam_unknowns(options->elements);
      int64_t nnz = 0;
      for (int i = 0; done && i < rows->n_rows; i++)
      {
         nnz += rows->length[i];
      }
      MPI_Allreduce(&nnz, &facts->nnz, 1, MPI_INT64_T, MPI_SUM, MPI_COMM_WORLD);
      facts->symmetric = facts->positive_diagonal = true;
   }
   else
   {
      done = tsw_all(rank > 0 || read_problem(options, &a, facts));
      MPI_Bcast(facts, (int) sizeof *facts, MPI_BYTE, 0, MPI_COMM_WORLD);
      done = done && tsw_rows_scatter(&a, facts, options->num_functions, rows);
      tsw_file_matrix_free(&a);
   }
   return done && tsw_rows_rhs(options, facts, rows);
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
      if (options->with_hypre && tsw_relax_hypres(relax) && !relax->ours_only)
      {
         result[n++] = (tsw_result){ .relax = *relax, .krylov = krylov };
      }
      if (options->with_trisweep && tsw_relax_ours(relax))
      {
         result[n++] = (tsw_result){ .relax = *relax, .krylov = krylov, .trisweep = true };
      }
   }
   for (int i = 0; i < n; i++)
   {
      result[i].samples = tsw_get(2 * (size_t) options->repeat, sizeof *result[i].samples);
      fine = fine && result[i].samples;
   }
   return tsw_all(fine) ? n : -1;
}

/*
 * Run all smoothers in turn, `repeat` rounds, so that other load on the machine affects all
 * smoothers alike. Return false if a run fails.
 */
static bool run_all(const tsw_solve_options *options, int rank, tsw_system *system, int n,
                    tsw_result *result)
{
   for (int round = 1; round <= options->repeat; round++)
   {
      for (int i = 0; i < n; i++)
      {
         char name[64];
         tsw_result_name(&result[i], name, sizeof name);
         if (rank == 0)
         {
            tsw_progress("%s, %d of %d smoothers, round %d of %d", name, i + 1, n, round,
                         options->repeat);
         }
         if (!tsw_run(options, system, &result[i]))
         {
            return false;
         }
         if (rank == 0 && round == options->repeat)
         {
            tsw_print_result(&result[i], tsw_result_pair(result, i) ? &result[i - 1] : NULL);
         }
      }
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

static int solve(const tsw_solve_options *options, int rank, int n_ranks)
{
   tsw_facts  facts;
   tsw_rows   rows = { 0 };
   tsw_system system = { .n_modes = 0 };
   tsw_result result[2 * TSW_MOST_RELAX] = { 0 };
   if (rank == 0)
   {
      tsw_progress("%s %s", options->beam ? "assembling" : "reading",
                   options->beam ? "the beam" : options->matrix);
   }
   bool fine = create_rows(options, rank, n_ranks, &facts, &rows);
   rows.on_device = options->device;
   fine = fine && tsw_system_create(&rows, &system);
   tsw_rows_free(&rows);
   if (!fine)
   {
      return TSW_EXIT_INPUT;
   }
   if (rank == 0)
   {
      tsw_print_problem(options, &facts, n_ranks);
      tsw_print_header();
   }
   const int n = list_results(options, &facts, result);
   int status = n >= 0 && run_all(options, rank, &system, n, result) ? TSW_EXIT_OK : TSW_EXIT_INPUT;
   int n_converged = 0;
   for (int i = 0; i < n; i++)
   {
      n_converged += result[i].converged;
   }
   /* In a comparison (no --relax) it is enough if one smoother converges. */
   if (status == TSW_EXIT_OK && n_converged < (options->compare ? 1 : n))
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

int main(int argc, char **argv)
{
   int               rank, n_ranks, status = TSW_EXIT_INPUT;
   tsw_solve_options options;
   tsw_program = "trisweep-solve";
   tsw_watch_output(tsw_program, TSW_EXIT_INPUT);
   MPI_Init(&argc, &argv);
   MPI_Comm_rank(MPI_COMM_WORLD, &rank);
   MPI_Comm_size(MPI_COMM_WORLD, &n_ranks);
   if (tsw_all(tsw_solve_options_read(argc, argv, rank, &options)))
   {
      if (options.done)
      {
         status = TSW_EXIT_OK;
      }
      else
      {
         if (options.stats)
         {
            setenv("TRISWEEP_STATS", options.stats, 1);
         }
         tsw_ignore_replace(rank);
         tsw_place   place;
         const char *set = getenv("TRISWEEP_OPTIONS");
         if (options.device && options.compare && !(set && strstr(set, "ordering=")))
         {
            tsw_set_ordering("auto");
         }
         if (tsw_place_open(options.device, &place))
         {
            status = tsw_all(is_ready(&options, rank)) ? solve(&options, rank, n_ranks) : status;
            tsw_progress_end();
            tsw_place_close();
         }
      }
   }
   MPI_Bcast(&status, 1, MPI_INT, 0, MPI_COMM_WORLD);
   MPI_Finalize();
   return status;
}
