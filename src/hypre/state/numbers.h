/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "hypre/plug.h"

/** How a relax type is made from sweeps, or from corrections with incomplete factors. */
typedef struct tsw_method
{
   int                type; /* the user's number is 1000 + type; hypre's own, or 100 and more */
   trisweep_direction direction;
   bool               l1;        /* divides by l1 norms if hypre has them for the level */
   bool               two_calls; /* forward and backward with an exchange before each */
   trisweep_factors   factors;   /* corrections with these instead of sweeps */
   int32_t            fill_level;
} tsw_method;

/** What a number handed to a setter or to the relax function is. */
typedef enum tsw_number_kind
{
   TSW_NUMBER_PLAIN,  /* hypre's own business */
   TSW_NUMBER_OURS,   /* 1000 + t */
   TSW_NUMBER_REFUSED /* in our range, but nothing we have */
} tsw_number_kind;

/** Is this the type of a number 2000 + t, whose solver chooses the order of the rows? */
bool tsw_type_orders(HYPRE_Int type);

/** Method of a type, or NULL if we do not have it. */
const tsw_method *tsw_method_find(HYPRE_Int type);

/** Tell what a number is; type is set to t for 1000 + t, else to 0. */
tsw_number_kind tsw_number_classify(HYPRE_Int number, HYPRE_Int *type);

/** Is it a number 2000 + t? */
bool tsw_number_orders(HYPRE_Int number);

/** Say that a number is refused, set hypre's error flag and return it. Every rank calls. */
HYPRE_Int tsw_number_refuse(HYPRE_Int number);

/** Does one of our types take the place of a type of hypre? Incomplete factors do not. */
bool tsw_method_replaces(HYPRE_Int type);

/** The type of hypre that does the same as our type t, where l1 norms may be missing. */
HYPRE_Int tsw_number_without_norms(HYPRE_Int type, bool has_norms);

/** The number that hypre gets to see for our type t. */
HYPRE_Int tsw_number_plain(HYPRE_Int type);
