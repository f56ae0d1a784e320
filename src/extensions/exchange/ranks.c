/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "extensions/exchange/ranks.h"

#include <stdio.h>
#include <stdlib.h>

#include <cuda_runtime_api.h>

#include "extensions/cycle/coarse.h"
#include "extensions/exchange/channel.h"
#include "extensions/exchange/ranks_data.h"
#include "hypre/base/device.h"
#include "hypre/base/notice.h"
#include "hypre/base/zeros.h"

/* MPI stays in use. */
static void leave_to_mpi(tsw_solver *solver)
{
   tsw_ranks *r = solver->ranks;
   tsw_window_give(&r->window);
   free(r->a);
   free(r->p);
   r->a = r->p = NULL;
   r->n_levels = 0;
   r->group = NULL;
   r->has_cycle = false;
}

/* Set or remove (NULL) the link of each level. */
static void set_links(tsw_solver *solver, const tsw_link *links)
{
   for (int k = 0; k < solver->n_levels; k++)
   {
      if (solver->levels[k])
      {
         solver->levels[k]->link = links ? &links[k] : NULL;
      }
   }
}

static int64_t wait_limit_ns(const tsw_solver *solver)
{
   static const int64_t NS_A_MS = 1000000;
   return NS_A_MS * (int64_t) tsw_solver_option_number(solver, "wait_limit");
}

void tsw_ranks_open(const tsw_solver *solver, hypre_ParCSRMatrix *matrix)
{
   MPI_Comm    comm = hypre_ParCSRMatrixComm(matrix);
   const char *why;
   if (TSW_ANSWERS_EXCHANGES && tsw_ranks_of(comm) > 1 && tsw_space_of(matrix) == TRISWEEP_DEVICE &&
       tsw_solver_option_is(solver, "exchange", "auto"))
   {
      tsw_group *group = tsw_group_find(comm, &why);
      if (group)
      {
         group->limit_ns = wait_limit_ns(solver);
      }
      tsw_channel_open(comm, group);
   }
}

/* Does the plug smooth on all levels, perhaps but the last? */
static bool has_all_levels(const tsw_solver *solver)
{
   for (int k = 0; k < solver->n_levels; k++)
   {
      const tsw_level *level = solver->levels[k];
      if (level ? !level->matrix : k + 1 < solver->n_levels || k == 0)
      {
         return false;
      }
   }
   return solver->n_levels > 0 && solver->n_levels == hypre_ParAMGDataNumLevels(solver->amg);
}

void tsw_ranks_setup(tsw_solver *solver, hypre_ParCSRMatrix *matrix)
{
   MPI_Comm comm = hypre_ParCSRMatrixComm(matrix);
   tsw_ranks_drop(solver);
   if (tsw_ranks_of(comm) == 1 || tsw_space_of(matrix) != TRISWEEP_DEVICE ||
       !has_all_levels(solver))
   {
      return; /* the same on all ranks */
   }
   tsw_ranks *r = calloc(1, sizeof *r);
   if (!tsw_all_ranks(comm, r != NULL))
   {
      free(r);
      return;
   }
   solver->ranks = r;
   solver->way = r->way;
   const char *why = "of the option exchange=mpi";
   r->group = tsw_solver_option_is(solver, "exchange", "auto") ? tsw_group_find(comm, &why) : NULL;
   if (!r->group)
   {
      snprintf(r->way, sizeof r->way, "MPI, because %s", why);
      return;
   }
   r->group->limit_ns = wait_limit_ns(solver);
   if (!tsw_ranks_connect(solver, comm, tsw_solver_option_is(solver, "cycle", "auto")))
   {
      tsw_coarse_drop(solver);
      leave_to_mpi(solver);
      return;
   }
   snprintf(r->way, sizeof r->way, "stores into the memory of other GPUs%s%s",
            r->has_cycle ? "" : "; hypre runs the cycles, because ",
            r->has_cycle ? "" : r->no_cycle);
   set_links(solver, r->a);
}

