/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * A relax call as in hypre's host code: exchange values with other ranks once for each call (type
 * 89: before each half), then sweep over the local block. Two differences are intended:
 *  - l1 types with a weight other than 1 divide the residual by the norm, as hypre's device code
 *    does. (With such a weight the fixed point of hypre's host code, up to 3.1, is not the
 *    solution.)
 *  - sweeps from a zero guess, half of the sweeps of a V-cycle, read half of the matrix.
 * Incomplete factors M correct x by M^-1 times the local residual; in C/F relaxation each call
 * corrects the points of one kind only.
 */
#include "hypre/run/relax.h"

#include <math.h>
#include <stdint.h>

#include "base/range.h"
#include "hypre/base/fields.h"
#include "hypre/base/notice.h"
#include "hypre/report/report.h"
#include "hypre/run/attach.h"
#include "hypre/run/changed.h"
#include "hypre/run/halo.h"
#include "hypre/run/read_block.h"

enum
{
   ENOUGH_TO_PACK = 128 /* sweeps; measured (doc/performance.md) */
};

/* The columns of a hypre vector; n is 0 if hypre stores the columns interleaved. */
static tsw_columns columns_of(hypre_ParVector *vector)
{
   hypre_Vector *local = hypre_ParVectorLocalVector(vector);
   tsw_columns   columns = { hypre_VectorData(local), hypre_VectorNumVectors(local),
                             hypre_VectorVectorStride(local) };
   if (columns.n > 1 && hypre_VectorIndexStride(local) != 1)
   {
      columns.n = 0;
   }
   return columns;
}

/* Stops at the first nonzero value, which is usually the first value. */
static bool is_zero(tsw_columns x, HYPRE_Int n_rows)
{
   for (HYPRE_Int c = 0; c < x.n; c++)
   {
      for (HYPRE_Int i = 0; i < n_rows; i++)
      {
         if (x.data[(ptrdiff_t) c * x.stride + i] != 0.0)
         {
            return false;
         }
      }
   }
   return true;
}

/* Attach the matrix again if the method needs other factors than those of the last attach. */
static void ensure_factors(tsw_level *level, const tsw_method *method)
{
   if (tsw_method_has_factors(method) &&
       tsw_level_set_factors(level, method->factors, method->fill_level))
   {
      tsw_level_attach(level, level->matrix, TSW_ATTACH_NOW);
   }
}

static void ensure_loaded(tsw_level *level, const double *norms)
{
   if (!tsw_level_has_failed(level) &&
       (level->state != TSW_LEVEL_LOADED || (norms && level->loaded.l1 != norms) ||
        tsw_level_has_moved(level)))
   {
      tsw_level_load(level, norms);
      tsw_report_replaced(&level, 1);
   }
}

/* Subtract the off-process part from the right-hand sides; the level may fail. Collective. */
static void find_rhs(tsw_level *level, const tsw_relax_call *call, tsw_columns x, tsw_columns f,
                     const double **b, HYPRE_Int *stride)
{
   if (level->block.space == TRISWEEP_DEVICE)
   {
      if (call->u_old)
      {
         x.data = (double *) (uintptr_t) call->u_old; /* only read */
      }
      if (!tsw_device_rhs(level, x, f, call->may_change_f, b, stride))
      {
         tsw_level_fail(level, NULL);
      }
   }
   else if (tsw_halo_exchange(level, x) && !tsw_level_has_failed(level))
   {
      *b = tsw_halo_rhs(level, f, stride);
   }
}

/*
 * The local problem, with the right-hand side minus the off-process part, after an exchange of
 * values; without an exchange if hypre's flag says that u is zero on all ranks. False: no sweep on
 * this rank (failed level, or no rows). Collective.
 */
static bool localise(tsw_level *level, const tsw_relax_call *call, bool zero_everywhere,
                     trisweep_sweep *s)
{
   const tsw_columns f = columns_of(call->f);
   const tsw_columns x = columns_of(call->u);
   const bool        on_host = level->block.space == TRISWEEP_HOST;
   HYPRE_Int         stride = f.stride;
   *s = (trisweep_sweep) TRISWEEP_SWEEP_INIT;
   s->b = f.data;
   if (level->n_ranks > 1 && !zero_everywhere)
   {
      find_rhs(level, call, x, f, &s->b, &stride);
   }
   if (tsw_level_has_failed(level) || level->block.n_rows == 0)
   {
      return false;
   }
   s->ldb = f.n > 1 ? stride : 0;
   s->x = x.data;
   s->ldx = x.n > 1 ? x.stride : 0;
   s->n_vectors = x.n;
   s->relax_weight = call->weight;
   s->points = call->points;
   s->cf_marker = call->cf_marker;
   /* in place, sweeps over C or F points gain nothing from zeros */
   s->zero_guess = zero_everywhere || (on_host && !(level->sweeps.in_place && call->points != 0) &&
                                       is_zero(x, (HYPRE_Int) level->block.n_rows));
   return true;
}

