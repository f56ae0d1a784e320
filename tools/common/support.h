/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Functions of all programs that solve with hypre: messages, memory, reductions over ranks. */
#ifndef TSW_TOOLS_COMMON_SUPPORT_H
#define TSW_TOOLS_COMMON_SUPPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/new_file.h"

/** Exit statuses. */
enum
{
   TSW_EXIT_OK = 0,
   TSW_EXIT_UNSOLVED = 1, /* a solve did not converge */
   TSW_EXIT_INPUT = 2     /* a bad file, option or environment */
};

/** Name of the program for messages; main sets it first. */
extern const char *tsw_program;

/** Print "PROGRAM: ..." on stderr by one fprintf, so that a launcher cannot mix lines. */
void tsw_complain(const char *format, ...) __attribute__((format(printf, 1, 2)));

/** calloc that prints a message on failure. NULL only on failure, also if count is 0. */
void *tsw_get(size_t count, size_t size);

/** True if the condition is true on all ranks. Collective. */
bool tsw_all(bool condition);

/** Open a file for writing; false, with a message, on failure. */
bool tsw_create_file(const char *name, tsw_new_file *file);

/**
 * Close the file. Print a message, leave an old file as it is and return false if this fails or if
 * written is false.
 */
bool tsw_finish_file(const char *name, tsw_new_file *file, bool written);

/** Unset TRISWEEP_REPLACE, which would replace hypre's own sweeps. Rank 0 prints a message. */
void tsw_ignore_replace(int rank);

#endif
