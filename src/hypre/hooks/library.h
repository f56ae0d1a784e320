/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Where is the program's libHYPRE? Asked of the dynamic linker. For the shared plug only. */
#pragma once

#include "hypre/plug.h"

/**
 * Call when the plug is loaded. is_first: its hooks are the first in the global search order. Then,
 * without a libHYPRE in this order, load that of the build, not into this order: if a program opens
 * this file later, even with RTLD_DEEPBIND, calls within hypre reach the plug. A plug that dlopen
 * loads is not yet in this order, and some calls of a libHYPRE that is loaded now would miss it.
 */
void tsw_library_start(bool is_first);

/** The destructors of the process run. dlopen would let constructors run again: no more of it. */
void tsw_library_end(void);

/** Was a libHYPRE in the global search order when the plug was loaded? */
extern bool tsw_library_is_global;

/**
 * Handle for dlsym of the libHYPRE that calls from this address reach without the plug: RTLD_NEXT
 * if a libHYPRE was in the global search order when the plug was loaded; else the first one in this
 * order, in the dependencies of the caller's object, the only one of the process, or that of the
 * build. Both stay loaded. NULL: there is none, or it is not known which one.
 */
void *tsw_library_of(const void *caller);

/** Name of the file with this libHYPRE. Static storage. */
const char *tsw_library_name(void *handle);

/**
 * Call visit for this function of each libHYPRE that the program has loaded. Returns the number of
 * these libraries; 0 when destructors run.
 */
int tsw_library_visit(const char *function, void (*visit)(void *address, const char *name));
