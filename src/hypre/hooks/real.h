/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* hypre's own functions: from dlsym(RTLD_NEXT, name), or __real_<name> with --wrap. */
#pragma once

#include "hypre/plug.h"

typedef struct tsw_real_table
{
#define TSW_HOOK(name, type, params, args) type(*name) params;
#include "hypre/hooks/hooks.def"
#undef TSW_HOOK
} tsw_real_table;

/** hypre's functions. Each definition in hooks.c resolves the functions before the first use. */
extern tsw_real_table tsw_real;

/** Resolve all functions, once. Returns the name of a missing function, or NULL. */
const char *tsw_real_resolve(void);

/** Resolve all functions, if not done yet. Ends the program if no library defines this name. */
void tsw_real_find(const char *name);
