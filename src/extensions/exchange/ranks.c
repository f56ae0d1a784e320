/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * A hierarchy on several GPUs of one host: the exchanges of all levels by stores into the memory of
 * the neighbours, and the last levels gathered on all ranks as one dense matrix. With the exchanges
 * of the square matrices, sweeps on all levels send their values in this way, whatever the
 * schedule. With those of the interpolations and the gathered levels, an extension may run the
 * V-cycle. Where the GPUs cannot reach one another, or with exchange=mpi, values go through MPI as
 * in hypre.
 */
#include <stdio.h>
#include <stdlib.h>

#include <cuda_runtime_api.h>

#include "extensions/exchange/channel.h"
#include "extensions/exchange/ranks_data.h"
#include "extensions/offers.h"
#include "extensions/vectors.h"
#include "hypre/base/device.h"
#include "hypre/base/fields.h"
#include "hypre/base/notice.h"

/* MPI stays in use. */
static void leave_to_mpi(tsw_ranks *r)
{
   tsw_window_give(&r->window);
   free(r->a);
   free(r->p);
   free(r->list);
   r->a = r->p = NULL;
   r->list = NULL;
   r->n_exchanges = 0;
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
         solver->levels[k]->carrier = links ? &links[k].carrier : NULL;
      }
   }
}

static int64_t wait_limit_ns(const tsw_solver *solver)
{
   static const int64_t NS_A_MS = 1000000;
   return NS_A_MS * (int64_t) tsw_solver_option_number(solver, "wait_limit");
}

/* Answer hypre's own exchanges on the communicator of the matrix from now on. */
static void open_channel(const tsw_setup_call *call)
{
   const tsw_solver   *solver = call->solver;
   hypre_ParCSRMatrix *matrix = call->matrix;
   MPI_Comm            comm = hypre_ParCSRMatrixComm(matrix);
   const char         *why;
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

static void drop(tsw_solver *solver)
{
   tsw_ranks *r = tsw_ranks_of_solver(solver);
   if (r)
   {
      set_links(solver, NULL);
      leave_to_mpi(r);
      free(r);
      solver->extension[TSW_EXTENSION_exchange] = NULL;
   }
}

static void connect(tsw_solver *solver, hypre_ParCSRMatrix *matrix)
{
   MPI_Comm comm = hypre_ParCSRMatrixComm(matrix);
   drop(solver);
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
   solver->extension[TSW_EXTENSION_exchange] = r;
   const char *why = "of the option exchange=mpi";
   r->group = tsw_solver_option_is(solver, "exchange", "auto") ? tsw_group_find(comm, &why) : NULL;
   if (!r->group)
   {
      snprintf(r->way, sizeof r->way, "MPI, because %s", why);
      return;
   }
   r->group->limit_ns = wait_limit_ns(solver);
   const tsw_last_levels *last = tsw_offered_last_levels(solver);
   if (!tsw_ranks_connect(solver, comm, last && tsw_solver_option_is(solver, "cycle", "auto")))
   {
      last ? last->drop(solver) : (void) 0;
      leave_to_mpi(r);
      return;
   }
   snprintf(r->way, sizeof r->way, "stores into the memory of other GPUs%s%s",
            r->has_cycle ? "" : "; hypre runs the cycles, because ",
            r->has_cycle ? "" : r->no_cycle);
   set_links(solver, r->a);
   (void) tsw_extension_did(TSW_EXTENSION_exchange, solver, TSW_DEED_exchange, true);
}

/* ---- use -------------------------------------------------------------------------- */

/* Exchanges of hypre have no number; the wait may have been one of another, larger hierarchy. */
static void print_fault(const tsw_solver *solver, const tsw_exchange_fault *fault)
{
   const tsw_ranks *r = tsw_ranks_of_solver(solver);
   if (fault->id < 0 || fault->id >= r->n_exchanges)
   {
      tsw_notice(
         "rank %d: no values for hypre, or for another solver, came from another rank within "
         "%s ms; that rank has ended, failed, or is slower than the option wait_limit allows",
         tsw_world_rank(), tsw_solver_option(solver, "wait_limit"));
      return;
   }
   const tsw_exchange *e = r->list[fault->id];
   tsw_notice("rank %d, level %d: no %s came from rank %d within %s ms; the solution is NaN. That "
              "rank has ended, failed, or is slower than the option wait_limit allows",
              tsw_world_rank(), e->level, e->what, e->rank_from[fault->source],
              tsw_solver_option(solver, "wait_limit"));
}

/* After the first wait that exceeds the limit all results are NaN until the next setup. */
static void check(tsw_solver *solver)
{
   tsw_ranks *r = tsw_ranks_of_solver(solver);
   if (!r || !r->group)
   {
      return;
   }
   const tsw_exchange_fault *fault = r->group->fault;
   if (__atomic_load_n(&fault->status, __ATOMIC_ACQUIRE) != TRISWEEP_OK && !r->has_failed)
   {
      r->has_failed = true;
      r->group->abandoned = true;
      print_fault(solver, fault);
      tsw_raise("a rank waited too long for another rank; see the message of trisweep");
   }
}

static bool exists(const tsw_solver *solver)
{
   return tsw_ranks_of_solver(solver) != NULL;
}

static bool has_cycle(const tsw_solver *solver)
{
   return TSW_HYPRE_MARKS_ZEROS && exists(solver) && tsw_ranks_of_solver(solver)->has_cycle;
}

static const tsw_carrier *interpolation(const tsw_solver *solver, int k)
{
   return &tsw_ranks_of_solver(solver)->p[k].carrier;
}

static bool run_last(tsw_solver *solver, const double *f, const double **u)
{
   tsw_ranks        *r = tsw_ranks_of_solver(solver);
   const cudaError_t error =
      tsw_exchange_gather(&r->last.view, &r->places, f, r->f, tsw_device_stream());
   *u = r->u + r->places.first[r->last.view.n_from];
   return error == cudaSuccess && tsw_offered_last_levels(solver)->run(solver, r->f, r->u);
}

static bool inner_product(tsw_solver *solver, const double *x, const double *y, int64_t n,
                          double *product)
{
   const tsw_ranks  *r = tsw_ranks_of_solver(solver);
   tsw_inner_result *result = tsw_device_inner_begin();
   const bool        done = result &&
                     tsw_exchange_inner_product(&r->sum.view, r->n_before, x, y, n, result,
                                                tsw_device_stream()) == cudaSuccess &&
                     tsw_device_inner_end(result, product);
   check(solver);
   return done;
}

static void describe(const tsw_solver *solver, char *text, size_t size)
{
   snprintf(text, size, "%s%s", exists(solver) ? "values of other ranks: " : "",
            exists(solver) ? tsw_ranks_of_solver(solver)->way : "");
}

static const tsw_connection connection = { exists, has_cycle, interpolation, run_last,
                                           inner_product };

const tsw_extension tsw_extension_exchange = {
   .setup_begins = open_channel,
   .setup_agreed = connect,
   .hierarchy_dropped = drop,
   .check = check,
   .describe = describe,
   .connection = &connection,
};
