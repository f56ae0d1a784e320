/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Replace mode: TRISWEEP_REPLACE lists plain types of hypre that the plug replaces.
 *
 *    6            type 6 by type 1006
 *    6=8          type 6 by type 1008
 *    18=13/14     type 18, a method that trisweep does not have, by type 2013 on the way down of a
 *                 cycle, 2014 on the way up
 *    18=1013/1014 type 18 by these numbers
 *
 * A message names each wrong entry; the other entries take effect.
 */
#pragma once

#include "hypre/plug.h"

/** The leg of a cycle on which a type is used. */
typedef enum tsw_leg
{
   TSW_LEG_DOWN,
   TSW_LEG_UP,
   TSW_LEG_NONE /* no direction: on the coarsest or a single level, or outside of a cycle */
} tsw_leg;

/** Read the list. Messages are printed once. False: an entry is wrong, or there is none. */
bool tsw_replace_read(const char *list);

/** The type that replaces a plain type of hypre, or 0 if the type is not replaced. */
HYPRE_Int tsw_replace_by(HYPRE_Int type, tsw_leg leg);
