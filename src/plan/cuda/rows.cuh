/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What the cost model asks of one row. */
#ifndef TSW_PLAN_CUDA_ROWS_CUH
#define TSW_PLAN_CUDA_ROWS_CUH

#include "block/packed.h"

struct tsw_row_look
{
   int  length;  /* its entries, but for the diagonal */
   bool crosses; /* does it need a row of an earlier strip? */
};

/* Of a block in natural order. */
static __device__ __forceinline__ tsw_row_look
tsw_look_at_row(const tsw_triangle &lower, const tsw_triangle &upper, int64_t i, int64_t strip_rows)
{
   const int32_t begin = lower.row_ptr[i];
   const int32_t end = lower.row_ptr[i + 1];
   /* columns ascend */
   return { end - begin + upper.row_ptr[i + 1] - upper.row_ptr[i],
            begin < end && lower.col_idx[begin] / strip_rows != i / strip_rows };
}

#endif
