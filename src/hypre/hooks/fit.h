/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Does the plug fit the hypre of the process? Builds with the same version number may differ in
 * the internal structures that the plug reads (HYPRE_BigInt, GPU support, development versions).
 * Before the first use the check sets fields by public calls on objects of its own and reads the
 * fields back.
 */
#pragma once

#include "hypre/plug.h"

/** Why the plug does not fit, or NULL; static storage. Hooks must pass these calls to hypre. */
const char *tsw_fit(void);
