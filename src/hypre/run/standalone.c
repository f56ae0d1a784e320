/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "hypre/run/standalone.h"

#include "hypre/base/notice.h"
#include "hypre/report/report.h"
#include "hypre/run/attach.h"
#include "hypre/state/context.h"
#include "hypre/state/meet.h"
#include "hypre/state/numbers.h"

static tsw_level *levels;
static long       generation = 1;
static bool       has_own_types;

/* AMS and ADS mean other smoothers by 3 and 4, and need symmetric ones within CG. */
static void print_one_direction(hypre_ParCSRMatrix *matrix, HYPRE_Int number)
{
   static bool     printed = false;
   const HYPRE_Int type = number % 1000;
   if (number >= 1000 && has_own_types && !printed &&
       (type == 3 || type == 4 || type == 13 || type == 14) && tsw_prints_for_matrix(matrix))
   {
      printed = true;
      tsw_notice("AMS or ADS with relax number %d: sweeps in one direction, by BoomerAMG's relax "
                 "type %d, not by type %d of AMS; within CG, which needs a symmetric smoother, use "
                 "1006 (AMS swaps the weights: its relax weight is the outer weight of 1006)",
                 (int) number, (int) type, (int) type);
   }
}

tsw_level *tsw_standalone_level(hypre_ParCSRMatrix *matrix, HYPRE_Int number, bool auto_order)
{
   print_one_direction(matrix, number);
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

void tsw_standalone_note_types(bool own_types)
{
   has_own_types = own_types;
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
