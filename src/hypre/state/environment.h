/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The environment variables of the plug, except TRISWEEP_OPTIONS. */
#pragma once

#include "hypre/plug.h"

/** Form of the statistics. */
typedef enum tsw_stats_form
{
   TSW_STATS_OFF,
   TSW_STATS_TABLE,
   TSW_STATS_JSON
} tsw_stats_form;

/** Read the variables and print misspelt names; once a process. False: a fault was printed. */
bool tsw_environment_read(void);

tsw_stats_form tsw_environment_stats(void);

/** Name of the JSON file for the statistics, or NULL. */
const char *tsw_environment_stats_file(void);

/** TRISWEEP_RANK_WAIT: seconds to wait for a message of another rank's plug; 0: no limit. */
double tsw_environment_rank_wait(void);

/** TRISWEEP_SUMMARY: name of the file for the summary, or NULL. */
const char *tsw_environment_summary(void);

/** Is TRISWEEP_ALLOW_DEAD_HOOKS set? */
bool tsw_environment_allows_dead_hooks(void);

/** Is TRISWEEP_CHECK set? */
bool tsw_environment_checks_only(void);

/** Does a variable ask for the plug: TRISWEEP_REPLACE, _OPTIONS, _STATS or _SUMMARY? */
bool tsw_environment_asks(void);
