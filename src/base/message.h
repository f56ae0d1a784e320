/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Messages of failed calls, one for each thread. The function that detects an error writes it. */
#pragma once

#include <stdint.h>

#include <trisweep.h>

TRISWEEP_BEGIN_C

/** Write the message and return the status: return TSW_ERROR(MEMORY, "...", ...). */
#define TSW_ERROR(name, ...) tsw_message_set(TRISWEEP_ERROR_##name, INT64_C(-1), __VA_ARGS__)

/** As TSW_ERROR, for an error in one row of the block. */
#define TSW_ERROR_ROW(name, row, ...) tsw_message_set(TRISWEEP_ERROR_##name, (row), __VA_ARGS__)

/** Return a failure to the caller. */
#define TSW_TRY(call)                          \
   do                                          \
   {                                           \
      const trisweep_status tsw_try_ = (call); \
      if (tsw_try_ != TRISWEEP_OK)             \
      {                                        \
         return tsw_try_;                      \
      }                                        \
   } while (0)

/** Set MPI rank and AMG level of later messages of this thread; -1 for none. */
void tsw_message_locate(int rank, int level);

/** Format the message of this thread; row -1 for none. Returns status. */
trisweep_status tsw_message_set(trisweep_status status, int64_t row, const char *format, ...)
   __attribute__((format(printf, 3, 4)));

TRISWEEP_END_C
