/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * From a block and its levels to bands: places of rows, for each band the triangles
 * among its own rows, and what is left, between bands.
 */
#include <string.h>

#include "base/cuda_call.h"
#include "base/memory_cuda.h"
#include "base/message.h"
#include "block/cuda/lengths.h"
#include "block/cuda/order.h"
#include "block/device.h"
#include "kernels/cuda/bands.h"
#include "kernels/cuda/device/row.cuh"

namespace
{

constexpr int BLOCK = 256;
constexpr int LANES = 8; /* of a row */

/* Where bands begin, in the order of levels and so among places. */
struct starts
{
   int     n;
   int32_t at[TSW_BANDS_MOST + 1];
};

__global__ void __launch_bounds__(BLOCK)
   mark_rows(const int32_t *order, int64_t n_rows, starts bands, int32_t *band)
{
   const int64_t k = (int64_t) blockIdx.x * BLOCK + threadIdx.x;
   if (k < n_rows)
   {
      int mine = 0;
      while (mine + 1 < bands.n && k >= bands.at[mine + 1])
      {
         mine++;
      }
      band[order[k]] = mine;
   }
}

/* The rows of a band by level, numbered within it; then its levels, likewise. */
__global__ void __launch_bounds__(BLOCK)
   renumber(const int32_t *order, const int32_t *place_of, int32_t first, int64_t n_rows,
            int32_t *own_order, const int32_t *level_ptr, int64_t n_levels, int32_t *own_ptr)
{
   const int64_t k = (int64_t) blockIdx.x * BLOCK + threadIdx.x;
   if (k < n_rows)
   {
      own_order[k] = place_of[order[first + k]] - first;
   }
   if (k <= n_levels)
   {
      own_ptr[k] = level_ptr[k] - first;
   }
}

/* The rows of one band, in the order in which they are stored. */
struct band_rows
{
   const int32_t *row_at;
   const int32_t *place_of;
   const int32_t *stored; /* row of each line of storage within the band; NULL: its number */
   int32_t        first;
   int32_t        n_rows;
};

enum what
{
   COUNT, /* lengths of rows, at row_ptr + 1 */
   COLUMNS,
   VALUES
};

/* One triangle of a block: entries within the band, and those to other bands. In order. */
template <what WHAT>
__global__ void __launch_bounds__(BLOCK)
   divide(tsw_triangle from, band_rows r, tsw_triangle within, tsw_triangle apart)
{
   const int64_t  line = ((int64_t) blockIdx.x * BLOCK + threadIdx.x) / LANES;
   const int      lane = (int) (threadIdx.x % LANES);
   const unsigned group = 0xffu << (threadIdx.x % 32 / LANES * LANES);
   const unsigned before = group & ((1u << (threadIdx.x % 32)) - 1);
   if (line >= r.n_rows)
   {
      return;
   }
   const int32_t own = r.stored ? r.stored[line] : (int32_t) line;
   const int32_t row = r.row_at[r.first + own];
   const int32_t end = from.row_ptr[row + 1];
   int32_t       in = WHAT == COUNT ? 0 : within.row_ptr[line];
   int32_t       out = WHAT == COUNT ? 0 : apart.row_ptr[r.first + own];
   for (int32_t base = from.row_ptr[row]; base < end; base += LANES)
   {
      const int32_t  e = base + lane;
      const bool     has = e < end;
      const int32_t  place = has ? r.place_of[from.col_idx[e]] : 0;
      const bool     inside = has && place >= r.first && place < r.first + r.n_rows;
      const unsigned insiders = __ballot_sync(group, inside) & group;
      const unsigned others = __ballot_sync(group, has && !inside) & group;
      const int32_t  to = inside ? in + __popc(insiders & before) : out + __popc(others & before);
      tsw_triangle  &t = inside ? within : apart;
      if (WHAT == COLUMNS && has)
      {
         t.col_idx[to] = inside ? place - r.first : place;
      }
      if (WHAT == VALUES && has)
      {
         t.val[to] = from.val[e];
      }
      in += __popc(insiders);
      out += __popc(others);
   }
   if (WHAT == COUNT && lane == 0)
   {
      within.row_ptr[line + 1] = in;
      apart.row_ptr[r.first + own + 1] = out;
   }
}

band_rows rows_of(const bands_state *s, const bands_part *part)
{
   return { s->vectors.row_at, s->place_of, part->packed.row, part->first,
            (int32_t) part->packed.n_rows };
}

template <what WHAT>
trisweep_status divide_all(const bands_state *s, const tsw_packed *p, cudaStream_t stream)
{
   for (int k = 0; k < s->n; k++)
   {
      const bands_part *part = &s->part[k];
      const unsigned    blocks = tsw_blocks(part->packed.n_rows * LANES, BLOCK);
      divide<WHAT><<<blocks, BLOCK, 0, stream>>>(p->lower, rows_of(s, part), part->packed.lower,
                                                 s->apart[0]);
      divide<WHAT><<<blocks, BLOCK, 0, stream>>>(p->upper, rows_of(s, part), part->packed.upper,
                                                 s->apart[1]);
      TSW_CUDA(cudaGetLastError());
   }
   return TRISWEEP_OK;
}

/* The band of each row, then the rows sorted by it. */
trisweep_status find_places(const tsw_packed *p, const tsw_graph_levels *levels,
                            const starts *bands, cudaStream_t stream, int32_t *band,
                            bands_state *s)
{
   const int64_t    n = p->n_rows;
   const tsw_graph  none = { n, 0, NULL, NULL, false };
   tsw_graph_levels sorted = {};
   mark_rows<<<tsw_blocks(n, BLOCK), BLOCK, 0, stream>>>(levels->order, n, *bands, band);
   TSW_CUDA(cudaGetLastError());
   trisweep_status status = tsw_graph_levels_sort(&none, band, stream, NULL, &sorted);
   if (status == TRISWEEP_OK)
   {
      status = TSW_CUDA_STATUS(cudaMemcpyAsync(s->vectors.row_at, sorted.order, n * sizeof(int32_t),
                                               cudaMemcpyDeviceToDevice, stream));
   }
   tsw_graph_levels_free(NULL, &sorted);
   TSW_TRY(status);
   return tsw_order_invert(s->vectors.row_at, n, stream, s->place_of);
}

trisweep_status place_rows(const tsw_packed *p, const tsw_graph_levels *levels,
                           const starts *bands, cudaStream_t stream, tsw_memory *owner,
                           bands_state *s)
{
   const int64_t n = p->n_rows;
   int32_t      *band = NULL;
   const char   *what = "places of rows";
   TSW_TRY(tsw_memory_alloc_device(owner, &s->vectors.row_at, n, sizeof(int32_t), what));
   TSW_TRY(tsw_memory_alloc_device(owner, &s->place_of, n, sizeof(int32_t), what));
   TSW_TRY(tsw_memory_alloc_device(NULL, &band, n, sizeof(int32_t), "bands of rows"));
   const trisweep_status status = find_places(p, levels, bands, stream, band, s);
   tsw_memory_free_device(NULL, &band);
   return status;
}

/* Levels first .. first + n - 1 of the block as those of a part. */
trisweep_status take_levels(const bands_state *s, const tsw_graph_levels *levels, int64_t first,
                            int64_t n, cudaStream_t stream, bands_part *part)
{
   tsw_graph_levels *own = &part->levels;
   const int64_t     n_rows = part->packed.n_rows;
   own->n_levels = n;
   TSW_TRY(tsw_memory_alloc_device(NULL, &own->order, n_rows, sizeof(int32_t), "levels"));
   TSW_TRY(tsw_memory_alloc_device(NULL, &own->level_ptr, n + 1, sizeof(int32_t), "levels"));
   TSW_TRY(tsw_memory_alloc(NULL, &own->host_level_ptr, n + 1, sizeof(int32_t), "levels"));
   for (int64_t l = 0; l <= n; l++)
   {
      own->host_level_ptr[l] = levels->host_level_ptr[first + l] - part->first;
   }
   const int64_t work = n_rows > n + 1 ? n_rows : n + 1;
   renumber<<<tsw_blocks(work, BLOCK), BLOCK, 0, stream>>>(levels->order, s->place_of, part->first,
                                                           n_rows, own->order,
                                                           levels->level_ptr + first, n,
                                                           own->level_ptr);
   return TSW_CUDA_STATUS(cudaGetLastError());
}

/* The number of rows, and room for what does not depend on their lengths. */
trisweep_status begin_part(const tsw_packed *p, cudaStream_t stream, tsw_memory *owner,
                           bands_part *part)
{
   tsw_packed   *q = &part->packed;
   const int64_t n = q->n_rows;
   const char   *what = "the rows of a band";
   q->space = TRISWEEP_DEVICE;
   q->first_zero_diagonal = -1;
   q->longest = p->longest;
   q->longest_part = p->longest_part;
   TSW_TRY(tsw_memory_alloc_device(owner, &q->lower.row_ptr, n + 1, sizeof(int32_t), what));
   TSW_TRY(tsw_memory_alloc_device(owner, &q->upper.row_ptr, n + 1, sizeof(int32_t), what));
   if (part->schedule->needs == TSW_NEEDS_LEVEL_ORDER)
   {
      TSW_TRY(tsw_memory_alloc_device(owner, &q->row, n, sizeof(int32_t), what));
      TSW_CUDA(cudaMemcpyAsync(q->row, part->levels.order, n * sizeof(int32_t),
                               cudaMemcpyDeviceToDevice, stream));
   }
   return TRISWEEP_OK;
}

trisweep_status begin_parts(const tsw_packed *p, const tsw_graph_levels *levels,
                            const tsw_bands *bands, const starts *at, cudaStream_t stream,
                            tsw_memory *owner, bands_state *s)
{
   int64_t level = 0;
   for (int k = 0; k < s->n; k++)
   {
      bands_part   *part = &s->part[k];
      const int64_t left = levels->n_levels - level;
      const int64_t n = k + 1 < s->n ? bands->band[k].levels : left;
      part->schedule = bands->band[k].schedule;
      part->first = at->at[k];
      part->packed.n_rows = at->at[k + 1] - at->at[k];
      TSW_TRY(take_levels(s, levels, level, n, stream, part));
      TSW_TRY(begin_part(p, stream, owner, part));
      level += n;
   }
   return TRISWEEP_OK;
}

/* Lengths have been counted: row pointers, columns' and values' room. */
trisweep_status sum_rows(tsw_triangle *t, int64_t n_rows, cudaStream_t stream, tsw_memory *owner,
                         int64_t *n_entries)
{
   int32_t     n = 0;
   const char *what = "the entries of a band";
   TSW_TRY(tsw_rows_sum_lengths(t->row_ptr, n_rows, stream));
   TSW_TRY(tsw_memory_read(&n, t->row_ptr + n_rows, sizeof n, stream));
   TSW_TRY(tsw_memory_alloc_device(owner, &t->col_idx, n, sizeof(int32_t), what));
   TSW_TRY(tsw_memory_alloc_device(owner, &t->val, n, sizeof(double), what));
   *n_entries = n;
   return TRISWEEP_OK;
}

trisweep_status sum_all(const tsw_packed *p, cudaStream_t stream, tsw_memory *owner,
                        bands_state *s)
{
   int64_t apart[2];
   for (int upper = 0; upper < 2; upper++)
   {
      TSW_TRY(sum_rows(&s->apart[upper], p->n_rows, stream, owner, &apart[upper]));
   }
   for (int k = 0; k < s->n; k++)
   {
      tsw_packed *q = &s->part[k].packed;
      TSW_TRY(sum_rows(&q->lower, q->n_rows, stream, owner, &q->n_entries[0]));
      TSW_TRY(sum_rows(&q->upper, q->n_rows, stream, owner, &q->n_entries[1]));
   }
   const double mean = 0.5 * (double) (apart[0] + apart[1]) / (double) p->n_rows;
   s->lanes = mean <= 1.0 ? 1 : mean <= 8.0 ? 4 : 16;
   return TRISWEEP_OK;
}

/* Bands behind the last level, and without rows, are left out. */
starts find_starts(const tsw_graph_levels *levels, const tsw_bands *bands)
{
   starts  found = {};
   int64_t level = 0;
   for (int k = 0; k < bands->n && level < levels->n_levels; k++)
   {
      found.at[found.n++] = levels->host_level_ptr[level];
      level += bands->band[k].levels;
   }
   found.at[found.n] = levels->host_level_ptr[levels->n_levels];
   return found;
}

} // namespace

