/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "extensions/cycle/coarse.h"

#include <stdlib.h>
#include <string.h>

#include "extensions/cycle/packed.h"
#include "extensions/gather.h"
#include "extensions/vectors.h"
#include "hypre/base/notice.h"
#include "hypre/hooks/real.h"
#include "hypre/run/relax.h"
#include "hypre/state/numbers.h"

/* Measured (doc/performance.md): larger levels do not fit, or take too long in the setup. */
enum
{
   MOST_ROWS = 512,
   MOST_BYTES = 400 << 10,
   MOST_GATHERED_ROWS = 1024, /* of all ranks together: a level more costs exchanges, too */
   MOST_GATHERED_BYTES = 900 << 10,
   ROW_BYTES = 72, /* estimate, with the row's interpolation */
   ENTRY_BYTES = 10,
   FEW_COLORS = 4, /* of small blocks, by default */
   DIRECT = 9      /* hypre's relax type for Gaussian elimination */
};

static bool is_auto(const tsw_solver *solver)
{
   return tsw_solver_option_is(solver, "ordering", "auto");
}

/*
 * May the launch solve the last level by Gaussian elimination? Yes if hypre does. If coarsening
 * stops early, hypre replaces the requested elimination by one sweep; with ordering=auto the plug
 * still eliminates a small last level.
 */
static bool solves_last(const tsw_solver *solver)
{
   hypre_ParAMGData *amg = solver->amg;
   return hypre_ParAMGDataGridRelaxType(amg)[3] == DIRECT
             ? solver->active[3] == 0
             : hypre_ParAMGDataUserCoarseRelaxType(amg) == DIRECT && is_auto(solver);
}

/*
 * Is the method one of sweeps? The last levels sweep by SSOR if the other levels have DILU by few
 * colours.
 */
static bool has_sweeps(const tsw_solver *solver, const tsw_method *method)
{
   const tsw_level *finest = solver->n_levels > 0 ? solver->levels[0] : NULL;
   return method &&
          (method->factors == TRISWEEP_NO_FACTORS || (finest && finest->plan.few_color_factors));
}

static trisweep_direction direction_of(const tsw_method *method)
{
   return method->factors == TRISWEEP_NO_FACTORS ? method->direction : TRISWEEP_SYMMETRIC;
}

/*
 * Is the cycle a V-cycle with sweeps of the plug down and up, and elimination on the last level?
 * The inverse of a singular last level enlarges rounding: hypre eliminates there.
 */
static bool is_supported_cycle(const tsw_solver *solver)
{
   hypre_ParAMGData *amg = solver->amg;
   const tsw_method *down = tsw_method_find(solver->active[1]);
   const tsw_method *up = tsw_method_find(solver->active[2]);
   const HYPRE_Int  *n_sweeps = hypre_ParAMGDataNumGridSweeps(amg);
   return !solver->singular && solver->n_levels == hypre_ParAMGDataNumLevels(amg) &&
          has_sweeps(solver, down) && has_sweeps(solver, up) && down->l1 == up->l1 &&
          solves_last(solver) && n_sweeps[1] > 0 && n_sweeps[3] == 1 &&
          hypre_ParAMGDataCycleType(amg) == 1 && !hypre_ParAMGDataFCycle(amg) &&
          !hypre_ParAMGDataBlockMode(amg) && !hypre_ParAMGDataParticipate(amg) &&
          !hypre_ParAMGDataRestriction(amg) && !hypre_ParAMGDataRelaxOrder(amg) &&
          !hypre_ParAMGDataGridRelaxPoints(amg) && hypre_ParAMGDataSmoothNumLevels(amg) == 0 &&
          hypre_ParAMGDataPartialCycleCoarsestLevel(amg) < 0;
}

/* Can level k be part of the launch? */
static bool is_fit(const tsw_solver *solver, int k)
{
   const tsw_level *level = k < solver->n_levels ? solver->levels[k] : NULL;
   return level && level->matrix && level->n_ranks == 1 && !tsw_level_has_failed(level) &&
          level->block.space == TRISWEEP_DEVICE && level->block.n_rows <= MOST_ROWS &&
          hypre_ParAMGDataOmega(solver->amg)[k] == 1.0;
}

/* Can level k, which has rows on several ranks, be gathered? The same on all ranks. */
static bool can_gather(const tsw_solver *solver, int k)
{
   return hypre_ParCSRMatrixGlobalNumRows(hypre_ParAMGDataAArray(solver->amg)[k]) <=
             MOST_GATHERED_ROWS &&
          hypre_ParAMGDataOmega(solver->amg)[k] == 1.0;
}

