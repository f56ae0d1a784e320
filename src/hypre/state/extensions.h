/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The extensions of this build (hypre/built/extensions.def, made from registry.def), and those that
 * an option extensions= chooses: words separated by +, "all" or "none". See extensions/chosen.c.
 */
#pragma once

/** The number of each extension, in the order of the registry. */
enum
{
#define TSW_EXTENSION(name, needs, purpose) TSW_EXTENSION_##name,
#include "hypre/built/extensions.def"
#undef TSW_EXTENSION
   TSW_N_EXTENSIONS
};

/** What is wrong with a value of the option, and the remedy; "": nothing. Static storage. */
const char *tsw_extensions_obstacle(const char *value);

/** The set of chosen extensions, a bit for each number. */
unsigned tsw_extensions_chosen(const char *value);

/** The name of an extension. */
const char *tsw_extension_name(int id);
