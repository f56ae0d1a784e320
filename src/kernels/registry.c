/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "kernels/registry.h"

#include <string.h>

#include "base/message.h"

static const tsw_registered table[] = {
#define TSW_SCHEDULE(space, name) { &tsw_schedule_##space##_##name, NULL },
#define TSW_SPTRSV(name) { &tsw_schedule_compose, &tsw_sptrsv_##name },
#include "kernels/schedules.def"
#undef TSW_SCHEDULE
#undef TSW_SPTRSV
};

enum
{
   N_SCHEDULES = sizeof table / sizeof table[0]
};

const tsw_registered *tsw_schedule_get(int index)
{
   return index >= 0 && index < N_SCHEDULES ? &table[index] : NULL;
}

trisweep_status tsw_schedule_plan(const tsw_schedule *schedule, const tsw_packed *p,
                                  const tsw_analysis *analysis, int n_threads, void *stream,
                                  tsw_memory *owner, void **state)
{
   static char none;
   if (schedule->state_bytes == 0)
   {
      *state = &none;
      return TRISWEEP_OK;
   }
   TSW_TRY(tsw_memory_alloc(owner, state, schedule->state_bytes, 1, "the schedule"));
   memset(*state, 0, (size_t) schedule->state_bytes);
   return schedule->plan(p, analysis, n_threads, stream, owner, *state);
}

void tsw_schedule_free(const tsw_schedule *schedule, tsw_memory *owner, void **state)
{
   if (*state && schedule->state_bytes > 0)
   {
      schedule->free(owner, *state);
      tsw_memory_free(owner, state);
   }
   *state = NULL;
}

const tsw_registered *tsw_schedule_find(const char *name, trisweep_space space)
{
   for (int i = 0; i < N_SCHEDULES; i++)
   {
      if (table[i].schedule->space == space && !strcmp(tsw_registered_name(&table[i]), name))
      {
         return &table[i];
      }
   }
   return NULL;
}

const tsw_registered *tsw_schedule_of(tsw_schedule_role role, trisweep_space space)
{
   for (int i = 0; i < N_SCHEDULES; i++)
   {
      const tsw_registered *r = &table[i];
      if (r->schedule->space == space && (r->solve ? r->solve->role : r->schedule->role) == role)
      {
         return r;
      }
   }
   return NULL;
}

void trisweep_schedule_describe(int index, const char **name, trisweep_space *space,
                                const char **summary, const char **source)
{
   static const tsw_schedule   none = { .space = TRISWEEP_HOST };
   static const tsw_registered nothing = { &none, NULL };
   const tsw_registered       *found = tsw_schedule_get(index);
   const tsw_registered       *r = found ? found : &nothing;
   const char                **outputs[] = { name, summary, source };
   const char                 *texts[] = { tsw_registered_name(r),
                           r->solve ? r->solve->summary : r->schedule->summary,
                           r->solve ? r->solve->source : r->schedule->source };
   for (int i = 0; i < 3; i++)
   {
      if (outputs[i])
      {
         *outputs[i] = texts[i];
      }
   }
   if (space)
   {
      *space = r->schedule->space;
   }
}
