/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Hooks of products of matrices, and the extension, which acts by these hooks only. */
#include "hypre/hooks/hooks.h"

#include "extensions/offers.h"
#include "extensions/products/matmat.h"
#include "hypre/base/notice.h"
#include "hypre/hooks/real.h"

enum
{
   MOST_WORDS = 1 << 24, /* of a set of columns: 128 MB with the sums */
   LONG_ROW = 192,       /* entries, see is_long; measured (doc/performance.md) */
   HYPRE_SLOTS = 256     /* see has_many_terms */
};

static bool owns_products(void)
{
   const tsw_frame *frame = tsw_frame_top();
   return frame && frame->in_setup && tsw_solver_owns_products(frame->solver) &&
          tsw_extension_of(TSW_EXTENSION_products, frame->solver);
}

static bool has_values(const hypre_ParCSRMatrix *a)
{
   const hypre_CSRMatrix *diag = hypre_ParCSRMatrixDiag(a), *offd = hypre_ParCSRMatrixOffd(a);
   return (hypre_CSRMatrixData(diag) || hypre_CSRMatrixNumNonzeros(diag) == 0) &&
          (hypre_CSRMatrixData(offd) || hypre_CSRMatrixNumNonzeros(offd) == 0) &&
          !hypre_CSRMatrixPatternOnly(diag) && !hypre_CSRMatrixPatternOnly(offd);
}

/*
 * Is a row of the product long, by estimate? A row of A P has at most about as many entries as one
 * of A, a row of P^T (A P) up to 2.6 times as many as one of A P. Near 256 entries, rows overflow
 * the table that hypre's product has for a row in shared memory.
 */
static bool is_long(const hypre_CSRMatrix *left, HYPRE_Int n_rows, const hypre_CSRMatrix *right)
{
   return hypre_CSRMatrixNumNonzeros(left) > LONG_ROW * (double) n_rows ||
          2.6 * hypre_CSRMatrixNumNonzeros(right) >
             LONG_ROW * (double) hypre_CSRMatrixNumRows(right);
}

/* Can the plug compute A B, or A^T B, and on one rank: does the rule want it? Collective. */
static bool can(const hypre_ParCSRMatrix *a, const hypre_ParCSRMatrix *b, bool transposed,
                bool (*rule)(const hypre_CSRMatrix *, HYPRE_Int, const hypre_CSRMatrix *))
{
   const hypre_CSRMatrix *left = hypre_ParCSRMatrixDiag(a), *right = hypre_ParCSRMatrixDiag(b);
   const HYPRE_Int        sizes[] = { hypre_CSRMatrixNumRows(left), hypre_CSRMatrixNumCols(left) };
   const HYPRE_BigInt     inner =
      transposed ? hypre_ParCSRMatrixGlobalNumRows(a) : hypre_ParCSRMatrixGlobalNumCols(a);
   return inner == hypre_ParCSRMatrixGlobalNumRows(b) &&
          hypre_ParCSRMatrixGlobalNumCols(b) / 32 < MOST_WORDS &&
          (tsw_ranks_of(hypre_ParCSRMatrixComm(a)) > 1 ||
           rule(left, sizes[transposed ? 1 : 0], right)) &&
          tsw_all_ranks(hypre_ParCSRMatrixComm(a),
                        sizes[transposed ? 0 : 1] == hypre_CSRMatrixNumRows(right) &&
                           has_values(a) && has_values(b));
}

/* Is there a product for the setup in progress? Noted for the statistics. */
static bool note(const hypre_ParCSRMatrix *product)
{
   return product && tsw_extension_did(TSW_EXTENSION_products, tsw_frame_top()->solver,
                                       TSW_DEED_matrix_product, true);
}

