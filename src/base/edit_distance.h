/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The distance between a misspelt word and a known word. */
#pragma once

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

enum
{
   TSW_LONGEST_WORD = 256
};

/** Edits (insert, delete, replace) that turn a into b, in capitals or not; a large number for
 * long words. */
static inline int tsw_edit_distance(const char *a, const char *b)
{
   int          cost[TSW_LONGEST_WORD + 1];
   const size_t length = strlen(b);
   if (length > TSW_LONGEST_WORD)
   {
      return TSW_LONGEST_WORD;
   }
   for (size_t j = 0; j <= length; j++)
   {
      cost[j] = (int) j;
   }
   for (size_t i = 0; a[i]; i++)
   {
      int diagonal = cost[0];
      cost[0] = (int) i + 1;
      for (size_t j = 1; j <= length; j++)
      {
         const bool equal = tolower((unsigned char) a[i]) == tolower((unsigned char) b[j - 1]);
         int        best = diagonal + (equal ? 0 : 1);
         diagonal = cost[j];
         best = best < cost[j] + 1 ? best : cost[j] + 1;
         cost[j] = best < cost[j - 1] + 1 ? best : cost[j - 1] + 1;
      }
   }
   return cost[length];
}
