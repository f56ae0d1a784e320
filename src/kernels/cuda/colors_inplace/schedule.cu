/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Schedule colors-inplace: the sweeps of schedule colors over the caller's own arrays, a launch for
 * each colour. Lanes of a row read all of its entries; the colour of each column follows from its
 * number. Lanes that share a row, and rows of a unit, are in one warp. Nothing is stored besides
 * the facts of colors. Needs the caller's block and norms during sweeps. Deterministic: sums are in
 * the caller's order. Progress: no thread waits for another.
 */
#include "base/memory_cuda.h"
#include "base/resident.h"
#include "kernels/cuda/colors_inplace/sweep.cuh"

using namespace colors_inplace;

namespace {

constexpr double ENTRIES_A_LANE = 4.0; /* not measured: as in schedule inplace */

struct inplace_state
{
   colors_facts  *device_facts; /* device */
   colors_facts  *facts;        /* host, pinned */
   int32_t        asked;        /* number of colours that the user asks for; 0: any */
   int            lanes;        /* of a row */
   int64_t        threads;      /* resident threads of the device */
   tsw_few_colors colors;
};

trisweep_status plan(const tsw_packed *p, const tsw_analysis *analysis, int, void *,
                     tsw_memory *owner, void *state)
{
   inplace_state *s = (inplace_state *) state;
   const double   mean = (double) (p->n_entries[0] + p->n_entries[1]) / (double) p->n_rows;
   const int      lanes = tsw_lanes_for(mean, ENTRIES_A_LANE);
   s->asked = analysis->n_colors;
   s->lanes = lanes < 32 / UNIT ? lanes : 32 / UNIT;
   TSW_TRY(tsw_resident_threads(&s->threads));
   TSW_TRY(tsw_memory_take_record(&s->facts));
   return TSW_ALLOC_DEVICE(owner, &s->device_facts, 1, "facts about the block");
}

pass pass_over(const inplace_state *s, const tsw_packed *p)
{
   pass a = {};
   a.a = p->block;
   a.l1_norms = p->l1_norms;
   a.colors = s->colors;
   return a;
}

trisweep_status begin(void *state, const trisweep_csr *a, const double *l1_norms, void *stream,
                      tsw_memory *, tsw_packed *p)
{
   inplace_state                       *s = (inplace_state *) state;
   const cudaStream_t                   cuda_stream = (cudaStream_t) stream;
   const colors_packing::pack_arguments args = {
      *a, {}, s ? s->asked : 0, NULL, s ? s->device_facts : NULL
   };
   p->block = *a;
   p->l1_norms = l1_norms;
   if (a->n_rows == 0)
   {
      return TRISWEEP_OK;
   }
   TSW_CUDA(cudaMemsetAsync(s->device_facts, 0, sizeof *s->device_facts, cuda_stream));
   TSW_TRY(colors_validate(&args, s->threads, cuda_stream));
   check<32 / UNIT><<<tsw_blocks(a->n_rows * (32 / UNIT), THREADS), THREADS, 0, cuda_stream>>>(
      pass_over(s, p), s->asked, s->device_facts);
   TSW_CUDA(cudaGetLastError());
   return TSW_CUDA_STATUS(cudaMemcpyAsync(s->facts, s->device_facts, sizeof *s->facts,
                                          cudaMemcpyDeviceToHost, cuda_stream));
}

trisweep_status wait(void *state, void *stream, tsw_packed *p, tsw_found *found)
{
   inplace_state *s = (inplace_state *) state;
   found->ordering = "color";
   return p->n_rows == 0 ? TRISWEEP_OK
                         : colors_conclude(s->facts, s->asked, stream, &s->colors, p, found);
}

#define OF_LANES(lanes)                                                       \
   {                                                                          \
      sweep<lanes, TSW_PASS_FULL, false>, sweep<lanes, TSW_PASS_ZERO, false>, \
         sweep<lanes, TSW_PASS_FULL, true>                                    \
   }
void (*const kernels[][3])(pass) = { OF_LANES(1), OF_LANES(2), OF_LANES(4), OF_LANES(8) };
#undef OF_LANES

trisweep_status do_pass(const void *state, const tsw_packed *p, const tsw_pass *of, void *stream)
{
   const inplace_state *s = (const inplace_state *) state;
   pass                 a = pass_over(s, p);
   const bool           full = of->kind == TSW_PASS_FULL;
   const int            kind = !full ? 1 : of->omega != 1.0 ? 2 : 0;
   static_cast<tsw_pass &>(a) = *of;
   a.old = of->symmetric && of->backward ? of->x : of->v;
   a.n_places = tsw_few_places(s->colors, p->n_rows);
   for (int32_t step = 0; step < s->colors.n; step++)
   {
      a.color = of->backward ? s->colors.n - 1 - step : step;
      TSW_CUDA(tsw_launch(true, kernels[tsw_lanes_index(s->lanes)][kind],
                          tsw_blocks((int64_t) a.n_places * s->lanes, THREADS), THREADS,
                          (cudaStream_t) stream, a));
   }
   return TRISWEEP_OK;
}

void free_state(tsw_memory *owner, void *state)
{
   inplace_state *s = (inplace_state *) state;
   tsw_memory_give_record(&s->facts);
   tsw_memory_free_device(owner, &s->device_facts);
}

} // namespace

static const tsw_direct direct = { .begin = begin, .wait = wait };

extern "C" const tsw_schedule tsw_schedule_cuda_colors_inplace = {
   .name = "colors-inplace",
   .summary = "sweeps by few colours over the caller's own arrays",
   .source = "trisweep",
   .space = TRISWEEP_DEVICE,
   .role = TSW_ROLE_FEW_COLORS_BORROWED,
   .values = TSW_VALUES_BORROWED,
   .old_values = TSW_OLD_IN_V,
   .state_bytes = sizeof(inplace_state),
   .plan = plan,
   .direct = &direct,
   .pass = do_pass,
   .free = free_state,
};
