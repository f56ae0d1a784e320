/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Products of matrices in device memory, in the place of hypre's hypre_ParCSRMatMatDevice and
 * hypre_ParCSRTMatMatKTDevice (par_csr_triplemat_device.c). On several ranks hypre's product of a
 * level has some 60 launches and 40 waits, that with a transpose 95 and 65; these have 26 and 2, 60
 * and 20. On one rank they are shorter for long rows only, for which hypre's product has its tables
 * in global memory. Rows of other ranks come by hypre's functions. All ranks use these products, or
 * all use hypre's, also after a failure on a rank. The columns of a row ascend, but for products
 * with rows that are too long, and sums are the same in every run unless a row of B has a column
 * twice.
 */
#pragma once

#include "hypre/plug.h"

/**
 * A B. NULL on all ranks, with a message, if device memory is out, CUDA fails or the product has
 * too many entries on a rank. Collective.
 */
hypre_ParCSRMatrix *tsw_matmat(hypre_ParCSRMatrix *a, hypre_ParCSRMatrix *b);

/** A^T B; keep: store the transposes of the parts of A in A. As tsw_matmat. */
hypre_ParCSRMatrix *tsw_transposed_matmat(hypre_ParCSRMatrix *a, hypre_ParCSRMatrix *b,
                                          HYPRE_Int keep);