hypre_ParCSRMatrix *tsw_hook_hypre_ParCSRMatMatDevice(hypre_ParCSRMatrix *a, hypre_ParCSRMatrix *b)
{
   hypre_ParCSRMatrix *c = owns_products() && can(a, b, false, is_long) ? tsw_matmat(a, b) : NULL;
   return note(c) ? c : tsw_real.hypre_ParCSRMatMatDevice(a, b);
}

hypre_ParCSRMatrix *tsw_hook_hypre_ParCSRTMatMatKTDevice(hypre_ParCSRMatrix *a,
                                                         hypre_ParCSRMatrix *b, HYPRE_Int keep)
{
   hypre_ParCSRMatrix *c =
      owns_products() && can(a, b, true, is_long) ? tsw_transposed_matmat(a, b, keep) : NULL;
   return note(c) ? c : tsw_real.hypre_ParCSRTMatMatKTDevice(a, b, keep);
}

#if HYPRE_RELEASE_NUMBER >= 30000
/*
 * The rule of R^T A P in one call: has a row of the product more terms, in the mean, than hypre's
 * product has slots for a row? Elasticity has, with rows of A P that are not long.
 */
static bool has_many_terms(const hypre_CSRMatrix *left, HYPRE_Int n_rows,
                           const hypre_CSRMatrix *right)
{
   return (double) hypre_CSRMatrixNumNonzeros(left) * hypre_CSRMatrixNumNonzeros(right) >
          HYPRE_SLOTS * (double) n_rows * hypre_CSRMatrixNumRows(right);
}

/* R^T A P in one call, hypre's default, by two products. A coarse matrix has all its diagonal. */
hypre_ParCSRMatrix *tsw_hook_hypre_ParCSRMatrixRAPKTDevice(hypre_ParCSRMatrix *r,
                                                           hypre_ParCSRMatrix *a,
                                                           hypre_ParCSRMatrix *p, HYPRE_Int keep,
                                                           HYPRE_Int has_diagonal)
{
   hypre_ParCSRMatrix *ap =
      owns_products() && can(a, p, false, has_many_terms) ? tsw_matmat(a, p) : NULL;
   hypre_ParCSRMatrix *c =
      ap && can(r, ap, true, has_many_terms) ? tsw_transposed_matmat(r, ap, keep) : NULL;
   ap ? (void) hypre_ParCSRMatrixDestroy(ap) : (void) 0;
   if (c && has_diagonal &&
       !tsw_all_ranks(hypre_ParCSRMatrixComm(a),
                      !hypre_CSRMatrixCheckForMissingDiagonal(hypre_ParCSRMatrixDiag(c))))
   {
      hypre_ParCSRMatrixDestroy(c);
      c = NULL;
   }
   return note(c) ? c : tsw_real.hypre_ParCSRMatrixRAPKTDevice(r, a, p, keep, has_diagonal);
}
#endif

/* The program's choice of hypre's products, which hypre does not tell: the vendor's by default. */
#if defined(HYPRE_USING_CUSPARSE)
static HYPRE_Int vendor = 1;
#else
static HYPRE_Int vendor = 0;
#endif

HYPRE_Int tsw_hook_HYPRE_SetSpGemmUseVendor(HYPRE_Int use_vendor)
{
   vendor = use_vendor;
   return tsw_real.HYPRE_SetSpGemmUseVendor(use_vendor);
}

/* hypre's own kernels take less time in setups than the vendor's. */
hypre_CSRMatrix *tsw_hook_hypre_CSRMatrixMultiplyDevice(hypre_CSRMatrix *a, hypre_CSRMatrix *b)
{
   if (!vendor || !owns_products())
   {
      return tsw_real.hypre_CSRMatrixMultiplyDevice(a, b);
   }
   tsw_real.HYPRE_SetSpGemmUseVendor(0);
   hypre_CSRMatrix *c = tsw_real.hypre_CSRMatrixMultiplyDevice(a, b);
   tsw_real.HYPRE_SetSpGemmUseVendor(vendor);
   return c;
}

const tsw_extension tsw_extension_products = { 0 };
