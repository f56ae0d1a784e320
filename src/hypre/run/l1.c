/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The convergent l1 norms of relax type 88, as hypre 2.30 and later define them
 * (option 6 of hypre_ParCSRComputeL1Norms): with d = |a_ii| and s the sum of
 * the absolute values of row i that multiply values of other ranks,
 *
 *    l_i = (d + s + sqrt(d^2 + s^2)) / 2,   with the sign of a_ii.
 */
#include "hypre/run/l1.h"

#include <math.h>
#include <stdlib.h>

#include "block/csr.h"
#include "hypre/run/halo.h"

bool tsw_l1_reserve(tsw_level *level)
{
   size_t size = 0;
   if (level->loaded.own_norms != TSW_OWN_NORMS_NONE)
   {
      return level->loaded.own_l1 != NULL;
   }
   level->loaded.own_norms = TSW_OWN_NORMS_RESERVED;
   const bool done =
      tsw_level_reserve(&level->loaded.own_l1, &size, (size_t) level->block.n_rows + 1);
   if (!tsw_halo_agree(level, done, "l1 norms") || !tsw_halo_enlarge(level, 1))
   {
      free(level->loaded.own_l1);
      level->loaded.own_l1 = NULL;
   }
   return level->loaded.own_l1 != NULL;
}

/* Exchange the C/F markers of points as values; received markers go to level->buffers.external. */
static void fetch_markers(tsw_level *level, const HYPRE_Int *cf_marker)
{
   const HYPRE_Int n_rows = (HYPRE_Int) level->block.n_rows;
   double         *marker = level->loaded.own_l1; /* the norms overwrite the markers */
   for (HYPRE_Int i = 0; i < n_rows; i++)
   {
      marker[i] = cf_marker[i];
   }
   const tsw_columns column = { marker, 1, n_rows };
   (void) tsw_halo_exchange(level, column); /* tsw_l1_reserve has allocated the buffers */
}

void tsw_l1_compute(tsw_level *level, const HYPRE_Int *cf_marker)
{
   hypre_CSRMatrix *offd = hypre_ParCSRMatrixOffd(level->matrix);
   const HYPRE_Int *row_ptr = hypre_CSRMatrixI(offd);
   const HYPRE_Int *col_idx = hypre_CSRMatrixJ(offd);
   const double    *val = hypre_CSRMatrixData(offd);
   const HYPRE_Int  n_rows = (HYPRE_Int) level->block.n_rows;
   const bool       coupled = hypre_CSRMatrixNumCols(offd) > 0;
   level->loaded.own_norms = TSW_OWN_NORMS_COMPUTED;
   if (cf_marker && level->n_ranks > 1)
   {
      fetch_markers(level, cf_marker);
   }
   for (HYPRE_Int i = 0; i < n_rows; i++)
   {
      const double diagonal = tsw_csr_diagonal(&level->block, i);
      const double d = fabs(diagonal);
      double       s = 0.0;
      for (HYPRE_Int k = coupled ? row_ptr[i] : 0; coupled && k < row_ptr[i + 1]; k++)
      {
         const bool counts = !cf_marker || level->buffers.external[col_idx[k]] == cf_marker[i];
         s += counts ? fabs(val[k]) : 0.0;
      }
      const double norm = coupled ? 0.5 * (d + s + hypot(d, s)) : d;
      level->loaded.own_l1[i] = diagonal < 0.0 ? -norm : norm;
   }
}

double *tsw_l1_of_hypre(const hypre_ParAMGData *amg, int k)
{
   hypre_Vector **norms = hypre_ParAMGDataL1Norms(amg);
   return norms && norms[k] ? hypre_VectorData(norms[k]) : NULL;
}

/* As in hypre: a marker with C/F relaxation only; the coarsest level has no C and F points. */
HYPRE_Int *tsw_l1_marker(const hypre_ParAMGData *amg, int k)
{
   hypre_IntArray **markers = hypre_ParAMGDataCFMarkerArray(amg);
   if (!hypre_ParAMGDataRelaxOrder(amg) || !markers || k < 0 ||
       k >= hypre_ParAMGDataNumLevels(amg) - 1 || !markers[k])
   {
      return NULL;
   }
   return hypre_IntArrayData(markers[k]);
}
