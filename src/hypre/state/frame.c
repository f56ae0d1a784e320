/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "hypre/state/frame.h"

#include "hypre/base/notice.h"

/* Threads may use solvers of their own. */
static TSW_THREAD_LOCAL tsw_frame *top;
static TSW_THREAD_LOCAL HYPRE_Int  cycle_position;
static TSW_THREAD_LOCAL int        n_served;  /* frames of this thread with a solver of the plug */
static int                         n_threads; /* threads with such frames */

/* Methods of the plug run in one thread at a time. */
static void enter_thread(void)
{
   if (n_served++ == 0 && __atomic_fetch_add(&n_threads, 1, __ATOMIC_ACQ_REL) > 0)
   {
      tsw_abort(
         "rank %d: two threads smooth with the plug at the same time, which trisweep does not "
         "support; use relax numbers of trisweep in one thread at a time, or hypre's own "
         "types in the others",
         tsw_world_rank());
   }
}

static void leave_thread(void)
{
   if (--n_served == 0)
   {
      __atomic_fetch_sub(&n_threads, 1, __ATOMIC_ACQ_REL);
   }
}

/*
 * Store the plain type of the replacement, if TRISWEEP_REPLACE replaces the type of this field by
 * another type (18=3/4). hypre's setup, which computes norms for the type, and hypre's cycle must
 * read the plain type of the replacement. Outside of both, programs read the user's type.
 */
static void store_temporary(HYPRE_Int *field, tsw_substitution *s)
{
   s->is_stored = s->original != TSW_NOT_REPLACED && *field == s->original;
   *field = s->is_stored ? s->temporary : *field;
}

/* Restore the user's type, unless hypre has stored another type meanwhile. */
static void restore(HYPRE_Int *field, tsw_substitution *s)
{
   *field = s->is_stored && *field == s->temporary ? s->original : *field;
   s->is_stored = false;
}

static HYPRE_Int *field_of(hypre_ParAMGData *amg, int i)
{
   return i == TSW_SINGLE ? &hypre_ParAMGDataUserRelaxType(amg)
                          : &hypre_ParAMGDataGridRelaxType(amg)[i];
}

static void store_temporary_types(tsw_solver *solver, bool in_setup)
{
   hypre_ParAMGData *amg = solver->amg;
   if (solver->n_active_calls++ > 0 || !hypre_ParAMGDataGridRelaxType(amg))
   {
      return;
   }
   /* In the setup a nested solver copies UserRelaxType, and must get the user's type. */
   for (int i = 0; i < (in_setup ? TSW_SINGLE : TSW_N_TYPES); i++)
   {
      /* hypre's setup copies the user's type for the coarsest level. */
      store_temporary(in_setup && i == 3 ? &hypre_ParAMGDataUserCoarseRelaxType(amg)
                                         : field_of(amg, i),
                      &solver->substitutions[i]);
   }
}

static void restore_types(tsw_solver *solver, bool in_setup)
{
   hypre_ParAMGData *amg = solver->amg;
   if (--solver->n_active_calls > 0 || !hypre_ParAMGDataGridRelaxType(amg))
   {
      return;
   }
   if (in_setup)
   {
      tsw_substitution copy = solver->substitutions[3];
      restore(&hypre_ParAMGDataUserCoarseRelaxType(amg), &copy);
   }
   for (int i = 0; i < TSW_N_TYPES; i++)
   {
      restore(field_of(amg, i), &solver->substitutions[i]);
   }
}

tsw_frame *tsw_frame_top(void)
{
   return top;
}

void tsw_frame_push(tsw_frame *frame, void *amg, tsw_solver *solver, bool in_setup)
{
   *frame = (tsw_frame){
      .amg = amg, .solver = solver, .in_setup = in_setup, .left_level = -1, .outer = top
   };
   top = frame;
   if (solver)
   {
      enter_thread();
      store_temporary_types(solver, in_setup);
   }
}

void tsw_frame_pop(void)
{
   if (top->solver)
   {
      restore_types(top->solver, top->in_setup);
      leave_thread();
   }
   top = top->outer;
}

void tsw_frame_set_residual(tsw_level *level, hypre_ParVector *f, hypre_ParVector *u)
{
   if (top)
   {
      top->residual_level = level;
      top->residual_f = f;
      top->residual_u = u;
   }
}

tsw_level *tsw_frame_take_residual(const hypre_ParCSRMatrix *matrix, const hypre_ParVector *f,
                                   const hypre_ParVector *u)
{
   tsw_level *level = top ? top->residual_level : NULL;
   if (level)
   {
      top->residual_level = NULL;
      level =
         level->matrix == matrix && top->residual_f == f && top->residual_u == u ? level : NULL;
   }
   return level;
}

/* hypre's cycle computes the residual of a level when it leaves the level for the next. */
void tsw_frame_leave_level(const hypre_ParCSRMatrix *matrix)
{
   if (!top || !top->solver || !top->in_cycle || !hypre_ParAMGDataGridRelaxPoints(top->solver->amg))
   {
      return;
   }
   for (int k = 0; k < top->solver->n_levels; k++)
   {
      if (hypre_ParAMGDataAArray(top->solver->amg)[k] == matrix)
      {
         top->left_level = k;
      }
   }
}

HYPRE_Int tsw_frame_position_on(const tsw_frame *frame, int k)
{
   if (cycle_position > 0 || !frame->in_cycle || k < 0 ||
       !hypre_ParAMGDataGridRelaxPoints(frame->solver->amg))
   {
      return cycle_position;
   }
   return k == hypre_ParAMGDataNumLevels(frame->solver->amg) - 1 ? 3
          : k <= frame->left_level                               ? 2
                                                                 : 1;
}

HYPRE_Int tsw_frame_set_cycle_position(HYPRE_Int position)
{
   const HYPRE_Int before = cycle_position;
   cycle_position = position;
   return before;
}
