/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Does the plug fit the hypre that it meets? The plug reads hypre's internal
 * structures, and two builds with the same version number may differ in them: by
 * the width of HYPRE_BigInt, by GPU support, or because one is a later state of
 * the development. So before the first use, what the plug reads is set by hypre's
 * public calls on objects made for that, and read back.
 */
#pragma once

#include "hypre/plug.h"

/** Why the plug does not fit, or NULL; static storage. Hooks must let these calls pass. */
const char *tsw_fit(void);
