/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "kernels/cuda/published/level_sets.h"

#include "base/memory_cuda.h"
#include "base/message.h"

trisweep_status tsw_level_by(tsw_level_method method, const tsw_graph *g,
                             const tsw_graph_columns *columns, void *stream, int32_t *level)
{
   static tsw_level_finder *const finders[] = { NULL, tsw_levels_naumov, tsw_levels_kahn,
                                                tsw_levels_kahn_queue };
   if (method == TSW_LEVELS_PULL || g->n_rows == 0)
   {
      return tsw_graph_level(g, stream, level);
   }
   tsw_graph_columns mine = {};
   trisweep_status   status = columns ? TRISWEEP_OK : tsw_graph_transpose(g, stream, NULL, &mine);
   status = status ? status : finders[method](g, columns ? columns : &mine, stream, level);
   tsw_graph_columns_free(NULL, &mine);
   return status;
}

trisweep_status tsw_level_sets_by(tsw_level_method method, const tsw_graph *g,
                                  const tsw_graph_columns *columns, void *stream, tsw_memory *owner,
                                  tsw_graph_levels *levels)
{
   TSW_SCRATCH_DEVICE int32_t *level = NULL;
   int64_t                     n_levels;
   *levels = {};
   TSW_TRY(TSW_ALLOC_DEVICE(NULL, &level, g->n_rows, "levels"));
   TSW_TRY(tsw_level_by(method, g, columns, stream, level));
   TSW_TRY(tsw_graph_levels_count(level, g->n_rows, stream, &n_levels));
   return tsw_graph_levels_sort(g, level, n_levels, stream, owner, levels);
}
