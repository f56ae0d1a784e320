/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "extensions/cycle/vcycle.h"

#include <math.h>

#include "base/hash.h"
#include "extensions/cycle/coarse.h"
#include "extensions/vectors.h"
#include "hypre/base/device.h"
#include "hypre/base/fields.h"
#include "hypre/run/relax.h"
#include "hypre/state/numbers.h"
#include "smoother/abilities.h"

typedef struct cycle
{
   tsw_solver           *solver;
   const tsw_connection *connection; /* NULL on one rank */
   int                   first;      /* of the last levels */
   hypre_ParAMGData     *amg;
   const tsw_method     *down;
   const tsw_method     *up;
   hypre_ParVector     **f;
   hypre_ParVector     **u;
} cycle;

/*
 * Can the sweeps of a level be part of the cycle, and is its transposed interpolation stored? On
 * several ranks the ranks have agreed on this in the setup, and a level that fails later
 * takes part in the exchanges.
 */
static bool is_fit(const cycle *c, int k)
{
   const tsw_level *level = c->solver->levels[k];
   if (c->connection)
   {
      return level && level->matrix;
   }
   hypre_ParCSRMatrix *p = hypre_ParAMGDataPArray(c->amg)[k];
   return level && level->failure.extent == TSW_LEVEL_SOUND && level->n_ranks == 1 &&
          level->matrix == hypre_ParAMGDataAArray(c->amg)[k] && level->block.n_rows > 0 &&
          level->block.space == TRISWEEP_DEVICE && hypre_ParCSRMatrixDiagT(p) &&
          tsw_smoother_can_cycle(level->smoother);
}

static bool may_run(const cycle *c)
{
   bool fits = tsw_coarse_fits(c->solver) &&
               (!c->connection || c->connection->has_cycle(c->solver)) &&
               tsw_is_one_column(c->f[0]) && tsw_is_one_column(c->u[0]);
   for (int k = 0; fits && k < c->first; k++)
   {
      fits = is_fit(c, k);
   }
   return fits;
}

/* Sweeps on a level, the first from u_old if not NULL. True if the residual was kept. */
static bool sweep(const cycle *c, int k, const double *u_old, bool down)
{
   const HYPRE_Int n = hypre_ParAMGDataNumGridSweeps(c->amg)[down ? 1 : 2];
   tsw_relax_call  call = { .f = c->f[k],
                            .u = c->u[k],
                            .weight = hypre_ParAMGDataRelaxWeight(c->amg)[k],
                            .omega = hypre_ParAMGDataOmega(c->amg)[k],
                            .l1_norms = tsw_l1_of_hypre(c->amg, k),
                            .in_cycle = true,
                            .going_down = down,
                            .may_change_f = !down && n == 1 && k > 0 };
   bool            kept = false;
   for (int s = 0; s < n; s++)
   {
      call.u_old = s == 0 ? u_old : NULL;
      kept = tsw_relax(c->solver->levels[k], down ? c->down : c->up, &call);
   }
   return kept;
}

/* f = P^T r */
static bool restrict_residual(const cycle *c, int k, const double *r, double *f)
{
   hypre_CSRMatrix   *t = hypre_ParCSRMatrixDiagT(hypre_ParAMGDataPArray(c->amg)[k]);
   const tsw_carrier *by = c->connection ? c->connection->interpolation(c->solver, k) : NULL;
   return by ? by->restrict_to(by, r, f) : tsw_device_multiply(t, 1.0, r, 0.0, NULL, f);
}

/* y = u + P e */
static bool interpolate(const cycle *c, int k, const double *e, const double *u, double *y)
{
   hypre_CSRMatrix   *p = hypre_ParCSRMatrixDiag(hypre_ParAMGDataPArray(c->amg)[k]);
   const tsw_carrier *by = c->connection ? c->connection->interpolation(c->solver, k) : NULL;
   return by ? by->interpolate(by, e, u, y) : tsw_device_multiply(p, 1.0, e, 1.0, u, y);
}

