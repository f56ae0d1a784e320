/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The relax types that trisweep-solve compares. */
#ifndef TSW_TOOLS_SOLVE_RELAX_H
#define TSW_TOOLS_SOLVE_RELAX_H

#include <stdbool.h>

enum
{
   TSW_MOST_RELAX = 16 /* smoothers per run of the program */
};

/** hypre's relax types of the down and up leg of a cycle; 100 + k: ILU(k); 190: DILU. */
typedef struct tsw_relax
{
   int    down;
   int    up;
   bool   one;       /* one number was given: SetRelaxType, for the whole cycle */
   bool   ours_only; /* do not run hypre's own sweeps of this type */
   int    base;      /* trisweep's numbers are base + type: 1000 or 2000 */
   double weight;    /* relax weight; NAN: relax_weight of the options */
   int    jacobi;    /* Jacobi iterations per triangular solve of hypre's ILU; 0: by the options */
} tsw_relax;

/**
 * Append a list such as "6,8,13/14,2003/2004" to relax[]; on failure fault is the text of the
 * reason. A type of hypre means hypre's smoother and trisweep's, 1000 + t and 2000 + t trisweep's.
 */
bool tsw_relax_read(const char *list, tsw_relax *relax, int *n_relax, const char **fault);

/**
 * List hypre's best built-in smoothers and trisweep's, for a comparison; Jacobi if relax_weight is
 * NAN. On a device some run with trisweep only, by numbers base + t. Returns the number.
 */
int tsw_relax_contenders(double relax_weight, bool device, int base, tsw_relax *relax);

/** True if both are the same smoother with the same weight. */
bool tsw_relax_same(const tsw_relax *a, const tsw_relax *b);

/** True if hypre's smoother of these types needs a positive diagonal on all AMG levels. */
bool tsw_relax_needs_positive(const tsw_relax *relax);

/** True if a cycle with these sweeps is a symmetric operator; false for incomplete factors. */
bool tsw_relax_symmetric(const tsw_relax *relax);

/** True if trisweep has these relax types. */
bool tsw_relax_ours(const tsw_relax *relax);

/** True if hypre has these relax types. */
bool tsw_relax_hypres(const tsw_relax *relax);

/** True for ILU(k) and DILU. */
bool tsw_relax_factors(const tsw_relax *relax);

/** k of ILU(k), or -1 for other smoothers. */
int tsw_relax_fill(const tsw_relax *relax);

#endif