/* The first level that can run in one launch with all later levels, or 0. */
static int find_first(const tsw_solver *solver, bool (*can)(const tsw_solver *, int),
                      int64_t           most_bytes)
{
   const int n_levels = hypre_ParAMGDataNumLevels(solver->amg);
   int       first = n_levels - 1;
   int64_t   bytes = 0;
   if (n_levels < 3 || !is_supported_cycle(solver))
   {
      return 0;
   }
   while (first > 1 && can(solver, first - 1))
   {
      hypre_ParCSRMatrix *a = hypre_ParAMGDataAArray(solver->amg)[first - 1];
      bytes += ROW_BYTES * (int64_t) hypre_ParCSRMatrixGlobalNumRows(a) +
               ENTRY_BYTES * (int64_t) hypre_ParCSRMatrixDNumNonzeros(a);
      if (bytes > most_bytes)
      {
         break;
      }
      first--;
   }
   const int n = n_levels - first;
   return n < 2 || n > TSW_CYCLE_LEVELS ? 0 : first;
}

/* The number of few colours, or 0 for the natural order. */
static int32_t choose_colors(const tsw_solver *solver, const tsw_level *level)
{
   trisweep_stats stats;
   const bool     known = level->n_ranks == 1 &&
                      trisweep_smoother_stats(level->smoother, sizeof stats, &stats) == TRISWEEP_OK;
   const bool    colored = is_auto(solver) || (known && strcmp(stats.ordering, "natural") != 0);
   const int32_t colors = (int32_t) tsw_solver_option_number(solver, "colors");
   return !colored ? 0 : colors > 0 ? colors : FEW_COLORS;
}

static tsw_cycle_input describe(const tsw_solver *solver, int k)
{
   hypre_ParAMGData *amg = solver->amg;
   tsw_cycle_input   d = { .relax_weight = hypre_ParAMGDataRelaxWeight(amg)[k] };
   d.a = tsw_level_block(hypre_ParAMGDataAArray(amg)[k]);
   if (k < hypre_ParAMGDataNumLevels(amg) - 1)
   {
      d.p = tsw_level_block(hypre_ParAMGDataPArray(amg)[k]);
      d.l1_norms = solver->levels[k]->loaded.l1;
      d.few_colors = choose_colors(solver, solver->levels[k]);
   }
   return d;
}

static void mark_levels(tsw_solver *solver, bool together)
{
   const tsw_cycles *c = tsw_cycles_of(solver);
   for (int k = c->first; k < solver->n_levels; k++)
   {
      tsw_level *level = solver->levels[k];
      if (level)
      {
         level->together.holds = together;
         level->together.weight = together ? hypre_ParAMGDataRelaxWeight(solver->amg)[k] : 0.0;
         level->together.bytes = together && k == c->first ? tsw_cycle_bytes(c->coarse) : 0;
      }
   }
}

static bool make(tsw_solver *solver, int first, const tsw_cycle_input *levels)
{
   tsw_cycles *c = tsw_cycles_of(solver);
   c = c ? c : calloc(1, sizeof *c);
   solver->extension[TSW_EXTENSION_cycle] = c;
   if (!c)
   {
      return false; /* hypre runs the cycles */
   }
   const int              n = hypre_ParAMGDataNumLevels(solver->amg) - first;
   const HYPRE_Int       *n_sweeps = hypre_ParAMGDataNumGridSweeps(solver->amg);
   const tsw_cycle_sweeps sweeps = { direction_of(tsw_method_find(solver->active[1])),
                                     direction_of(tsw_method_find(solver->active[2])), n_sweeps[1],
                                     n_sweeps[2] };
   void                  *stream = tsw_level_stream(solver->levels[first]);
   const trisweep_status  status = tsw_cycle_create(levels, n, &sweeps, stream, &c->coarse);
   if (status == TRISWEEP_OK)
   {
      c->first = first;
      memcpy(c->sweeps, n_sweeps, sizeof c->sweeps);
      mark_levels(solver, true);
   }
   else if (status != TRISWEEP_ERROR_UNSUPPORTED)
   {
      tsw_notice("the coarse levels run in separate launches: %s", trisweep_message());
   }
   return status == TRISWEEP_OK;
}

void tsw_coarse_setup(tsw_solver *solver)
{
   tsw_cycle_input levels[TSW_CYCLE_LEVELS];
   tsw_coarse_drop(solver);
   const int first = find_first(solver, is_fit, MOST_BYTES);
   for (int k = first; first > 0 && k < hypre_ParAMGDataNumLevels(solver->amg); k++)
   {
      levels[k - first] = describe(solver, k);
   }
   if (first > 0)
   {
      (void) make(solver, first, levels);
   }
}

