/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Options: one table (options.def), read from a string and from the environment. */
#pragma once

#include <stdbool.h>

#include <trisweep.h>

TRISWEEP_BEGIN_C

enum
{
   TSW_OPTION_VALUE_SIZE = 256 /* longest value, with its terminating zero */
};

typedef enum tsw_option_key
{
#define TSW_OPTION(key, kind, deflt, allowed, help) TSW_OPTION_##key,
#include "base/options.def"
#undef TSW_OPTION
   TSW_N_OPTIONS
} tsw_option_key;

typedef struct tsw_options
{
   char        value[TSW_N_OPTIONS][TSW_OPTION_VALUE_SIZE];
   const char *origin[TSW_N_OPTIONS]; /* static storage: default, call, environment */
} tsw_options;

/** Defaults, then the string (may be NULL), then TRISWEEP_OPTIONS. OK, OPTION, MEMORY. */
trisweep_status tsw_options_read(const char *string, tsw_options *options);

/** Index of a key, or -1. */
int tsw_options_find(const char *key);

/** Is this the value of an option? */
bool tsw_options_is(const tsw_options *options, tsw_option_key key, const char *value);

/** Value of an INT option, which tsw_options_read has checked. */
int tsw_options_int(const tsw_options *options, tsw_option_key key);

/** Value of a REAL option, which tsw_options_read has checked. */
double tsw_options_real(const tsw_options *options, tsw_option_key key);

/** The word of a list that is nearest to a misspelt word, or NULL. */
const char *tsw_options_nearest(const char *word, const char *const *words, int n_words);

TRISWEEP_END_C