static void sweep(tsw_level *level, const tsw_relax_call *call, trisweep_direction direction,
                  const double *norms, bool zero_everywhere)
{
   trisweep_sweep s;
   if (!localise(level, call, zero_everywhere, &s))
   {
      return;
   }
   s.direction = direction;
   s.scaling = norms ? TRISWEEP_L1 : TRISWEEP_DIAGONAL;
   s.omega = call->omega;
   s.keep_residual = call->going_down && !level->own_cols && !level->sweeps.in_place;
   s.x_old = call->u_old;
   level->sweeps.swept_b = s.b;
   if (trisweep_smoother_sweep(level->smoother, &s, tsw_level_stream(level)) != TRISWEEP_OK)
   {
      tsw_level_fail(level, trisweep_message());
   }
}

static void correct(tsw_level *level, const tsw_relax_call *call, bool zero_everywhere)
{
   static bool         printed = false;
   trisweep_sweep      s;
   trisweep_correction c = TRISWEEP_CORRECTION_INIT;
   if (call->omega != 1.0 && !printed)
   {
      printed = true;
      tsw_notice_once("the outer weight omega = %g has no effect on ILU and DILU; use the relax "
                      "weight",
                      call->omega);
   }
   if (!localise(level, call, zero_everywhere, &s))
   {
      return;
   }
   c.b = s.b;
   c.ldb = s.ldb;
   c.x = s.x;
   c.ldx = s.ldx;
   c.n_vectors = s.n_vectors;
   c.relax_weight = s.relax_weight;
   c.points = s.points;
   c.cf_marker = s.cf_marker;
   c.zero_guess = s.zero_guess;
   if (trisweep_smoother_correct(level->smoother, &c, tsw_level_stream(level)) != TRISWEEP_OK)
   {
      tsw_level_fail(level, trisweep_message());
   }
}

/*
 * Host matrices are swept in place at first, over hypre's own arrays, which needs no copy. A packed
 * copy makes a cycle 1.1 to 1.6 times as fast, but packing takes as long as 20 to 90 cycles: a
 * level is packed after as many sweeps as pay for the copy. The ranks sweep in place until the same
 * call. If a rank has no memory for the copy, its sweeps go on in place, and hypre's product
 * computes its residuals. Sweeps over C or F points gain nothing from the copy (measured).
 */
static void pack_when_due(tsw_level *level, HYPRE_Int points, int n_sweeps)
{
   if (!level->sweeps.in_place || points != 0)
   {
      return;
   }
   level->sweeps.n_in_place += n_sweeps;
   level->sweeps.in_place = level->sweeps.n_in_place <= ENOUGH_TO_PACK;
   if (!level->sweeps.in_place && !tsw_level_has_failed(level) &&
       trisweep_smoother_pack(level->smoother, NULL) == TRISWEEP_OK)
   {
      tsw_values_note(level);
   }
}

/* Are the halves of a symmetric sweep separate calls, with an exchange between them? */
static bool swept_apart(const tsw_level *level, const tsw_method *method,
                        const tsw_relax_call *call)
{
   return method->two_calls && (level->n_ranks > 1 || call->omega != 1.0);
}

/* Is the correction on this level a symmetric sweep (DILU in the order of few colours)? */
static bool corrects_by_sweep(const tsw_level *level, const tsw_method *method,
                              const tsw_relax_call *call)
{
   return tsw_method_has_factors(method) && level->plan.queues_loads && call->weight == 1.0 &&
          call->points == 0;
}

/* Does the call keep a residual? The result is equal on all ranks, even after a failed sweep. */
static bool keeps_residual(const tsw_level *level, const tsw_method *method,
                           const tsw_relax_call *call)
{
   if (!call->going_down || columns_of(call->u).n != 1 || level->sweeps.in_place)
   {
      return false;
   }
   if (tsw_method_has_factors(method))
   {
      return corrects_by_sweep(level, method, call);
   }
   return call->omega == 1.0 &&
          (method->direction != TRISWEEP_SYMMETRIC || swept_apart(level, method, call) ||
           (call->weight == 1.0 && !(method->l1 && call->l1_norms)));
}

