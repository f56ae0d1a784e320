/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "kernels/candidate.h"

/* Shared memory of the solving block, for the widest steps. */
static const int64_t onchip_bytes = 220000;

/* Rows a level above which one block is too slow. */
static const int64_t onchip_width = 256;

/* Longest over mean row above which 20 sweeps by onchip instead of strips save its planning. */
static const double uneven = 32.0;

/* onchip needs a cluster of such blocks, bulk copies, and few rows a level. */
static bool supports(const tsw_gpu *gpu, const tsw_tune_shape *s)
{
   const bool even = (double) s->longest_row * (double) s->n_rows <= uneven * (double) s->nnz;
   return tsw_gpu_has_clusters(gpu) && gpu->shared_bytes >= onchip_bytes &&
          s->n_rows <= onchip_width * s->depth && !(s->hurried && even);
}

const tsw_candidate tsw_candidate_cuda_onchip = {
   .name = "onchip",
   .alone = true,
   .supports = supports,
};
