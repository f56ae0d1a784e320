/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "hypre/raw.h"

#include <stdlib.h>

#include "hypre/context.h"
#include "hypre/meet.h"
#include "hypre/report.h"
#include "hypre/say.h"

typedef struct raw_matrix
{
   tsw_level         *level;
   struct raw_matrix *next;
} raw_matrix;

static raw_matrix *matrices;
static long        generation = 1;

/* Pattern and values anew, and the ranks agree whether that went well. */
static void refresh(tsw_level *level, hypre_ParCSRMatrix *matrix)
{
   tsw_meet_again(hypre_ParCSRMatrixComm(matrix));
   tsw_level_attach(level, matrix, TSW_ATTACH_NOW);
   tsw_level_load(level, NULL);
   level->generation = generation;
   tsw_report_agree(&level, 1, hypre_ParCSRMatrixComm(matrix));
}

tsw_level *tsw_raw_level(hypre_ParCSRMatrix *matrix, bool orders)
{
   raw_matrix *raw = matrices;
   while (raw && raw->level->matrix != matrix)
   {
      raw = raw->next;
   }
   if (!raw)
   {
      raw = tsw_alloc(1, sizeof *raw);
      raw->level = tsw_level_create(-1, orders ? tsw_context_that_orders() : tsw_context());
      if (!raw->level)
      {
         tsw_abort("rank %d: out of memory; use more nodes", tsw_world_rank());
      }
      raw->next = matrices;
      matrices = raw;
   }
   if (raw->level->generation != generation)
   {
      refresh(raw->level, matrix);
   }
   return raw->level;
}

void tsw_raw_new_values(void)
{
   generation++;
}

static void destroy(raw_matrix *raw)
{
   tsw_report_raw(raw->level);
   tsw_level_destroy(&raw->level);
   free(raw);
}

void tsw_raw_forget(const hypre_ParCSRMatrix *matrix)
{
   for (raw_matrix **link = &matrices; *link; link = &(*link)->next)
   {
      if ((*link)->level->matrix == matrix)
      {
         raw_matrix *raw = *link;
         *link = raw->next;
         destroy(raw);
         return;
      }
   }
}

void tsw_raw_clear(void)
{
   while (matrices)
   {
      raw_matrix *raw = matrices;
      matrices = raw->next;
      destroy(raw);
   }
}
