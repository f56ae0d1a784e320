/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Hooks of products with vectors and of matrices, inner products and exchanges of values. */
#include "hypre/hooks/hooks.h"

#include "extensions/cycle/vcycle.h"
#include "extensions/exchange/channel.h"
#include "extensions/products/matmat.h"
#include "hypre/hooks/real.h"
#include "hypre/run/relax.h"
#include "hypre/state/frame.h"

HYPRE_Int tsw_hook_hypre_ParCSRMatrixMatvecOutOfPlace(HYPRE_Complex       alpha,
                                                      hypre_ParCSRMatrix *matrix,
                                                      hypre_ParVector *u, HYPRE_Complex beta,
                                                      hypre_ParVector *f, hypre_ParVector *y)
{
   tsw_level *level = tsw_frame_take_residual(matrix, f, u);
   tsw_frame_leave_level(matrix);
   if (!level || alpha != -1.0 || beta != 1.0 || y == f || y == u)
   {
      return tsw_vcycle_product(alpha, matrix, u, beta, f, y)
                ? 0
                : tsw_real.hypre_ParCSRMatrixMatvecOutOfPlace(alpha, matrix, u, beta, f, y);
   }
   tsw_relax_residual(level, f, u, y);
   return 0;
}

HYPRE_Real tsw_hook_hypre_ParVectorInnerProd(hypre_ParVector *x, hypre_ParVector *y)
{
   double product;
   return tsw_vcycle_inner_product(x, y, &product) ? product
                                                   : tsw_real.hypre_ParVectorInnerProd(x, y);
}

#if TSW_ANSWERS_EXCHANGES
hypre_ParCSRCommHandle *tsw_hook_hypre_ParCSRCommHandleCreate_v2(
   HYPRE_Int job, hypre_ParCSRCommPkg *pkg, HYPRE_MemoryLocation send_location, void *send,
   HYPRE_MemoryLocation receive_location, void *receive)
{
   hypre_ParCSRCommHandle *handle =
      tsw_channel_begin(job, pkg, send_location, send, receive_location, receive);
   return handle ? handle
                 : tsw_real.hypre_ParCSRCommHandleCreate_v2(job, pkg, send_location, send,
                                                            receive_location, receive);
}

HYPRE_Int tsw_hook_hypre_ParCSRCommHandleDestroy(hypre_ParCSRCommHandle *handle)
{
   return handle && tsw_channel_end(handle) ? 0 : tsw_real.hypre_ParCSRCommHandleDestroy(handle);
}

static bool owns_products(void)
{
   const tsw_frame *frame = tsw_frame_top();
   return frame && frame->in_setup && tsw_solver_owns_products(frame->solver);
}

hypre_ParCSRMatrix *tsw_hook_hypre_ParCSRMatMatDevice(hypre_ParCSRMatrix *a, hypre_ParCSRMatrix *b)
{
   return owns_products() && tsw_matmat_can(a, b) ? tsw_matmat(a, b)
                                                  : tsw_real.hypre_ParCSRMatMatDevice(a, b);
}

hypre_ParCSRMatrix *tsw_hook_hypre_ParCSRTMatMatKTDevice(hypre_ParCSRMatrix *a,
                                                         hypre_ParCSRMatrix *b, HYPRE_Int keep)
{
   return owns_products() && tsw_transposed_matmat_can(a, b)
             ? tsw_transposed_matmat(a, b, keep)
             : tsw_real.hypre_ParCSRTMatMatKTDevice(a, b, keep);
}
#endif
