/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "kernels/supports.h"

#include <string.h>

#include "base/unused.h"

/* Shared memory of the solving block, for the widest steps. */
static const int64_t onchip_bytes = 220000;

/* With more rows a level, one block is too slow. */
static const int64_t onchip_width = 256;

/* If planning is not hidden, it does not pay in 20 sweeps, unless long rows delay strips. */
static const double uneven = 32.0;

/* Needs a cluster of such blocks, bulk copies, and few rows a level. */
static bool one_block(const tsw_gpu *gpu, const tsw_tune_shape *s)
{
   const bool even = (double) s->longest_row * (double) s->n_rows <= uneven * (double) s->nnz;
   return tsw_gpu_has_clusters(gpu) && gpu->shared_bytes >= onchip_bytes &&
          s->n_rows <= onchip_width * s->depth && !(s->hurried && even);
}

/* With fewer levels the gain is less than the cost of two more kernels. */
static const int64_t few_levels = 64;

static bool many_levels(TSW_UNUSED const tsw_gpu *gpu, const tsw_tune_shape *s)
{
   return s->depth > few_levels;
}

bool tsw_schedule_supports(const char *name, const tsw_gpu *gpu, const tsw_tune_shape *shape)
{
   static const struct
   {
      const char *name;
      bool (*supports)(const tsw_gpu *, const tsw_tune_shape *);
   } conditions[] = {
#define TSW_ALL_SCHEDULES
#define TSW_SCHEDULE(space, name)
#define TSW_SUPPORTS(name, condition) { #name, condition },
#include "kernels/schedules.def"
#undef TSW_SUPPORTS
#undef TSW_SCHEDULE
#undef TSW_ALL_SCHEDULES
   };
   for (size_t k = 0; k < sizeof conditions / sizeof conditions[0]; k++)
   {
      if (!strcmp(conditions[k].name, name))
      {
         return conditions[k].supports(gpu, shape);
      }
   }
   return true;
}
