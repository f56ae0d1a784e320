/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Run hypre's solvers with one smoother. */
#include "tools/solve/run.h"

#include <math.h>
#include <stdlib.h>

/* For the residual norms of a finished solver, which no public function returns. */
#include <_hypre_parcsr_ls.h>

#include "tools/common/progress.h"
#include "tools/common/statistics.h"
#include "tools/common/support.h"
#include "tools/solve/amg.h"

enum
{
   /* The ranks agree on the time after so many cycles, so that the agreement costs no time. */
   CYCLES_PER_CHECK = 10
};

tsw_krylov tsw_choose_krylov(const tsw_solve_options *options, const tsw_facts *facts,
                             const tsw_relax *relax)
{
   if (options->krylov != TSW_AUTO)
   {
      return options->krylov;
   }
   return facts->symmetric && facts->positive_diagonal && tsw_relax_symmetric(relax) ? TSW_PCG
                                                                                     : TSW_GMRES;
}

/* PCG and BiCGSTAB keep residual norms if logging is on; GMRES only with a print level, too. */
static HYPRE_Int print_level(const tsw_solve_options *options, tsw_krylov krylov)
{
   const bool wanted = options->history || options->json;
   return options->verbose ? 2 : krylov == TSW_GMRES && wanted ? 1 : 0;
}

/* The solve that is running, for cycle. */
static struct
{
   int    n_cycles;
   double end; /* by MPI_Wtime */
   bool   over;
} running;

/*
 * The preconditioner: a cycle of BoomerAMG. After the time limit the result is zero, with which
 * all Krylov methods of hypre end by a breakdown or run through iterations without cycles.
 */
static HYPRE_Int cycle(HYPRE_Solver amg, HYPRE_ParCSRMatrix a, HYPRE_ParVector b, HYPRE_ParVector x)
{
   tsw_progress_beat();
   if (running.n_cycles++ % CYCLES_PER_CHECK == CYCLES_PER_CHECK - 1 && !running.over)
   {
      running.over = !tsw_all(MPI_Wtime() < running.end);
   }
   return running.over ? HYPRE_ParVectorSetConstantValues(x, 0.0)
                       : HYPRE_BoomerAMGSolve(amg, a, b, x);
}

static HYPRE_Solver create_krylov(const tsw_solve_options *options, tsw_krylov krylov,
                                  HYPRE_Solver amg)
{
   const tsw_krylov_calls *call = tsw_krylov_find(krylov);
   HYPRE_Solver            solver =
      tsw_krylov_create(krylov, options->tolerance, options->max_iterations, options->restart, amg);
   call->precond(solver, (HYPRE_PtrToSolverFcn) cycle, (HYPRE_PtrToSolverFcn) HYPRE_BoomerAMGSetup,
                 amg);
   call->logging(solver, 1);
   call->print_level(solver, print_level(options, krylov));
   return solver;
}

/* The residual norms that the solver keeps, or NULL. */
static const double *norms_of(HYPRE_Solver solver, tsw_krylov krylov)
{
   const void *data = solver;
   return krylov == TSW_PCG     ? ((const hypre_PCGData *) data)->norms
          : krylov == TSW_GMRES ? ((const hypre_GMRESData *) data)->norms
                                : ((const hypre_BiCGSTABData *) data)->norms;
}

static bool keep_history(const tsw_solve_options *options, HYPRE_Solver solver, double norm_b,
                         tsw_result *result)
{
   const bool    wanted = options->history || options->json;
   const double *norms = wanted ? norms_of(solver, result->krylov) : NULL;
   const int     n = norms ? result->iterations + 1 : 0;
   free(result->history);
   result->history = tsw_get((size_t) n, sizeof *result->history);
   if (!tsw_all(result->history != NULL))
   {
      return false;
   }
   for (int i = 0; i < n; i++)
   {
      result->history[i] = norms[i] / (norm_b > 0.0 ? norm_b : 1.0);
   }
   result->n_history = n;
   return true;
}

/* Set up and solve once more, and update the medians. */
static void solve_once(const tsw_solve_options *options, const tsw_machine *machine,
                       const tsw_system *system, HYPRE_Solver solver, tsw_result *result)
{
   double        seconds[2];
   double *const setup = result->samples, *const solve = setup + options->repeat;
   const int i = result->n_samples++;
   tsw_system_solve(system, machine, result->krylov, solver, true, seconds);
   setup[i] = seconds[0];
   solve[i] = seconds[1];
   result->setup_seconds = tsw_median(setup, result->n_samples);
   result->solve_seconds = tsw_median(solve, result->n_samples);
}

