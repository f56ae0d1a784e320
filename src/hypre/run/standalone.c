/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "hypre/run/standalone.h"

#include "hypre/base/notice.h"
#include "hypre/report/report.h"
#include "hypre/run/attach.h"
#include "hypre/state/context.h"
#include "hypre/state/meet.h"

static tsw_level *levels;
static long       generation = 1;

tsw_level *tsw_standalone_level(hypre_ParCSRMatrix *matrix, bool auto_order)
{
   tsw_level *level = tsw_level_of(matrix, &levels);
   if (level && level->generation == generation)
   {
      return level;
   }
   tsw_meet_barrier_again(hypre_ParCSRMatrixComm(matrix));
   if (!level)
   {
      level = tsw_level_create_on_all(-1, auto_order ? tsw_context_auto_order() : tsw_context(),
                                      hypre_ParCSRMatrixComm(matrix));
      if (!level)
      {
         tsw_raise("trisweep cannot smooth this matrix; see the message of trisweep");
         return NULL;
      }
      tsw_level_list(&levels, level);
   }
   tsw_level_attach(level, matrix, TSW_ATTACH_NOW);
   tsw_level_load(level, NULL);
   level->generation = generation;
   tsw_report_agree(&level, 1, hypre_ParCSRMatrixComm(matrix));
   return level;
}

void tsw_standalone_new_values(void)
{
   generation++;
}

void tsw_standalone_clear(void)
{
   while (levels)
   {
      tsw_report_standalone(levels);
      tsw_level_drop(levels);
   }
}
