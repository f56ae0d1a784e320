/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Exchanges and gathered levels of a hierarchy on several GPUs: plan, lay out, connect. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "extensions/exchange/ranks_data.h"
#include "extensions/offers.h"
#include "hypre/base/notice.h"
#include "smoother/abilities.h"

/* Every other rank sends n_own values (of[rank]) to every other. */
static bool plan_all_to_all(tsw_exchange *e, int rank, int n_ranks, const int *of)
{
   HYPRE_Int ranks[TSW_MOST_NEIGHBOURS + 1];
   HYPRE_Int to[TSW_MOST_NEIGHBOURS + 1] = { 0 };
   HYPRE_Int from[TSW_MOST_NEIGHBOURS + 1] = { 0 };
   int       n = 0;
   for (int r = 0; r < n_ranks; r++)
   {
      if (r != rank)
      {
         ranks[n] = r;
         to[n + 1] = to[n] + (HYPRE_Int) of[rank];
         from[n + 1] = from[n] + (HYPRE_Int) of[r];
         n++;
      }
   }
   const tsw_rank_list send = { n, ranks, to, 1 };
   const tsw_rank_list receive = { n, ranks, from, 1 };
   return tsw_exchange_plan(e, &send, &receive);
}

/* The rows of all ranks in the first gathered level, and where they are. */
static bool plan_last(tsw_solver *solver, MPI_Comm comm)
{
   tsw_ranks          *r = tsw_ranks_of_solver(solver);
   hypre_ParCSRMatrix *a = hypre_ParAMGDataAArray(solver->amg)[tsw_ranks_of_solver(solver)->first];
   int                 of[TSW_MOST_NEIGHBOURS + 1];
   const int           rank = tsw_rank_in(comm), n_ranks = tsw_ranks_of(comm);
   int                 first = 0;
   int                 own = (int) hypre_ParCSRMatrixNumRows(a);
   MPI_Allgather(&own, 1, MPI_INT, of, 1, MPI_INT, comm);
   const bool good = plan_all_to_all(&r->last, rank, n_ranks, of);
   for (int k = 0; k < n_ranks; k++)
   {
      /* Neighbours with values come first, in the order of the ranks. */
      int q = k == rank ? r->last.view.n_from : 0;
      while (k != rank && q < r->last.view.n_from && r->last.rank_from[q] != k)
      {
         q++;
      }
      r->places.first[q] = first;
      r->places.n[q] = of[k];
      first += of[k];
   }
   return good;
}

static bool plan_sum(tsw_ranks *r, MPI_Comm comm)
{
   int       of[TSW_MOST_NEIGHBOURS + 1];
   const int n_ranks = tsw_ranks_of(comm);
   for (int k = 0; k < n_ranks; k++)
   {
      of[k] = 1;
   }
   r->n_before = tsw_rank_in(comm);
   return plan_all_to_all(&r->sum, r->n_before, n_ranks, of);
}

/* ---- setup --------------------------------------------------------------------- */

static bool plan_links(tsw_solver *solver, MPI_Comm comm, bool *cycle_fits)
{
   tsw_ranks *r = tsw_ranks_of_solver(solver);
   bool       good = true;
   r->n_levels = solver->n_levels;
   r->a = calloc((size_t) r->n_levels + 1, sizeof *r->a);
   r->p = calloc((size_t) r->n_levels + 1, sizeof *r->p);
   if (!tsw_all_ranks(comm, r->a && r->p))
   {
      return false;
   }
   for (int k = 0; k < r->n_levels; k++)
   {
      if (solver->levels[k]) /* on all ranks, or hypre solves directly on the level */
      {
         good = tsw_link_plan(&r->a[k], solver->levels[k]->matrix, false) && good;
      }
   }
   for (int k = 0; k + 1 < r->n_levels && *cycle_fits; k++)
   {
      hypre_ParCSRMatrix *p = hypre_ParAMGDataPArray(solver->amg)[k];
      *cycle_fits = tsw_all_ranks(comm, tsw_link_plan(&r->p[k], p, true));
      r->no_cycle = "an interpolation has no stored transpose, or too many neighbours";
   }
   return tsw_all_ranks(comm, good);
}

static void append(tsw_ranks *r, tsw_exchange *e, const char *what, int level)
{
   e->what = what;
   e->level = level;
   r->list[r->n_exchanges++] = e;
}

/* List the exchanges in the order in which the ranks lay them out. */
static void list_exchanges(tsw_ranks *r)
{
   for (int k = 0; k < r->n_levels; k++) /* those of r->p are empty without a cycle */
   {
      append(r, &r->a[k].forward, "values of the matrix", k);
      append(r, &r->p[k].forward, "values to interpolate", k);
      append(r, &r->p[k].transposed, "sums to restrict", k);
   }
   append(r, &r->last, "right-hand side of the last levels", r->first);
   append(r, &r->sum, "inner product", 0);
}

