/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* trisweep-solve: a matrix through BoomerAMG, hypre's smoothers and trisweep's side by side. */
#include "tools/solve.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <trisweep/hypre.h>

#include "tools/elasticity.h"
#include "tools/place.h"

const char tsw_program[] = "trisweep-solve";

static bool can_write(const char *name)
{
   FILE *file = name ? fopen(name, "a") : NULL;
   if (name && !file)
   {
      tsw_complain("%s: cannot be written", name);
      return false;
   }
   return !file || fclose(file) == 0;
}

/* Is it worth starting? The reasons are told by rank 0. */
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
      tsw_complain("the plug of trisweep does not reach hypre: %s", reason);
   }
#ifndef HAVE_CJSON
   if (options->json)
   {
      tsw_complain("--json: this build has no cJSON and writes no JSON");
      return false;
   }
#endif
   return !dead && can_write(options->json) && can_write(options->history);
}

/* On rank 0: the matrix of the file, ready to be sent. */
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

/*
 * One smoother: hypre's sweeps and ours in turn, so that a busy machine disturbs
 * both. Returns how many results there are, or -1 if one could not be had.
 */
static int run_pair(const tsw_solve_options *options, tsw_krylov krylov, const tsw_relax *relax,
                    int rank, tsw_system *system, tsw_result *result)
{
   int n = 0;
   if (options->with_hypre && tsw_relax_hypres(relax))
   {
      result[n++] = (tsw_result){ .relax = *relax, .krylov = krylov };
   }
   if (options->with_trisweep && tsw_relax_ours(relax))
   {
      result[n++] = (tsw_result){ .relax = *relax, .krylov = krylov, .trisweep = true };
   }
   for (int left = options->repeat - 1; left >= 0; left--)
   {
      for (int i = 0; i < n; i++)
      {
         if (!tsw_run(options, system, &result[i]))
         {
            return -1;
         }
         if (rank == 0 && left == 0)
         {
            tsw_print_result(&result[i], i > 0 ? &result[0] : NULL);
         }
      }
   }
   return n;
}

/* All smoothers; returns how many results there are, or -1 if one could not be had. */
static int run_all(const tsw_solve_options *options, const tsw_facts *facts, int rank,
                   tsw_system *system, tsw_result *result)
{
   int n = 0;
   for (int i = 0; i < options->n_relax; i++)
   {
      const tsw_relax *relax = &options->relax[i];
      const tsw_krylov krylov = tsw_choose_krylov(options, facts, relax);
      const int        n_pair = run_pair(options, krylov, relax, rank, system, &result[n]);
      if (n_pair < 0)
      {
         return -1;
      }
      n += n_pair;
   }
   return n;
}

static int solve(const tsw_solve_options *options, int rank, int n_ranks)
{
   tsw_facts  facts;
   tsw_rows   rows = { 0 };
   tsw_system system = { .n_modes = 0 };
   tsw_result result[2 * TSW_MOST_RELAX] = { 0 };
   bool       fine = create_rows(options, rank, n_ranks, &facts, &rows);
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
   const int n = run_all(options, &facts, rank, &system, result);
   int       status = n < 0 ? TSW_EXIT_INPUT : TSW_EXIT_OK;
   for (int i = 0; i < n; i++)
   {
      status = result[i].converged ? status : TSW_EXIT_UNSOLVED;
   }
   if (rank == 0 && n >= 0)
   {
      tsw_print_notes(options, result, n);
      fine = (!options->json || tsw_write_json(options->json, options, &facts, n_ranks, result, n));
      fine =
         (!options->history || tsw_write_history(options->history, options, n_ranks, result, n)) &&
         fine;
      status = fine ? status : TSW_EXIT_INPUT;
   }
   tsw_system_destroy(&system);
   for (int i = 0; i < 2 * TSW_MOST_RELAX; i++)
   {
      free(result[i].history);
   }
   return status;
}

int main(int argc, char **argv)
{
   int               rank, n_ranks, status = TSW_EXIT_INPUT;
   tsw_solve_options options;
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
         tsw_place place;
         if (tsw_place_open(options.device, &place))
         {
            status = tsw_all(is_ready(&options, rank)) ? solve(&options, rank, n_ranks) : status;
            tsw_place_close();
         }
      }
   }
   MPI_Bcast(&status, 1, MPI_INT, 0, MPI_COMM_WORLD);
   MPI_Finalize();
   return status;
}
