/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * hypre's own functions: __real_<name> with --wrap; in the shared plug, those of the program's
 * libHYPRE (library.h). The plug serves one hypre of the process. Calls for another one go on to
 * it, and numbers of trisweep are refused there.
 */
#pragma once

#include "hypre/plug.h"

typedef struct tsw_real_table
{
#define TSW_HOOK(name, type, params, args) type(*name) params;
#include "hypre/hooks/hooks.def"
#undef TSW_HOOK
} tsw_real_table;

/** A hypre of this process, and what the checks of selfcheck.c have found out about it. */
typedef struct tsw_hypre
{
   tsw_real_table real;
   char           missing[320]; /* names of hooks.def and calls.def that it does not define */
   const char    *name;         /* of its file */
   void          *handle;
   const void    *gpu_product; /* a function of builds for GPUs; else NULL */
   bool           checked;
   bool           ready;        /* checked and not inactive, and the environment has been read */
   bool           inactive;     /* its calls go on to it without the plug */
   bool           sees_numbers; /* if inactive: the program's relax numbers reach the plug */
   bool           printed;      /* the reason was printed */
   char           reason[640];

   const struct tsw_hypre *first; /* another one, which was called first; else NULL */

   HYPRE_Int (*version)(HYPRE_Int *major, HYPRE_Int *minor, HYPRE_Int *patch, HYPRE_Int *number);
} tsw_hypre;

/** The current hypre within a hook, else NULL; always NULL with --wrap. */
extern TSW_THREAD_LOCAL tsw_hypre *tsw_real_current;

/** A call of a hook begins: the hypre of the caller becomes the current one. Not with --wrap. */
void tsw_real_enter(const void *caller);

/** The current hypre; outside of hooks that which the plug serves, or would serve. Not NULL. */
tsw_hypre *tsw_real_hypre(void);

/** Functions of the current hypre; NULL without a hypre. */
#define tsw_real ((tsw_real_current ? tsw_real_current : tsw_real_hypre())->real)
