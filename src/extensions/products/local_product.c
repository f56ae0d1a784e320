/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "extensions/products/local_product.h"

#include "extensions/values_kernels.h"
#include <limits.h>
#include <math.h>

#include "hypre/base/device.h"
#include "hypre/base/device_call.h"
#include "hypre/base/notice.h"

enum
{
   MOST_STORED = 1 << 30 /* columns */
};

bool tsw_product_works(cudaError_t error)
{
   return tsw_cuda_check(error, "a product of matrices");
}

bool tsw_product_fits(uint64_t n)
{
   if (n > INT_MAX)
   {
      tsw_notice("rank %d: a product of matrices has more than %d entries on this rank; hypre's "
                 "product is used on all ranks; use more ranks",
                 tsw_world_rank(), INT_MAX);
   }
   return n <= INT_MAX;
}

void *tsw_product_take(size_t bytes, bool *good)
{
   void *const array = *good ? tsw_device_take(bytes) : NULL;
   if (*good && !array)
   {
      tsw_notice("rank %d: a product of matrices has no device memory for %zu bytes; hypre's "
                 "product is used on all ranks",
                 tsw_world_rank(), bytes);
   }
   *good = array != NULL;
   return array;
}

void *tsw_take_workspace(int64_t n, size_t *bytes, bool *good)
{
   *good = *good && tsw_product_works(tsw_sums_workspace(n, bytes));
   return tsw_product_take(*good ? *bytes : 0, good);
}

hypre_CSRMatrix *tsw_product_matrix(int64_t n_rows, int64_t n_cols, int64_t nnz, bool values,
                                    bool *good)
{
   hypre_CSRMatrix *a =
      hypre_CSRMatrixCreate((HYPRE_Int) n_rows, (HYPRE_Int) n_cols, (HYPRE_Int) nnz);
   *good = *good && tsw_product_fits((uint64_t) nnz);
   hypre_CSRMatrixMemoryLocation(a) = HYPRE_MEMORY_DEVICE;
   hypre_CSRMatrixI(a) = tsw_product_take((size_t) (n_rows + 1) * sizeof(HYPRE_Int), good);
   hypre_CSRMatrixJ(a) = tsw_product_take((size_t) nnz * sizeof(HYPRE_Int), good);
   if (values)
   {
      hypre_CSRMatrixData(a) = tsw_product_take((size_t) nnz * sizeof(HYPRE_Complex), good);
   }
   return a;
}

/* Where the device stores the sizes of a product; NULL: no memory. */
static tsw_product_sizes *pinned_sizes(void)
{
   static tsw_product_sizes *sizes; /* pinned; freed with the process */
   if (!sizes &&
       !tsw_product_works(cudaHostAlloc((void **) &sizes, sizeof *sizes, cudaHostAllocPortable)))
   {
      sizes = NULL;
   }
   return sizes;
}

static int64_t nnz_of(const tsw_product_sizes *sizes)
{
   return (int64_t) (sizes->nnz & 0xffffffffu) + (int64_t) (sizes->nnz >> 32);
}

/* error: of the launches that store the sizes. */
static bool read_sizes(cudaError_t error, tsw_product_sizes *sizes)
{
   if (!tsw_product_works(error ? error : cudaStreamSynchronize(tsw_device_stream())))
   {
      return false;
   }
   *sizes = *pinned_sizes();
   return tsw_product_fits(sizes->n_entries) && tsw_product_fits((uint64_t) nnz_of(sizes));
}

/*
 * Columns to store, about as many as the product has entries: that of a matrix and an interpolation
 * has as many as the matrix; a row of that with the transpose 2.4 to 2.8 times as many as a row of
 * right. Rows that do not fit are found again.
 */
static int32_t columns_to_store(const tsw_device_csr *left, const tsw_device_csr *right)
{
   static const double longer = 3.0;
   const double        all = (double) (left->nnz + right->nnz);
   const double        rows = (double) left->n_rows / fmax((double) right->n_rows, 1.0);
   const double        most = fmax((double) left->nnz, longer * rows * (double) right->nnz);
   return (int32_t) fmin(fmin(all, most), MOST_STORED);
}

bool tsw_local_product_begin(const tsw_device_csr *left, const tsw_device_csr *right, int32_t n_own,
                             const tsw_column_set *set, tsw_local_product *product)
{
   const size_t         n = (size_t) left->n_rows;
   bool                 good = pinned_sizes() != NULL;
   size_t               bytes;
   void                *workspace = tsw_take_workspace(left->n_rows + 1, &bytes, &good);
   tsw_product_pattern *p = &product->pattern;
   *p = (tsw_product_pattern){ .left = *left,
                               .right = *right,
                               .n_own = n_own,
                               .place = tsw_product_take((n + 1) * sizeof(uint64_t), &good),
                               .list = { tsw_product_take(n * sizeof(int32_t), &good),
                                         tsw_product_take(n * sizeof(int32_t), &good) },
                               .counter =
                                  tsw_product_take(TSW_PRODUCT_COUNTERS * sizeof(int32_t), &good),
                               .stored_at = tsw_product_take(n * sizeof(int32_t), &good),
                               .n_stored = columns_to_store(left, right) };
   p->stored = tsw_product_take((size_t) p->n_stored * sizeof(int32_t), &good);
   good = good && read_sizes(tsw_pattern_count(p, set, workspace, bytes, pinned_sizes(),
                                               tsw_device_stream()),
                             &product->sizes);
   tsw_device_give(workspace);
   return good && !product->sizes.too_long;
}

static bool compute_values(tsw_local_product *product)
{
   const tsw_product_pattern *p = &product->pattern;
   const tsw_device_csr       rows = tsw_csr_of(product->rows);
   bool                       good = true;
   double *const val = tsw_product_take((size_t) rows.nnz * sizeof(HYPRE_Complex), &good);
   hypre_CSRMatrixData(product->rows) = val;
   return good && tsw_product_works(tsw_device_values_multiply(&p->left, &p->right, true, &rows,
                                                               val, product->sizes.longest, false,
                                                               tsw_device_stream()));
}

/* The values take the memory of the work arrays. */
bool tsw_local_product_end(tsw_local_product *product, bool good)
{
   tsw_product_pattern *p = &product->pattern;
   hypre_CSRMatrix     *rows = tsw_product_matrix(p->left.n_rows, p->n_own,
                                              good ? nnz_of(&product->sizes) : 0, false, &good);
   product->rows = rows;
   good = good && tsw_product_works(tsw_pattern_fill(p, &product->sizes, hypre_CSRMatrixI(rows),
                                                     hypre_CSRMatrixJ(rows), tsw_device_stream()));
   tsw_device_give(p->list[0]);
   tsw_device_give(p->list[1]);
   tsw_device_give(p->counter);
   tsw_device_give(p->stored_at);
   tsw_device_give(p->stored);
   return good && compute_values(product);
}
