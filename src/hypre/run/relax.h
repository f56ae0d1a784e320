/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A call of hypre's relax function, performed by the plug. */
#pragma once

#include "hypre/state/frame.h"
#include "hypre/state/level.h"
#include "hypre/state/numbers.h"

/** The arguments of hypre_BoomerAMGRelax that a sweep needs. */
typedef struct tsw_relax_call
{
   hypre_ParVector *f;
   hypre_ParVector *u;
   const HYPRE_Int *cf_marker;
   HYPRE_Int        points;
   double           weight;
   double           omega;
   const double    *l1_norms;     /* hypre's norms of the level; may be NULL */
   bool             in_cycle;     /* within BoomerAMG: hypre's all-zeros flag of u is valid */
   bool             in_setup;     /* hypre's error flag is set at the end of the setup */
   bool             going_down;   /* hypre computes the residual of f and u next */
   const double    *u_old;        /* if not NULL: the values of u on entry, one vector */
   bool             may_change_f; /* nobody reads f after the call */
} tsw_relax_call;

/**
 * Find the level for a relax call of hypre with a number (find_level.c). frame: the innermost, or
 * NULL. Sets *method, and the fields of *call that describe the caller. NULL: hypre must perform
 * the call, with the type in *number. Collective.
 */
tsw_level *tsw_find_level(const tsw_frame *frame, hypre_ParCSRMatrix *matrix, HYPRE_Int *number,
                          const tsw_method **method, tsw_relax_call *call);

/**
 * Sweep. After an error, with a message, hypre's error flag is set (in a cycle: at the end of the
 * cycle), and u is unchanged if all ranks know of the error, else NaN.
 * Returns true, on all ranks, if tsw_relax_residual may be called until f or u change. Collective.
 */
bool tsw_relax(tsw_level *level, const tsw_method *method, const tsw_relax_call *call);

/** Number of relax calls that the plug has performed in this process. */
long tsw_relax_count(void);

/** Add n to the number of relax calls, for a level: sweeps of a launched graph. */
void tsw_relax_add_count(tsw_level *level, int n);

/** y = f - (diagonal block) x from the residual that the last sweep kept. False: none was kept. */
bool tsw_relax_take_residual(tsw_level *level, const double *f, const double *x, double *y);

/** y = f - A u, as MatvecOutOfPlace, from the residual that the last sweep kept. Collective. */
void tsw_relax_residual(tsw_level *level, hypre_ParVector *f, hypre_ParVector *u,
                        hypre_ParVector *y);
