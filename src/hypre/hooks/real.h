/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* hypre's own functions: the next ones of their name (dlsym), or with --wrap __real_<name>. */
#pragma once

#include "hypre/plug.h"

typedef struct tsw_real_table
{
#define TSW_HOOK(name, type, params, args) type(*name) params;
#include "hypre/hooks/hooks.def"
#undef TSW_HOOK
} tsw_real_table;

/** The functions. Every entry of hooks.c resolves them first. */
extern tsw_real_table tsw_real;

/** Resolve all functions, once. Returns the name of a missing function, or NULL. */
const char *tsw_real_resolve(void);

/** Resolve all functions in the first call of all. Ends the program if this name is missing. */
void tsw_real_find(const char *name);
