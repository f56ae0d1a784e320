/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* In place of all device code of the plug in a build without CUDA, or for a hypre without CUDA. */
#include "base/absent.h"

#include <math.h>

#include "extensions/cycle/vcycle.h"
#include "extensions/exchange/ranks.h"
#include "extensions/resetup/values_device.h"
#include "hypre/base/device.h"
#include "hypre/run/halo.h"

TSW_ABSENT("this trisweep was built without CUDA; configure with --with-cuda", const char *,
           tsw_device_obstacle, void)
TSW_ABSENT(NULL, void *, tsw_device_stream, void)
TSW_ABSENT(NULL, void *, tsw_device_side_stream, void)
TSW_ABSENT(NULL, const char *, tsw_device_fork, int *device)
TSW_ABSENT(, void, tsw_device_join, void)
TSW_ABSENT(NULL, const char *, tsw_device_set, int device)
TSW_ABSENT(false, bool, tsw_device_find_regular_row, const tsw_row_parts *a)
TSW_ABSENT(INFINITY, double, tsw_device_largest, const tsw_row_parts *a)
TSW_ABSENT(0, int, tsw_device_clear_negligible_rows, const tsw_row_parts *a, double negligible,
           double *val, double *norms)
TSW_ABSENT(NULL, void *, tsw_device_event_record, void *stream)
TSW_ABSENT(false, bool, tsw_device_event_seconds, void *origin, void *event, double *seconds)
TSW_ABSENT(, void, tsw_device_event_free, void **event)
TSW_ABSENT(0.0, double, tsw_device_free_bytes, void)

TSW_ABSENT(false, bool, tsw_values_begin_device, void)
TSW_ABSENT(false, bool, tsw_values_inspect_device, hypre_CSRMatrix *a, bool square, int seed)
TSW_ABSENT(false, bool, tsw_values_copy_device, hypre_CSRMatrix *from, hypre_CSRMatrix *to,
           bool square)
TSW_ABSENT(false, bool, tsw_values_galerkin_device, hypre_ParCSRMatrix *a, hypre_ParCSRMatrix *p,
           hypre_ParCSRMatrix *c, tsw_values_ap *kept, bool *computed)
TSW_ABSENT(, void, tsw_values_forget_device, tsw_values_ap *kept)
TSW_ABSENT((*pattern = *bits = 0, false), bool, tsw_values_end_device, uint64_t *pattern,
           unsigned *bits)

TSW_ABSENT(false, bool, tsw_device_rhs, tsw_level *level, tsw_columns u, tsw_columns f,
           bool may_change_f, const double **b, HYPRE_Int *stride)
TSW_ABSENT(false, bool, tsw_device_subtract, tsw_level *level, const double *u, double *y)
TSW_ABSENT(false, bool, tsw_device_add_difference, const tsw_level *level, const double *f,
           const double *b, double *y)
TSW_ABSENT(, void, tsw_device_free_buffers, tsw_level *level)

TSW_ABSENT(, void, tsw_ranks_open, const tsw_solver *solver, hypre_ParCSRMatrix *matrix)
TSW_ABSENT(true, bool, tsw_ranks_check, tsw_solver *solver)
TSW_ABSENT(, void, tsw_ranks_setup, tsw_solver *solver, hypre_ParCSRMatrix *matrix)
TSW_ABSENT(, void, tsw_ranks_drop, tsw_solver *solver)

TSW_ABSENT(false, bool, tsw_vcycle, tsw_frame *frame, hypre_ParVector **f, hypre_ParVector **u)
TSW_ABSENT(, void, tsw_vcycle_drop, tsw_solver *solver)
TSW_ABSENT(false, bool, tsw_vcycle_product, double alpha, hypre_ParCSRMatrix *matrix,
           hypre_ParVector *x, double beta, hypre_ParVector *b, hypre_ParVector *y)
TSW_ABSENT(false, bool, tsw_vcycle_inner_product, hypre_ParVector *x, hypre_ParVector *y,
           double *product)
TSW_ABSENT(((tsw_rounded){ NULL, NULL }), tsw_rounded, tsw_rounded_begin, tsw_solver *solver,
           hypre_ParVector **f, hypre_ParVector **u, tsw_product *product)
TSW_ABSENT(, void, tsw_rounded_end, const tsw_rounded *outer, hypre_ParVector **f,
           hypre_ParVector **u)
