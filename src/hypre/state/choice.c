/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "hypre/state/choice.h"

#include <string.h>

#include "hypre/base/device.h"
#include "hypre/base/notice.h"
#include "hypre/state/numbers.h"
#include "hypre/state/replace.h"
#include "smoother/abilities.h"

enum
{
   FEW_ROWS = 65536, /* minimal rows of a rank on the finest level; measured (doc/performance.md) */
   COUPLED_COLORS = 4, /* few colours of all levels if the unknowns of a point are coupled: */
   COUPLED_SHARE = 16, /* if they are at least a 16th of a row; measured (doc/choosing.md) */
   TINY = 220 /* rows; measured: with more, the plug takes at most 1.1 times the instructions */
};

static bool was_active;
static bool was_set_up; /* has any setup in this process reached the plug? */

/*
 * The type on one rank, where l1 norms are the diagonal. The two calls of type 89 remain two. With
 * hypre's order the iterates are hypre's also after a change of values in place: its norms are old.
 */
static HYPRE_Int local_type(HYPRE_Int type)
{
   const tsw_method *method = tsw_method_find(type);
   return !tsw_type_has_auto_order(type) || (method && method->two_calls)
             ? type
             : tsw_type_without_norms(type);
}

/* Is a type active since the last setup, itself or as the type on one rank? */
static bool is_active(const tsw_solver *solver, int slot, HYPRE_Int type)
{
   return type == solver->active[slot] ||
          (local_type(type) == solver->active[slot] &&
           solver->substitutions[slot].original == tsw_number_plain(type));
}

bool tsw_choice_set(void *amg, HYPRE_Int number, int first, int last, HYPRE_Int *plain)
{
   const HYPRE_Int type = tsw_number_type(number);
   *plain = number;
   if (number < 0)
   {
      return true; /* hypre refuses the number and changes nothing */
   }
   *plain = type ? tsw_number_plain(type) : number;
   tsw_solver *solver = type ? tsw_registry_get(amg) : tsw_registry_find(amg);
   if (type && !solver)
   {
      tsw_refuse("relax number %d refused: rank %d is out of memory; use more nodes", (int) number,
                 tsw_world_rank());
      return false;
   }
   for (int slot = first; solver && slot <= last; slot++)
   {
      solver->is_late = solver->is_late || (type && !is_active(solver, slot, type));
      solver->chosen[slot] = type;
   }
   return true;
}

void tsw_choice_print_late(void *amg)
{
   tsw_solver *solver = tsw_registry_find(amg);
   if (solver && solver->is_late)
   {
      solver->is_late = false;
      tsw_notice_once(
         "BoomerAMG solver %d: the relax numbers that were set after the setup take effect in the "
         "next setup; until then hypre's own types are in use",
         solver->id);
   }
}

bool tsw_choice_lacks_setup(const void *amg)
{
   const tsw_solver *solver =
      __atomic_load_n(&was_set_up, __ATOMIC_RELAXED) ? NULL : tsw_registry_find(amg);
   return solver && solver->is_late;
}

bool tsw_choice_was_active(void)
{
   return was_active;
}

HYPRE_Int tsw_choice_user(const void *amg)
{
   return tsw_number_type(hypre_ParAMGDataUserRelaxType((const hypre_ParAMGData *) amg));
}

/* A type t if hypre got this plain type for it, else 0. */
static HYPRE_Int match(HYPRE_Int type, HYPRE_Int plain)
{
   return type && tsw_number_plain(type) == plain ? type : 0;
}

HYPRE_Int tsw_choice_get(const void *amg, int slot, HYPRE_Int plain)
{
   const tsw_solver *solver = tsw_registry_find(amg);
   const HYPRE_Int   type = match(solver ? solver->chosen[slot] : 0, plain);
   return type ? 1000 + type : plain;
}

/* The type t that is active for a field of hypre with this plain type; 0 if hypre smooths. */
static HYPRE_Int active_type(HYPRE_Int chosen, HYPRE_Int plain, tsw_leg leg)
{
   return match(chosen, plain) ? chosen : tsw_replace_by(plain, leg);
}

/* The direction in which hypre uses a slot of grid_relax_type. */
static tsw_leg leg_of(int slot)
{
   return slot == 3 ? TSW_LEG_NONE : slot == 2 ? TSW_LEG_UP : TSW_LEG_DOWN;
}

/* Substitute a field with a plain type by a temporary type, if the two types differ. */
static void set_substitution(tsw_substitution *substitution, HYPRE_Int plain, HYPRE_Int temporary)
{
   substitution->original = temporary != plain ? plain : TSW_NOT_REPLACED;
   substitution->temporary = temporary;
}

/*
 * The active type of a one-level hierarchy. hypre relaxes such a level by UserRelaxType, or by type
 * 6 if the user has set none. Type 6 is the plug's if any slot has a type of the plug.
 */
