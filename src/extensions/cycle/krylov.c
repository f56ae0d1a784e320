/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Products and inner products of the Krylov method around the plug's V-cycles. */
#include "extensions/cycle/vcycle.h"
#include "extensions/exchange/link.h"
#include "extensions/exchange/ranks.h"
#include "hypre/base/device.h"
#include "hypre/base/notice.h"

/* May the plug perform products and inner products on the finest level? The same on all ranks. */
static bool runs_krylov(const tsw_solver *s)
{
   return s->ranks ? tsw_ranks_have_cycle(s) : s->vcycle && s->levels[0]->n_ranks == 1;
}

bool tsw_vcycle_product(double alpha, hypre_ParCSRMatrix *matrix, hypre_ParVector *x, double beta,
                        hypre_ParVector *b, hypre_ParVector *y)
{
   for (const tsw_solver *s = tsw_registry_first(); s; s = s->next)
   {
      if (s->n_levels > 0 && s->levels[0] && s->levels[0]->matrix == matrix && runs_krylov(s))
      {
         const tsw_link *link = s->levels[0]->link;
         return x != y && tsw_is_one_column(x) && tsw_is_one_column(y) &&
                tsw_device_multiply(hypre_ParCSRMatrixDiag(matrix), alpha, tsw_data_of(x), beta,
                                    tsw_data_of(b), tsw_data_of(y)) &&
                (!link || tsw_link_multiply(link, alpha, tsw_data_of(x), tsw_data_of(y)));
      }
   }
   return false;
}

static bool is_on_device(hypre_ParVector *vector)
{
   return tsw_is_one_column(vector) && hypre_ParVectorMemoryLocation(vector) == HYPRE_MEMORY_DEVICE;
}

/* The decision is the same on all ranks: it depends on global sizes and on the communicator. */
static bool inner_product_of_ranks(tsw_solver *s, hypre_ParVector *x, hypre_ParVector *y,
                                   double *product)
{
   const HYPRE_Int n = hypre_VectorSize(hypre_ParVectorLocalVector(x));
   return is_on_device(x) && is_on_device(y) &&
          hypre_ParVectorGlobalSize(x) == hypre_ParVectorGlobalSize(y) &&
          tsw_ranks_inner_product(s, tsw_data_of(x), tsw_data_of(y), n, product);
}

bool tsw_vcycle_inner_product(hypre_ParVector *x, hypre_ParVector *y, double *product)
{
   const HYPRE_Int n = hypre_VectorSize(hypre_ParVectorLocalVector(x));
   for (tsw_solver *s = tsw_registry_first(); s; s = s->next)
   {
      if (s->ranks && tsw_ranks_have_cycle(s) && s->levels[0]->matrix &&
          hypre_ParVectorComm(x) == hypre_ParCSRMatrixComm(s->levels[0]->matrix) &&
          hypre_ParVectorGlobalSize(x) == hypre_ParCSRMatrixGlobalNumRows(s->levels[0]->matrix))
      {
         return inner_product_of_ranks(s, x, y, product);
      }
      if (!s->ranks && s->vcycle && s->n_levels > 0 && s->levels[0] &&
          s->levels[0]->block.n_rows == n && n > 0)
      {
         return tsw_ranks_of(hypre_ParVectorComm(x)) == 1 && is_on_device(x) && is_on_device(y) &&
                hypre_VectorSize(hypre_ParVectorLocalVector(y)) == n &&
                tsw_device_inner_product(tsw_data_of(x), tsw_data_of(y), n, product);
      }
   }
   return false;
}