static size_t list_bytes(const tsw_solver *solver)
{
   const tsw_ranks *r = tsw_ranks_of_solver(solver);
   size_t           bytes = 0;
   for (int k = 0; k < r->n_levels; k++)
   {
      bytes += tsw_link_bytes(&r->a[k]) + tsw_link_bytes(&r->p[k]);
   }
   return bytes;
}

/* Doubles of the gathered vectors. */
static size_t n_gathered(const tsw_solver *solver)
{
   hypre_ParCSRMatrix *first =
      hypre_ParAMGDataAArray(solver->amg)[tsw_ranks_of_solver(solver)->first];
   return tsw_ranks_of_solver(solver)->has_cycle ? (size_t) hypre_ParCSRMatrixGlobalNumRows(first)
                                                 : 0;
}

static bool lay_out_links(tsw_ranks *r, char *at)
{
   bool good = true;
   for (int k = 0; k < 2 * r->n_levels && good; k++)
   {
      tsw_link    *link = k % 2 == 0 ? &r->a[k / 2] : &r->p[k / 2];
      const size_t bytes = tsw_link_bytes(link);
      good = !link->matrix || tsw_link_lay_out(link, at);
      at += bytes;
   }
   return good;
}

/* Exchanges, gathered vectors, lists of rows: all in one window. */
static bool lay_out_all(tsw_solver *solver, MPI_Comm comm)
{
   tsw_ranks *r = tsw_ranks_of_solver(solver);
   size_t     bytes = 0;
   r->list = calloc(3 * (size_t) r->n_levels + 2, sizeof *r->list);
   if (!tsw_all_ranks(comm, r->list != NULL))
   {
      return false;
   }
   list_exchanges(r);
   for (int k = 0; k < r->n_exchanges; k++)
   {
      bytes += tsw_exchange_bytes(r->list[k]);
   }
   const size_t all = bytes + 2 * sizeof(double) * n_gathered(solver) + list_bytes(solver);
   bool         good = tsw_window_take(r->group, all, &r->window);
   good = good && tsw_exchange_connect(r->list, r->n_exchanges, &r->window, r->group->limit_ns);
   if (!good)
   {
      return false;
   }
   char *at = tsw_window_address(&r->window) + bytes;
   r->f = (double *) at;
   r->u = r->f + n_gathered(solver);
   at = (char *) (r->u + n_gathered(solver));
   return tsw_all_ranks(comm, lay_out_links(r, at));
}

/* Can all levels but the last be in the plug's cycle, with transposed interpolations? */
static bool levels_fit(const tsw_solver *solver)
{
   bool fits = true;
   for (int k = 0; k + 1 < solver->n_levels && fits; k++)
   {
      const tsw_level *level = solver->levels[k];
      fits = level->failure.extent == TSW_LEVEL_SOUND &&
             hypre_ParCSRMatrixDiagT(hypre_ParAMGDataPArray(solver->amg)[k]) &&
             (level->block.n_rows == 0 || tsw_smoother_can_cycle(level->smoother));
   }
   return fits;
}

bool tsw_ranks_connect(tsw_solver *solver, MPI_Comm comm, bool wants_cycle)
{
   tsw_ranks *r = tsw_ranks_of_solver(solver);
   bool       cycle_fits = tsw_all_ranks(comm, wants_cycle && levels_fit(solver));
   r->no_cycle = wants_cycle ? "a level does not sweep by few colours, or keeps no transpose"
                             : "of the options cycle and extensions";
   if (!plan_links(solver, comm, &cycle_fits) || !tsw_all_ranks(comm, plan_sum(r, comm)))
   {
      snprintf(r->way, sizeof r->way, "MPI, because a rank has too many neighbours");
      return false;
   }
   r->first = cycle_fits ? tsw_offered_last_levels(solver)->gather(solver) : 0;
   r->no_cycle =
      cycle_fits ? "the last levels are too large to gather, or of another cycle" : r->no_cycle;
   if (r->first > 0)
   {
      r->has_cycle = tsw_all_ranks(comm, plan_last(solver, comm));
      if (!r->has_cycle)
      {
         tsw_offered_last_levels(solver)->drop(solver);
      }
   }
   for (int k = r->has_cycle ? r->first : 0; k < r->n_levels; k++)
   {
      memset(&r->p[k], 0, sizeof r->p[k]);
   }
   snprintf(r->way, sizeof r->way,
            "MPI, because a rank has no memory for the windows, or CUDA failed");
   return lay_out_all(solver, comm);
}
