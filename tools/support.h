/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What the programs that solve with hypre share: messages, memory, agreement between ranks. */
#ifndef TSW_TOOLS_SUPPORT_H
#define TSW_TOOLS_SUPPORT_H

#include <stdbool.h>
#include <stddef.h>

/** Name of the program; each program has its own. */
extern const char tsw_program[];

/** Print "PROGRAM: ..." on stderr, in one piece, so that a launcher cannot mix it with others. */
void tsw_complain(const char *format, ...) __attribute__((format(printf, 1, 2)));

/** calloc that complains; NULL only on failure, also for no elements. */
void *tsw_get(size_t count, size_t size);

/** Is the condition true on all ranks? To be called by all of them. */
bool tsw_all(bool condition);

/** The median of n numbers, which are sorted. */
double tsw_median(double *value, int n);

/** Have the plug take this order for all sweeps, beside what else TRISWEEP_OPTIONS says. */
bool tsw_set_ordering(const char *ordering);

/** Drop TRISWEEP_REPLACE, which would turn hypre's own sweeps into trisweep's; rank 0 says so. */
void tsw_ignore_replace(int rank);

#endif
