/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef TSW_TOOLS_TOTAL_FILE_H
#define TSW_TOOLS_TOTAL_FILE_H

#include "tools/total/steps.h"

/** The data that all rows share. */
typedef struct tsw_total_head
{
   const char      *board; /* "total" or "steps" */
   const char      *commit;
   const tsw_place *place;
   int              n_ranks;
   int              repeat;
} tsw_total_head;

/** Check that rows of this run can be added to the file. Prints the reason if not. */
bool tsw_total_appendable(const char *file, const tsw_total_head *head);

/**
 * Write the rows of a problem into the file. If append is true, the file keeps its rows, except
 * those with the same problem, smoother, source, ordering, number of ranks and number of GPUs.
 */
bool tsw_total_write(const char *file, bool append, const tsw_total_head *head, const char *problem,
                     int n_rows, const tsw_total_row *row);

/** The same for rows of board steps, of which mode and change belong to the keys. */
bool tsw_steps_write(const char *file, bool append, const tsw_total_head *head, const char *problem,
                     int n_rows, const tsw_steps_row *row);

#endif