/*
 * Set x to NaN if only this rank knows of the failure. In a cycle hypre's error flag is not set
 * before the end of the cycle: with the flag set, this rank would leave the cycle before others.
 */
static void raise_failure(const tsw_level *level, const tsw_relax_call *call)
{
   if (level->failure.extent == TSW_LEVEL_FAILED)
   {
      hypre_ParVectorSetConstantValues(call->u, (HYPRE_Complex) NAN);
   }
   if (!call->in_cycle)
   {
      tsw_raise("trisweep did not smooth; see the message of trisweep");
   }
}

static long n_swept;

long tsw_relax_count(void)
{
   return n_swept;
}

void tsw_relax_add_count(tsw_level *level, int n)
{
   level->sweeps.n_relaxed += n;
   n_swept += n;
}

bool tsw_relax(tsw_level *level, const tsw_method *method, const tsw_relax_call *call)
{
   TSW_RANGE("BoomerAMG level", level->index);
   const HYPRE_Int n_vectors = columns_of(call->u).n;
   if (n_vectors == 0 || n_vectors != columns_of(call->f).n)
   {
      tsw_refuse("level %d: trisweep smooths several vectors in one call only if f and u have the "
                 "same number of vectors and each vector is contiguous (multivector storage method "
                 "0)",
                 level->index);
      return false;
   }
   const bool    zero = call->in_cycle && tsw_is_marked_zero(call->u);
   const double *norms = method->l1 ? call->l1_norms : NULL;
   ensure_factors(level, method);
   ensure_loaded(level, norms);
   pack_when_due(level, call->points, method->direction == TRISWEEP_SYMMETRIC ? 2 : 1);
   if (corrects_by_sweep(level, method, call))
   {
      tsw_relax_call plain = *call;
      plain.omega = 1.0;
      sweep(level, &plain, TRISWEEP_SYMMETRIC, NULL, zero);
   }
   else if (tsw_method_has_factors(method))
   {
      correct(level, call, zero);
   }
   else if (swept_apart(level, method, call))
   {
      tsw_relax_call first = *call;
      tsw_relax_call second = *call;
      first.may_change_f = false;
      second.u_old = NULL;
      sweep(level, &first, TRISWEEP_FORWARD, norms, zero);
      sweep(level, &second, TRISWEEP_BACKWARD, norms, false);
   }
   else
   {
      sweep(level, call, method->direction, norms, zero);
   }
   tsw_mark_zero(call->u, false);
   tsw_relax_add_count(level, 1);
   if (tsw_level_has_failed(level) && !call->in_setup)
   {
      raise_failure(level, call);
   }
   return keeps_residual(level, method, call);
}

static bool add_difference(const tsw_level *level, const double *f, const double *b, double *y)
{
   if (level->block.space == TRISWEEP_DEVICE)
   {
      return tsw_device_add_difference(level, f, b, y);
   }
   for (int64_t i = 0; i < level->block.n_rows; i++)
   {
      y[i] += f[i] - b[i];
   }
   return true;
}

bool tsw_relax_take_residual(tsw_level *level, const double *f, const double *x, double *y)
{
   const double *b = level->sweeps.swept_b;
   if (tsw_level_has_failed(level) || level->block.n_rows == 0 ||
       trisweep_smoother_residual(level->smoother, b, x, y, tsw_level_stream(level)) != TRISWEEP_OK)
   {
      return false;
   }
   return b == f || add_difference(level, f, b, y);
}

void tsw_relax_residual(tsw_level *level, hypre_ParVector *f, hypre_ParVector *u,
                        hypre_ParVector *y)
{
   const tsw_columns b = columns_of(f);
   const tsw_columns x = columns_of(u);
   const tsw_columns r = columns_of(y);
   if (!tsw_relax_take_residual(level, b.data, x.data, r.data))
   {
      hypre_CSRMatrixMatvecOutOfPlace(
         -1.0, hypre_ParCSRMatrixDiag(level->matrix), hypre_ParVectorLocalVector(u), 1.0,
         hypre_ParVectorLocalVector(f), hypre_ParVectorLocalVector(y), 0);
   }
   bool good = true;
   if (level->n_ranks > 1 && level->block.space == TRISWEEP_DEVICE)
   {
      good = tsw_device_subtract(level, x.data, r.data);
      good ? (void) 0 : tsw_level_fail(level, NULL);
   }
   else if (level->n_ranks > 1)
   {
      good = tsw_halo_exchange(level, x);
      good ? tsw_halo_subtract(level, r, r) : (void) 0;
   }
   if (!good)
   {
      hypre_ParVectorSetConstantValues(y, (HYPRE_Complex) NAN);
   }
}
