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

/** The functions; every entry of hooks.c finds them before it does anything. */
extern tsw_real_table tsw_real;

/** Find them, once. Returns the name of one that is missing, or NULL. */
const char *tsw_real_resolve(void);

/** Find them for the first call of all, of this name; ends the program if that one is missing. */
void tsw_real_find(const char *name);
