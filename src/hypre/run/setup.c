/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "hypre/run/setup.h"

#include <string.h>

#include "hypre/base/device.h"
#include "hypre/base/fields.h"
#include "hypre/base/notice.h"
#include "hypre/extension.h"
#include "hypre/report/report.h"
#include "hypre/report/summary.h"
#include "hypre/run/attach.h"
#include "hypre/run/hierarchy.h"
#include "hypre/run/relax.h"
#include "hypre/run/worker.h"
#include "hypre/state/choice.h"
#include "hypre/state/numbers.h"
#include "smoother/abilities.h"

/* Has the user set a number of trisweep (not only a type that TRISWEEP_REPLACE replaces)? */
static bool has_trisweep_number(const tsw_solver *solver)
{
   bool by_number = tsw_choice_user(solver->amg) != 0;
   for (int slot = 0; slot < TSW_N_SLOTS; slot++)
   {
      by_number = by_number || solver->chosen[slot] != 0;
   }
   return by_number;
}

static void deactivate(tsw_solver *solver)
{
   memset(solver->active, 0, sizeof solver->active);
   tsw_solver_drop_hierarchy(solver);
   tsw_solver_drop_levels(solver, 0);
}

/*
 * Refuse the solver's types: hypre smooths. An error (false) if the user has set a number of
 * trisweep or the configuration is wrong; for replaced types only a notice (true). The solver is
 * NULL if only other ranks have an active method.
 */
static bool refuse(tsw_solver *solver, hypre_ParCSRMatrix *matrix, const char *why, bool wrong)
{
   const bool by_number = solver && has_trisweep_number(solver);
   if (tsw_prints_for_matrix(matrix))
   {
      tsw_notice("%s; %s", why,
                 by_number || wrong ? "hypre's own smoother with the plain type is in use"
                                    : "the relax types of this solver are not replaced");
   }
   if (by_number || wrong)
   {
      tsw_raise("trisweep cannot smooth; see the message of trisweep");
   }
   if (solver)
   {
      deactivate(solver);
   }
   return !by_number && !wrong;
}

/* Levels before this level have a complex smoother (ILU, FSAI, Schwarz, ...), no relax type. */
static int first_relaxed_level(const tsw_solver *solver)
{
   return hypre_ParAMGDataSmoothNumLevels(solver->amg);
}

/* The worker thread loads values only without norms: hypre computes norms at the setup's end. */
static tsw_attach attach_how(const tsw_solver *solver)
{
   bool norms = false;
   for (int slot = 0; slot < TSW_N_TYPES; slot++)
   {
      const tsw_method *method = tsw_method_find(solver->active[slot]);
      norms = norms || (method && method->l1);
   }
   return norms ? TSW_ATTACH_WORKER : TSW_ATTACH_WORKER_VALUES;
}

/* The plug's methods down and up on level k of n, or NULL; n is 0 while the number is unknown. */
static void methods_on(const tsw_solver *solver, int k, int n_levels, const tsw_method *methods[2])
{
   const bool last = k == n_levels - 1;
   methods[0] = tsw_method_find(solver->active[n_levels == 1 ? TSW_SINGLE : last ? 3 : 1]);
   methods[1] = last ? NULL : tsw_method_find(solver->active[2]);
}

/* The type that hypre's cycle passes for a slot. */
static HYPRE_Int plain_of(const tsw_solver *solver, int slot)
{
   const HYPRE_Int type = solver->active[slot];
   return type ? tsw_number_plain(type) : hypre_ParAMGDataGridRelaxType(solver->amg)[slot];
}

/* Why the numbers for down and up do not go together; NULL: they do. */
static const char *find_conflict(const tsw_solver *solver)
{
   const tsw_method *methods[2];
   methods_on(solver, 0, 0, methods);
   if (methods[0] != methods[1] && hypre_ParAMGDataGridRelaxPoints(solver->amg) &&
       plain_of(solver, 1) == plain_of(solver, 2))
   {
      return "in cycles with relax points (HYPRE_BoomerAMGSetGridRelaxPoints) hypre does not tell "
             "the relax number for down from that for up; use the same number for down and up";
   }
   const bool two_kinds = tsw_method_has_factors(methods[0]) &&
                          tsw_method_has_factors(methods[1]) && methods[0] != methods[1];
   return two_kinds ? "the relax numbers for down and up need two kinds of incomplete factors, "
                      "but a level stores one kind; use the same number for down and up"
                    : NULL;
}

/* Few colours on a device are packed behind hypre's large products, which take most memory. */
static tsw_attach attach_when(const tsw_solver *solver, const tsw_level *level,
                              hypre_ParCSRMatrix *matrix)
{
   const bool factors = level->plan.factors != TRISWEEP_NO_FACTORS;
   const bool few =
      tsw_space_of(matrix) == TRISWEEP_DEVICE && (!factors || level->plan.few_color_factors) &&
      tsw_context_has_few_colors(tsw_solver_context(solver), TRISWEEP_DEVICE, factors);
   return few ? TSW_ATTACH_LATER : attach_how(solver);
}

