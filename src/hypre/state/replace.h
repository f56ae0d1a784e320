/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Replace mode: TRISWEEP_REPLACE lists plain types of hypre that are taken over.
 *
 *    6            type 6 by our type 6
 *    18=8         type 18 by our type 8
 *    18=3/4       type 18 by our type 3 on the way down of a cycle, 4 on the way up
 *
 * Ours may be written with the thousand or without. An entry that is wrong is
 * named, and the others hold.
 */
#pragma once

#include "hypre/plug.h"

/** Where in a cycle a type is used. */
typedef enum tsw_place
{
   TSW_PLACE_DOWN,
   TSW_PLACE_UP,
   TSW_PLACE_ALONE /* both ways, or by itself: on the coarsest level, or without a cycle */
} tsw_place;

/** Read the list; said once. */
void tsw_replace_read(const char *list);

/** A setup of BoomerAMG uses this plain type. */
void tsw_replace_note(HYPRE_Int type);

/** Nothing was swept or refused in this process: say so, if the environment asked for the plug. */
void tsw_replace_say_unused(void);

/** Our type in the place of a plain type of hypre, or 0 if that is left alone. */
HYPRE_Int tsw_replace_by(HYPRE_Int type, tsw_place place);
