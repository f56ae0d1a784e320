/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* In place of all device code of the plug in a build without CUDA, or for a hypre without CUDA. */
#include "base/absent.h"

#include "hypre/base/device.h"
#include "hypre/run/halo.h"
#include "hypre/run/rounded.h"

TSW_ABSENT("this trisweep was built without CUDA; configure with --with-cuda", const char *,
           tsw_device_obstacle, void)
TSW_ABSENT(NULL, void *, tsw_device_stream, void)
TSW_ABSENT(NULL, void *, tsw_device_side_stream, void)
TSW_ABSENT(NULL, const char *, tsw_device_fork, int *device)
TSW_ABSENT(, void, tsw_device_join, void)
TSW_ABSENT(NULL, const char *, tsw_device_set, int device)

TSW_ABSENT(false, bool, tsw_device_reserve, double **buffer, size_t *size, size_t count)
TSW_ABSENT(false, bool, tsw_device_rhs, tsw_level *level, tsw_columns u, tsw_columns f,
           bool may_change_f, const double **b, HYPRE_Int *stride)
TSW_ABSENT(false, bool, tsw_device_subtract, tsw_level *level, const double *u, double *y)
TSW_ABSENT(false, bool, tsw_device_add_difference, const tsw_level *level, const double *f,
           const double *b, double *y)
TSW_ABSENT(, void, tsw_device_free_buffers, tsw_level *level)

TSW_ABSENT(((tsw_rounded){ NULL, NULL }), tsw_rounded, tsw_rounded_begin, tsw_solver *solver,
           hypre_ParVector **f, hypre_ParVector **u)
TSW_ABSENT(, void, tsw_rounded_end, const tsw_rounded *outer, hypre_ParVector **f,
           hypre_ParVector **u)
