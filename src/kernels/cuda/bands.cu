/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * bands: the levels of one block shared out among several schedules, each with a run of
 * neighbouring levels that suits it (ours). The rows of a band are a block of their own, which
 * its schedule sweeps as any other. Because bands are cut between levels of the sweep graph,
 * a row's neighbours in another band are all earlier there, with new values, or all
 * later, with old ones, as in a sweep over the whole block: band by band is the natural order.
 *
 * A first kernel copies the vectors to the order of bands and takes what later bands have to a
 * row, with old values, off its right-hand side; before each further band one more kernel
 * takes off what the bands before it have found; a last one brings x and t back.
 *
 * For a pass with T x new and S x old, let T = T' + T" and S = S' + S", the parts within a band
 * and between bands. With b' = b - (T"x + S"x) / omega + (1 - omega) / omega (T" + S") v the
 * schedule of the band finds t' = t - S"x and the new x; with ZERO b' = omega b - T"x and
 * weight 1; HALF gets t - T"x. Where omega is too small to divide by, b' is omega b - T"x - S"x
 * + (1 - omega) ((T + S) v + a_ii x) over whole rows, and the schedule sweeps with omega 1.
 *
 * Needs: levels of the sweep graph. Extra bytes: a second copy of the block, 72 a row, and
 * what the schedules need. Deterministic: fixed order of additions, and schedules are.
 * Capturable. Progress: as the schedules; bands follow one another on the stream.
 */
#include <string.h>

#include <array>

#include "base/cuda_call.h"
#include "base/memory_cuda.h"
#include "base/message.h"
#include "kernels/cuda/bands.h"
#include "kernels/cuda/device/row.cuh"
#include "kernels/cuda/early.cuh"
#include "kernels/cuda/residual.h"
#include "kernels/registry.h"

namespace
{

constexpr int BLOCK = 256;

__global__ void __launch_bounds__(BLOCK)
   place_t(const int32_t *stored, int32_t first, int64_t n_rows, int32_t *t_at)
{
   const int64_t k = (int64_t) blockIdx.x * BLOCK + threadIdx.x;
   if (k < n_rows)
   {
      t_at[first + (stored ? stored[k] : k)] = first + (int32_t) k;
   }
}

std::array<double **, 7> doubles_of(bands_vectors *v)
{
   return { &v->x, &v->b, &v->inv_scale, &v->diag_scale, &v->v, &v->t, &v->old };
}

trisweep_status alloc_vectors(int64_t n, tsw_memory *owner, bands_vectors *v)
{
   const char *what = "the vectors of schedule bands";
   for (double **vector : doubles_of(v))
   {
      TSW_TRY(tsw_memory_alloc_device(owner, vector, n, sizeof(double), what));
   }
   TSW_TRY(tsw_memory_alloc_device(owner, &v->cf_marker, n, sizeof(int32_t), what));
   return tsw_memory_alloc_device(owner, &v->t_at, n, sizeof(int32_t), what);
}

bool keeps_t_by_place(const bands_part *part)
{
   return part->schedule->t_by_place && part->schedule->t_by_place(part->state);
}

trisweep_status plan_part(const tsw_packed *p, cudaStream_t stream, tsw_memory *owner,
                          bands_part *part, int32_t *t_at)
{
   const tsw_packed q = tsw_bands_packed(part, p);
   tsw_analysis     analysis = {};
   analysis.device_levels = &part->levels;
   TSW_TRY(part->schedule->plan(&q, &analysis, 1, stream, owner, &part->state));
   place_t<<<tsw_blocks(q.n_rows, BLOCK), BLOCK, 0, stream>>>(
      keeps_t_by_place(part) ? q.row : NULL, part->first, q.n_rows, t_at);
   return TSW_CUDA_STATUS(cudaGetLastError());
}

trisweep_status plan_parts(const tsw_packed *p, const tsw_analysis *analysis, cudaStream_t stream,
                           tsw_memory *owner, bands_state *s)
{
   TSW_TRY(tsw_bands_split(p, analysis->device_levels, analysis->bands, stream, owner, s));
   TSW_TRY(alloc_vectors(p->n_rows, owner, &s->vectors));
   TSW_CUDA(tsw_early_pays(p->n_rows, &s->early));
   for (int k = 0; k < s->n; k++)
   {
      TSW_TRY(plan_part(p, stream, owner, &s->part[k], s->vectors.t_at));
   }
   return TRISWEEP_OK;
}

trisweep_status plan(const tsw_packed *p, const tsw_analysis *analysis, int, void *stream,
                     tsw_memory *owner, void **state)
{
   bands_state *s;
   TSW_TRY(tsw_memory_alloc(owner, &s, 1, sizeof *s, "schedule bands"));
   memset(s, 0, sizeof *s);
   *state = s;
   const trisweep_status status =
      p->n_rows > 0 ? plan_parts(p, analysis, (cudaStream_t) stream, owner, s) : TRISWEEP_OK;
   for (int k = 0; k < s->n; k++)
   {
      tsw_graph_levels_free(NULL, &s->part[k].levels);
   }
   return status;
}

trisweep_status load(void *state, const tsw_packed *p, void *stream)
{
   const bands_state *s = (const bands_state *) state;
   TSW_TRY(tsw_bands_load(s, p, (cudaStream_t) stream));
   for (int k = 0; k < s->n; k++)
   {
      const bands_part *part = &s->part[k];
      const tsw_packed  q = tsw_bands_packed(part, p);
      if (part->schedule->load)
      {
         TSW_TRY(part->schedule->load(part->state, &q, stream));
      }
   }
   return TRISWEEP_OK;
}

trisweep_status pass(const void *state, const tsw_packed *p, const tsw_pass *pass, void *stream)
{
   return tsw_bands_pass((const bands_state *) state, p, pass, (cudaStream_t) stream);
}

void free_state(tsw_memory *owner, void **state)
{
   bands_state *s = (bands_state *) *state;
   if (s)
   {
      for (int k = 0; k < s->n; k++)
      {
         if (s->part[k].schedule)
         {
            s->part[k].schedule->free(owner, &s->part[k].state);
         }
      }
      tsw_bands_drop(owner, s);
      for (double **vector : doubles_of(&s->vectors))
      {
         tsw_memory_free_device(owner, vector);
      }
      tsw_memory_free_device(owner, &s->vectors.cf_marker);
      tsw_memory_free_device(owner, &s->vectors.t_at);
   }
   tsw_memory_free(owner, state);
}

} // namespace

extern "C" const tsw_schedule tsw_schedule_cuda_bands = {
   .name = "bands",
   .summary = "runs of levels, each by the schedule that suits it",
   .source = "trisweep",
   .space = TRISWEEP_DEVICE,
   .needs = TSW_NEEDS_SWEEP_LEVELS,
   .threaded = false,
   .solve_only = false,
   .deterministic = true,
   .capturable = true,
   .floats = false,
   .plan = plan,
   .holds = NULL,
   .load = load,
   .load_rows = NULL,
   .t_by_place = NULL,
   .pass = pass,
   .residual = tsw_residual_by_row,
   .free = free_state,
};
