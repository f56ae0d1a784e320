/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "base/message.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "base/numeric.h"

enum
{
   MESSAGE_SIZE = 512
};

static _Thread_local char message[MESSAGE_SIZE];
static _Thread_local int  location_rank = -1;
static _Thread_local int  location_level = -1;

/* Append to the message, truncated at MESSAGE_SIZE, and return the new length. */
__attribute__((format(printf, 2, 3))) static size_t append(size_t length, const char *format, ...)
{
   va_list args;
   va_start(args, format);
   const int wanted = vsnprintf(message + length, MESSAGE_SIZE - length, format, args);
   va_end(args);
   const size_t added = wanted > 0 ? (size_t) wanted : 0;
   return length + added < MESSAGE_SIZE ? length + added : MESSAGE_SIZE - 1;
}

void tsw_message_locate(int rank, int level)
{
   location_rank = rank;
   location_level = level;
}

trisweep_status tsw_message_set(trisweep_status status, int64_t row, const char *format, ...)
{
   size_t      length = append(0, "trisweep: ");
   const char *separator = "";
   if (location_rank >= 0)
   {
      length = append(length, "rank %d", location_rank);
      separator = ", ";
   }
   if (location_level >= 0)
   {
      length = append(length, "%slevel %d", separator, location_level);
      separator = ", ";
   }
   if (row >= 0)
   {
      length = append(length, "%srow %" PRId64, separator, row);
      separator = ", ";
   }
   if (separator[0])
   {
      length = append(length, ": ");
   }
   const locale_t before = tsw_numeric_begin();
   va_list        args;
   va_start(args, format);
   vsnprintf(message + length, MESSAGE_SIZE - length, format, args);
   va_end(args);
   tsw_numeric_end(before);
   return status;
}

const char *trisweep_message(void)
{
   return message;
}
