/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Check that the plug was compiled for the hypre of this process. Builds of hypre with the same
 * version number may differ in the internal structures that the plug reads (HYPRE_BigInt, GPU
 * support, development versions). The check creates a solver, sets fields by public calls and reads
 * the fields from hypre's structure.
 */
#pragma once

#include "hypre/plug.h"

/** Has the current hypre 64-bit HYPRE_Int? Then the plug cannot even pass calls on. */
bool tsw_fit_is_wide(void);

/**
 * Why the plug does not fit hypre's version or its support of GPUs, or which names that the plug
 * needs are not in this hypre; else NULL. Static storage.
 */
const char *tsw_fit_names(void);

/**
 * Why the plug does not fit hypre's solvers, or NULL; static storage. During the check
 * the hooks must call hypre's own functions. The check may change hypre's error flag.
 */
const char *tsw_fit_solvers(void);

/** The same for the width of HYPRE_BigInt. */
const char *tsw_fit_width(void);