static HYPRE_Int active_single_type(const tsw_solver *solver)
{
   const HYPRE_Int *active = solver->active;
   const HYPRE_Int  user = hypre_ParAMGDataUserRelaxType(solver->amg);
   if (user == -1)
   {
      if (tsw_type_has_auto_order(active[0]) || tsw_type_has_auto_order(active[1]))
      {
         return 1006;
      }
      return active[0] || active[1] || active[2] ? 6 : active_type(0, 6, TSW_LEG_NONE);
   }
   const HYPRE_Int by_user = tsw_choice_user(solver->amg);
   return by_user ? by_user : active_type(solver->chosen[0], user, TSW_LEG_NONE);
}

static void activate_single(tsw_solver *solver)
{
   const HYPRE_Int user = hypre_ParAMGDataUserRelaxType(solver->amg);
   const HYPRE_Int single = solver->active[TSW_SINGLE] = active_single_type(solver);
   const HYPRE_Int plain = user == -1 ? 6 : user;
   const bool      is_replaced =
      single && !tsw_choice_user(solver->amg) && tsw_number_plain(single) != plain;
   set_substitution(&solver->substitutions[TSW_SINGLE], user, is_replaced ? 1000 + single : user);
}

tsw_solver *tsw_choice_activate(hypre_ParAMGData *amg, hypre_ParCSRMatrix *matrix)
{
   const bool one_rank = tsw_ranks_of(hypre_ParCSRMatrixComm(matrix)) == 1;
   __atomic_store_n(&was_set_up, true, __ATOMIC_RELAXED);
   const HYPRE_Int *grid = hypre_ParAMGDataGridRelaxType(amg);
   tsw_solver      *solver = tsw_registry_find(amg);
   tsw_solver       trial = { 0 };
   trial.amg = amg;
   for (int slot = 0; grid && slot < TSW_N_SLOTS; slot++)
   {
      /* hypre's setup begins with the user's type for the coarsest level. */
      const HYPRE_Int plain = slot == 3 ? hypre_ParAMGDataUserCoarseRelaxType(amg) : grid[slot];
      trial.chosen[slot] = solver ? solver->chosen[slot] : 0;
      const HYPRE_Int active = active_type(trial.chosen[slot], plain, leg_of(slot));
      const HYPRE_Int type = one_rank ? local_type(active) : active;
      trial.active[slot] = type;
      set_substitution(&trial.substitutions[slot], plain, type ? tsw_number_plain(type) : plain);
   }
   activate_single(&trial);
   if (tsw_solver_is_active(&trial))
   {
      solver = tsw_registry_get(amg);
   }
   if (solver)
   {
      memcpy(solver->active, trial.active, sizeof trial.active);
      memcpy(solver->substitutions, trial.substitutions, sizeof trial.substitutions);
      solver->is_late = false;
   }
   if (tsw_solver_is_active(&trial))
   {
      __atomic_store_n(&was_active, true, __ATOMIC_RELAXED);
   }
   return solver && tsw_solver_is_active(solver) ? solver : NULL;
}

/* Has hypre no relax type with the same sweeps? */
static bool is_own(HYPRE_Int type)
{
   const tsw_method *method = tsw_method_find(type);
   return method &&
          (method->factors != TRISWEEP_NO_FACTORS || tsw_number_plain(type) != method->type);
}

bool tsw_choice_is_tiny(const tsw_solver *solver, hypre_ParCSRMatrix *matrix,
                        const hypre_ParVector *f)
{
   const bool several = f && hypre_VectorNumVectors(hypre_ParVectorLocalVector(f)) > 1;
   bool       own = false;
   if (several || hypre_ParCSRMatrixGlobalNumRows(matrix) >= TINY ||
       tsw_space_of(matrix) != TRISWEEP_HOST)
   {
      return false;
   }
   for (int i = 0; i < TSW_N_TYPES; i++)
   {
      own = own || is_own(solver->active[i]) ||
            (solver->substitutions[i].original != TSW_NOT_REPLACED &&
             (i == TSW_SINGLE || solver->chosen[i] == 0));
   }
   return !own && tsw_solver_option_is(solver, "memory", "auto") &&
          tsw_solver_option_is(solver, "schedule", "auto") &&
          !tsw_solver_option_is(solver, "ordering", "hybrid-color");
}

bool tsw_choice_few_color_factors(const tsw_solver *solver, hypre_ParCSRMatrix *finest)
{
   const int n_ranks = tsw_ranks_of(hypre_ParCSRMatrixComm(finest));
   return (!tsw_solver_option_is(solver, "ordering", "auto") ||
           hypre_ParCSRMatrixGlobalNumRows(finest) / n_ranks >= FEW_ROWS) &&
          tsw_context_has_few_colors(tsw_solver_context(solver), tsw_space_of(finest), true);
}

