/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What an extension offers to others, which do not include its headers. */
#pragma once

#include "hypre/extension.h"

/** The last levels of a hierarchy in one launch, for an extension that connects ranks. */
typedef struct tsw_last_levels
{
   /**
    * Gather the last levels on all ranks, and copy them. Returns the first of them; 0: they are not
    * to be gathered, or there is no place. Collective, the same on all ranks.
    */
   int (*gather)(tsw_solver *solver);

   /** Free the copies. */
   void (*drop)(tsw_solver *solver);

   /** u = (cycle over these levels) f, all rows, device. False, with a message, if it failed. */
   bool (*run)(tsw_solver *solver, const double *f, double *u);
} tsw_last_levels;

/** A hierarchy on several GPUs, for an extension that runs its cycles. The same on all ranks. */
typedef struct tsw_connection
{
   /** Are there exchanges for the solver? */
   bool (*exists)(const tsw_solver *solver);

   /** Are the last levels gathered, and are there exchanges of the interpolations? */
   bool (*has_cycle)(const tsw_solver *solver);

   /** The exchanges of the interpolation from level k + 1 to level k. */
   const tsw_carrier *(*interpolation)(const tsw_solver *solver, int k);

   /** Run the gathered levels: f of this rank's rows; *u is the solution in these rows. */
   bool (*run_last)(tsw_solver *solver, const double *f, const double **u);

   /** The inner product of vectors of all ranks, n values on this one; waits for the result. */
   bool (*inner_product)(tsw_solver *solver, const double *x, const double *y, int64_t n,
                         double *product);
} tsw_connection;

/** The table of an extension that is on for a solver; or NULL. */
const tsw_last_levels *tsw_offered_last_levels(const tsw_solver *solver);
const tsw_connection  *tsw_offered_connection(const tsw_solver *solver);

/**
 * May the setup of a solver (or NULL) use products of matrices by the plug? Not in natural order:
 * then iterates are those of hypre, and P depends on the order of the columns in a row.
 */
bool tsw_solver_owns_products(const tsw_solver *solver);
