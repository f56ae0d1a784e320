/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "extensions/exchange/chunks.h"

#include <stdlib.h>
#include <string.h>

#include "hypre/base/device_call.h"
#include "hypre/base/notice.h"

static const size_t LEAST_BYTES = (size_t) 96 << 20; /* rings, and windows of usual hierarchies */

/* A used part of a chunk. */
typedef struct tsw_used_part
{
   size_t                begin, end;
   struct tsw_used_part *next;
} used_part;

typedef struct offer
{
   cudaIpcMemHandle_t handle;
   int32_t            failed;
} offer;

/* Map the chunks that the ranks offer. False if CUDA refuses one. */
static bool map(tsw_group *g, tsw_chunk *c, const offer *offers)
{
   bool good = true;
   for (int r = 0; r < g->n_ranks; r++)
   {
      void *address = NULL;
      if (r != g->rank && good)
      {
         good = !offers[r].failed &&
                !tsw_cuda_fails(cudaIpcOpenMemHandle(&address, offers[r].handle,
                                                     cudaIpcMemLazyEnablePeerAccess));
         c->of[r] = good ? address : NULL;
      }
   }
   return good;
}

static void unmap(tsw_group *g, tsw_chunk *c)
{
   for (int r = 0; r < g->n_ranks; r++)
   {
      if (c->of[r] && r != g->rank)
      {
         (void) tsw_cuda_fails(cudaIpcCloseMemHandle(c->of[r]));
      }
   }
   MPI_Barrier(g->comm); /* memory is freed after all ranks have closed it */
   if (c->of[g->rank])
   {
      (void) tsw_cuda_fails(cudaFree(c->of[g->rank]));
   }
   memset(c, 0, sizeof *c);
}

bool tsw_chunks_add(tsw_group *g, size_t bytes)
{
   offer      own = { .failed = 0 };
   offer      offers[TSW_MOST_RANKS];
   tsw_chunk *c = &g->chunks[g->n_chunks];
   void      *mine = NULL;
   if (g->n_chunks == TSW_MOST_CHUNKS) /* on all ranks */
   {
      return false;
   }
   memset(c, 0, sizeof *c);
   c->bytes = bytes > LEAST_BYTES ? bytes : LEAST_BYTES;
   own.failed = tsw_cuda_fails(cudaMalloc(&mine, c->bytes));
   c->of[g->rank] = mine;
   own.failed = own.failed || tsw_cuda_fails(cudaIpcGetMemHandle(&own.handle, mine));
   MPI_Allgather(&own, sizeof own, MPI_BYTE, offers, sizeof own, MPI_BYTE, g->comm);
   if (!tsw_all_ranks(g->comm, !own.failed && map(g, c, offers)))
   {
      unmap(g, c);
      return false;
   }
   g->n_chunks++;
   return true;
}

bool tsw_chunk_take(tsw_chunk *c, size_t bytes, size_t *begin)
{
   used_part **at = &c->used;
   size_t      free_from = 0;
   while (*at && (*at)->begin < free_from + bytes)
   {
      free_from = (*at)->end;
      at = &(*at)->next;
   }
   used_part *p = free_from + bytes <= c->bytes ? malloc(sizeof *p) : NULL;
   if (p)
   {
      *p = (used_part){ free_from, free_from + bytes, *at };
      *at = p;
      *begin = free_from;
   }
   return p != NULL;
}

static bool take(tsw_group *g, int first_chunk, tsw_window *window)
{
   for (int k = first_chunk; k < g->n_chunks; k++)
   {
      if (tsw_chunk_take(&g->chunks[k], window->size, &window->begin))
      {
         window->group = g;
         window->chunk = k;
         return true;
      }
   }
   return false;
}

bool tsw_window_take(tsw_group *group, size_t bytes, tsw_window *window)
{
   *window = (tsw_window){ .size = (bytes + ALIGNMENT) / ALIGNMENT * ALIGNMENT };
   const bool         fits = take(group, 0, window);
   unsigned long long missing = fits ? 0 : window->size;
   MPI_Allreduce(MPI_IN_PLACE, &missing, 1, MPI_UNSIGNED_LONG_LONG, MPI_MAX, group->comm);
   if (missing == 0)
   {
      return true;
   }
   const int  before = group->n_chunks;
   const bool added = tsw_chunks_add(group, (size_t) missing);
   if (tsw_all_ranks(group->comm, fits || (added && take(group, before, window))))
   {
      return true;
   }
   tsw_window_give(window);
   return false;
}

void tsw_window_give(tsw_window *window)
{
   if (window->group && !window->group->abandoned)
   {
      used_part **at = &window->group->chunks[window->chunk].used;
      while (*at && (*at)->begin != window->begin)
      {
         at = &(*at)->next;
      }
      used_part *p = *at;
      *at = p ? p->next : NULL;
      free(p);
   }
   window->group = NULL;
}

char *tsw_window_address(const tsw_window *window)
{
   const tsw_group *g = window->group;
   return g->chunks[window->chunk].of[g->rank] + window->begin;
}

enum
{
   POSITION_BITS = 48
};

int64_t tsw_window_position(const tsw_window *window, size_t offset)
{
   return ((int64_t) window->chunk << POSITION_BITS) | (int64_t) (window->begin + offset);
}

void *tsw_group_address(const tsw_group *group, int rank, int64_t position)
{
   return group->chunks[position >> POSITION_BITS].of[rank] +
          (position & (((int64_t) 1 << POSITION_BITS) - 1));
}