/* Sweeps on level k, residual, restriction to level k + 1. False if CUDA failed. */
static bool go_down(const cycle *c, int k)
{
   tsw_level         *level = c->solver->levels[k];
   const tsw_carrier *by = level->carrier;
   hypre_ParVector   *r = hypre_ParAMGDataVtemp(c->amg);
   const bool         kept = sweep(c, k, NULL, true);
   const bool         known = kept && tsw_relax_take_residual(level, tsw_data_of(c->f[k]),
                                                              tsw_data_of(c->u[k]), tsw_data_of(r));
   tsw_mark_zero(c->u[k + 1], true);
   return (known ||
           tsw_device_multiply(hypre_ParCSRMatrixDiag(level->matrix), -1.0, tsw_data_of(c->u[k]),
                               1.0, tsw_data_of(c->f[k]), tsw_data_of(r))) &&
          (!by || by->multiply(by, -1.0, tsw_data_of(c->u[k]), tsw_data_of(r))) &&
          restrict_residual(c, k, tsw_data_of(r), tsw_data_of(c->f[k + 1]));
}

/* Interpolation of the correction from level k + 1, sweeps on level k. False if CUDA failed. */
static bool go_up(const cycle *c, int k, const double *correction)
{
   double    *u = tsw_data_of(c->u[k]);
   const bool sweeps = hypre_ParAMGDataNumGridSweeps(c->amg)[2] > 0;
   double    *old = sweeps ? tsw_data_of(hypre_ParAMGDataVtemp(c->amg)) : u;
   const bool done = interpolate(c, k, correction, u, old);
   (void) sweep(c, k, old, false);
   return done;
}

/* The cycle after the way down on level 0. done: its result. */
static bool finish(const cycle *c, bool done)
{
   const int first = c->first;
   for (int k = 1; k < first && done; k++)
   {
      done = go_down(c, k);
   }
   const double *correction = tsw_data_of(c->u[first]);
   done =
      done && (c->connection
                  ? c->connection->run_last(c->solver, tsw_data_of(c->f[first]), &correction)
                  : tsw_coarse_run(c->solver, tsw_data_of(c->f[first]), tsw_data_of(c->u[first])));
   tsw_mark_zero(c->u[first], false);
   for (int k = first - 1; k >= 0 && done; k--)
   {
      done = go_up(c, k, correction);
      correction = tsw_data_of(c->u[k]);
   }
   if (!done)
   {
      hypre_ParVectorSetConstantValues(c->u[0], (HYPRE_Complex) NAN);
      hypre_error(HYPRE_ERROR_GENERIC);
   }
   return done;
}

/* The parameters and addresses on which a recorded cycle depends, besides the hierarchy. */
static uint64_t find_key(const cycle *c)
{
   hypre_ParCSRMatrix **a = hypre_ParAMGDataAArray(c->amg);
   hypre_ParCSRMatrix **p = hypre_ParAMGDataPArray(c->amg);
   const double *const  vectors[] = { tsw_data_of(c->f[0]), tsw_data_of(c->u[0]) };
   uint64_t             key = TSW_HASH_BEGIN;
   tsw_hash_bytes(&key, vectors, sizeof vectors);
   tsw_hash_bytes(&key, hypre_ParAMGDataNumGridSweeps(c->amg), TSW_N_SLOTS * sizeof(HYPRE_Int));
   tsw_hash_bytes(&key, hypre_ParAMGDataRelaxWeight(c->amg), (size_t) c->first * sizeof(double));
   tsw_hash_bytes(&key, hypre_ParAMGDataOmega(c->amg), (size_t) c->first * sizeof(double));
   for (int k = 0; k < c->first; k++)
   {
      const tsw_level    *level = c->solver->levels[k];
      const double *const arrays[] = { level->loaded.l1,
                                       hypre_CSRMatrixData(hypre_ParCSRMatrixDiag(a[k])),
                                       hypre_CSRMatrixData(hypre_ParCSRMatrixDiag(p[k])),
                                       hypre_CSRMatrixData(hypre_ParCSRMatrixDiagT(p[k])) };
      tsw_hash_bytes(&key, arrays, sizeof arrays);
      tsw_hash_bytes(&key, &level->n_loads, sizeof level->n_loads); /* of the packed copy of A */
   }
   return key;
}

