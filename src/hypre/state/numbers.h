/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Relax numbers and types. A user sets the number 1000 + t or 2000 + t for the type t of trisweep;
 * the code stores number - 1000. A plain type is a relax type of hypre, as hypre stores it.
 */
#pragma once

#include "hypre/plug.h"

/** Method of a relax type: sweeps, or corrections with incomplete factors. */
typedef struct tsw_method
{
   int                type; /* the user's number is 1000 + type; hypre's own, or 100 and more */
   trisweep_direction direction;
   bool               l1;        /* divides by l1 norms if hypre has them for the level */
   bool               two_calls; /* forward and backward with an exchange before each */
   trisweep_factors   factors;   /* corrections with these instead of sweeps */
   int32_t            fill_level;
} tsw_method;

/** Does a method, or NULL, correct with incomplete factors? */
static inline bool tsw_method_has_factors(const tsw_method *method)
{
   return method && method->factors != TRISWEEP_NO_FACTORS;
}

enum
{
   TSW_MOST_TYPES = 200 /* more types than hypre has */
};

/** Is this the type of a number 2000 + t, with ordering=auto? */
bool tsw_type_has_auto_order(HYPRE_Int type);

/** Method of a type, or NULL if there is none. */
const tsw_method *tsw_method_find(HYPRE_Int type);

/** Does hypre decide on a number? Others are numbers of trisweep, or refused. */
bool tsw_number_is_plain(HYPRE_Int number);

/** The type t of a number 1000 + t of trisweep; 0 for other numbers. */
HYPRE_Int tsw_number_type(HYPRE_Int number);

/** Print on rank 0 that a number is refused, set hypre's error flag and return the flag. */
HYPRE_Int tsw_number_refuse(HYPRE_Int number);

/** The type with the sweeps of type t, or of 0, on one rank, where l1 norms are the diagonal. */
HYPRE_Int tsw_type_without_norms(HYPRE_Int type);

/** The number that hypre gets for type t of trisweep. */
HYPRE_Int tsw_number_plain(HYPRE_Int type);
