/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * hypre's functions and variables in the shared plug. The shared plug is not linked with libHYPRE:
 * a libHYPRE of its own would come before the program's in the search order of the dynamic linker,
 * and other libraries would call functions of both. The names of calls.def are macros for entries
 * of a table, which hooks/real.c fills from the program's libHYPRE. plug.h includes this file.
 */
#pragma once

typedef struct tsw_call_table
{
#define TSW_CALL(name) __typeof__(name) *name##_entry;
#include "hypre/calls/calls.def"
#undef TSW_CALL
} tsw_call_table;

extern tsw_call_table tsw_calls;

#include "hypre/calls/names.h"
