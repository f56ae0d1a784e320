/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "kernels/candidate.h"

#include <string.h>

const tsw_candidate *tsw_candidate_find(const char *name)
{
   static const tsw_candidate *const candidates[] = {
#define TSW_ALL_SCHEDULES
#define TSW_SCHEDULE(space, name)
#define TSW_CANDIDATE(space, name) &tsw_candidate_##space##_##name,
#include "kernels/schedules.def"
#undef TSW_CANDIDATE
#undef TSW_SCHEDULE
#undef TSW_ALL_SCHEDULES
   };
   for (size_t k = 0; k < sizeof candidates / sizeof candidates[0]; k++)
   {
      if (!strcmp(candidates[k]->name, name))
      {
         return candidates[k];
      }
   }
   return NULL;
}
