/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * What a relax type computes, as hypre's host code does it: the values of other
 * ranks are fetched once a call (type 89: once a half) and do not change within
 * it; the local block is swept with them. Two differences, both on purpose:
 *
 *  - l1 types with a weight other than 1 divide the residual by the norm.
 *    hypre's host code (to 3.1) treats the norm as if it were the diagonal
 *    then, and has another fixed point than the solution where they differ;
 *    hypre's device code does as we do.
 *  - the zero initial guess is used: half of the sweeps in a V-cycle start from
 *    zero, and read half of the matrix.
 */
#include "hypre/relax.h"

#include "hypre/device.h"
#include "hypre/halo.h"
#include "hypre/l1.h"
#include "hypre/say.h"

const double *tsw_relax_norms(tsw_level *level, const tsw_method *method, const double *l1_norms,
                              const HYPRE_Int *cf_marker)
{
   if (!method->l1 || !l1_norms)
   {
      return NULL;
   }
   if (TSW_HYPRE_HAS_88 || method->type != 88)
   {
      return l1_norms;
   }
   if (!level->own_l1)
   {
      tsw_l1_compute(level, cf_marker);
   }
   return level->own_l1;
}

/* The vectors of a hypre vector one after the other; n is 0 if they are interleaved. */
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

static bool is_flagged_zero(hypre_ParVector *u)
{
#ifdef hypre_ParVectorAllZeros
   return hypre_ParVectorAllZeros(u) != 0;
#else
   (void) u;
   return false;
#endif
}

/* What hypre's relax function does last. */
static void clear_zero_flag(hypre_ParVector *u)
{
#ifdef hypre_ParVectorAllZeros
   hypre_ParVectorAllZeros(u) = 0;
#else
   (void) u;
#endif
}

/* Ends at the first value that is not zero, mostly the first of all. */
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

static void ensure_loaded(tsw_level *level, const double *norms)
{
   if (!level->failed && (!level->loaded || (norms && level->l1 != norms)))
   {
      tsw_level_load(level, norms);
   }
}

/* Right-hand sides less what comes from other ranks; false if that failed. All ranks call this. */
static bool find_rhs(tsw_level *level, tsw_columns x, tsw_columns f, const double **b,
                     HYPRE_Int *stride)
{
   if (level->block.space == TRISWEEP_DEVICE)
   {
      *b = tsw_device_rhs(level, x.data, f.data);
      return *b != NULL;
   }
   tsw_halo_exchange(level, x);
   *b = level->failed ? f.data : tsw_halo_rhs(level, f, stride);
   return true;
}

/* The exchange comes first and always, except where every rank knows that u is zero. */
static void sweep(tsw_level *level, const tsw_relax_call *call, trisweep_direction direction,
                  const double *norms, bool zero_everywhere)
{
   tsw_columns    x = columns_of(call->u), f = columns_of(call->f);
   trisweep_sweep s = TRISWEEP_SWEEP_INIT;
   HYPRE_Int      stride = f.stride;
   const bool     on_host = level->block.space == TRISWEEP_HOST;
   s.b = f.data;
   if (level->n_ranks > 1 && !zero_everywhere && !find_rhs(level, x, f, &s.b, &stride))
   {
      level->failed = true;
   }
   if (level->failed || level->block.n_rows == 0)
   {
      return;
   }
   s.ldb = f.n > 1 ? stride : 0;
   s.x = x.data;
   s.ldx = x.n > 1 ? x.stride : 0;
   s.n_vectors = x.n;
   s.direction = direction;
   s.scaling = norms ? TRISWEEP_L1 : TRISWEEP_DIAGONAL;
   s.relax_weight = call->weight;
   s.omega = call->omega;
   s.points = call->points;
   s.cf_marker = call->cf_marker;
   s.zero_guess = zero_everywhere || (on_host && is_zero(x, (HYPRE_Int) level->block.n_rows));
   if (trisweep_smoother_sweep(level->smoother, &s, tsw_level_stream(level)) != TRISWEEP_OK)
   {
      tsw_level_fail(level, trisweep_message());
   }
}

void tsw_relax(tsw_level *level, const tsw_method *method, const tsw_relax_call *call)
{
   const HYPRE_Int n_vectors = columns_of(call->u).n;
   if (n_vectors == 0 || n_vectors != columns_of(call->f).n)
   {
      tsw_refuse("level %d: several vectors are smoothed together only if both sides have equally "
                 "many and each is stored in one piece (multivector storage method 0)",
                 level->index);
      return;
   }
   if (n_vectors > 1 && level->n_ranks > 1 && level->block.space == TRISWEEP_DEVICE)
   {
      tsw_refuse("level %d: several vectors in device memory are smoothed together on one rank "
                 "only", level->index);
      return;
   }
   const bool    zero = call->in_cycle && is_flagged_zero(call->u);
   const double *norms = tsw_relax_norms(level, method, call->l1_norms, call->norm_cf_marker);
   ensure_loaded(level, norms);
   if (method->two_calls && (level->n_ranks > 1 || call->omega != 1.0))
   {
      sweep(level, call, TRISWEEP_FORWARD, norms, zero);
      sweep(level, call, TRISWEEP_BACKWARD, norms, false);
   }
   else
   {
      sweep(level, call, method->direction, norms, zero);
   }
   clear_zero_flag(call->u);
   level->n_relaxed++;
   if (level->failed && !call->in_setup)
   {
      hypre_error(HYPRE_ERROR_GENERIC);
   }
}
