/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * In place of device code in builds without it; to be included there only. Such builds refuse
 * device memory (tsw_space_find, tsw_space_obstacle): the value says so, or suits hosts.
 */
#pragma once

#pragma GCC diagnostic ignored "-Wunused-parameter"

/** Define a function that only returns a value; an empty one for void. */
#define TSW_ABSENT(value, type, name, ...) \
   type name(__VA_ARGS__)                  \
   {                                       \
      return value;                        \
   }
