/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Hooks of products of matrices, and the extension, which acts by these hooks only. */
#include "hypre/hooks/hooks.h"

#include "extensions/products/matmat.h"
#include "hypre/extension.h"
#include "hypre/hooks/real.h"

static bool owns_products(void)
{
   const tsw_frame *frame = tsw_frame_top();
   return frame && frame->in_setup && tsw_solver_owns_products(frame->solver) &&
          tsw_extension_of(TSW_EXTENSION_products, frame->solver);
}

/* Is there a product for the setup in progress? Noted for the statistics. */
static bool note(const hypre_ParCSRMatrix *product)
{
   return product && tsw_extension_did(TSW_EXTENSION_products, tsw_frame_top()->solver,
                                       TSW_DEED_matrix_product, true);
}

hypre_ParCSRMatrix *tsw_hook_hypre_ParCSRMatMatDevice(hypre_ParCSRMatrix *a, hypre_ParCSRMatrix *b)
{
   hypre_ParCSRMatrix *c = owns_products() && tsw_matmat_can(a, b) ? tsw_matmat(a, b) : NULL;
   return note(c) ? c : tsw_real.hypre_ParCSRMatMatDevice(a, b);
}

hypre_ParCSRMatrix *tsw_hook_hypre_ParCSRTMatMatKTDevice(hypre_ParCSRMatrix *a,
                                                         hypre_ParCSRMatrix *b, HYPRE_Int keep)
{
   hypre_ParCSRMatrix *c =
      owns_products() && tsw_transposed_matmat_can(a, b) ? tsw_transposed_matmat(a, b, keep) : NULL;
   return note(c) ? c : tsw_real.hypre_ParCSRTMatMatKTDevice(a, b, keep);
}

const tsw_extension tsw_extension_products = { 0 };
