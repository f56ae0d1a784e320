/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Numbers with a decimal point between the two calls, whatever locale the program has chosen. */
#pragma once

#include <locale.h>

/** From here on with a point; returns what tsw_numeric_end needs. */
static inline locale_t tsw_numeric_begin(void)
{
   static _Thread_local locale_t point;
   if (!point)
   {
      point = newlocale(LC_NUMERIC_MASK, "C", (locale_t) 0);
   }
   return point ? uselocale(point) : (locale_t) 0;
}

/** As the program had it. */
static inline void tsw_numeric_end(locale_t before)
{
   if (before)
   {
      uselocale(before);
   }
}
