/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "hypre/state/frame.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

#include "hypre/base/notice.h"

enum
{
   DEEPEST = 16 /* calls within calls; hypre's coarse solvers need 6 */
};

/* Threads may use solvers of their own. Few bytes each: see TSW_THREAD_LOCAL. */
static TSW_THREAD_LOCAL tsw_frame *frames; /* DEEPEST */
static TSW_THREAD_LOCAL tsw_frame *top;
static _Thread_local tsw_krylov    krylov; /* the innermost Krylov method */
static TSW_THREAD_LOCAL HYPRE_Int  cycle_position;
static TSW_THREAD_LOCAL int        n_served; /* frames of this thread with a solver of the plug */
static pthread_mutex_t             served;   /* by the thread with such frames */

static pthread_key_t frames_key; /* frees the frames of a thread that ends */

static void create_lock(void)
{
   pthread_mutexattr_t attributes;
   pthread_mutexattr_init(&attributes);
   pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
   pthread_mutex_init(&served, &attributes);
   pthread_mutexattr_destroy(&attributes);
}

static void create_key(void)
{
   pthread_key_create(&frames_key, free);
}

static void create_frames(void)
{
   static pthread_once_t once = PTHREAD_ONCE_INIT;
   pthread_once(&once, create_key);
   frames = calloc(DEEPEST, sizeof *frames);
   if (!frames)
   {
      tsw_abort(true, "rank %d: no memory for the calls in progress", tsw_world_rank());
   }
   pthread_setspecific(frames_key, frames);
}

/* Methods of the plug run in one thread at a time. A thread that has ended runs none. */
static void enter_thread(void)
{
   static pthread_once_t once = PTHREAD_ONCE_INIT;
   if (n_served++ > 0)
   {
      return;
   }
   pthread_once(&once, create_lock);
   const int error = pthread_mutex_trylock(&served);
   if (error == EOWNERDEAD)
   {
      pthread_mutex_consistent(&served);
   }
   else if (error)
   {
      tsw_abort(
         true,
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
      pthread_mutex_unlock(&served);
   }
}

/*
 * Store the plain type of the replacement, if TRISWEEP_REPLACE replaces the type of this field by
 * another type (18=13/14). hypre's setup, which computes norms for the type, and hypre's cycle must
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

/* Note the mark of the calling function. */
static tsw_marked note(tsw_mark *mark)
{
   static TSW_THREAD_LOCAL uint64_t last;
   mark->id = ++last * UINT64_C(0x9e3779b97f4a7c15); /* not a number that a stack has by chance */
   return (tsw_marked){ mark, *mark };
}

/* The function of a dead mark has no variables of its own there: any may be. */
__attribute__((no_sanitize("address"))) static bool is_marked(const tsw_marked *marked)
{
   return marked->mark->id == marked->copy.id;
}

/* Is the marked call of this thread in progress? here: the address of the caller's frame. */
static bool is_alive(const tsw_marked *marked, const void *here)
{
   return marked->mark && (uintptr_t) marked->copy.address > (uintptr_t) here && is_marked(marked);
}

static void restore_object(const tsw_frame *frame)
{
   hypre_ParAMGDataNumLevels((hypre_ParAMGData *) frame->amg) += frame->hidden_levels;
   restore_types(frame->solver, frame->in_setup);
}

void tsw_frame_pop(void)
{
   if (top->solver)
   {
      restore_object(top);
      leave_thread();
   }
   top = top->outer;
}

/* The call of a frame was left. Another thread may have destroyed its solver since. */
static void drop(void)
{
   if (top->solver)
   {
      if (tsw_registry_find(top->amg) == top->solver)
      {
         restore_object(top);
      }
      leave_thread();
   }
   cycle_position = 0;
   top = top->outer;
}

/* Not within a hook, whose own frame would not be above. */
__attribute__((noinline)) tsw_frame *tsw_frame_top(void)
{
   while (top && !is_alive(&top->marked, __builtin_frame_address(0)))
   {
      drop();
   }
   return top;
}

tsw_krylov tsw_krylov_begin(tsw_mark *mark, const void *amg, const void *matrix)
{
   const tsw_krylov before = krylov;
   krylov = (tsw_krylov){ amg, matrix, note(mark) };
   return before;
}

const void *tsw_krylov_end(const tsw_krylov *before)
{
   const void *amg = krylov.amg;
   krylov = *before;
   return amg;
}

__attribute__((noinline)) bool tsw_krylov_adopt(const void *amg, const hypre_ParCSRMatrix *matrix)
{
   const bool adopts = krylov.matrix == matrix && !tsw_registry_find(krylov.amg) &&
                       !tsw_frame_top() && tsw_registry_find(amg) &&
                       is_alive(&krylov.call, __builtin_frame_address(0));
   krylov.amg = adopts ? amg : krylov.amg;
   return adopts;
}

__attribute__((noinline)) const void *tsw_krylov_preconditioner(void)
{
   return is_alive(&krylov.call, __builtin_frame_address(0)) ? krylov.amg : NULL;
}

tsw_solver *tsw_frame_solver(void)
{
   const tsw_frame *frame = tsw_frame_top();
   const void      *amg = frame ? NULL : tsw_krylov_preconditioner();
   tsw_solver      *solver = frame ? frame->solver : amg ? tsw_registry_find(amg) : NULL;
   return solver && tsw_solver_is_active(solver) ? solver : NULL;
}

/* Drop the frames from the outermost one that cannot be around a call of this object. */
static void drop_around(const void *amg, tsw_call call)
{
   const tsw_frame *last = NULL;
   for (const tsw_frame *frame = tsw_frame_top(); frame; frame = frame->outer)
   {
      const bool is_dead =
         frame->amg == amg && !(call == TSW_CALL_CYCLE && frame->call == TSW_CALL_SOLVE);
      last = is_dead ? frame : last;
   }
   for (const tsw_frame *end = last ? last->outer : top; top != end;)
   {
      drop();
   }
}

void tsw_frame_forget(const void *amg)
{
   drop_around(amg, TSW_CALL_SETUP);
}

tsw_frame *tsw_frame_push(tsw_mark *mark, void *amg, tsw_solver *solver, tsw_call call)
{
   if (!frames)
   {
      create_frames();
   }
   drop_around(amg, call);
   while (top && (top == &frames[DEEPEST - 1] ||
                  (uintptr_t) top->marked.copy.address <= (uintptr_t) mark->address))
   {
      drop();
   }
   tsw_frame *frame = top ? top + 1 : frames;
   *frame = (tsw_frame){ .marked = note(mark),
                         .amg = amg,
                         .solver = solver,
                         .call = call,
                         .in_setup = call == TSW_CALL_SETUP,
                         .outer = top };
   top = frame;
   if (solver)
   {
      enter_thread();
      store_temporary_types(solver, frame->in_setup);
   }
   return frame;
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
   tsw_frame *frame = top && top->residual_level ? tsw_frame_top() : NULL;
   tsw_level *level = frame ? frame->residual_level : NULL;
   if (level)
   {
      frame->residual_level = NULL;
      level =
         level->matrix == matrix && frame->residual_f == f && frame->residual_u == u ? level : NULL;
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
