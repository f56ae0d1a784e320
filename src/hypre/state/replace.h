/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Replace mode: TRISWEEP_REPLACE lists plain types of hypre that the plug replaces.
 *
 *    6            type 6 by type 1006
 *    18=8         type 18 by type 1008
 *    18=3/4       type 18 by type 1003 on the way down of a cycle, 1004 on the way up
 *
 * The second number may be written with the thousand or without. A message names each wrong
 * entry; the other entries hold.
 */
#pragma once

#include "hypre/plug.h"

/** Where in a cycle a type is used. */
typedef enum tsw_place
{
   TSW_PLACE_DOWN,
   TSW_PLACE_UP,
   TSW_PLACE_ALONE /* both directions, or alone: on the coarsest level, or outside of a cycle */
} tsw_place;

/** Read the list. Messages are printed once. */
void tsw_replace_read(const char *list);

/** Note that a setup of BoomerAMG uses this plain type. */
void tsw_replace_note(HYPRE_Int type);

/** Print that nothing was swept or refused in this process, if the environment names the plug. */
void tsw_replace_say_unused(void);

/** The type that replaces a plain type of hypre, or 0 if the type is not replaced. */
HYPRE_Int tsw_replace_by(HYPRE_Int type, tsw_place place);
