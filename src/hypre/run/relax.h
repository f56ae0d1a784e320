/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* One call of hypre's relax function, done by us. */
#pragma once

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
   const double    *l1_norms;       /* as hypre has them for the level; may be NULL */
   const HYPRE_Int *norm_cf_marker; /* points that the norms of type 88 tell apart; see halo.h */
   bool             in_cycle;       /* within BoomerAMG, where the all-zeros flag of u is right */
   bool             in_setup;       /* errors are told to hypre when its setup has ended */
   bool             going_down;     /* the residual of f and u will be asked for */
   const double    *u_old;          /* not NULL: one vector, u on entry in place of u */
} tsw_relax_call;

/**
 * Sweep. On an error the user is told, and hypre's error flag is set, for a cycle at its end. u is
 * not touched if all ranks know of the error, else it is NaN.
 * True, on all ranks, if tsw_relax_residual may follow while f and u are as they are.
 */
bool tsw_relax(tsw_level *level, const tsw_method *method, const tsw_relax_call *call);

/** Calls of the relax function that were ours in this process. */
long tsw_relax_count(void);

/** Count n calls more, on a level: they were recorded once and played. */
void tsw_relax_count_played(tsw_level *level, int n);

/** y = f - (diagonal block) x behind a sweep, from what it added up. False: it kept nothing. */
bool tsw_relax_take_residual(tsw_level *level, const double *f, const double *x, double *y);

/** y = f - A u behind a sweep, from what it added up, as MatvecOutOfPlace. All ranks call. */
void tsw_relax_residual(tsw_level *level, hypre_ParVector *f, hypre_ParVector *u,
                        hypre_ParVector *y);

/** Norms that a sweep of this method divides by, made if need be; NULL for the diagonal. */
const double *tsw_relax_norms(tsw_level *level, const tsw_method *method, const double *l1_norms,
                              const HYPRE_Int *cf_marker);

/**
 * Does a relax call with this number belong to us? Returns the level to sweep,
 * sets *method and the fields of *call that say where the call comes from; or
 * NULL if hypre is to do it, by the type that *number is then.
 */
tsw_level *tsw_route(hypre_ParCSRMatrix *matrix, HYPRE_Int *number, const tsw_method **method,
                     tsw_relax_call *call);
