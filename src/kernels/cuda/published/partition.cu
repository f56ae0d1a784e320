/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * partition: sub-graphs in shared memory (Picciau et al. 2016, Alg. 1). A launch a level of parts,
 * a block a part. x of a part fits into shared memory. The edges (entries) of a part are divided
 * into time slots. The block performs first the outer slots, whose edges read x from global memory,
 * then the inner slots, with a barrier a slot.
 * The paper solves with unit diagonals; here shared memory also holds the scaling.
 *
 * Needs: the partition, made on the host; a copy of the values. Extra bytes: 20 an entry and 4 a
 * row for each triangle, 4 a slot. Deterministic. Progress: kernels wait at block barriers only.
 */
#include "analysis/partition.h"
#include "base/cuda_call.h"
#include "base/memory_cuda.h"
#include "kernels/cuda/triangles.h"

static constexpr int BLOCK = 1024;
static constexpr int ROW_BYTES = 2 * sizeof(double); /* of shared memory: sum and scaling */

struct partition_view
{
   const int32_t *part_ptr;
   const int32_t *row;
   const int32_t *part_slot;
   const int32_t *slot_ptr;
   const int32_t *target;
   const int32_t *source;
   const double  *val;
};

struct partition_triangle
{
   tsw_partition  host; /* level_ptr, n_levels, n_parts stay; the large arrays are freed */
   partition_view view;
   const int32_t *entry;
   int32_t       *ints; /* the arrays of view, and entry */
   double        *val;  /* of view */
   int64_t        nnz;
};

struct partition_state
{
   int64_t            shared_bytes;
   partition_triangle triangle[2];
};

static __global__ void __launch_bounds__(BLOCK)
   partition_kernel(tsw_zero z, partition_view g, int32_t first_part)
{
   extern __shared__ double shared[];
   const int32_t            s = first_part + (int32_t) blockIdx.x;
   const int32_t            begin = g.part_ptr[s];
   const int32_t            n = g.part_ptr[s + 1] - begin;
   double                  *r = shared;         /* omega b - T x, with x known so far */
   double                  *scale = shared + n; /* x = relax_weight scale r; 0 in kept rows */
   for (int32_t l = (int32_t) threadIdx.x; l < n; l += BLOCK)
   {
      const tsw_zero::ready p = z.prepare(g.row[begin + l]);
      r[l] = p.rhs;
      scale[l] = p.kept ? 0.0 : p.scale;
   }
   __syncthreads();
   for (int32_t q = g.part_slot[2 * s]; q < g.part_slot[2 * s + 1]; q++)
   {
      for (int32_t e = g.slot_ptr[q] + (int32_t) threadIdx.x; e < g.slot_ptr[q + 1]; e += BLOCK)
      {
         r[g.target[e]] -= g.val[e] * z.x[g.source[e]];
      }
      __syncthreads();
   }
   for (int32_t q = g.part_slot[2 * s + 1]; q < g.part_slot[2 * s + 2]; q++)
   {
      for (int32_t e = g.slot_ptr[q] + (int32_t) threadIdx.x; e < g.slot_ptr[q + 1]; e += BLOCK)
      {
         const int32_t j = g.source[e];
         const double  x_j = scale[j] == 0.0 ? 0.0 : z.relax_weight * (scale[j] * r[j]);
         r[g.target[e]] -= g.val[e] * x_j;
      }
      __syncthreads();
   }
   for (int32_t l = (int32_t) threadIdx.x; l < n; l += BLOCK)
   {
      const int32_t i = g.row[begin + l];
      z.x[i] = z.finish_column(i, { 0.0, scale[l], scale[l] == 0.0 }, r[l]);
   }
}

/* Copy an array of the partition to the next place on the device and free it on the host. */
static trisweep_status move_ints(tsw_memory *owner, int32_t **host, int64_t n, int32_t **next,
                                 const int32_t **device)
{
   *device = *next;
   TSW_TRY(tsw_memory_copy(*next, *host, (size_t) n * sizeof(int32_t)));
   *next += n;
   tsw_memory_free(owner, host);
   return TRISWEEP_OK;
}

