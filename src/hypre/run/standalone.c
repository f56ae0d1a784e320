/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "hypre/run/standalone.h"

#include "hypre/base/notice.h"
#include "hypre/report/report.h"
#include "hypre/run/attach.h"
#include "hypre/state/context.h"
#include "hypre/state/meet.h"

static tsw_level *levels;
static long       generation = 1;

/* Analyse and load the level again; reduce failures over all ranks. Collective. */
static void refresh(tsw_level *level, hypre_ParCSRMatrix *matrix)
{
   tsw_level_attach(level, matrix, TSW_ATTACH_NOW);
   tsw_level_load(level, NULL);
   level->generation = generation;
   tsw_report_agree(&level, 1, hypre_ParCSRMatrixComm(matrix));
}

tsw_level *tsw_standalone_level(hypre_ParCSRMatrix *matrix, bool auto_order)
{
   tsw_level *level = *tsw_level_link(&levels, matrix);
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
      level->next = levels;
      levels = level;
   }
   refresh(level, matrix);
   return level;
}

void tsw_standalone_new_values(void)
{
   generation++;
}

static void destroy(tsw_level **link)
{
   tsw_report_standalone(*link);
   tsw_level_drop(link);
}

void tsw_standalone_forget(const hypre_ParCSRMatrix *matrix)
{
   tsw_level **link = tsw_level_link(&levels, matrix);
   if (*link)
   {
      destroy(link);
   }
}

void tsw_standalone_clear(void)
{
   while (levels)
   {
      destroy(&levels);
   }
}
