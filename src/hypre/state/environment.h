/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The environment variables of the plug, except TRISWEEP_OPTIONS. */
#pragma once

#include "hypre/plug.h"

/** What the variables say that are read once. */
typedef struct tsw_environment
{
   bool        has_stats;
   const char *stats_file; /* of JSON; NULL: a table */
   double      rank_wait;  /* seconds to wait for a message of another rank's plug; 0: no limit */
} tsw_environment;

/** Until tsw_environment_read: the defaults. */
extern tsw_environment tsw_variables;

/** Read the variables and print misspelt names; once a process. False: a fault was printed. */
bool tsw_environment_read(void);

/** TRISWEEP_SUMMARY: name of the file for the summary, or NULL. */
const char *tsw_environment_summary(void);

/** Is a variable 1, now? */
bool tsw_environment_is_one(const char *name);

/** Does a variable ask for the plug: TRISWEEP_REPLACE, _OPTIONS, _STATS or _SUMMARY? */
bool tsw_environment_asks(void);
