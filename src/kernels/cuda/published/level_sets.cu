/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "kernels/cuda/published/level_sets.h"

#include "base/memory_cuda.h"
#include "base/message.h"

static trisweep_status find(tsw_level_finder *finder, const tsw_graph *g,
                            const tsw_graph_columns *columns, void *stream, tsw_memory *owner,
                            tsw_graph_levels *levels)
{
   TSW_SCRATCH_DEVICE int32_t *level = NULL;
   TSW_TRY(TSW_ALLOC_DEVICE(NULL, &level, g->n_rows, "levels"));
   TSW_TRY(g->n_rows > 0 ? finder(g, columns, stream, level) : TRISWEEP_OK);
   return tsw_graph_levels_sort(g, level, stream, owner, levels);
}

trisweep_status tsw_level_sets_by(tsw_level_method method, const tsw_graph *g,
                                  const tsw_graph_columns *columns, void *stream, tsw_memory *owner,
                                  tsw_graph_levels *levels)
{
   static tsw_level_finder *const finders[] = { NULL, tsw_levels_naumov, tsw_levels_kahn,
                                                tsw_levels_kahn_queue };
   tsw_graph_columns              mine = {};
   trisweep_status                status = TRISWEEP_OK;
   *levels = {};
   if (method == TSW_LEVELS_PULL)
   {
      return tsw_graph_levels_find(g, stream, owner, levels);
   }
   if (!columns)
   {
      status = tsw_graph_transpose(g, stream, NULL, &mine);
      columns = &mine;
   }
   status = status ? status : find(finders[method], g, columns, stream, owner, levels);
   tsw_graph_columns_free(NULL, &mine);
   return status;
}
