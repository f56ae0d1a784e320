/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The libHYPRE of this process that a call is for. A process may load several, for instance a
 * Python program with two packages. For the shared plug only.
 */
#pragma once

#include <stdbool.h>

/**
 * Handle for dlsym of the libHYPRE that calls from this address reach without the plug: RTLD_NEXT
 * if a libHYPRE was in the global search order when the plug was loaded; else the first libHYPRE
 * in the global search order, in the dependencies of the caller's object, or the only one of the
 * process. NULL if there is none, or if there are several of the last kind. The library stays
 * loaded.
 */
void *tsw_library_find(const void *caller);

/** Was a libHYPRE in the global search order when the plug was loaded? */
bool tsw_library_is_global(void);

/** Name of the file with this libHYPRE. Static storage. */
const char *tsw_library_name(void *handle);

/**
 * Call visit for this function of each libHYPRE that the program has loaded. Returns the number of
 * these libraries. Not in destructors: dlopen would let the dynamic linker run constructors again
 * whose destructors have run.
 */
int tsw_library_visit(const char *function, void (*visit)(void *address, const char *name));

/**
 * The destructors of the process run. No object is opened from now on: tsw_library_find returns
 * NULL for calls from objects that it has not seen before.
 */
void tsw_library_end(void);

/**
 * Call when the plug is loaded. Without a libHYPRE in the global search order, load the libHYPRE
 * of the build, not into this order. If a program opens this file later, even with RTLD_DEEPBIND,
 * calls within hypre reach the plug. is_first: the hooks are in this order. A plug that dlopen
 * loads is not yet in this order, and a libHYPRE that is loaded now would resolve some calls
 * without the plug.
 */
void tsw_library_start(bool is_first);