/* Smallest and largest diagonal entry of a matrix. */
static void find_extremes(hypre_ParCSRMatrix *a, double *least, double *most)
{
   hypre_CSRMatrix           *diag = hypre_ParCSRMatrixDiag(a);
   const size_t               n = (size_t) hypre_CSRMatrixNumRows(diag);
   const HYPRE_MemoryLocation where = hypre_CSRMatrixMemoryLocation(diag);
   HYPRE_Complex             *there = hypre_TAlloc(HYPRE_Complex, n, where);
   HYPRE_Complex             *entry = hypre_TAlloc(HYPRE_Complex, n, HYPRE_MEMORY_HOST);
   hypre_CSRMatrixExtractDiagonal(diag, there, 0);
   hypre_TMemcpy(entry, there, HYPRE_Complex, n, HYPRE_MEMORY_HOST, where);
   double extreme[2] = { INFINITY, INFINITY }; /* smallest, minus largest */
   for (size_t i = 0; i < n; i++)
   {
      /* fmin would drop a NaN. */
      const double value = isfinite(entry[i]) ? entry[i] : 0.0;
      extreme[0] = fmin(extreme[0], value);
      extreme[1] = fmin(extreme[1], -value);
   }
   hypre_TFree(there, where);
   hypre_TFree(entry, HYPRE_MEMORY_HOST);
   MPI_Allreduce(MPI_IN_PLACE, extreme, 2, MPI_DOUBLE, MPI_MIN, MPI_COMM_WORLD);
   *least = extreme[0];
   *most = -extreme[1];
}

bool tsw_levels_definite(const tsw_solve_options *options, tsw_system *system)
{
   const tsw_relax relax = { .one = true, .weight = NAN };
   HYPRE_Solver    amg = tsw_amg_create(options, system, &relax, false);
   HYPRE_BoomerAMGSetup(amg, system->a, system->b, system->x);
   hypre_ParAMGData *data = (hypre_ParAMGData *) amg;
   bool              definite = true;
   for (int i = 0; i < hypre_ParAMGDataNumLevels(data) && definite; i++)
   {
      double least, most;
      find_extremes(hypre_ParAMGDataAArray(data)[i], &least, &most);
      definite = tsw_all(least > 0.0 || most < 0.0);
   }
   HYPRE_BoomerAMGDestroy(amg);
   HYPRE_ClearAllErrors();
   return definite;
}

bool tsw_run(const tsw_solve_options *options, const tsw_machine *machine, tsw_system *system,
             double limit, tsw_result *result)
{
   HYPRE_Solver amg = tsw_amg_create(options, system, &result->relax, result->trisweep);
   if (!tsw_hypre_well("the options of BoomerAMG"))
   {
      HYPRE_BoomerAMGDestroy(amg);
      return false;
   }
   const tsw_krylov_calls *call = tsw_krylov_find(result->krylov);
   HYPRE_Solver            solver = create_krylov(options, result->krylov, amg);
   running.n_cycles = 0;
   running.over = false;
   running.end = MPI_Wtime() + limit;
   solve_once(options, machine, system, solver, result);
   result->stopped = running.over;
   call->iterations(solver, &result->iterations);
   call->residual(solver, &result->residual);
   const bool              done = keep_history(options, solver, system->norm_b, result);
   const hypre_ParAMGData *data = (hypre_ParAMGData *) amg;
   result->uncoarsened = hypre_ParAMGDataNumLevels(data) == 1 &&
                         hypre_ParCSRMatrixGlobalNumRows((hypre_ParCSRMatrix *) system->a) >
                            hypre_ParAMGDataMaxCoarseSize(data);
   call->destroy(solver);
   HYPRE_BoomerAMGDestroy(amg);
   const bool well = tsw_hypre_well("the solve");
   result->true_residual = tsw_system_residual(system);
   if (!well) /* nothing was solved, or not to its end */
   {
      result->residual = result->true_residual;
   }
   /* A solver's own residual may be wrong: hypre's PCG can report 0 where x diverged. */
   result->converged = well && !result->stopped && result->residual <= options->tolerance &&
                       result->true_residual <= TSW_FAR * options->tolerance;
   return done;
}
