/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "hypre/frame.h"

#include "hypre/stand_in.h"

static tsw_frame *top;
static HYPRE_Int  cycle_position;

tsw_frame *tsw_frame_top(void)
{
   return top;
}

void tsw_frame_push(tsw_frame *frame, void *amg, tsw_solver *solver, bool in_setup)
{
   frame->amg = amg;
   frame->solver = solver;
   frame->in_setup = in_setup;
   frame->refused = false;
   frame->in_cycle = false;
   frame->hidden_levels = 0;
   frame->kept = NULL;
   frame->outer = top;
   top = frame;
   if (solver)
   {
      tsw_stand_in_enter(solver, in_setup);
   }
}

void tsw_frame_pop(void)
{
   if (top->solver)
   {
      tsw_stand_in_leave(top->solver, top->in_setup);
   }
   top = top->outer;
}

void tsw_frame_keep(tsw_level *level, hypre_ParVector *f, hypre_ParVector *u)
{
   if (top)
   {
      top->kept = level;
      top->kept_f = f;
      top->kept_u = u;
   }
}

tsw_level *tsw_frame_take(const hypre_ParCSRMatrix *matrix, const hypre_ParVector *f,
                          const hypre_ParVector *u)
{
   tsw_level *level = top ? top->kept : NULL;
   if (level)
   {
      top->kept = NULL;
      level = level->matrix == matrix && top->kept_f == f && top->kept_u == u ? level : NULL;
   }
   return level;
}

HYPRE_Int tsw_frame_cycle_position(void)
{
   return cycle_position;
}

HYPRE_Int tsw_frame_set_cycle_position(HYPRE_Int position)
{
   const HYPRE_Int before = cycle_position;
   cycle_position = position;
   return before;
}
