/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "hypre/plug.h"

/** Where the statistics go. */
typedef enum tsw_stats_form
{
   TSW_STATS_OFF,
   TSW_STATS_TABLE,
   TSW_STATS_JSON
} tsw_stats_form;

/** Read TRISWEEP_REPLACE and TRISWEEP_STATS and check for misspelt variables; once a process. */
void tsw_environment_read(void);

/** Where the statistics go; *file is the name of the JSON file, or NULL. */
tsw_stats_form tsw_environment_stats(const char **file);

/** Name of the file for the trace, or NULL. */
const char *tsw_environment_trace(void);

/** How many seconds to wait for a rank of which nothing was heard yet; 0 for ever. */
double tsw_environment_rank_wait(void);

/** Is TRISWEEP_ALLOW_DEAD_HOOKS set? */
bool tsw_environment_allows_dead_hooks(void);
