/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Schedule colors: whole sweeps in place by few colours of the row number, a launch for each
 * colour. There is no analysis: pattern and values are packed together (pack.cu). 4 (near.h), 8 or
 * 16 bytes an entry between units, 36 or 52 a row. Deterministic: the sums of a row have a fixed
 * order; in a slice that is too long for sort.cu, the caller's order. Progress: no thread waits for
 * another.
 */
#include "kernels/cuda/colors/colors.h"

#include "base/memory_cuda.h"
#include "base/message.h"
#include "base/resident.h"
#include "block/device.h"
#include "kernels/cuda/colors/near.h"
#include "kernels/cuda/colors/pack.cuh"
#include "kernels/cuda/colors/slices.cuh"

/*
 * Lanes of a row: as many as keep the rows of a colour in one wave of blocks, but fewer than a side
 * has entries; more for long rows.
 */
static int32_t choose_lanes(const colors_state *s)
{
   static const double each = 16.0; /* entries of a side for a lane; measured */
   const double        rows = (double) s->store.n_rows;
   const double        side = 0.4 * (double) s->store.nnz / rows;
   const double        rows_at_once = rows / TSW_FEW_STANDARD;
   int32_t             lanes = 1;
   while (lanes < 32 && (each * lanes < side ||
                         (lanes < side && 2.0 * lanes * rows_at_once <= (double) s->at_once)))
   {
      lanes *= 2;
   }
   return lanes;
}

static void give_memory(colors_state *s)
{
   tsw_memory_free_device(s->owner, &s->store.entry);
   tsw_memory_free_device(s->owner, &s->store.dense);
   tsw_memory_free_device(s->owner, &s->store.seg);
}

/* Not in one piece: smaller ones find room between the arrays that others keep. */
static trisweep_status take_memory(colors_state *s)
{
   colors_store *a = &s->store;
   const int64_t n_places = colors_most_places(a->n_rows);
   const size_t  size = s->floats ? sizeof(float) : sizeof(double);
   give_memory(s);
   TSW_TRY(tsw_memory_alloc_device(s->owner, &a->entry, a->nnz + 1, a->bits ? size : 2 * size,
                                   "entries by colour"));
   TSW_TRY(tsw_memory_alloc_device(s->owner, &a->dense, TSW_FEW_UNIT * n_places, size,
                                   "entries within units"));
   return TSW_ALLOC_DEVICE(s->owner, &a->seg, 3 * n_places + 1, "first entries of rows by colour");
}

trisweep_status colors_take_facts(const tsw_analysis *analysis, tsw_memory *owner, colors_state *s)
{
   s->asked = analysis->n_colors;
   TSW_TRY(tsw_resident_threads(&s->threads));
   s->threads /= 2; /* measured: hypre's kernels run beside the packing */
   TSW_TRY(tsw_memory_take_record(&s->facts));
   return TSW_ALLOC_DEVICE(owner, &s->device_facts, 1, "facts about the block");
}

trisweep_status colors_read_facts(const colors_state *s, cudaStream_t stream)
{
   return TSW_CUDA_STATUS(
      cudaMemcpyAsync(s->facts, s->device_facts, sizeof *s->facts, cudaMemcpyDeviceToHost, stream));
}

static trisweep_status colors_plan(const tsw_packed *p, const tsw_analysis *analysis, int, void *,
                                   tsw_memory *owner, void *state)
{
   colors_state *s = (colors_state *) state;
   int           processors;
   if (!colors_fits(p->n_rows))
   {
      return TSW_ERROR(UNSUPPORTED,
                       "schedule colors takes fewer rows than a third of 2^31; use more devices, "
                       "or ordering=natural");
   }
   s->store.n_rows = (int32_t) p->n_rows;
   s->store.nnz = p->n_entries[0] + p->n_entries[1];
   s->floats = p->floats;
   s->owner = owner;
   TSW_TRY(tsw_cuda_processors(&processors));
   s->at_once = (int64_t) processors * colors_slices::BLOCKS * colors_slices::THREADS;
   s->store.lanes = choose_lanes(s);
   return colors_take_facts(analysis, owner, s);
}

/* begin finds in the facts how many entries are to be stored. */
static trisweep_status colors_inspect(void *state, const trisweep_csr *a, void *stream)
{
   colors_state      *s = (colors_state *) state;
   const cudaStream_t cuda_stream = (cudaStream_t) stream;
   s->source = *a;
   s->checked = false;
   TSW_TRY(colors_validate(s, a, cuda_stream));
   TSW_TRY(colors_read_facts(s, cuda_stream));
   if (!s->event)
   {
      TSW_CUDA(cudaEventCreateWithFlags(&s->event, cudaEventDisableTiming));
   }
   s->checked = true;
   return TSW_CUDA_STATUS(cudaEventRecord(s->event, cuda_stream));
}

/* Bits of the distances in entries of near.h, for large blocks with known facts; else 0. */
static int32_t need_bits(const colors_state *s)
{
   const int64_t       least = 500000;                      /* entries: 2 MB are saved */
   const int64_t       slack = TSW_FEW_MOST * TSW_FEW_BAND; /* of colors_near_base */
   const colors_facts *f = s->facts;
   const int32_t       bits = colors_near_bits(f->farthest + slack);
   const bool          fits = s->floats && s->checked && f->stored >= least;
   return fits && colors_near_is_even(colors_spread(f), bits) ? bits : 0;
}

