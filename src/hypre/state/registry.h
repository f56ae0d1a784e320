/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Which BoomerAMG object wants which of our methods, and which matrices we hold for it.
 * hypre's objects are known by their addresses, which hypre uses again at once; so nothing
 * may outlive what it is known by:
 *  - a record is made when a setter gets one of our numbers, or at a setup in which a type is
 *    replaced; it goes in hypre_BoomerAMGDestroy;
 *  - level k belongs to the k-th matrix of the hierarchy. When hypre destroys that, the level
 *    lets go of it, but keeps the analysis for the next setup with the same pattern;
 *  - a guest is a matrix that was relaxed as a level but was not there in the setup. It goes
 *    with its matrix, and at the next setup.
 * hypre may be used by one thread at a time, and the same holds for the plug.
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
   TSW_SEAT_FREE = -2 /* no type of hypre; -1 is one that nobody has set */
};

/** A place in hypre's structure where another type of ours stands in; see frame.c. */
typedef struct tsw_seat
{
   HYPRE_Int of;    /* hypre's type that is replaced, or TSW_SEAT_FREE */
   HYPRE_Int ours;  /* what stands there meanwhile */
   bool      taken; /* now */
} tsw_seat;

typedef struct tsw_solver
{
   hypre_ParAMGData *amg;
   trisweep_context *context;       /* options of its own; NULL for those of all */
   char              options[TSW_CONTEXT_TEXT]; /* what the user gave for it */
   char              settings[TSW_CONTEXT_SETTINGS]; /* what context was made from, "" for none */
   int               id;            /* 1, 2, ... in order of appearance, for the reports */
   HYPRE_Int   chosen[TSW_N_SLOTS]; /* t of the numbers 1000 + t given to setters, 0 for none */
   HYPRE_Int   active[TSW_N_SLOTS]; /* t in force since the last setup, 0 for hypre's own */
   HYPRE_Int   active_single;       /* the same where the hierarchy has one level */
   tsw_seat    seats[TSW_N_SLOTS + 1]; /* of the slots, and of UserRelaxType */
   int         n_inside;               /* setups and solves that have been entered */
   bool        warned_zero_diagonal;
   bool        warned_pivots;
   bool        warned_smoother;
   bool        warned_sweeps; /* since the last solve without a failure */
   int         n_levels; /* length of levels */
   tsw_level **levels;   /* index is the AMG level; entries may be NULL */
   tsw_level  *guests;
   trisweep_cycle *coarse;   /* the levels from coarse_first on in one launch; NULL if not so */
   int         coarse_first;
   HYPRE_Int   coarse_sweeps[TSW_N_SLOTS]; /* numbers of sweeps that it was made for */
   struct tsw_vcycle *vcycle; /* the cycle that was recorded, see vcycle.h; NULL for none */
   struct tsw_solver *next;
} tsw_solver;

/** Record of a BoomerAMG object, or NULL. */
tsw_solver *tsw_registry_find(const void *amg);

/** Record of a BoomerAMG object, made if need be; NULL if memory is out. */
tsw_solver *tsw_registry_get(void *amg);

/** The options that are in force for a solver: its own or those of all. */
trisweep_context *tsw_solver_context(const tsw_solver *solver);

/** An option as it is in force for this solver since its last setup; "" if there is none. */
const char *tsw_solver_option(const tsw_solver *solver, const char *key);

/** Make all that a setup with up to n levels needs of the plug; false if memory is out. */
bool tsw_solver_reserve(tsw_solver *solver, int n);

/** Take a record out of the registry, which the caller frees; NULL if there is none. */
tsw_solver *tsw_registry_take(const void *amg);

/** First record, for a walk along next. */
tsw_solver *tsw_registry_first(void);

/** Does the record have a method in force? */
bool tsw_solver_is_active(const tsw_solver *solver);

/** The level or guest that holds a matrix, or NULL. */
tsw_level *tsw_solver_find_level(tsw_solver *solver, const hypre_ParCSRMatrix *matrix);
