/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What a cycle asks of the device. */
#pragma once

#include "cycle/packed.h"

TRISWEEP_BEGIN_C

/** Prepare the kernel. OK, UNSUPPORTED (not enough shared memory), CUDA. */
trisweep_status tsw_cycle_prepare(const tsw_cycle_packed *packed);

/** Queue one cycle, as trisweep_cycle_run. OK, CUDA. */
trisweep_status tsw_cycle_launch(const tsw_cycle_packed *packed, const char *image, const double *f,
                                 double *u, void *stream);

/** Copy the device arrays of a level of a cycle to the host; last: without p. OK, MEMORY, CUDA. */
trisweep_status tsw_cycle_level_read(const trisweep_cycle_level *level, int last, void *stream,
                                      trisweep_cycle_level *copy);

void tsw_cycle_level_free(trisweep_cycle_level *copy);

/** A device copy of an image. OK, MEMORY, CUDA. */
trisweep_status tsw_cycle_upload(const char *image, int64_t bytes, void *stream, tsw_memory *owner,
                                 char **copy);

void tsw_cycle_unload(tsw_memory *owner, char **copy);

TRISWEEP_END_C