static void attach(tsw_solver *solver, hypre_ParCSRMatrix *matrix, int k, int n_levels)
{
   tsw_level        *level = solver->levels[k];
   const tsw_method *methods[2];
   methods_on(solver, k, n_levels, methods);
   level->plan.has_norms = attach_how(solver) == TSW_ATTACH_WORKER;
   const tsw_method *method =
      methods[tsw_method_has_factors(methods[1]) && !tsw_method_has_factors(methods[0])];
   const trisweep_factors factors =
      tsw_method_has_factors(method) ? method->factors : TRISWEEP_NO_FACTORS;
   const int32_t fill_level = tsw_method_has_factors(method) ? method->fill_level : 0;
   const bool    others = tsw_level_set_factors(level, factors, fill_level);
   if (level->matrix != matrix || others)
   {
      const tsw_level *finest = solver->levels[0];
      level->plan.n_colors = k == 0                     ? tsw_choice_few_colors(solver, matrix)
                             : finest && finest->matrix ? finest->plan.n_colors
                                                        : 0;
      level->plan.few_color_factors = factors != TRISWEEP_NO_FACTORS && fill_level == 0 &&
                                      (k == 0 ? tsw_choice_few_color_factors(solver, matrix)
                                              : finest && finest->plan.few_color_factors);
      tsw_level_attach(level, matrix, attach_when(solver, level, matrix));
   }
}

static bool agree(tsw_solver *solver, hypre_ParCSRMatrix *matrix, uint64_t *words, bool *refused)
{
   char                   why[TSW_AGREE_TEXT];
   const tsw_agree_result result = tsw_solver_agree(solver, matrix, words, why);
   if (result != TSW_AGREED && why[0])
   {
      const bool wrong = result == TSW_DIFFER || tsw_context_obstacle()[0];
      *refused = !refuse(solver, matrix, why, wrong);
   }
   return result == TSW_AGREED;
}

/* Agree with the other ranks on the solver, or none, and on what extensions offer. */
static void agree_on_all(tsw_setup_call *call, const tsw_solver *record, bool *refused)
{
   uint64_t words[TSW_AGREE_WORDS] = { 0 };
   TSW_TELL(record, offer, call, words + id_ * TSW_OFFER_WORDS)
   if (!agree(call->solver, call->matrix, words, refused))
   {
      call->solver = NULL;
   }
   const char *conflict = call->solver ? find_conflict(call->solver) : NULL;
   if (conflict)
   {
      *refused = !refuse(call->solver, call->matrix, conflict, false);
      call->solver = NULL;
   }
   TSW_TELL(record, settle, call, words + id_ * TSW_OFFER_WORDS)
}

tsw_frame *tsw_setup_begin(tsw_mark *mark, tsw_setup_call *call)
{
   call->solver = tsw_choice_activate(call->amg, call->matrix);
   tsw_solver *record = tsw_registry_find(call->amg);
   bool        refused = false;
   if (record)
   {
      (void) tsw_solver_update_options(record); /* tsw_solver_agree tells what is wrong */
      record->singular = false;
   }
   if (call->solver && tsw_choice_is_tiny(call->solver, call->matrix, call->f))
   {
      call->solver = NULL;
   }
   agree_on_all(call, record, &refused);
   record = tsw_registry_find(call->amg);
   if (record && !call->solver)
   {
      deactivate(record); /* free the data of the last setup */
   }
   tsw_frame *frame = tsw_frame_push(mark, call->amg, call->solver, TSW_CALL_SETUP);
   frame->refused = refused;
   if (call->solver)
   {
      TSW_TELL(call->solver, setup_begins, call)
      tsw_solver_drop_hierarchy(call->solver);
   }
   return frame;
}

void tsw_setup_begin_full(tsw_frame *frame, const tsw_setup_call *call)
{
   tsw_solver *solver = call->solver;
   frame->sets_up = true;
   TSW_TELL(tsw_registry_find(call->amg), full_setup_begins, call)
   for (int k = 0; solver && k < solver->n_levels; k++)
   {
      if (solver->levels[k])
      {
         tsw_level_detach(solver->levels[k]); /* the same matrix may have new values */
         tsw_smoother_free_copy(solver->levels[k]->smoother);
      }
   }
   if (solver && first_relaxed_level(solver) <= 0)
   {
      attach(solver, call->matrix, 0, 0);
   }
}

