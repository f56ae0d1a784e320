/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "kernels/supports.h"

#include <string.h>

#include "base/unused.h"

/* Shared memory of the solving block of schedule onchip, for the widest steps. */
static const int64_t onchip_bytes = 220000;

/* Rows a level above which one block is too slow. */
static const int64_t onchip_width = 256;

/* Longest over mean row above which 20 sweeps by onchip instead of strips save its planning. */
static const double uneven = 32.0;

/* onchip needs a cluster of such blocks, bulk copies, and few rows a level. */
static bool one_block(const tsw_gpu *gpu, const tsw_tune_shape *s)
{
   const bool even = (double) s->longest_row * (double) s->n_rows <= uneven * (double) s->nnz;
   return tsw_gpu_has_clusters(gpu) && gpu->shared_bytes >= onchip_bytes &&
          s->n_rows <= onchip_width * s->depth && !(s->hurried && even);
}

/* Levels up to which strips gains less than its two additional kernels cost. */
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
