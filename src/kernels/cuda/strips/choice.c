/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "base/unused.h"
#include "kernels/candidate.h"

/* Levels up to which strips gains less than its two additional kernels cost. */
static const int64_t few_levels = 64;

static bool supports(TSW_UNUSED const tsw_gpu *gpu, const tsw_tune_shape *s)
{
   return s->depth > few_levels;
}

/* Grids are cut into tiles in place of strips. */
static const char *part(const tsw_tune_shape *s)
{
   return s->grid ? "tiles" : "all";
}

const tsw_candidate tsw_candidate_cuda_strips = {
   .name = "strips",
   .supports = supports,
   .part = part,
};