/* Add the sweeps of the record to the statistics: a launched record calls no sweep function. */
static void count_graph_sweeps(const cycle *c, int times)
{
   const HYPRE_Int *n = hypre_ParAMGDataNumGridSweeps(c->amg);
   for (int k = 0; k < c->first; k++)
   {
      tsw_relax_add_count(c->solver->levels[k], times * ((k > 0 ? n[1] : 0) + n[2]));
   }
}

/* Add the operations of the cycle to hypre's count, for the cycle complexity that hypre prints. */
static void count_operations(const cycle *c)
{
   const HYPRE_Int *n = hypre_ParAMGDataNumGridSweeps(c->amg);
   for (int k = 0; k < c->first; k++)
   {
      hypre_ParAMGDataCycleOpCount(c->amg) +=
         (n[1] + n[2]) * hypre_ParCSRMatrixDNumNonzeros(hypre_ParAMGDataAArray(c->amg)[k]);
   }
   tsw_coarse_count(c->solver);
}

static bool has_failed(const cycle *c)
{
   bool failed = false;
   for (int k = 0; k < c->first; k++)
   {
      failed = failed || tsw_level_has_failed(c->solver->levels[k]);
   }
   return failed;
}

/*
 * Record the cycle that has just been queued, while the device executes it. The capture calls the
 * sweeps once more; these sweeps are neither executed nor counted.
 */
static void record(const cycle *c, tsw_cycles *v, uint64_t key)
{
   bool done = false;
   tsw_device_graph_free(&v->record);
   if (tsw_device_capture_begin())
   {
      tsw_mark_zero(c->u[1], true);
      done = finish(c, true);
      v->record = tsw_device_capture_end();
      count_graph_sweeps(c, -1);
   }
   if (!done || has_failed(c))
   {
      tsw_device_graph_free(&v->record);
   }
   v->refused = !v->record;
   v->launched = false;
   v->recorded_key = key;
}

/*
 * Krylov methods call the first cycle with other vectors than the later cycles. Therefore the
 * second cycle is recorded at once, although no cycle has repeated its key.
 */
static void finish_and_record(const cycle *c, tsw_cycles *v, uint64_t key, bool done)
{
   v->unused_record = v->unused_record || (v->record && !v->launched);
   const bool wanted =
      v->begun && !v->refused && (key == v->last_key || (!v->record && !v->unused_record));
   (void) finish(c, done);
   v->begun = true;
   v->last_key = key;
   if (wanted && !has_failed(c))
   {
      record(c, v, key);
   }
}

static bool launch_graph(const cycle *c, tsw_cycles *v)
{
   v->launched = tsw_device_graph_launch(v->record);
   if (v->launched)
   {
      count_graph_sweeps(c, 1);
      tsw_mark_zero(c->u[1], false);
   }
   else
   {
      tsw_device_graph_free(&v->record);
      v->refused = true;
   }
   return v->launched;
}

const tsw_connection *tsw_vcycle_connection(const tsw_solver *solver)
{
   const tsw_connection *connection = tsw_offered_connection(solver);
   return connection && connection->exists(solver) ? connection : NULL;
}

bool tsw_vcycle(tsw_solver *solver, hypre_ParVector **f, hypre_ParVector **u)
{
   tsw_cycles *v = solver ? tsw_cycles_of(solver) : NULL;
   if (!v || !v->coarse || !TSW_HYPRE_MARKS_ZEROS)
   {
      return false;
   }
   const cycle c = { solver,
                     tsw_vcycle_connection(solver),
                     v->first,
                     solver->amg,
                     tsw_method_find(solver->active[1]),
                     tsw_method_find(solver->active[2]),
                     f,
                     u };
   v->runs = may_run(&c);
   if (!v->runs)
   {
      return false;
   }
   TSW_TELL(solver, check, solver)
   const uint64_t key = find_key(&c);
   /* not recorded: the launch of a record overlaps its kernels */
   const bool done = go_down(&c, 0);
   if (!done || !v->record || key != v->recorded_key || !launch_graph(&c, v))
   {
      finish_and_record(&c, v, key, done);
   }
   count_operations(&c);
   return true;
}
