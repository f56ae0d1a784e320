/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Records: the methods of each BoomerAMG object, and the plug's data for the matrices of the
 * object. The key of a hypre object is its address, which hypre may reuse at once. Therefore no
 * data outlives the object:
 *  - a record is created by a setter that gets a number of trisweep, or by a setup with a replaced
 *    type; hypre_BoomerAMGDestroy frees the record;
 *  - level k belongs to matrix k of the hierarchy. When hypre destroys the matrix, the level is
 *    detached, but keeps the analysis for the next setup with the same pattern;
 *  - an extra level belongs to a matrix that a solve passes as level 0 but that is not the matrix
 *    of the setup. An extra level is freed with its matrix, or in the next setup.
 * One thread at a time may use the plug's methods; see frame.c. Other threads may use hypre's:
 * their calls only search the tables of records, which are locked (table.h).
 */
#pragma once

#include "hypre/state/context.h"
#include "hypre/state/extensions.h"
#include "hypre/state/level.h"

enum
{
   TSW_N_SLOTS = 4,          /* hypre's grid_relax_type: 0 fine, 1 down, 2 up, 3 coarsest */
   TSW_SINGLE = TSW_N_SLOTS, /* hypre's UserRelaxType, the type of a hierarchy with one level */
   TSW_N_TYPES
};

enum
{
   TSW_MOST_LEVELS = 72, /* one for each bit of the number of rows, and 8 */
   TSW_FIRST_LEVELS = 4
};

enum
{
   TSW_NOT_REPLACED = -2 /* not a type of hypre; -1 means that the user has set no type */
};

/** A relax type in hypre's structure that is replaced during setups and solves; see frame.c. */
typedef struct tsw_substitution
{
   HYPRE_Int original;  /* hypre's type that is replaced, or TSW_NOT_REPLACED */
   HYPRE_Int temporary; /* the temporary type */
   bool      is_stored; /* is the temporary type stored now? */
} tsw_substitution;

/** The levels of a solver. The first ones are in the same memory: tiny systems have no others. */
typedef struct tsw_levels
{
   tsw_level *levels[TSW_MOST_LEVELS];
   tsw_level  first[TSW_FIRST_LEVELS];
} tsw_levels;

typedef struct tsw_solver
{
   tsw_entry         entry; /* by amg */
   hypre_ParAMGData *amg;
   trisweep_context *context; /* options of this solver; NULL: the options of all solvers */
   char              options[TSW_CONTEXT_TEXT];      /* options that the user set for this solver */
   char              settings[TSW_CONTEXT_SETTINGS]; /* options of context; "" without context */
   int               id;          /* 1, 2, ... in order of appearance, for the reports */
   HYPRE_Int chosen[TSW_N_SLOTS]; /* t of the numbers 1000 + t given to setters, 0 for none */
   bool      is_late;             /* a number was set after the last setup */
   HYPRE_Int active[TSW_N_TYPES]; /* active t since the last setup, 0: hypre smooths */
   tsw_substitution   substitutions[TSW_N_TYPES];
   int                n_active_calls; /* setups, solves and cycles in progress */
   bool               singular;       /* the matrix of the last setup maps constants to zero */
   hypre_ParVector   *residual, *correction; /* on level 0, see rounded.c; or NULL */
   bool               warned_zero_diagonal;
   bool               warned_pivots;
   bool               no_extra_level; /* no memory for an extra level since the last report */
   bool               warned_sweeps;  /* since the last solve without a failure */
   int                n_levels;       /* length of levels */
   tsw_level        **levels; /* of a tsw_levels; index is the AMG level; entries may be NULL */
   tsw_level         *extra_levels;
   unsigned           extensions; /* those that the options of context choose */
   void              *extension[TSW_N_EXTENSIONS + 1]; /* data of each extension, or NULL */
   unsigned           deeds[TSW_N_EXTENSIONS + 1];     /* of each extension, see extension.h */
   struct tsw_solver *next, **place;
} tsw_solver;

/** Record of a BoomerAMG object, or NULL. */
tsw_solver *tsw_registry_find(const void *amg);

/** Record of a BoomerAMG object, created if necessary; NULL if memory is out. */
tsw_solver *tsw_registry_get(void *amg);

/** Context of a solver: its own, or the common context of all solvers. */
trisweep_context *tsw_solver_context(const tsw_solver *solver);

/** Value of an option of this solver since its last setup; "" if the option is unknown. */
const char *tsw_solver_option(const tsw_solver *solver, const char *key);

/** Value of an INT or REAL option; 0 if the option is unknown. */
double tsw_solver_option_number(const tsw_solver *solver, const char *key);

/** Has an option this value? */
bool tsw_solver_option_is(const tsw_solver *solver, const char *key, const char *value);

/** Create levels 0 .. n - 1 for a setup, n <= TSW_MOST_LEVELS; false if memory is out. */
bool tsw_solver_reserve(tsw_solver *solver, int n);

/** Remove a record from the registry; the caller frees the record. NULL if there is none. */
tsw_solver *tsw_registry_take(const void *amg);

/** First record of the list linked by next: the youngest. */
tsw_solver *tsw_registry_first(void);

/** Does the solver have an active method? */
bool tsw_solver_is_active(const tsw_solver *solver);

/** The level or extra level of a matrix, or NULL. */
tsw_level *tsw_solver_find_level(tsw_solver *solver, const hypre_ParCSRMatrix *matrix);
