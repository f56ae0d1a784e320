/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * vcycle_np2 --device
 *
 * Compares cycles of the plug with hypre's own, with the same sweeps: each scenario runs with
 * cycle=auto and with cycle=hypre, on hierarchies from the same random numbers. Iterations are
 * equal, and solutions agree to rounding (on several ranks see cycles.c). behind.c counts hypre's
 * cycles and inner products: none where the plug must compute them (a GPU for each rank), else all.
 * On hosts the plug leaves all cycles to hypre: without --device there is nothing to compare.
 */
#include "hypre/cycles.h"

#include <math.h>

#include <_hypre_parcsr_ls.h>
#include <trisweep/hypre.h>

enum
{
   EDGE = 24 /* more than 512 rows on at least two levels */
};

/* ---- kinds of cycles ---------------------------------------------------------------------- */

static void set_sweeps(HYPRE_Solver amg)
{
   HYPRE_BoomerAMGSetCycleNumSweeps(amg, 2, 1);
   HYPRE_BoomerAMGSetCycleNumSweeps(amg, 3, 2);
}

static void set_weight(HYPRE_Solver amg)
{
   HYPRE_BoomerAMGSetRelaxWt(amg, 0.9);
}

static void set_omega(HYPRE_Solver amg)
{
   HYPRE_BoomerAMGSetOuterWt(amg, 1.1);
}

static void set_w_cycle(HYPRE_Solver amg)
{
   HYPRE_BoomerAMGSetCycleType(amg, 2);
}

static void set_f_cycle(HYPRE_Solver amg)
{
   HYPRE_BoomerAMGSetFCycle(amg, 1);
}

static void set_points(HYPRE_Solver amg)
{
   HYPRE_BoomerAMGSetRelaxOrder(amg, 1);
}

static void set_coarse_sweeps(HYPRE_Solver amg)
{
   HYPRE_BoomerAMGSetCycleRelaxType(amg, 2006, 3);
}

static const struct kind
{
   const char *name;
   int         down, up;
   void (*set)(HYPRE_Solver amg);
   bool ours;
} kinds[] = {
   { "V-cycle", 2003, 2004, NULL, true },
   { "V-cycle, symmetric", 2006, 2006, NULL, true },
   { "V-cycle, l1", 2013, 2014, NULL, true },
   { "V-cycle, l1 symmetric", 2008, 2008, NULL, true },
   { "V-cycle, DILU by colours", 1190, 1190, NULL, true },
   { "several sweeps", 2003, 2004, set_sweeps, true },
   { "relaxation weight", 2006, 2006, set_weight, true },
   { "outer weight", 2006, 2006, set_omega, false },
   { "W-cycle", 2003, 2004, set_w_cycle, false },
   { "F-cycle", 2003, 2004, set_f_cycle, false },
   { "C/F relaxation", 2003, 2004, set_points, false },
   { "sweeps on the last level", 2003, 2004, set_coarse_sweeps, false },
   { "natural order", 1003, 1004, NULL, false },
};

static void run_kind(run *r, const struct kind *kind)
{
   load_system v = load_create(EDGE, false, 1.0);
   load_solver s = run_create(r, kind->down, kind->up);
   if (kind->set)
   {
      kind->set(s.amg);
   }
   run_setup(&s, v.a, &v);
   run_solve(r, &s, v.a, &v, "PCG", kind->ours);
   run_solve(r, &s, v.a, &v, "PCG again", kind->ours);
   run_wrap(&s);
   run_solve(r, &s, v.a, &v, "PCG with a function of the program", kind->ours);
   run_cycles(r, &s, v.a, &v, "cycles from a solution", kind->ours);
   HYPRE_ParVectorSetConstantValues(v.x, 0.5);
   run_cycles(r, &s, v.a, &v, "cycles from other than zero", kind->ours);
   HYPRE_ParVectorSetConstantValues(v.x, 0.0);
   run_cycles(r, &s, v.a, &v, "cycles from zero", kind->ours);
   load_solver_destroy(&s);
   load_destroy(&v);
}

/* ---- changes between solves ----------------------------------------------------------------- */

static void run_vectors(run *r)
{
   load_system v = load_create(EDGE, false, 1.0), w = load_create(EDGE, false, 1.0);
   load_solver s = run_create(r, 2003, 2004);
   HYPRE_ParVectorSetConstantValues(w.b, 3.0);
   run_setup(&s, v.a, &v);
   for (int turn = 0; turn < 3; turn++)
   {
      HYPRE_ParVectorSetConstantValues(turn == 1 ? w.x : v.x, 0.25);
      run_cycles(r, &s, v.a, turn == 1 ? &w : &v, "cycles, other vectors in turn", true);
      run_solve(r, &s, v.a, turn == 1 ? &v : &w, "PCG, other vectors in turn", true);
   }
   const load_system mixed = { v.a, w.b, v.x, v.r, NULL };
   HYPRE_ParVectorSetConstantValues(v.x, 0.0);
   run_cycles(r, &s, v.a, &mixed, "cycles, another f", true);
   load_solver_destroy(&s);
   load_destroy(&w);
   load_destroy(&v);
}

