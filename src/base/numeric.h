/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Numbers have a decimal point between the two calls, in every locale of the program. */
#pragma once

#include <locale.h>
#include <stdlib.h>

/** Begin; returns the argument of tsw_numeric_end. */
static inline locale_t tsw_numeric_begin(void)
{
   static _Thread_local locale_t point;
   if (!point)
   {
      point = newlocale(LC_NUMERIC_MASK, "C", (locale_t) 0);
   }
   return point ? uselocale(point) : (locale_t) 0;
}

/** Restore the program's locale. */
static inline void tsw_numeric_end(locale_t before)
{
   if (before)
   {
      uselocale(before);
   }
}

/** strtod with a decimal point. */
static inline double tsw_numeric_read(const char *text, char **end)
{
   const locale_t before = tsw_numeric_begin();
   const double   number = strtod(text, end);
   tsw_numeric_end(before);
   return number;
}
