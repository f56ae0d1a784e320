/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Which level, and by which method, does a call of hypre's relax function mean? */
#include "hypre/base/device.h"
#include "hypre/base/notice.h"
#include "hypre/run/hierarchy.h"
#include "hypre/run/relax.h"
#include "hypre/run/setup.h"
#include "hypre/run/standalone.h"
#include "hypre/state/agree.h"
#include "hypre/state/choice.h"
#include "hypre/state/context.h"
#include "hypre/state/frame.h"
#include "hypre/state/replace.h"

/*
 * Print the refusal once for each number, not in every sweep; once for all numbers from 3000 on.
 * hypre prints nothing.
 */
static void refuse_number(HYPRE_Int number)
{
   static bool     printed[2001];
   const HYPRE_Int slot = number < 3000 ? number - 1000 : 2000;
   hypre_error(HYPRE_ERROR_GENERIC);
   if (!printed[slot])
   {
      printed[slot] = true;
      tsw_number_refuse(number);
   }
}

static int position_of(const hypre_ParAMGData *amg, const hypre_ParCSRMatrix *matrix)
{
   hypre_ParCSRMatrix **matrices = hypre_ParAMGDataAArray(amg);
   for (int k = 0; matrices && k < hypre_ParAMGDataNumLevels(amg); k++)
   {
      if (matrices[k] == matrix)
      {
         return k;
      }
   }
   return -1;
}

/* Is this the user's number for the only level of a solver, which the setup refused? */
static bool is_refused_single(const tsw_frame *frame, HYPRE_Int number)
{
   const hypre_ParAMGData *amg = frame->amg;
   return !frame->solver && !frame->in_setup && hypre_ParAMGDataNumLevels(amg) == 1 &&
          hypre_ParAMGDataUserRelaxType(amg) == number;
}

static void describe_caller(const tsw_frame *frame, tsw_relax_call *call)
{
   call->in_setup = frame && frame->in_setup;
   call->in_cycle = frame && !frame->in_setup;
   call->going_down = frame && frame->in_cycle && tsw_frame_cycle_position() == 1;
}

/*
 * The level of a matrix in the active solver. A solve may pass another matrix for level 0 than the
 * setup: that matrix becomes an extra level.
 */
static tsw_level *level_in_solver(const tsw_frame *frame, hypre_ParCSRMatrix *matrix)
{
   tsw_solver             *solver = frame->solver;
   const hypre_ParAMGData *amg = solver->amg;
   if (frame->in_setup)
   {
      tsw_setup_poll();
   }
   tsw_level *level = tsw_solver_find_level(solver, matrix);
   if (!level && hypre_ParAMGDataAArray(amg) && hypre_ParAMGDataAArray(amg)[0] == matrix)
   {
      level = tsw_solver_add_extra_level(solver, matrix);
   }
   return level;
}

/* The level of a matrix outside of BoomerAMG; NULL, after a message, if it cannot be smoothed. */
static tsw_level *standalone_level(hypre_ParCSRMatrix *matrix, HYPRE_Int number, HYPRE_Int type)
{
   static bool printed = false;
   const bool  agreed = tsw_agree_environment(hypre_ParCSRMatrixComm(matrix), true);
   const char *obstacle = agreed && tsw_context() ? tsw_space_obstacle(matrix) : NULL;
   if (agreed && tsw_context() && !obstacle)
   {
      return tsw_standalone_level(matrix, tsw_type_has_auto_order(type));
   }
   tsw_raise("trisweep cannot smooth this matrix; see the message of trisweep");
   if (!printed && obstacle)
   {
      tsw_refuse("relax number %d: the matrix is in device memory, and %s; or use hypre's own "
                 "types",
                 (int) number, obstacle);
   }
   else if (!printed && agreed)
   {
      tsw_notice_once("relax number %d: %s; hypre's own smoother is in use", (int) number,
                      tsw_context_obstacle());
   }
   printed = printed || agreed;
   return NULL;
}

/* The type that replaces a plain type outside of BoomerAMG, or 0. Collective. */
static HYPRE_Int replaced_by(hypre_ParCSRMatrix *matrix, HYPRE_Int number)
{
   const HYPRE_Int   type = tsw_replace_by(number, TSW_LEG_NONE);
   const tsw_method *method = tsw_method_find(type);
   const bool fits = method && (type == number || !method->l1) && !tsw_space_obstacle(matrix);
   if (number < 0 || number >= TSW_MOST_TYPES)
   {
      return 0;
   }
   return tsw_agree_environment(hypre_ParCSRMatrixComm(matrix), fits) && fits ? type : 0;
}

/* The type of trisweep that performs a plain type, or 0. Collective. */
static HYPRE_Int type_for(const tsw_frame *frame, hypre_ParCSRMatrix *matrix, HYPRE_Int plain)
{
   if (!frame)
   {
      return replaced_by(matrix, plain);
   }
   return frame->solver ? tsw_choice_method(frame, position_of(frame->solver->amg, matrix), plain)
                        : 0;
}

tsw_level *tsw_find_level(const tsw_frame *frame, hypre_ParCSRMatrix *matrix, HYPRE_Int *number,
                          const tsw_method **method, tsw_relax_call *call)
{
   tsw_level      *level = NULL;
   const HYPRE_Int own = tsw_number_type(*number);
   *method = NULL;
   if (!own && !tsw_number_is_plain(*number))
   {
      refuse_number(*number);
      return NULL;
   }
   describe_caller(frame, call);
   const HYPRE_Int type = own ? own : type_for(frame, matrix, *number);
   if (type && frame && frame->solver)
   {
      level = level_in_solver(frame, matrix);
   }
   if (!level && type && (!frame || (own && !is_refused_single(frame, *number))))
   {
      call->in_cycle = false;
      level = standalone_level(matrix, *number, type);
   }
   if (!level || level->failure.extent == TSW_LEVEL_LEFT_TO_HYPRE)
   {
      *number =
         own ? tsw_number_plain(call->l1_norms ? own : tsw_type_without_norms(own)) : *number;
      return NULL;
   }
   *method = tsw_method_find(type);
   return level;
}
