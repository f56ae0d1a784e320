/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The methods of each BoomerAMG object, and the plug's data for its matrices. The key of a hypre
 * object is its address, which hypre may reuse at once. Therefore no data outlives the object:
 *  - a setter with a number of trisweep makes a record, or a setup in which a type is replaced;
 *    hypre_BoomerAMGDestroy frees the record;
 *  - level k belongs to matrix k of the hierarchy. When hypre destroys the matrix, the level is
 *    detached, but keeps the analysis for the next setup with the same pattern;
 *  - a guest is a matrix that was relaxed as a level but did not exist in the setup. A guest is
 *    freed with its matrix, or in the next setup.
 * One thread at a time may use hypre, and the plug.
 */
#pragma once

#include "cycle/cycle.h"
#include "hypre/state/context.h"
#include "hypre/state/level.h"

enum
{
   TSW_N_SLOTS = 4 /* hypre's grid_relax_type: 0 fine, 1 down, 2 up, 3 coarsest */
};

enum
{
   TSW_SEAT_FREE = -2 /* not a type of hypre; -1 is a type that nobody has set */
};

/** A field of hypre's structure in which another type is stored temporarily; see frame.c. */
typedef struct tsw_seat
{
   HYPRE_Int of;    /* hypre's type that is replaced, or TSW_SEAT_FREE */
   HYPRE_Int ours;  /* the temporary type */
   bool      taken; /* is the temporary type stored now? */
} tsw_seat;

typedef struct tsw_solver
{
   hypre_ParAMGData *amg;
   trisweep_context *context;       /* options of this solver; NULL: the options of all solvers */
   char              options[TSW_CONTEXT_TEXT]; /* options that the user set for this solver */
   char              settings[TSW_CONTEXT_SETTINGS]; /* options of context; "" without context */
   int               id;            /* 1, 2, ... in order of appearance, for the reports */
   HYPRE_Int   chosen[TSW_N_SLOTS]; /* t of the numbers 1000 + t given to setters, 0 for none */
   HYPRE_Int   active[TSW_N_SLOTS]; /* t in force since the last setup, 0 for hypre's own */
   HYPRE_Int   active_single;       /* the same for a hierarchy with one level */
   tsw_seat    seats[TSW_N_SLOTS + 1]; /* of the slots, and of UserRelaxType */
   int         n_inside;               /* setups and solves that have been entered */
   bool        warned_zero_diagonal;
   bool        warned_pivots;
   bool        warned_smoother;
   bool        warned_sweeps; /* since the last solve without a failure */
   int         n_levels; /* length of levels */
   tsw_level **levels;   /* index is the AMG level; entries may be NULL */
   tsw_level  *guests;
   trisweep_cycle *coarse;   /* levels from coarse_first on, in one launch; or NULL */
   int         coarse_first;
   HYPRE_Int   coarse_sweeps[TSW_N_SLOTS]; /* numbers of sweeps of that launch */
   struct tsw_vcycle *vcycle; /* the cycle that was recorded, see vcycle.h; NULL for none */
   struct tsw_solver *next;
} tsw_solver;

/** Record of a BoomerAMG object, or NULL. */
tsw_solver *tsw_registry_find(const void *amg);

/** Record of a BoomerAMG object, created if there is none; NULL if memory is out. */
tsw_solver *tsw_registry_get(void *amg);

/** The options in force for a solver: its own options or those of all solvers. */
trisweep_context *tsw_solver_context(const tsw_solver *solver);

/** An option as it is in force for this solver since its last setup; "" if there is none. */
const char *tsw_solver_option(const tsw_solver *solver, const char *key);

/** Create n levels for a setup; false if memory is out. */
bool tsw_solver_reserve(tsw_solver *solver, int n);

/** Remove a record from the registry for the caller, who frees it; NULL if there is none. */
tsw_solver *tsw_registry_take(const void *amg);

/** First record, for a walk along next. */
tsw_solver *tsw_registry_first(void);

/** Does the record have a method in force? */
bool tsw_solver_is_active(const tsw_solver *solver);

/** The level or guest that holds a matrix, or NULL. */
tsw_level *tsw_solver_find_level(tsw_solver *solver, const hypre_ParCSRMatrix *matrix);
