/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* New values of x, which are their own flags (base/device/order.cuh). */
#pragma once

#include <stdint.h>

#include "base/device/order.cuh"
#include "kernels/cuda/overlap.cuh"

static constexpr int TSW_MOVE = 256; /* threads of a block of tsw_move_values */

/* Move the new values to x, and mark them unknown for the next pass. */
static __global__ void __launch_bounds__(TSW_MOVE)
   tsw_move_values(double *fresh, double *x, int64_t n_rows)
{
   const int64_t i = (int64_t) blockIdx.x * TSW_MOVE + threadIdx.x;
   tsw_wait_for_last();
   if (i < n_rows)
   {
      x[i] = fresh[i];
      fresh[i] = tsw_unknown();
   }
}