void tsw_setup_poll(void)
{
   const tsw_frame *frame = tsw_frame_top();
   if (!frame || !frame->sets_up || !frame->solver)
   {
      return; /* or an extension sets up, which attaches the levels */
   }
   tsw_solver          *solver = frame->solver;
   hypre_ParCSRMatrix **matrices = hypre_ParAMGDataAArray(solver->amg);
   const int            max_levels = hypre_ParAMGDataMaxLevels(solver->amg);
   int                  k = 1;
   for (; matrices && k < max_levels && k < solver->n_levels && matrices[k]; k++)
   {
      if (k >= first_relaxed_level(solver))
      {
         attach(solver, matrices[k], k, 0);
      }
   }
   for (int done = 0; done < k - 1; done++) /* levels of which hypre has made the next one */
   {
      tsw_level_queue(solver->levels[done], matrices[k - 1]);
   }
}

/* The plug's method on level k of n, preferably one with norms; or NULL. */
static const tsw_method *method_on(const tsw_solver *solver, int k, int n_levels)
{
   const tsw_method *methods[2];
   methods_on(solver, k, n_levels, methods);
   if (n_levels > 1 && k < first_relaxed_level(solver))
   {
      return NULL;
   }
   return methods[1] && (!methods[0] || methods[1]->l1) ? methods[1] : methods[0];
}

void tsw_setup_attach(tsw_solver *solver)
{
   const int n = hypre_ParAMGDataNumLevels(solver->amg);
   for (int k = 0; k < n && k < solver->n_levels; k++)
   {
      hypre_ParCSRMatrix *wanted = hypre_ParAMGDataAArray(solver->amg)[k];
      if (!tsw_level_attach_same(solver->levels[k], wanted))
      {
         tsw_level_detach(solver->levels[k]);
         if (method_on(solver, k, n)) /* hypre may eliminate on the coarsest level */
         {
            attach(solver, wanted, k, n);
         }
      }
   }
}

static void match_levels(tsw_solver *solver, hypre_ParCSRMatrix *matrix, int n_levels)
{
   hypre_ParCSRMatrix **matrices = hypre_ParAMGDataAArray(solver->amg);
   for (int k = 0; k < n_levels && k < solver->n_levels; k++)
   {
      hypre_ParCSRMatrix *wanted = k == 0 ? matrix : matrices[k];
      if (!method_on(solver, k, n_levels))
      {
         tsw_level_destroy(&solver->levels[k]);
      }
      else
      {
         attach(solver, wanted, k, n_levels);
      }
   }
   tsw_solver_drop_levels(solver, n_levels);
}

/* The norms by which sweeps divide; NULL: the diagonal. */
static const double *norms_of(const tsw_solver *solver, int k)
{
   const tsw_method *method = method_on(solver, k, hypre_ParAMGDataNumLevels(solver->amg));
   return method->l1 ? tsw_l1_of_hypre(solver->amg, k) : NULL;
}

/* First queue the loads of all levels, then wait for each. */
static void load_levels(tsw_solver *solver)
{
   for (int i = 0; i < 2 * solver->n_levels; i++)
   {
      const int  k = i % solver->n_levels;
      tsw_level *level = solver->levels[k];
      if (level && level->matrix)
      {
         const double *norms = norms_of(solver, k);
         i < solver->n_levels ? tsw_level_begin_load(level, norms)
                              : (void) tsw_level_load(level, norms);
      }
   }
}

/* After hypre's setup: match the levels with the hierarchy, load values, agree on failures. */
static bool reconcile(tsw_solver *solver, hypre_ParCSRMatrix *matrix)
{
   const int n_levels = hypre_ParAMGDataNumLevels(solver->amg);
   if (hypre_ParAMGDataBlockMode(solver->amg))
   {
      return refuse(solver, matrix,
                    "BoomerAMG is in block mode (block interpolation or a block relax type), in "
                    "which hypre relaxes blocks of unknowns; trisweep needs scalar interpolation",
                    false);
   }
   if (!hypre_ParAMGDataAArray(solver->amg) || n_levels < 1)
   {
      tsw_solver_drop_levels(solver, 0);
      return true;
   }
   tsw_choice_update_coarsest(solver);
   TSW_TELL(solver, hierarchy_made, solver)
   match_levels(solver, matrix, n_levels);
   load_levels(solver);
   TSW_TELL(solver, levels_loaded, solver)
   if (!tsw_report_agree(solver->levels, solver->n_levels, hypre_ParCSRMatrixComm(matrix)))
   {
      return false;
   }
   TSW_TELL(solver, setup_agreed, solver, matrix)
   tsw_report_diagonals(solver);
   return true;
}

bool tsw_setup_end(tsw_frame *frame, const tsw_setup_call *call)
{
   bool good = !frame->refused;
   if (frame->solver)
   {
      good = reconcile(frame->solver, call->matrix);
      if (good && tsw_prints_for_matrix(call->matrix))
      {
         tsw_choice_print_asymmetry(frame->solver);
      }
   }
   else
   {
      tsw_summary_add_setup();
   }
   TSW_TELL(tsw_registry_find(call->amg), setup_ends, call, good)
   tsw_frame_pop();
   TSW_TELL(tsw_registry_find(call->amg), setup_ended, call->amg)
   if (!tsw_frame_top())
   {
      tsw_worker_stop();
   }
   return good;
}
