/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Load values of a packed block on the device: a search in the packed row finds each entry.
 * Repeated entries are added with atomics; more than two may round differently in each run.
 */
#include <limits.h>

#include "base/device/sum.cuh"
#include "base/memory_cuda.h"
#include "block/cuda/index.h"
#include "block/cuda/rows.cuh"
#include "block/device.h"

using namespace tsw_rows;

namespace {

struct load_facts
{
   int32_t bad_value; /* not 0: an entry, diagonal or norm is not valid (load.c) */
   int32_t outside;   /* first row with an entry outside the pattern; INT32_MAX for none */
   int32_t uneven;    /* not 0: some row has another number of entries than its layout */
   int32_t n_zero;
};

struct load_arguments
{
   trisweep_csr  a;
   const double *l1_norms;
   tsw_packed    p;
   int64_t       first, end;  /* rows */
   bool          repetitions; /* rows repeat entries: add the entries */
   load_facts   *facts;
};

__device__ int length(const tsw_triangle &t, int64_t k)
{
   return t.row_ptr[k + 1] - t.row_ptr[k];
}

/* Store this lane's entries of row i. Returns the sum of the diagonal entries. */
__device__ double store_entries(const load_arguments &a, int64_t i, bool *good, bool *known,
                                int *stored)
{
   double diagonal = 0.0;
   for (int32_t e = a.a.row_ptr[i] + lanes::lane(); e < a.a.row_ptr[i + 1]; e += LANES)
   {
      const int32_t j = a.a.col_idx[e];
      const double  value = a.a.val[e];
      *good = *good && isfinite(value);
      if (j == i)
      {
         diagonal += value;
         continue;
      }
      const bool          earlier = j < i;
      const tsw_triangle &t = earlier ? a.p.lower : a.p.upper;
      const int32_t       place = find_entry(t, t.row_ptr[i], t.row_ptr[i + 1], j, !earlier);
      *known = *known && place >= 0;
      *stored += 1;
      if (place >= 0 && a.repetitions)
      {
         atomicAdd(&t.val[place], value);
      }
      else if (place >= 0)
      {
         t.val[place] = value;
      }
   }
   return diagonal;
}

/* body(value) for this lane's places of row i. */
template <class Body>
__device__ void each_place(const load_arguments &a, int64_t i, int lane, const Body &body)
{
   for (int upper = 0; upper < 2 && i < a.end; upper++)
   {
      const tsw_triangle &t = upper ? a.p.upper : a.p.lower;
      for (int32_t e = t.row_ptr[i] + lane; e < t.row_ptr[i + 1]; e += LANES)
      {
         body(t.val + e);
      }
   }
}

trisweep_status load_rows(const load_arguments &a, cudaStream_t stream)
{
   return each_row(a.end - a.first, stream, [=] __device__(int64_t k, int lane) {
      const int64_t i = a.first + k;
      bool          good = true;
      bool          known = true;
      int           stored = 0;
      if (a.repetitions)
      {
         each_place(a, i, lane, [](double *value) { *value = 0.0; });
         __syncwarp();
      }
      double diagonal = i < a.end ? store_entries(a, i, &good, &known, &stored) : 0.0;
      if (a.repetitions)
      {
         __syncwarp();
         /* Sums of repeated finite entries may overflow. */
         each_place(a, i, lane,
                    [&](const double *value) { good = good && isfinite(__ldcg(value)); });
      }
      diagonal = tsw_sum_lanes<LANES>(diagonal);
      stored = tsw_sum_lanes<LANES>(stored);
      if (i < a.end && lane == 0)
      {
         scale_row(a.p, a.l1_norms, i, diagonal, &good, &a.facts->n_zero);
         if (stored != length(a.p.lower, i) + length(a.p.upper, i))
         {
            a.facts->uneven = 1;
         }
      }
      if (!good)
      {
         a.facts->bad_value = 1;
      }
      if (!known)
      {
         atomicMin(&a.facts->outside, (int32_t) i);
      }
   });
}

trisweep_status load_triangles(const load_arguments *a, cudaStream_t stream)
{
   const load_facts none = { 0, INT32_MAX, 0, 0 };
   TSW_CUDA(cudaMemcpyAsync(a->facts, &none, sizeof none, cudaMemcpyHostToDevice, stream));
   return load_rows(*a, stream);
}

/* Store the entries. If a row repeats entries, load again and add the entries. */
trisweep_status load(const trisweep_csr *a, const double *l1_norms, cudaStream_t stream,
                     const tsw_packed *p, load_facts *facts)
{
   TSW_SCRATCH_DEVICE load_facts *device = NULL;
   TSW_TRY(TSW_ALLOC_DEVICE(NULL, &device, 1, "facts about the values"));
   load_arguments l = { *a,    l1_norms, *p, tsw_packed_row(p, false), tsw_packed_row(p, true),
                        false, device };
   TSW_TRY(load_triangles(&l, stream));
   TSW_TRY(tsw_memory_read(facts, device, sizeof *facts, stream));
   if (!facts->uneven)
   {
      return TRISWEEP_OK;
   }
   l.repetitions = true;
   TSW_TRY(load_triangles(&l, stream));
   return tsw_memory_read(facts, device, sizeof *facts, stream);
}

} // namespace

trisweep_status tsw_device_packed_l1(bool wanted, int64_t n, tsw_memory *owner, tsw_packed *p)
{
   double **const norms[] = { &p->inv_l1, &p->diag_l1 };
   for (double **norm : norms)
   {
      if (!wanted)
      {
         tsw_memory_free_device(owner, norm);
      }
      else if (!*norm)
      {
         TSW_TRY(TSW_ALLOC_DEVICE(owner, norm, n, "the l1 scaling"));
      }
   }
   return TRISWEEP_OK;
}

trisweep_status tsw_device_packed_load(const trisweep_csr *a, const double *l1_norms, void *stream,
                                       tsw_memory *owner, tsw_packed *p)
{
   p->n_zero_diagonals = p->part > 0 ? p->n_zero_diagonals : 0;
   TSW_TRY(tsw_device_packed_l1(l1_norms != NULL, p->n_rows, owner, p));
   if (a->n_rows == 0)
   {
      return TRISWEEP_OK;
   }
   load_facts facts;
   TSW_TRY(load(a, l1_norms, (cudaStream_t) stream, p, &facts));
   if (facts.outside != INT32_MAX)
   {
      return TSW_ERROR_ROW(ORDER, facts.outside,
                           "some of its columns are not in the analysed "
                           "pattern; analyse again when the pattern changes");
   }
   if (facts.bad_value)
   {
      return tsw_device_packed_explain(a, l1_norms, stream);
   }
   p->n_zero_diagonals += facts.n_zero;
   return TRISWEEP_OK;
}
