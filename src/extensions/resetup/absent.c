/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* In place of the device code of this extension in a build without CUDA. */
#include "base/absent.h"

#include "extensions/resetup/values_device.h"

TSW_ABSENT(false, bool, tsw_values_begin_device, void)
TSW_ABSENT(false, bool, tsw_values_inspect_device, hypre_CSRMatrix *a, bool square, int seed)
TSW_ABSENT(false, bool, tsw_values_inspect_numbers_device, const HYPRE_Int *numbers, HYPRE_Int n)
TSW_ABSENT(false, bool, tsw_values_copy_device, hypre_CSRMatrix *from, hypre_CSRMatrix *to,
           bool square)
TSW_ABSENT(false, bool, tsw_values_galerkin_device, hypre_ParCSRMatrix *a, hypre_ParCSRMatrix *p,
           hypre_ParCSRMatrix *c, tsw_values_ap *kept, bool *computed)
TSW_ABSENT(, void, tsw_values_forget_device, tsw_values_ap *kept)
TSW_ABSENT((*pattern = *bits = 0, false), bool, tsw_values_end_device, uint64_t *pattern,
           unsigned *bits)
TSW_ABSENT(0.0, double, tsw_values_free_bytes, void)