static void run_values(run *r)
{
   load_system v = load_create(EDGE, false, 1.0), w = load_create(EDGE, false, 1.7);
   load_system u = load_create(EDGE, true, 1.0);
   load_solver s = run_create(r, 2003, 2004);
   for (int turn = 0; turn < 2; turn++)
   {
      run_setup(&s, v.a, &v);
      run_solve(r, &s, v.a, &v, "PCG", true);
      run_setup(&s, w.a, &v);
      run_solve(r, &s, w.a, &v, "PCG, new values", true);
      run_setup(&s, u.a, &v);
      run_solve(r, &s, u.a, &v, "PCG, a new pattern", true);
   }
   HYPRE_ParVectorSetConstantValues(v.x, 0.5);
   run_cycles(r, &s, u.a, &v, "cycles", true);
   hypre_ParCSRMatrixScale((hypre_ParCSRMatrix *) u.a, 1.5);
   if (trisweep_hypre_update(s.amg) != TRISWEEP_OK)
   {
      load_fail("new values in place are refused");
   }
   HYPRE_ParVectorSetConstantValues(v.x, 0.5);
   run_cycles(r, &s, u.a, &v, "cycles, new values in place", true);
   run_setup(&s, u.a, &v);
   HYPRE_ParVectorSetConstantValues(v.x, 0.5);
   run_cycles(r, &s, u.a, &v, "cycles, new values in place and a setup", true);
   load_solver_destroy(&s);
   load_destroy(&u);
   load_destroy(&w);
   load_destroy(&v);
}

static void run_parameters(run *r)
{
   load_system v = load_create(EDGE, false, 1.0);
   load_solver s = run_create(r, 2006, 2006);
   run_setup(&s, v.a, &v);
   for (int turn = 0; turn < 2; turn++)
   {
      run_cycles(r, &s, v.a, &v, "cycles", true);
      HYPRE_BoomerAMGSetLevelRelaxWt(s.amg, 0.7, 0);
      run_cycles(r, &s, v.a, &v, "cycles, another weight on level 0", true);
      HYPRE_BoomerAMGSetLevelOuterWt(s.amg, 1.2, 0);
      run_cycles(r, &s, v.a, &v, "cycles, another outer weight on level 0", true);
      HYPRE_BoomerAMGSetLevelRelaxWt(s.amg, 1.0, 0);
      HYPRE_BoomerAMGSetLevelOuterWt(s.amg, 1.0, 0);
      run_solve(r, &s, v.a, &v, "PCG, weights as before", true);
      HYPRE_BoomerAMGSetRelaxWt(s.amg, 0.8);
      run_solve(r, &s, v.a, &v, "PCG, another weight on all levels", false);
      HYPRE_BoomerAMGSetRelaxWt(s.amg, 1.0);
      HYPRE_BoomerAMGSetCycleNumSweeps(s.amg, 2, 1);
      run_solve(r, &s, v.a, &v, "PCG, more sweeps", false);
      HYPRE_BoomerAMGSetCycleNumSweeps(s.amg, 1, 1);
      HYPRE_ParVectorSetConstantValues(v.x, -0.5);
   }
   load_solver_destroy(&s);
   load_destroy(&v);
}

static void run_two(run *r)
{
   load_system v = load_create(EDGE, false, 1.0), w = load_create(EDGE, true, 1.0);
   load_solver s = run_create(r, 2003, 2004), t = run_create(r, 2006, 2006),
               same = run_create(r, 2006, 2006);
   run_setup(&s, v.a, &v);
   run_setup(&t, w.a, &w);
   run_setup(&same, v.a, &v);
   for (int turn = 0; turn < 3; turn++)
   {
      run_solve(r, &s, v.a, &v, "PCG, the first of three solvers", true);
      run_solve(r, &t, w.a, &w, "PCG, the second", true);
      run_solve(r, &same, v.a, &v, "PCG, the third, on the matrix of the first", true);
   }
   load_solver_destroy(&same);
   run_solve(r, &s, v.a, &v, "PCG, the third destroyed", true);
   load_solver_destroy(&t);
   load_solver_destroy(&s);
   load_destroy(&w);
   load_destroy(&v);
}

/* Freed memory is allocated again: an address does not identify a solver or a matrix. */
static void run_again(run *r)
{
   for (int turn = 0; turn < 4; turn++)
   {
      load_system v = load_create(EDGE, false, 1.0 + 0.5 * turn);
      load_solver s = run_create(r, 2003, 2004);
      HYPRE_ParVectorSetConstantValues(v.b, 1.0 + turn);
      run_setup(&s, v.a, &v);
      HYPRE_ParVectorSetConstantValues(v.x, 0.5);
      run_cycles(r, &s, v.a, &v, "cycles of a solver where another was", true);
      run_solve(r, &s, v.a, &v, "PCG where another was", true);
      load_solver_destroy(&s);
      load_destroy(&v);
   }
}