static trisweep_status move_partition(int64_t n_rows, tsw_memory *owner, partition_triangle *t)
{
   tsw_partition  *p = &t->host;
   partition_view *view = &t->view;
   const int64_t   n_parts = p->n_parts, n_slots = p->part_slot[2 * n_parts];
   const int64_t   n = 3 * (n_parts + 1) + n_rows + n_slots + 3 * t->nnz;
   TSW_TRY(TSW_ALLOC_DEVICE(owner, &t->ints, n, "the partition"));
   int32_t *next = t->ints;
   TSW_TRY(move_ints(owner, &p->part_ptr, n_parts + 1, &next, &view->part_ptr));
   TSW_TRY(move_ints(owner, &p->row, n_rows, &next, &view->row));
   TSW_TRY(move_ints(owner, &p->part_slot, 2 * n_parts + 1, &next, &view->part_slot));
   TSW_TRY(move_ints(owner, &p->slot_ptr, n_slots + 1, &next, &view->slot_ptr));
   TSW_TRY(move_ints(owner, &p->target, t->nnz, &next, &view->target));
   TSW_TRY(move_ints(owner, &p->source, t->nnz, &next, &view->source));
   TSW_TRY(move_ints(owner, &p->entry, t->nnz, &next, &t->entry));
   TSW_TRY(TSW_ALLOC_DEVICE(owner, &t->val, t->nnz, "the partition"));
   view->val = t->val;
   return TRISWEEP_OK;
}

/* From a copy of the triangle's pattern in host memory. */
static trisweep_status plan_triangle(const tsw_packed *p, bool upper, int64_t most_rows,
                                     tsw_memory *owner, partition_triangle *t)
{
   TSW_SCRATCH int32_t *row_ptr = NULL;
   const tsw_triangle  *from = upper ? &p->upper : &p->lower;
   const int64_t        n = p->n_rows;
   t->nnz = p->n_entries[upper];
   TSW_TRY(TSW_ALLOC(NULL, &row_ptr, n + 1 + t->nnz, "the partition"));
   int32_t        *col_idx = row_ptr + n + 1;
   const tsw_graph g = { n, t->nnz, row_ptr, col_idx, upper };
   TSW_TRY(tsw_memory_copy(row_ptr, from->row_ptr, (size_t) (n + 1) * sizeof(int32_t)));
   TSW_TRY(tsw_memory_copy(col_idx, from->col_idx, (size_t) t->nnz * sizeof(int32_t)));
   TSW_TRY(tsw_partition_find(&g, most_rows, owner, &t->host));
   return move_partition(n, owner, t);
}

static trisweep_status partition_plan(const tsw_packed *p, void *stream, tsw_memory *owner,
                                      void *state)
{
   partition_state *s = (partition_state *) state;
   int              bytes;
   TSW_CUDA(cudaStreamSynchronize((cudaStream_t) stream));
   TSW_TRY(tsw_cuda_attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin, &bytes));
   TSW_CUDA(
      cudaFuncSetAttribute(partition_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
   const int64_t most_rows = bytes / ROW_BYTES;
   s->shared_bytes = (most_rows < p->n_rows ? most_rows : p->n_rows) * ROW_BYTES;
   TSW_TRY(plan_triangle(p, false, most_rows, owner, &s->triangle[0]));
   return plan_triangle(p, true, most_rows, owner, &s->triangle[1]);
}

static trisweep_status partition_load(void *state, const tsw_packed *p, void *stream)
{
   const partition_state *s = (const partition_state *) state;
   for (int upper = 0; upper < 2; upper++)
   {
      const partition_triangle *t = &s->triangle[upper];
      TSW_TRY(
         tsw_gather_values(tsw_triangle_rows(p, upper != 0).val, t->entry, t->nnz, t->val, stream));
   }
   return TRISWEEP_OK;
}

static trisweep_status partition_solve(const void *state, const tsw_packed *p, const tsw_pass *pass,
                                       void *stream)
{
   const partition_state    *s = (const partition_state *) state;
   const partition_triangle *t = &s->triangle[pass->backward];
   const tsw_zero            z = tsw_pass_zero(p, pass);
   for (int32_t l = 0; l < t->host.n_levels; l++)
   {
      const int32_t  first = t->host.level_ptr[l];
      const unsigned n_parts = (unsigned) (t->host.level_ptr[l + 1] - first);
      partition_kernel<<<n_parts, BLOCK, (size_t) s->shared_bytes, (cudaStream_t) stream>>>(
         z, t->view, first);
   }
   return TSW_CUDA_STATUS(cudaGetLastError());
}

static void partition_free(tsw_memory *owner, void *state)
{
   partition_state *s = (partition_state *) state;
   for (int upper = 0; upper < 2; upper++)
   {
      partition_triangle *t = &s->triangle[upper];
      tsw_partition_free(owner, &t->host);
      tsw_memory_free_device(owner, &t->ints);
      tsw_memory_free_device(owner, &t->val);
   }
}

extern "C" const tsw_sptrsv tsw_sptrsv_partition = {
   .name = "partition",
   .summary = "sub-graphs in shared memory, edges in time slots",
   .source = "Picciau et al. 2016, Alg. 1, 3, 4, 5",
   .deterministic = true,
   .state_bytes = sizeof(partition_state),
   .plan = partition_plan,
   .load = partition_load,
   .solve = partition_solve,
   .free = partition_free,
};
