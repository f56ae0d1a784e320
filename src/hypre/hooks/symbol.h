/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Symbols of one loaded object. dlopen and dlsym are of no use for this while the process ends:
 * dlopen then lets the dynamic linker run constructors again whose destructors have run, and dlsym
 * needs a handle. For the shared plug only.
 */
#pragma once

#include <link.h>

/**
 * Address of a function or object that this object itself defines, or NULL. object: as
 * dl_iterate_phdr passes it. Follows the tables of the ELF format: DT_GNU_HASH, else DT_HASH.
 */
void *tsw_symbol_of(const struct dl_phdr_info *object, const char *name);
