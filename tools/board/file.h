/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Boards as JSON, with the fields of bench/results/README.md; on rank 0 only. */
#ifndef TSW_TOOLS_BOARD_FILE_H
#define TSW_TOOLS_BOARD_FILE_H

#include "tools/board/row.h"

/** The data that all rows of a run share. */
typedef struct tsw_head
{
   const tsw_solve_options *options; /* the task, the file and the commit */
   const tsw_machine       *machine;
   int                      n_ranks;
} tsw_head;

/** Check that rows of this run can be added to the file. Prints the reason if not. */
bool tsw_board_appendable(const tsw_head *head);

/**
 * Write the rows of a problem into the file. If append is true, the file keeps its rows, except
 * those with the same problem, smoother, source, ordering, number of ranks and number of GPUs, and
 * on board steps the same mode and change. Prints a message and returns false on failure.
 */
bool tsw_board_write(const tsw_head *head, bool append, const char *problem, int n_rows,
                     const tsw_row *row);

#endif