/* A matrix with its norms and an interpolation for each level but the last. */
static int gather(tsw_solver *solver)
{
   const int        first = find_first(solver, can_gather, MOST_GATHERED_BYTES);
   const int        last = hypre_ParAMGDataNumLevels(solver->amg) - 1, n = 2 * (last - first) + 1;
   MPI_Comm         comm = hypre_ParCSRMatrixComm(hypre_ParAMGDataAArray(solver->amg)[0]);
   tsw_cycle_input  levels[TSW_CYCLE_LEVELS];
   tsw_gather_input inputs[2 * TSW_CYCLE_LEVELS];
   tsw_gathered     gathered[2 * TSW_CYCLE_LEVELS];
   if (first == 0)
   {
      return 0;
   }
   tsw_coarse_drop(solver);
   for (int k = first; k <= last; k++)
   {
      levels[k - first] = describe(solver, k);
      inputs[2 * (k - first)] =
         (tsw_gather_input){ hypre_ParAMGDataAArray(solver->amg)[k], levels[k - first].l1_norms };
      inputs[2 * (k - first) + 1] =
         (tsw_gather_input){ k < last ? hypre_ParAMGDataPArray(solver->amg)[k] : NULL, NULL };
   }
   bool good = tsw_gather(comm, inputs, n, gathered);
   for (int k = 0; good && k <= last - first; k++)
   {
      levels[k].a = gathered[2 * k].csr;
      levels[k].l1_norms = gathered[2 * k].vector;
      levels[k].p = k < last - first ? gathered[2 * k + 1].csr : (trisweep_csr){ 0 };
   }
   good = tsw_all_ranks(comm, good && make(solver, first, levels));
   tsw_gathered_free(gathered, n);
   if (!good)
   {
      tsw_coarse_drop(solver);
   }
   return good ? first : 0;
}

void tsw_coarse_drop(tsw_solver *solver)
{
   tsw_cycles *c = tsw_cycles_of(solver);
   if (c && c->coarse)
   {
      mark_levels(solver, false);
      tsw_cycle_destroy(&c->coarse);
   }
}

const tsw_last_levels tsw_coarse_gathered = { gather, tsw_coarse_drop, tsw_coarse_run };

/*
 * Checked in each cycle: the user, or hypre for AMG-DD, may change parameters after the setup, and
 * a launch solves for one right-hand side.
 */
bool tsw_coarse_fits(const tsw_solver *solver)
{
   const tsw_cycles *c = tsw_cycles_of(solver);
   if (!c || !c->coarse)
   {
      return false;
   }
   const HYPRE_Int       *sweeps = hypre_ParAMGDataNumGridSweeps(solver->amg);
   const HYPRE_Real      *weight = hypre_ParAMGDataRelaxWeight(solver->amg);
   const HYPRE_Real      *omega = hypre_ParAMGDataOmega(solver->amg);
   const hypre_ParVector *f = hypre_ParAMGDataFArray(solver->amg)[c->first];
   bool                   right = is_supported_cycle(solver) && sweeps[1] == c->sweeps[1] &&
                hypre_VectorNumVectors(hypre_ParVectorLocalVector(f)) == 1 &&
                sweeps[2] == c->sweeps[2];
   for (int k = c->first; k < solver->n_levels && right; k++)
   {
      const tsw_level *level = solver->levels[k];
      right = !level || (weight[k] == level->together.weight && omega[k] == 1.0);
   }
   return right;
}

bool tsw_coarse_cycle(tsw_frame *frame, hypre_ParVector **f, hypre_ParVector **u, HYPRE_Int *status)
{
   tsw_solver       *solver = frame->solver;
   hypre_ParAMGData *amg = frame->amg;
   if (!solver || !tsw_coarse_fits(solver) || hypre_ParAMGDataGridRelaxType(amg)[3] != DIRECT)
   {
      return false;
   }
   tsw_cycles *c = tsw_cycles_of(solver);
   if (solver->levels[c->first]->n_ranks > 1)
   {
      return false;
   }
   frame->hidden_levels = hypre_ParAMGDataNumLevels(amg) - c->first - 1; /* until the pop */
   hypre_ParAMGDataNumLevels(amg) -= frame->hidden_levels;
   *status = tsw_real.hypre_BoomerAMGCycle(amg, f, u);
   return true;
}

void tsw_coarse_count(tsw_solver *solver)
{
   const HYPRE_Int *sweeps = hypre_ParAMGDataNumGridSweeps(solver->amg);
   for (int k = tsw_cycles_of(solver)->first; k < solver->n_levels; k++)
   {
      if (solver->levels[k])
      {
         tsw_relax_add_count(solver->levels[k], sweeps[1] + sweeps[2]);
      }
   }
}

bool tsw_coarse_run(tsw_solver *solver, const double *f, double *u)
{
   const tsw_cycles *c = tsw_cycles_of(solver);
   void             *stream = tsw_level_stream(solver->levels[c->first]);
   if (tsw_cycle_run(c->coarse, f, u, stream) != TRISWEEP_OK)
   {
      tsw_notice("the launch for the coarse levels failed: %s", trisweep_message());
      hypre_error(HYPRE_ERROR_GENERIC);
      return false;
   }
   return true;
}

bool tsw_coarse_solve(tsw_solver *solver, HYPRE_Int level, TSW_UNUSED HYPRE_Int type,
                      HYPRE_Int *status)
{
   const tsw_frame  *frame = tsw_frame_top();
   const tsw_cycles *c = solver ? tsw_cycles_of(solver) : NULL;
   if (!c || !frame || frame->solver != solver || frame->hidden_levels == 0 || level != c->first)
   {
      return false;
   }
   (void) tsw_coarse_run(solver, tsw_data_of(hypre_ParAMGDataFArray(solver->amg)[level]),
                         tsw_data_of(hypre_ParAMGDataUArray(solver->amg)[level]));
   tsw_coarse_count(solver);
   *status = 0;
   return true;
}
