/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Loops that are compiled for each value of three booleans. */
#pragma once

#define TSW_FORM(number, call)                                               \
   case number:                                                              \
      call((number) / 4 % 2 == 1, (number) / 2 % 2 == 1, (number) % 2 == 1); \
      break;

/** call(first, second, third) with constants, for calls of TSW_ALWAYS_INLINE functions. */
#define TSW_EACH_FORM(first, second, third, call) \
   switch (4 * (first) + 2 * (second) + (third))  \
   {                                              \
      TSW_FORM(0, call)                           \
      TSW_FORM(1, call)                           \
      TSW_FORM(2, call)                           \
      TSW_FORM(3, call)                           \
      TSW_FORM(4, call)                           \
      TSW_FORM(5, call)                           \
      TSW_FORM(6, call)                           \
      TSW_FORM(7, call)                           \
   }