/* Take memory for the store. Without facts about the block: for all entries, or as before. */
static trisweep_status need_memory(colors_state *s, const trisweep_csr *a)
{
   s->checked = s->checked && a->row_ptr == s->source.row_ptr && a->col_idx == s->source.col_idx;
   if (s->event)
   {
      TSW_CUDA(cudaEventSynchronize(s->event)); /* an inspection stores facts, on any stream */
   }
   const bool    has = s->store.seg != NULL;
   const int64_t n = s->checked ? s->facts->stored : has ? s->store.nnz : a->nnz;
   const int32_t bits = s->checked || !has ? need_bits(s) : s->store.bits;
   if (has && n <= s->store.nnz && bits == s->store.bits)
   {
      return TRISWEEP_OK;
   }
   s->store.nnz = n;
   s->store.bits = bits;
   return take_memory(s);
}

/* The scaling is stored by place. */
static trisweep_status colors_begin(void *state, const trisweep_csr *a, const double *l1_norms,
                                    void *stream, tsw_memory *owner, tsw_packed *p)
{
   colors_state *s = (colors_state *) state;
   const int64_t n = colors_most_places(a->n_rows);
   if (a->n_rows == 0)
   {
      return TRISWEEP_OK;
   }
   if (!p->inv_diag)
   {
      TSW_TRY(TSW_ALLOC_DEVICE(owner, &p->inv_diag, n, "reciprocals of the diagonal"));
   }
   TSW_TRY(tsw_device_packed_l1(l1_norms != NULL, n, owner, p));
   TSW_TRY(need_memory(s, a));
   s->source = *a;
   s->l1_norms = l1_norms;
   return colors_pack(s, p, (cudaStream_t) stream);
}

trisweep_status colors_conclude(colors_state *s, void *stream, tsw_packed *p, tsw_found *found)
{
   const colors_facts *f = s->facts;
   TSW_CUDA(cudaStreamSynchronize((cudaStream_t) stream));
   if (f->bad_row != 0)
   {
      return TSW_ERROR_ROW(PATTERN, colors_marked(f->bad_row),
                           "the row pointers descend or leave the arrays, or a column is outside "
                           "of the block's columns; give the local block, with 0-based columns");
   }
   if (f->bad_value != 0)
   {
      return TSW_ERROR_ROW(VALUE, colors_marked(f->bad_value),
                           "the row has an entry or a norm that is not finite, or a diagonal or "
                           "norm too small to divide by; correct the matrix");
   }
   s->colors = tsw_few_choose(&f->counts, s->asked);
   p->n_zero_diagonals = f->n_zero;
   p->n_entries[0] = f->counts.n_entries / 2;
   p->n_entries[1] = f->counts.n_entries - p->n_entries[0];
   found->depth = s->colors.n;
   found->n_shared = f->shared;
   found->ordering = f->shared > 0 ? "hybrid-color" : "color";
   return TRISWEEP_OK;
}

/* Read the facts. What does not fit the store, its entries, or floats, is packed again. */
static trisweep_status conclude(colors_state *s, void *stream, tsw_packed *p, tsw_found *found)
{
   const colors_facts *f = s->facts;
   TSW_TRY(colors_conclude(s, stream, p, found));
   if (f->too_many || f->not_near || (f->too_large && s->floats))
   {
      s->floats = s->floats && !f->too_large;
      s->store.bits = s->floats && !f->not_near ? s->store.bits : 0;
      s->store.nnz = f->stored;
      TSW_TRY(take_memory(s));
      TSW_TRY(colors_pack(s, p, (cudaStream_t) stream));
      return conclude(s, stream, p, found);
   }
   p->floats = s->floats;
   p->rounded = s->floats && f->rounded != 0;
   p->near = s->store.bits != 0;
   s->store.power = colors_near_power(colors_near_exponent(f->largest, s->store.bits));
   return TRISWEEP_OK;
}

static trisweep_status colors_wait(void *state, void *stream, tsw_packed *p, tsw_found *found)
{
   if (p->n_rows == 0)
   {
      p->floats = p->rounded = p->near = false;
      found->ordering = "color";
      return TRISWEEP_OK;
   }
   return conclude((colors_state *) state, stream, p, found);
}

void colors_free(tsw_memory *owner, void *state)
{
   colors_state *s = (colors_state *) state;
   if (s->event)
   {
      cudaEventSynchronize(s->event); /* an inspection may still store facts */
      cudaEventDestroy(s->event);
   }
   tsw_memory_give_record(&s->facts);
   tsw_memory_free_device(owner, &s->device_facts);
   give_memory(s);
}

static const tsw_direct direct = {
   .begin = colors_begin, .inspect = colors_inspect, .wait = colors_wait, .dilu = colors_dilu
};

extern "C" const tsw_schedule tsw_schedule_cuda_colors = {
   .name = "colors",
   .summary = "whole sweeps by few colours that the row number gives, a launch a colour",
   .source = "trisweep",
   .space = TRISWEEP_DEVICE,
   .role = TSW_ROLE_FEW_COLORS,
   .replaces_x = true,
   .state_bytes = sizeof(colors_state),
   .plan = colors_plan,
   .direct = &direct,
   .pass = colors_sweep,
   .residual = colors_residual,
   .free = colors_free,
};
