/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef TSW_TOOLS_TOTAL_STEPS_BOARD_H
#define TSW_TOOLS_TOTAL_STEPS_BOARD_H

#include "tools/total/file.h"
#include "tools/total/request.h"

/** Print the titles of the columns. */
void tsw_steps_print_title(void);

/** Run all changes of a problem, print and write the rows. Collective. Returns an exit status. */
int tsw_steps_problem(const tsw_total_request *r, const tsw_total_head *head, int rank,
                      const char *name, bool first);

#endif
