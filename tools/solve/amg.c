/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tools/solve/amg.h"

#include <math.h>

enum
{
   MOST_LEVELS = 25 /* hypre's default for BoomerAMG */
};

/* Settings with hypre's default if their value is negative. */
static void set_numbers(const tsw_solve_options *options, HYPRE_Solver amg)
{
   const struct
   {
      int value;
      HYPRE_Int (*set)(HYPRE_Solver, HYPRE_Int);
   } number[] = { { options->coarsen, HYPRE_BoomerAMGSetCoarsenType },
                  { options->interp, HYPRE_BoomerAMGSetInterpType },
                  { options->p_max, HYPRE_BoomerAMGSetPMaxElmts },
                  { options->agg_levels, HYPRE_BoomerAMGSetAggNumLevels },
                  { options->cf_relax, HYPRE_BoomerAMGSetRelaxOrder },
                  { options->sweeps, HYPRE_BoomerAMGSetNumSweeps } };
   for (size_t i = 0; i < sizeof number / sizeof number[0]; i++)
   {
      if (number[i].value >= 0)
      {
         number[i].set(amg, number[i].value);
      }
   }
}

static void set_coarsening(const tsw_solve_options *options, HYPRE_Solver amg)
{
   if (!isnan(options->strong_threshold))
   {
      HYPRE_BoomerAMGSetStrongThreshold(amg, options->strong_threshold);
   }
   if (options->two_products)
   {
      HYPRE_BoomerAMGSetKeepTranspose(amg, 1);
      HYPRE_BoomerAMGSetRAP2(amg, 1);
      HYPRE_BoomerAMGSetModuleRAP2(amg, 1);
   }
   HYPRE_BoomerAMGSetNumFunctions(amg, options->num_functions);
   if (options->nodal > 0)
   {
      HYPRE_BoomerAMGSetNodal(amg, options->nodal);
      HYPRE_BoomerAMGSetNodalDiag(amg, 1);
   }
}

/* Select incomplete factors on all AMG levels, the coarsest too; hypre's without reordering. */
static void set_factors(const tsw_solve_options *options, const tsw_relax *relax, int offset,
                        HYPRE_Solver amg)
{
   if (offset > 0)
   {
      HYPRE_BoomerAMGSetRelaxType(amg, offset + relax->down);
      HYPRE_BoomerAMGSetCycleRelaxType(amg, offset + relax->down, 3);
      return;
   }
   HYPRE_BoomerAMGSetSmoothType(amg, 5);
   HYPRE_BoomerAMGSetSmoothNumLevels(amg, MOST_LEVELS);
   HYPRE_BoomerAMGSetILUType(amg, 0);
   HYPRE_BoomerAMGSetILULevel(amg, tsw_relax_fill(relax));
   HYPRE_BoomerAMGSetILUMaxIter(amg, 1);
   HYPRE_BoomerAMGSetILULocalReordering(amg, 0);
   const int jacobi = relax->jacobi > 0 ? relax->jacobi : options->ilu_jacobi;
   if (jacobi > 0)
   {
      HYPRE_BoomerAMGSetILUTriSolve(amg, 0);
      HYPRE_BoomerAMGSetILULowerJacobiIters(amg, jacobi);
      HYPRE_BoomerAMGSetILUUpperJacobiIters(amg, jacobi);
   }
}

static void set_smoother(const tsw_solve_options *options, const tsw_relax *relax, int offset,
                         HYPRE_Solver amg)
{
   if (tsw_relax_factors(relax))
   {
      set_factors(options, relax, offset, amg);
   }
   else if (relax->one)
   {
      HYPRE_BoomerAMGSetRelaxType(amg, offset + relax->down);
   }
   else
   {
      HYPRE_BoomerAMGSetCycleRelaxType(amg, offset + relax->down, 1);
      HYPRE_BoomerAMGSetCycleRelaxType(amg, offset + relax->up, 2);
   }
   const double weight = isnan(options->relax_weight) ? relax->weight : options->relax_weight;
   if (!isnan(weight))
   {
      HYPRE_BoomerAMGSetRelaxWt(amg, weight);
   }
   if (!isnan(options->outer_weight))
   {
      HYPRE_BoomerAMGSetOuterWt(amg, options->outer_weight);
   }
}

HYPRE_Solver tsw_amg_create(const tsw_solve_options *options, tsw_system *system,
                            const tsw_relax *relax, bool trisweep)
{
   HYPRE_Solver amg;
   HYPRE_BoomerAMGCreate(&amg);
   HYPRE_BoomerAMGSetPrintLevel(amg, options->verbose ? 1 : 0);
   HYPRE_BoomerAMGSetMaxIter(amg, 1);
   HYPRE_BoomerAMGSetTol(amg, 0.0);
   set_numbers(options, amg);
   set_coarsening(options, amg);
   set_smoother(options, relax, trisweep ? relax->base : 0, amg);
   if (options->rigid_body > 0)
   {
      /* hypre keeps this pointer, and neither frees the array nor changes the vectors. */
      HYPRE_BoomerAMGSetInterpVectors(amg, system->n_modes, system->mode);
      HYPRE_BoomerAMGSetInterpVecVariant(amg, options->rigid_body);
      if (options->q_max >= 0)
      {
         HYPRE_BoomerAMGSetInterpVecQMax(amg, options->q_max);
      }
   }
   return amg;
}
