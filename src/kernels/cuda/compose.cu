/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * compose: sweeps from a triangular solve, with a_ii = m_i diag_scale_i. The old x enters
 * x_i = x_i + z_i even where k_i is 0:
 *
 *    FULL  r_i = omega (b_i - a_ii x_i - ((T + S) x)_i), z by a solve from r with
 *          omega = 1 and t_i = r_i - (T z)_i; then t_i += omega a_ii x_i + (S x)_i
 *    HALF  r_i = t_i - omega a_ii x_i - (T x)_i, z by a solve from r with omega = 1
 *
 * FULL reads x in place of v: x equals v in the first pass of a sweep. Extra bytes: 24 a row.
 */
#include <cstring>

#include "base/device/each.cuh"
#include "base/memory_cuda.h"
#include "block/cuda/rows.cuh"
#include "kernels/cuda/triangles.h"

using namespace tsw_rows;

namespace {

struct compose_state
{
   const tsw_sptrsv *solve;
   void             *state; /* of solve */
   double           *work;  /* [3 * n_rows] r, z, and what is added to r - T z in t */
};

struct arguments : tsw_pass
{
   int32_t      n_rows;
   tsw_triangle fresh; /* the solved triangle */
   tsw_triangle stale; /* the other triangle */
   double      *r;     /* right-hand side of the solve */
   double      *z;     /* solution: the correction of x */
   double      *carry; /* added to r - T z in t */
};

__device__ bool is_kept(const arguments &a, int32_t i)
{
   return tsw_is_kept(a, i, a.inv_scale ? a.inv_scale[i] : 1.0);
}

/* a_ii x_i of a row that is not kept. */
__device__ double diagonal_term(const arguments &a, int32_t i)
{
   const double numerator = a.diag_scale ? a.diag_scale[i] * a.x[i] : a.x[i];
   return a.inv_scale ? numerator / a.inv_scale[i] : numerator;
}

/* The right-hand side of the solve. */
trisweep_status start(const arguments &a, bool full, cudaStream_t stream)
{
   return each_row(a.n_rows, stream, [=] __device__(int64_t i, int lane) {
      const double now = tsw_sum_lanes<LANES>(row_share(a.fresh, i, a.n_rows, a.x));
      const double old = full ? tsw_sum_lanes<LANES>(row_share(a.stale, i, a.n_rows, a.x)) : 0.0;
      if (i >= a.n_rows || lane != 0)
      {
         return;
      }
      const bool   kept = is_kept(a, (int32_t) i);
      const double diagonal = kept ? 0.0 : diagonal_term(a, (int32_t) i);
      a.r[i] = kept   ? 0.0
               : full ? a.omega * (a.b[i] - diagonal - old - now)
                      : a.t[i] - a.omega * diagonal - now;
      if (full && !kept)
      {
         a.carry[i] = a.omega * diagonal + old;
      }
   });
}

trisweep_status add_correction(const arguments &a, bool full, cudaStream_t stream)
{
   return tsw_each(a.n_rows, stream, [=] __device__(int64_t i) {
      if (!is_kept(a, (int32_t) i))
      {
         a.x[i] += a.z[i];
         if (full && a.t)
         {
            a.t[i] += a.carry[i];
         }
      }
   });
}

arguments arguments_of(const compose_state *c, const tsw_packed *p, const tsw_pass *pass)
{
   const int64_t n = p->n_rows;
   return { *pass,
            (int32_t) n,
            pass->backward ? p->upper : p->lower,
            pass->backward ? p->lower : p->upper,
            c->work,
            c->work + n,
            c->work + 2 * n };
}

/* The solve for z of a FULL or HALF pass. */
tsw_pass zero_pass(const arguments &a)
{
   tsw_pass zero = a;
   zero.kind = TSW_PASS_ZERO;
   zero.diag_scale = NULL;
   zero.omega = 1.0;
   zero.b = a.r;
   zero.x = a.z;
   zero.v = NULL;
   zero.t = a.kind == TSW_PASS_FULL ? a.t : NULL;
   return zero;
}

trisweep_status compose_plan(const tsw_packed *p, const tsw_analysis *analysis, int, void *stream,
                             tsw_memory *owner, void *state)
{
   compose_state    *c = (compose_state *) state;
   const tsw_sptrsv *solve = analysis->solve;
   const int64_t     bytes = solve->state_bytes ? solve->state_bytes : sizeof(tsw_triangles);
   c->solve = solve;
   TSW_TRY(TSW_ALLOC_DEVICE(owner, &c->work, 3 * p->n_rows, "work vectors of the sweep"));
   TSW_TRY(tsw_memory_alloc(owner, &c->state, bytes, 1, "the schedule"));
   memset(c->state, 0, (size_t) bytes);
   if (solve->needs)
   {
      TSW_TRY(
         tsw_triangles_find(p, solve->needs, analysis, stream, owner, (tsw_triangles *) c->state));
   }
   return solve->plan ? solve->plan(p, stream, owner, c->state) : TRISWEEP_OK;
}

trisweep_status compose_load(void *state, const tsw_packed *p, void *stream)
{
   const compose_state *c = (const compose_state *) state;
   if (c->solve->needs)
   {
      TSW_TRY(tsw_triangles_load((const tsw_triangles *) c->state, p, stream));
   }
   return c->solve->load ? c->solve->load(c->state, p, stream) : TRISWEEP_OK;
}

trisweep_status compose_pass(const void *state, const tsw_packed *p, const tsw_pass *pass,
                             void *stream)
{
   const compose_state *c = (const compose_state *) state;
   const arguments      a = arguments_of(c, p, pass);
   const bool           full = pass->kind == TSW_PASS_FULL;
   const cudaStream_t   s = (cudaStream_t) stream;
   if (pass->kind == TSW_PASS_ZERO)
   {
      return c->solve->solve(c->state, p, pass, stream);
   }
   TSW_TRY(start(a, full, s));
   const tsw_pass zero = zero_pass(a);
   TSW_TRY(c->solve->solve(c->state, p, &zero, stream));
   return add_correction(a, full, s);
}

void compose_free(tsw_memory *owner, void *state)
{
   compose_state *c = (compose_state *) state;
   if (c->state && c->solve->free)
   {
      c->solve->free(owner, c->state);
   }
   if (c->state && c->solve->needs)
   {
      tsw_triangles_free(owner, (tsw_triangles *) c->state);
   }
   tsw_memory_free(owner, &c->state);
   tsw_memory_free_device(owner, &c->work);
}

} // namespace

extern "C" const tsw_schedule tsw_schedule_compose = {
   .name = "compose",
   .summary = "sweeps from a triangular solve: a residual, the solve, an update",
   .source = "textbook",
   .space = TRISWEEP_DEVICE,
   .state_bytes = sizeof(compose_state),
   .plan = compose_plan,
   .load = compose_load,
   .pass = compose_pass,
   .free = compose_free,
};
