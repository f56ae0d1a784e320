/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Shared by the tests of setups by values. */
#ifndef TEST_HYPRE_VALUES_H
#define TEST_HYPRE_VALUES_H

#include "hypre/support.h"

/** BoomerAMG with this relax type, options of trisweep, and small coarsest levels; not set up. */
HYPRE_Solver test_values_create(HYPRE_Int type, const char *options);

/** Can this build set up by values? Without the extension the plug prints that it has none. */
bool test_has_resetup(void);

/** Set up a solver for a system. */
void test_set_up(HYPRE_Solver amg, test_system *system);

/** Cycles until the residual is 1e-8 of the first: a method that the plug does not know. */
void test_iterate(HYPRE_Solver amg, test_system *system);

/** Check the numbers of setups, and the reason of the last full one. what: for the message. */
void test_expect_setups(HYPRE_Solver amg, long full, long by_values, const char *why,
                        const char *what);

/** Check that coarse matrices are Galerkin products: (x, A_1 y) = (P x, A P y) on each level. */
void test_check_products(HYPRE_Solver amg);

/** A way to set up a solver. */
typedef struct test_variant
{
   const char *name;
   HYPRE_Int   type;                                    /* relax type */
   HYPRE_Int (*set)(HYPRE_Solver amg, HYPRE_Int value); /* NULL: nothing to set */
   HYPRE_Int value;
} test_variant;

#endif
