/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The life of a cycle: from device arrays through the host, where it is laid out, to the device. */
#include "cycle/cycle.h"

#include <string.h>

#include "base/last_use.h"
#include "base/message.h"
#include "cycle/run.h"
#include "plan/backend.h"

struct trisweep_cycle
{
   tsw_memory       memory;
   tsw_cycle_packed packed;
   bool             colored[TSW_CYCLE_LEVELS];
   char            *copy; /* device */
   tsw_last_use     last_use;
};

static trisweep_status check_arguments(const trisweep_cycle_level *levels, int n_levels,
                                       const trisweep_cycle_sweeps *sweeps)
{
   if (!levels || !sweeps)
   {
      return TSW_ERROR(ARGUMENT, "%s is a null pointer", levels ? "sweeps" : "levels");
   }
   if (n_levels < 2 || n_levels > TSW_CYCLE_LEVELS)
   {
      return TSW_ERROR(ARGUMENT, "%d levels, not 2 to %d", n_levels, TSW_CYCLE_LEVELS);
   }
   if (sweeps->n_down < 1 || sweeps->n_up < 0 || sweeps->down < TRISWEEP_FORWARD ||
       sweeps->down > TRISWEEP_SYMMETRIC || sweeps->up < TRISWEEP_FORWARD ||
       sweeps->up > TRISWEEP_SYMMETRIC)
   {
      return TSW_ERROR(ARGUMENT, "%d sweeps down in direction %d and %d up in direction %d",
                       (int) sweeps->n_down, (int) sweeps->down, (int) sweeps->n_up,
                       (int) sweeps->up);
   }
   for (int l = 0; l < n_levels; l++)
   {
      if (levels[l].a.space != TRISWEEP_DEVICE)
      {
         return TSW_ERROR(UNSUPPORTED, "a cycle in one launch is for levels in device memory");
      }
   }
   return TRISWEEP_OK;
}

static trisweep_status read_levels(const trisweep_cycle_level *levels, int n_levels, void *stream,
                                   trisweep_cycle_level *sources)
{
   const tsw_backend *backend;
   TSW_TRY(tsw_backend_find(TRISWEEP_DEVICE, &backend));
   backend->enter(stream);
   for (int l = 0; l < n_levels; l++)
   {
      TSW_TRY(backend->inspect(&levels[l].a, stream, NULL));
      if (levels[l].a.nnz > 0 && !levels[l].a.val)
      {
         return TSW_ERROR(ARGUMENT, "val of level %d is a null pointer", l);
      }
      TSW_TRY(tsw_cycle_level_read(&levels[l], l == n_levels - 1, stream, &sources[l]));
   }
   return TRISWEEP_OK;
}

static trisweep_status fill(trisweep_cycle *c, const trisweep_cycle_level *sources, int n_levels,
                            void *stream)
{
   char           *image = NULL;
   trisweep_status status = tsw_cycle_pack(sources, n_levels, &c->packed, &image);
   status = status ? status : tsw_cycle_prepare(&c->packed);
   status = status ? status : tsw_cycle_upload(image, c->packed.n_bytes, stream, &c->memory,
                                               &c->copy);
   tsw_memory_free(NULL, &image);
   return status;
}

trisweep_status trisweep_cycle_create(const trisweep_cycle_level *levels, int n_levels,
                                      const trisweep_cycle_sweeps *sweeps, void *stream,
                                      trisweep_cycle **cycle)
{
   trisweep_cycle_level sources[TSW_CYCLE_LEVELS];
   trisweep_cycle  *c;
   tsw_message_place(-1, -1);
   if (!cycle)
   {
      return TSW_ERROR(ARGUMENT, "cycle is a null pointer");
   }
   *cycle = NULL;
   TSW_TRY(check_arguments(levels, n_levels, sweeps));
   TSW_TRY(tsw_memory_alloc(NULL, &c, 1, sizeof *c, "a cycle"));
   memset(c, 0, sizeof *c);
   memset(sources, 0, sizeof sources);
   c->packed.sweeps = *sweeps;
   trisweep_status status = read_levels(levels, n_levels, stream, sources);
   status = status ? status : fill(c, sources, n_levels, stream);
   for (int l = 0; l < n_levels; l++)
   {
      c->colored[l] = l < n_levels - 1 && levels[l].colored != 0;
      tsw_cycle_level_free(&sources[l]);
   }
   if (status != TRISWEEP_OK)
   {
      trisweep_cycle_destroy(&c);
   }
   *cycle = c;
   return status;
}

trisweep_status trisweep_cycle_run(trisweep_cycle *cycle, const double *f, double *u, void *stream)
{
   if (!cycle || !f || !u)
   {
      return TSW_ERROR(ARGUMENT, "%s is a null pointer", !cycle ? "cycle" : !f ? "f" : "u");
   }
   TSW_TRY(tsw_cycle_launch(&cycle->packed, cycle->copy, f, u, stream));
   return tsw_last_use_mark(&cycle->last_use, stream);
}

const char *trisweep_cycle_ordering(const trisweep_cycle *cycle, int level)
{
   if (!cycle || level < 0 || level >= cycle->packed.n_levels)
   {
      return "natural";
   }
   const bool cut = cycle->packed.level[level].n_vectors > TSW_CYCLE_BEFORE;
   return !cycle->colored[level] ? "natural" : cut ? "hybrid-color" : "color";
}

int64_t trisweep_cycle_bytes(const trisweep_cycle *cycle)
{
   return cycle ? cycle->memory.bytes : 0;
}

void trisweep_cycle_destroy(trisweep_cycle **cycle)
{
   if (cycle && *cycle)
   {
      (void) tsw_last_use_order(&(*cycle)->last_use); /* fails where CUDA does */
      tsw_cycle_unload(&(*cycle)->memory, &(*cycle)->copy);
      tsw_memory_free(NULL, cycle);
   }
}
