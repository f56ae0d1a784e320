/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Fields of hypre's objects that are made, or may be missing. */
#pragma once

#include "hypre/plug.h"

/** hypre's communication package of a matrix, made if the matrix has none. Collective. */
static inline hypre_ParCSRCommPkg *tsw_comm_pkg(hypre_ParCSRMatrix *matrix)
{
   if (!hypre_ParCSRMatrixCommPkg(matrix))
   {
      hypre_MatvecCommPkgCreate(matrix);
   }
   return hypre_ParCSRMatrixCommPkg(matrix);
}

/** hypre's l1 norms of level k of a hierarchy, or NULL. */
static inline double *tsw_l1_of_hypre(const hypre_ParAMGData *amg, int k)
{
   hypre_Vector **norms = hypre_ParAMGDataL1Norms(amg);
   return norms && norms[k] ? hypre_VectorData(norms[k]) : NULL;
}

/* hypre marks vectors whose values are all zero; hypre 2.26 has no marks. */
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
