/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Does the plug fit the hypre that it meets? Builds with one version number may differ in the
 * internal structures that the plug reads (HYPRE_BigInt, GPU support, state of the
 * development). So, before the first use, they are set by public calls on objects made for
 * that, and read back.
 */
#pragma once

#include "hypre/plug.h"

/** Why the plug does not fit, or NULL; static storage. Hooks must let these calls pass. */
const char *tsw_fit(void);