trisweep_status tsw_bands_split(const tsw_packed *p, const tsw_graph_levels *levels,
                                const tsw_bands *bands, cudaStream_t stream, tsw_memory *owner,
                                bands_state *s)
{
   const starts at = find_starts(levels, bands);
   s->n = at.n;
   TSW_TRY(place_rows(p, levels, &at, stream, owner, s));
   TSW_TRY(begin_parts(p, levels, bands, &at, stream, owner, s));
   for (int upper = 0; upper < 2; upper++)
   {
      TSW_TRY(tsw_memory_alloc_device(owner, &s->apart[upper].row_ptr, p->n_rows + 1,
                                      sizeof(int32_t), "rows between bands"));
   }
   TSW_TRY(divide_all<COUNT>(s, p, stream));
   TSW_TRY(sum_all(p, stream, owner, s));
   return divide_all<COLUMNS>(s, p, stream);
}

trisweep_status tsw_bands_load(const bands_state *s, const tsw_packed *p, cudaStream_t stream)
{
   return divide_all<VALUES>(s, p, stream);
}

static void drop_triangle(tsw_memory *owner, tsw_triangle *t)
{
   tsw_memory_free_device(owner, &t->row_ptr);
   tsw_memory_free_device(owner, &t->col_idx);
   tsw_memory_free_device(owner, &t->val);
}

void tsw_bands_drop(tsw_memory *owner, bands_state *s)
{
   for (int k = 0; k < s->n; k++)
   {
      tsw_device_packed_free(owner, &s->part[k].packed);
   }
   drop_triangle(owner, &s->apart[0]);
   drop_triangle(owner, &s->apart[1]);
   tsw_memory_free_device(owner, &s->vectors.row_at);
   tsw_memory_free_device(owner, &s->place_of);
}
