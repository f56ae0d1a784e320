/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * hypre's own functions: __real_<name> with --wrap; in the shared plug, those of the libHYPRE that
 * a call is for (library.h). The plug serves one hypre of the process. Calls for another one go on
 * to it.
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
   bool           is_present; /* there is a libHYPRE */
   bool           checked, matrices_checked;
   bool           settled;      /* no check is left */
   bool           ready;        /* settled and not inactive, and the environment has been read */
   bool           inactive;     /* its calls go on to it without the plug */
   bool           sees_numbers; /* if inactive: the program's relax numbers reach the plug */
   bool           is_second;    /* the plug works for another hypre */
   bool           printed;      /* the reason was printed */
   char           reason[640];
} tsw_hypre;

/**
 * Begin of a call of a hook: the hypre of the call becomes the current hypre of this thread;
 * without one, all functions are NULL. Returns the previous one.
 */
tsw_hypre *tsw_real_enter(const void *caller);

/** End of a call of a hook. */
void tsw_real_leave(tsw_hypre *previous);

/** The current hypre; outside of hooks that which the plug serves, or would serve. Not NULL. */
tsw_hypre *tsw_real_hypre(void);

/** The current hypre within a hook, else NULL; always NULL with --wrap. */
extern TSW_THREAD_LOCAL tsw_hypre *tsw_real_current;

/** Is the plug active, and nothing left to check? Cheap: called in each hook. */
static inline bool tsw_real_is_ready(void)
{
   return tsw_real_current && __atomic_load_n(&tsw_real_current->ready, __ATOMIC_ACQUIRE);
}

/** Functions of the current hypre. */
#define tsw_real ((tsw_real_current ? tsw_real_current : tsw_real_hypre())->real)

/** Let the plug serve this hypre: its functions are those of calls/calls.h. NULL: none. */
void tsw_real_serve(tsw_hypre *hypre);

/** The hypre that the plug serves, or NULL. */
tsw_hypre *tsw_real_served(void);

/** Does the current hypre define the product of a matrix and a vector on GPUs? */
bool tsw_real_has_gpu(void);

typedef struct tsw_hypre_version
{
   HYPRE_Int number;  /* 30100 for 3.1.0 */
   bool      is_wide; /* 64-bit HYPRE_Int: the plug cannot even pass calls on */
   char      text[48];
} tsw_hypre_version;

/** Version of the current hypre; number 0 if the current hypre does not tell. */
tsw_hypre_version tsw_real_version(void);

/**
 * Call visit with hypre_BoomerAMGRelaxIF of each libHYPRE, and the name of the library, before
 * destructors run. Returns the number of libraries; 0 with --wrap.
 */
int tsw_real_visit(void (*visit)(void *relax_if, const char *name));

/** Destructors run: libraries of calls that were not seen before are not looked for. */
void tsw_real_end(void);

/** End the program: there is no hypre with this function, or it is not known which one. */
_Noreturn void tsw_real_abort(const char *function);
