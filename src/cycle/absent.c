/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* In place of all device code of libtrisweep in a build without CUDA. */
#include "base/absent.h"

#include "base/message.h"
#include "cycle/cycle.h"
#include "space/space.h"

static trisweep_status unsupported(void)
{
   return TSW_ERROR(UNSUPPORTED, "this library was built without CUDA; configure it with "
                                 "--with-cuda=DIR to use devices");
}

const tsw_space tsw_space_cuda = { 0 };

TSW_ABSENT(unsupported(), trisweep_status, tsw_space_query_cuda, int *n_devices, char *description,
           size_t size)

TSW_ABSENT((*cycle = NULL, unsupported()), trisweep_status, tsw_cycle_create,
           const tsw_cycle_input *levels, int n_levels, const tsw_cycle_sweeps *sweeps,
           void *stream, tsw_cycle **cycle)
TSW_ABSENT(unsupported(), trisweep_status, tsw_cycle_run, tsw_cycle *cycle, const double *f,
           double *u, void *stream)
TSW_ABSENT("natural", const char *, tsw_cycle_ordering, const tsw_cycle *cycle, int level)
TSW_ABSENT(0, int64_t, tsw_cycle_bytes, const tsw_cycle *cycle)
TSW_ABSENT(, void, tsw_cycle_destroy, tsw_cycle **cycle)
