/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* hypre's mark of a vector whose values are all zero; hypre 2.26 has no marks. */
#pragma once

#include "hypre/plug.h"

#if defined(hypre_ParVectorAllZeros)
#define TSW_HYPRE_MARKS_ZEROS 1
#else
#define TSW_HYPRE_MARKS_ZEROS 0
#endif

static inline bool tsw_is_marked_zero(TSW_UNUSED hypre_ParVector *vector)
{
#if TSW_HYPRE_MARKS_ZEROS
   return hypre_ParVectorAllZeros(vector) != 0;
#else
   return false;
#endif
}

static inline void tsw_mark_zero(TSW_UNUSED hypre_ParVector *vector, TSW_UNUSED bool is_zero)
{
#if TSW_HYPRE_MARKS_ZEROS
   hypre_ParVectorAllZeros(vector) = is_zero;
#endif
}

static inline bool tsw_is_one_column(hypre_ParVector *vector)
{
   return hypre_VectorNumVectors(hypre_ParVectorLocalVector(vector)) == 1;
}