static HYPRE_ParVector create_columns(HYPRE_ParCSRMatrix a, double value)
{
   hypre_ParVector *v =
      hypre_ParMultiVectorCreate(hypre_ParCSRMatrixComm(a), hypre_ParCSRMatrixGlobalNumRows(a),
                                 hypre_ParCSRMatrixRowStarts(a), 2);
   hypre_ParVectorInitialize(v);
   hypre_ParVectorSetConstantValues(v, value);
   return v;
}

/* The plug sweeps each level but the last down and up: its last levels take one column only. */
static void expect_sweeps(HYPRE_Solver amg)
{
   trisweep_stats stats;
   for (int k = 0; k < hypre_ParAMGDataNumLevels((hypre_ParAMGData *) amg) - 1; k++)
   {
      if (trisweep_hypre_stats(amg, k, sizeof stats, &stats) != TRISWEEP_OK ||
          stats.n_sweeps < 2 * RUN_CYCLES)
      {
         load_fail("level %d was not swept for two right-hand sides", k);
      }
   }
}

static void run_products(run *r)
{
   for (int full = 0; full < 2; full++)
   {
      load_system v = load_create(EDGE, full != 0, 1.0);
      load_solver s = run_create(r, 2003, 2004);
      run_setup(&s, v.a, &v);
      run_solve(r, &s, v.a, &v, "PCG", true);
      run_product(r, &s, &v, "b x");
      HYPRE_ParVectorSetRandomValues(v.b, 11);
      run_product(r, &s, &v, "b x, random b");
      load_solver_destroy(&s);
      load_destroy(&v);
   }
}

/* The last two steps: the columns of the solution of two right-hand sides, and of one of them. */
static void compare_columns(const run *r)
{
   const run_step *two = &r->steps[r->n_steps - 2], *one = &r->steps[r->n_steps - 1];
   for (HYPRE_Int i = 0; i < two->n; i++)
   {
      if (!(fabs(two->x[i] - one->x[i % one->n]) <= 0.01 * fabs(one->x[i % one->n])))
      {
         load_fail("right-hand side %d, row %d: %g, alone %g", (int) (i / one->n),
                   (int) (i % one->n), two->x[i], one->x[i % one->n]);
         return;
      }
   }
}

static void run_columns(run *r)
{
   load_system v = load_create(EDGE, false, 1.0);
   load_system two = { v.a, create_columns(v.a, 1.0), create_columns(v.a, 0.0), NULL, NULL };
   load_solver s = run_create(r, 2003, 2004);
   run_setup(&s, two.a, &two);
   run_cycles(r, &s, two.a, &two, "cycles, two right-hand sides", false);
   expect_sweeps(s.amg);
   /* Another matrix: hypre 3.1 leaves the package of the first one in the layout of two vectors. */
   load_system one = load_create(EDGE, false, 1.0);
   run_setup(&s, one.a, &one);
   run_cycles(r, &s, one.a, &one, "cycles, one right-hand side again", true);
   compare_columns(r);
   load_destroy(&one);
   load_solver_destroy(&s);
   HYPRE_ParVectorDestroy(two.b);
   HYPRE_ParVectorDestroy(two.x);
   load_destroy(&v);
}

static void run_rounding(run *r)
{
   run_rounded(r, EDGE);
}

static const struct scenario
{
   const char *name;
   void (*run)(run *r);
} scenarios[] = {
   { "other vectors", run_vectors },     { "new values", run_values },
   { "new parameters", run_parameters }, { "several solvers", run_two },
   { "the same addresses", run_again },  { "right-hand sides", run_columns },
   { "inner products", run_products },   { "rounded values", run_rounding },
};

/* Both runs of a scenario or, if scenario is NULL, of a kind of cycle. */
static void check(const struct scenario *scenario, const struct kind *kind)
{
   static run  runs[2];
   const char *name = scenario ? scenario->name : kind->name;
   for (int i = 0; i < 2; i++)
   {
      runs[i].options = i == 0 ? "cycle=auto" : "cycle=hypre";
      runs[i].n_steps = 0;
      if (scenario)
      {
         scenario->run(&runs[i]);
      }
      else
      {
         run_kind(&runs[i], kind);
      }
   }
   run_compare(name, &runs[0], &runs[1]);
   load_report("%s: %d solves", name, runs[0].n_steps);
}

int main(int argc, char **argv)
{
   const int status = load_start(argc, argv, "vcycle", "cycles of the plug");
   if (status)
   {
      return status;
   }
   for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
   {
      check(NULL, &kinds[i]);
   }
   for (size_t i = 0; i < sizeof scenarios / sizeof scenarios[0]; i++)
   {
      check(&scenarios[i], NULL);
   }
   return load_end();
}