void tsw_ranks_drop(tsw_solver *solver)
{
   if (!solver->ranks)
   {
      return;
   }
   set_links(solver, NULL);
   leave_to_mpi(solver);
   free(solver->ranks);
   solver->ranks = NULL;
   solver->way = NULL;
}

/* ---- use -------------------------------------------------------------------------- */

bool tsw_ranks_have_cycle(const tsw_solver *solver)
{
   return TSW_HYPRE_MARKS_ZEROS && solver->ranks && solver->ranks->has_cycle;
}

const tsw_link *tsw_ranks_interpolation(const tsw_solver *solver, int k)
{
   return &solver->ranks->p[k];
}

bool tsw_ranks_run_last(tsw_solver *solver, const double *f, const double **u)
{
   tsw_ranks        *r = solver->ranks;
   const cudaError_t error =
      tsw_exchange_gather(&r->last.view, &r->places, f, r->f, tsw_device_stream());
   *u = r->u + r->places.first[r->last.view.n_from];
   return error == cudaSuccess && tsw_coarse_run(solver, r->f, r->u);
}

bool tsw_ranks_inner_product(tsw_solver *solver, const double *x, const double *y, int64_t n,
                             double *product)
{
   const tsw_ranks  *r = solver->ranks;
   tsw_inner_result *result = tsw_device_inner_begin();
   const bool        done = result &&
                     tsw_exchange_inner_product(&r->sum.view, r->n_before, x, y, n, result,
                                                tsw_device_stream()) == cudaSuccess &&
                     tsw_device_inner_end(result, product);
   (void) tsw_ranks_check(solver);
   return done;
}

/* The AMG level and the purpose of an exchange, by its place in list_exchanges. */
static void print_fault(const tsw_solver *solver, const tsw_exchange_fault *fault)
{
   static const char *const purposes[TSW_RANKS_KINDS] = { "values of the matrix",
                                                          "values to interpolate",
                                                          "sums to restrict" };
   const tsw_ranks         *r = solver->ranks;
   const int                id = fault->id;
   const int                level = id < 0 ? 0 : id / TSW_RANKS_KINDS;
   const bool               is_last = id == TSW_RANKS_KINDS * r->n_levels;
   const bool               is_sum = id == TSW_RANKS_KINDS * r->n_levels + 1;
   const tsw_exchange      *e = is_sum                      ? &r->sum
                                : is_last                   ? &r->last
                                : id % TSW_RANKS_KINDS == 0 ? &r->a[level].forward
                                : id % TSW_RANKS_KINDS == 1 ? &r->p[level].forward
                                                            : &r->p[level].transposed;
   if (id == TSW_HYPRES_EXCHANGE)
   {
      tsw_notice("rank %d: no values for hypre came from another rank within %s ms; that rank has "
                 "ended, failed, or is slower than the option wait_limit allows",
                 tsw_world_rank(), tsw_solver_option(solver, "wait_limit"));
      return;
   }
   tsw_notice("rank %d, level %d: no %s came from rank %d within %s ms; the solution is NaN. That "
              "rank has ended, failed, or is slower than the option wait_limit allows",
              tsw_world_rank(),
              is_sum    ? 0
              : is_last ? solver->coarse_first
                        : level,
              is_sum    ? "inner product"
              : is_last ? "right-hand side of the last levels"
                        : purposes[id % TSW_RANKS_KINDS],
              e->rank_from[fault->source], tsw_solver_option(solver, "wait_limit"));
}

bool tsw_ranks_check(tsw_solver *solver)
{
   tsw_ranks *r = solver->ranks;
   if (!r || !r->group)
   {
      return true;
   }
   const tsw_exchange_fault *fault = r->group->fault;
   if (__atomic_load_n(&fault->status, __ATOMIC_ACQUIRE) != TRISWEEP_OK && !r->has_failed)
   {
      r->has_failed = true;
      r->group->abandoned = true;
      print_fault(solver, fault);
      tsw_raise("a rank waited too long for another rank; see the message of trisweep");
   }
   return !r->has_failed;
}
