/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "base/message.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "base/numeric.h"

static const char start[] = "trisweep: ";

enum
{
   START = sizeof start - 1,
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

/* Append a place, such as "row 5", behind the first START characters and other places. */
static size_t append_place(size_t length, const char *what, int64_t number)
{
   return number < 0 ? length
                     : append(length, "%s%s %" PRId64, length > START ? ", " : "", what, number);
}

void tsw_message_locate(int rank, int level)
{
   location_rank = rank;
   location_level = level;
}

trisweep_status tsw_message_set(trisweep_status status, int64_t row, const char *format, ...)
{
   size_t length = append(0, "%s", start);
   length = append_place(length, "rank", location_rank);
   length = append_place(length, "level", location_level);
   length = append_place(length, "row", row);
   length = length > START ? append(length, ": ") : length;
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
