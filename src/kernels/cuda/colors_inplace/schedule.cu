/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Schedule colors-inplace: the sweeps of schedule colors over the caller's own arrays, a launch for
 * each colour. Lanes of a row read all of its entries; the colour of each column follows from its
 * number. Lanes that share a row, and rows of a unit, are in one warp. Nothing is stored besides
 * the facts of colors. Needs the caller's block and norms during sweeps. Deterministic: sums are in
 * the caller's order. Progress: no thread waits for another.
 */
#include "base/memory_cuda.h"
#include "kernels/cuda/colors_inplace/sweep.cuh"

using namespace colors_inplace;

namespace {

constexpr double ENTRIES_A_LANE = 4.0; /* not measured: as in schedule inplace */

trisweep_status plan(const tsw_packed *p, const tsw_analysis *analysis, int, void *,
                     tsw_memory *owner, void *state)
{
   colors_state *s = (colors_state *) state;
   const double  mean = (double) (p->n_entries[0] + p->n_entries[1]) / (double) p->n_rows;
   const int     lanes = tsw_lanes_for(mean, ENTRIES_A_LANE);
   s->store.lanes = lanes < 32 / UNIT ? lanes : 32 / UNIT;
   return colors_take_facts(analysis, owner, s);
}

pass pass_over(const colors_state *s, const tsw_packed *p)
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
   const colors_state *s = (const colors_state *) state;
   const cudaStream_t  cuda_stream = (cudaStream_t) stream;
   p->block = *a;
   p->l1_norms = l1_norms;
   if (a->n_rows == 0)
   {
      return TRISWEEP_OK;
   }
   TSW_TRY(colors_validate(s, a, cuda_stream));
   TSW_TRY(check(pass_over(s, p), s->asked, s->device_facts, cuda_stream));
   return colors_read_facts(s, cuda_stream);
}

trisweep_status wait(void *state, void *stream, tsw_packed *p, tsw_found *found)
{
   found->ordering = "color";
   return p->n_rows == 0 ? TRISWEEP_OK : colors_conclude((colors_state *) state, stream, p, found);
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
   const colors_state *s = (const colors_state *) state;
   pass                a = pass_over(s, p);
   const bool          full = of->kind == TSW_PASS_FULL;
   const int           kind = !full ? 1 : of->omega != 1.0 ? 2 : 0;
   static_cast<tsw_pass &>(a) = *of;
   a.old = of->symmetric && of->backward ? of->x : of->v;
   a.n_places = tsw_few_places(s->colors, p->n_rows);
   for (int32_t step = 0; step < s->colors.n; step++)
   {
      a.color = of->backward ? s->colors.n - 1 - step : step;
      TSW_CUDA(tsw_launch(true, kernels[tsw_lanes_index(s->store.lanes)][kind],
                          tsw_blocks((int64_t) a.n_places * s->store.lanes, THREADS), THREADS,
                          (cudaStream_t) stream, a));
   }
   return TRISWEEP_OK;
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
   .replaces_x = true,
   .state_bytes = sizeof(colors_state),
   .plan = plan,
   .direct = &direct,
   .pass = do_pass,
   .free = colors_free,
};
