/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Create, run and free a cycle. The host packs the levels, the device makes the dense matrix. */
#include "extensions/cycle/cycle.h"

#include <string.h>

#include "base/last_use.h"
#include "base/memory_cuda.h"
#include "base/message.h"
#include "block/csr.h"
#include "extensions/cycle/packed.h"
#include "space/space.h"

struct tsw_cycle
{
   tsw_memory   memory;
   int          n_levels;
   int32_t      n_rows; /* of the first level */
   double      *dense;  /* device, [n_rows n_rows] by columns */
   tsw_last_use last_use;
};

/* Copy levels in device memory to the host, and validate the levels there. */
static trisweep_status read_levels(const tsw_cycle_input *levels, int n_levels, void *stream,
                                   tsw_cycle_input *copies, char *memory, int64_t *bytes)
{
   const tsw_space *device;
   TSW_TRY(tsw_space_find(TRISWEEP_DEVICE, &device));
   device->enter(stream);
   if (levels[0].a.space == TRISWEEP_DEVICE)
   {
      TSW_TRY(tsw_cycle_read(levels, n_levels, stream, copies, memory, bytes));
   }
   else
   {
      memcpy(copies, levels, (size_t) n_levels * sizeof *levels);
      *bytes = 0;
   }
   for (int l = 0; l < n_levels; l++)
   {
      TSW_TRY(tsw_csr_validate(&copies[l].a));
   }
   return TRISWEEP_OK;
}

static trisweep_status make(tsw_cycle *c, const tsw_cycle_input *copies,
                            const tsw_cycle_sweeps *sweeps, char *image, int64_t most_bytes,
                            void *stream)
{
   tsw_cycle_packed packed = { .sweeps = *sweeps };
   trisweep_status  status = tsw_cycle_pack(copies, c->n_levels, &packed, image, most_bytes);
   status = status ? status : tsw_cycle_columns(&packed, image, stream, &c->memory, &c->dense);
   c->n_rows = packed.level[0].n_rows;
   return status;
}

/* One piece of pinned memory holds the copies and, behind the copies, their packed form. */
static trisweep_status read_and_make(tsw_cycle *c, const tsw_cycle_input *levels,
                                     const tsw_cycle_sweeps *sweeps, void *stream)
{
   tsw_cycle_input copies[TSW_CYCLE_LEVELS];
   char           *memory;
   int64_t         bytes = TSW_MEMORY_STAGING;
   TSW_TRY(tsw_memory_take_staging(&memory));
   trisweep_status status = read_levels(levels, c->n_levels, stream, copies, memory, &bytes);
   status =
      status ? status : make(c, copies, sweeps, memory + bytes, TSW_MEMORY_STAGING - bytes, stream);
   tsw_memory_give_staging(&memory);
   return status;
}

trisweep_status tsw_cycle_create(const tsw_cycle_input *levels, int n_levels,
                                 const tsw_cycle_sweeps *sweeps, void *stream, tsw_cycle **cycle)
{
   tsw_cycle *c;
   tsw_message_locate(-1, -1);
   *cycle = NULL;
   TSW_TRY(TSW_ALLOC(NULL, &c, 1, "a cycle"));
   memset(c, 0, sizeof *c);
   c->n_levels = n_levels;
   const trisweep_status status = read_and_make(c, levels, sweeps, stream);
   if (status != TRISWEEP_OK)
   {
      tsw_cycle_destroy(&c);
   }
   *cycle = c;
   return status;
}

trisweep_status tsw_cycle_run(tsw_cycle *cycle, const double *f, double *u, void *stream)
{
   TSW_TRY(tsw_cycle_apply(cycle->dense, cycle->n_rows, f, u, stream));
   return tsw_last_use_mark(&cycle->last_use, stream);
}

int64_t tsw_cycle_bytes(const tsw_cycle *cycle)
{
   return cycle->memory.bytes;
}

void tsw_cycle_destroy(tsw_cycle **cycle)
{
   if (*cycle)
   {
      (void) tsw_last_use_order(&(*cycle)->last_use); /* fails only if CUDA fails */
      tsw_memory_free_device(&(*cycle)->memory, &(*cycle)->dense);
      tsw_memory_free(NULL, cycle);
   }
}