int32_t tsw_choice_few_colors(const tsw_solver *solver, hypre_ParCSRMatrix *finest)
{
   const trisweep_csr block = tsw_level_block(finest);
   const int64_t      others = hypre_ParAMGDataNumFunctions(solver->amg) - 1; /* of a point */
   return others > 0 && COUPLED_SHARE * others * block.n_rows >= block.nnz ? COUPLED_COLORS : 0;
}

/*
 * The plug's type for a plain type that the user has not set: hypre's default of slot 0, which it
 * uses if coarsening ends early, is type 3, a triangular solve on devices. 0: hypre smooths.
 */
static HYPRE_Int type_of_default(const tsw_solver *solver, HYPRE_Int plain)
{
   const HYPRE_Int order = tsw_type_has_auto_order(solver->active[1]) ? 2000 : 1000;
   return solver->active[1] && solver->chosen[0] == 0 ? tsw_number_type(order + plain) : 0;
}

void tsw_choice_update_coarsest(tsw_solver *solver)
{
   const HYPRE_Int *grid = hypre_ParAMGDataGridRelaxType(solver->amg);
   if (!grid)
   {
      return;
   }
   if (!solver->substitutions[3].is_stored || grid[3] != solver->substitutions[3].temporary)
   {
      solver->active[3] = active_type(solver->chosen[3], grid[3], TSW_LEG_NONE);
   }
   if (grid[3] == hypre_ParAMGDataUserCoarseRelaxType(solver->amg))
   {
      return;
   }
   /* Without a direct solve hypre uses the type of slot 0 or 1 on the coarsest level, too. */
   for (int slot = 0; slot < 2; slot++)
   {
      if (grid[3] == grid[slot] && solver->active[slot])
      {
         solver->active[3] = solver->active[slot];
      }
   }
   if (!solver->active[3] && grid[3] == grid[0])
   {
      solver->active[3] = type_of_default(solver, grid[3]);
   }
}

HYPRE_Int tsw_choice_method(const tsw_frame *frame, int k, HYPRE_Int plain)
{
   static const int  order[TSW_N_SLOTS] = { 1, 2, 0, 3 };
   const tsw_solver *solver = frame->solver;
   const int         n_levels = hypre_ParAMGDataNumLevels(solver->amg);
   const HYPRE_Int   known = tsw_frame_cycle_position();
   const HYPRE_Int   position = known == 0 && frame->in_cycle && k == n_levels - 1 ? 3 : known;
   if (!frame->in_setup && n_levels == 1)
   {
      return match(solver->active[TSW_SINGLE], plain);
   }
   if (position > 0 && position < TSW_N_SLOTS)
   {
      return match(solver->active[position], plain);
   }
   /* hypre's setup does not pass the position, nor do cycles with grid_relax_points. */
   HYPRE_Int type = 0;
   for (int i = 0; i < TSW_N_SLOTS && !type; i++)
   {
      type = match(solver->active[order[i]], plain);
   }
   return type;
}

static bool is_one_sided(const tsw_method *down, const tsw_method *up)
{
   return down && up && !tsw_method_has_factors(down) && !tsw_method_has_factors(up) &&
          down->direction == up->direction && down->direction != TRISWEEP_SYMMETRIC;
}

/* Type 1100 + k corrects by C points, then F points, down and up: the other order is missing. */
static bool is_factors_by_points(const tsw_solver *solver, const tsw_method *down,
                                 const tsw_method *up)
{
   return (tsw_method_has_factors(down) || tsw_method_has_factors(up)) &&
          hypre_ParAMGDataRelaxOrder(solver->amg) == 1;
}

void tsw_choice_print_asymmetry(const tsw_solver *solver)
{
   static bool       printed[2];
   const tsw_method *down = tsw_method_find(solver->active[1]);
   const tsw_method *up = tsw_method_find(solver->active[2]);
   if (hypre_ParAMGDataMaxIter(solver->amg) > 1 || hypre_ParAMGDataNumLevels(solver->amg) == 1)
   {
      return; /* a solver, or a smoother alone */
   }
   if (!printed[0] && is_one_sided(down, up))
   {
      printed[0] = true;
      tsw_notice("BoomerAMG solver %d: %s sweeps down and up make a cycle that is not symmetric; "
                 "within CG use 1003 down and 1004 up (1013, 1014), or 1006",
                 solver->id, down->direction == TRISWEEP_FORWARD ? "forward" : "backward");
   }
   if (!printed[1] && is_factors_by_points(solver, down, up))
   {
      printed[1] = true;
      tsw_notice(
         "BoomerAMG solver %d: ILU with C/F relaxation makes a cycle that is not symmetric; "
         "within CG use relax order 0 (PETSc: -pc_hypre_boomeramg_no_CF), or GMRES",
         solver->id);
   }
}
