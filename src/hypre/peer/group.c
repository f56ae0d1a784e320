/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "hypre/peer/group.h"

#if TSW_HAS_DEVICE

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cuda_runtime_api.h>

#include "hypre/base/notice.h"

enum
{
   MOST_RANKS = TSW_MOST_NEIGHBOURS + 1,
   MOST_CHUNKS = 64,
   WHY_SIZE = 256,
   ALIGNMENT = 256
};

static const size_t CHUNK_BYTES = (size_t) 96 << 20; /* at least; windows of usual hierarchies */
static const size_t RING_BYTES = (size_t) 64 << 20; /* of all rings of a rank, in the first chunk */

/* A used part of a chunk, in a list by position. */
typedef struct part
{
   size_t       begin, end;
   struct part *next;
} part;

typedef struct chunk
{
   size_t bytes;
   char  *of[MOST_RANKS]; /* address on this rank of the chunk of each rank */
   part  *used;
} chunk;

struct tsw_group
{
   int                 n_ranks, rank;
   int                 world[MOST_RANKS]; /* the processes, by their ranks in MPI_COMM_WORLD */
   int                 device;
   bool                abandoned;
   char                why[WHY_SIZE]; /* why the group cannot be used; "" if it can */
   MPI_Comm            comm;
   int                 n_chunks;
   chunk               chunks[MOST_CHUNKS];
   int32_t            *status;
   tsw_exchange_fault *fault;
   int64_t             limit_ns;
   tsw_pair            pairs[MOST_RANKS];
   tsw_group          *next;
};

static tsw_group *groups;

/* What a rank tells the others when a group is made. */
typedef struct identity
{
   char       host[MPI_MAX_PROCESSOR_NAME];
   cudaUUID_t gpu;
   int32_t    denied; /* by the variable TRISWEEP_TEST_DENY_PEERS, or CUDA failed */
} identity;

static bool on_all(MPI_Comm comm, bool condition)
{
   int all = condition;
   MPI_Allreduce(MPI_IN_PLACE, &all, 1, MPI_INT, MPI_MIN, comm);
   return all;
}

static bool fails(cudaError_t error)
{
   if (error != cudaSuccess)
   {
      (void) cudaGetLastError();
   }
   return error != cudaSuccess;
}

/* ---- chunks ----------------------------------------------------------------- */

typedef struct offer
{
   cudaIpcMemHandle_t handle;
   int32_t            failed;
} offer;

/* Map the chunks that the ranks offer. False if CUDA refuses one. */
static bool map(tsw_group *g, chunk *c, const offer *offers)
{
   bool good = true;
   for (int r = 0; r < g->n_ranks; r++)
   {
      void *address = NULL;
      if (r != g->rank && good)
      {
         good = !offers[r].failed && !fails(cudaIpcOpenMemHandle(&address, offers[r].handle,
                                                                 cudaIpcMemLazyEnablePeerAccess));
         c->of[r] = good ? address : NULL;
      }
   }
   return good;
}

static void unmap(tsw_group *g, chunk *c)
{
   for (int r = 0; r < g->n_ranks; r++)
   {
      if (c->of[r] && r != g->rank)
      {
         (void) fails(cudaIpcCloseMemHandle(c->of[r]));
      }
   }
   MPI_Barrier(g->comm); /* memory is freed after all ranks have closed it */
   if (c->of[g->rank])
   {
      (void) fails(cudaFree(c->of[g->rank]));
   }
   memset(c, 0, sizeof *c);
}

/* Add a chunk on all ranks. False on all ranks if it is not to be had. Collective. */
static bool add_chunk(tsw_group *g, size_t bytes)
{
   offer  own = { .failed = 0 };
   offer  offers[MOST_RANKS];
   chunk *c = &g->chunks[g->n_chunks];
   void  *mine = NULL;
   if (g->n_chunks == MOST_CHUNKS) /* on all ranks */
   {
      return false;
   }
   memset(c, 0, sizeof *c);
   c->bytes = bytes > CHUNK_BYTES ? bytes : CHUNK_BYTES;
   own.failed = fails(cudaMalloc(&mine, c->bytes));
   c->of[g->rank] = mine;
   own.failed = own.failed || fails(cudaIpcGetMemHandle(&own.handle, mine));
   MPI_Allgather(&own, sizeof own, MPI_BYTE, offers, sizeof own, MPI_BYTE, g->comm);
   if (!on_all(g->comm, !own.failed && map(g, c, offers)))
   {
      unmap(g, c);
      return false;
   }
   g->n_chunks++;
   return true;
}

/* Use the first gap of a chunk that is large enough. */
static bool take_part(chunk *c, size_t bytes, size_t *begin)
{
   part **at = &c->used;
   size_t free_from = 0;
   while (*at && (*at)->begin < free_from + bytes)
   {
      free_from = (*at)->end;
      at = &(*at)->next;
   }
   part *p = free_from + bytes <= c->bytes ? malloc(sizeof *p) : NULL;
   if (p)
   {
      *p = (part){ free_from, free_from + bytes, *at };
      *at = p;
      *begin = free_from;
   }
   return p != NULL;
}

static bool take(tsw_group *g, int first_chunk, tsw_window *window)
{
   for (int k = first_chunk; k < g->n_chunks; k++)
   {
      if (take_part(&g->chunks[k], window->size, &window->begin))
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
   const bool added = add_chunk(group, (size_t) missing);
   if (on_all(group->comm, fits || (added && take(group, before, window))))
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
      part **at = &window->group->chunks[window->chunk].used;
      while (*at && (*at)->begin != window->begin)
      {
         at = &(*at)->next;
      }
      part *p = *at;
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

/* ---- groups ----------------------------------------------------------------- */

static identity identify(int device)
{
   struct cudaDeviceProp prop;
   identity              own;
   int                   length;
   memset(&own, 0, sizeof own);
   MPI_Get_processor_name(own.host, &length);
   const char *host = getenv("TRISWEEP_TEST_HOST");
   if (host)
   {
      snprintf(own.host, sizeof own.host, "%s", host);
   }
   own.denied = getenv("TRISWEEP_TEST_DENY_PEERS") != NULL;
   if (fails(cudaGetDeviceProperties(&prop, device)))
   {
      own.denied = 1;
   }
   else
   {
      own.gpu = prop.uuid;
   }
   return own;
}

/* Why these ranks cannot be a group; "" if they may be. The same text on all ranks. */
static void find_obstacle(const identity *of, int n_ranks, char *why)
{
   why[0] = '\0';
   for (int r = 0; r < n_ranks && !why[0]; r++)
   {
      if (of[r].denied)
      {
         snprintf(why, WHY_SIZE, "rank %d has no access to other GPUs", r);
      }
      else if (strcmp(of[r].host, of[0].host) != 0)
      {
         snprintf(why, WHY_SIZE, "ranks 0 and %d are on different hosts", r);
      }
      for (int other = 0; other < r && !why[0]; other++)
      {
         if (memcmp(&of[r].gpu, &of[other].gpu, sizeof of[r].gpu) == 0)
         {
            snprintf(why, WHY_SIZE, "ranks %d and %d share a GPU", other, r);
         }
      }
   }
}

/* Memory of the group on this rank. */
static bool allocate(tsw_group *g)
{
   void      *fault = NULL;
   void      *status = NULL;
   const bool good = !fails(cudaHostAlloc(&fault, sizeof *g->fault, cudaHostAllocPortable)) &&
                     !fails(cudaMalloc(&status, sizeof *g->status)) &&
                     !fails(cudaMemset(status, 0, sizeof *g->status));
   g->fault = fault;
   g->status = status;
   if (good)
   {
      *g->fault = (tsw_exchange_fault){ TRISWEEP_OK, -1, -1 };
   }
   return good;
}

/* Bytes of a ring; a multiple of the alignment. */
static size_t ring_bytes(const tsw_group *g)
{
   return RING_BYTES / (size_t) (g->n_ranks - 1) / ALIGNMENT * ALIGNMENT;
}

/* The ring of rank `from` in the first chunk of rank `to`, as an offset. */
static size_t ring_offset(const tsw_group *g, int to, int from)
{
   return ring_bytes(g) * (size_t) (from < to ? from : from - 1);
}

/* All ranks place the rings at the start of the first chunk. */
static bool make_rings(tsw_group *g)
{
   size_t     begin;
   const bool good = take_part(&g->chunks[0], RING_BYTES, &begin) &&
                     !fails(cudaMemset(g->chunks[0].of[g->rank], 0, RING_BYTES)) &&
                     !fails(cudaDeviceSynchronize());
   for (int r = 0; r < g->n_ranks; r++)
   {
      tsw_pair *pair = &g->pairs[r];
      if (r != g->rank)
      {
         pair->to = (tsw_slot *) (g->chunks[0].of[r] + ring_offset(g, r, g->rank));
         pair->window = (tsw_slot *) (g->chunks[0].of[g->rank] + ring_offset(g, g->rank, r));
         pair->ring_slots = ring_bytes(g) / TSW_RING / sizeof(tsw_slot);
         pair->most_bytes = sizeof(double) * pair->ring_slots;
      }
   }
   return good;
}

static void connect(tsw_group *g, MPI_Comm comm)
{
   identity      *of = calloc((size_t) g->n_ranks, sizeof *of);
   const identity own = identify(g->device);
   if (!on_all(comm, of != NULL))
   {
      snprintf(g->why, WHY_SIZE, "a rank is out of memory");
      free(of);
      return;
   }
   MPI_Allgather(&own, sizeof own, MPI_BYTE, of, sizeof own, MPI_BYTE, comm);
   find_obstacle(of, g->n_ranks, g->why);
   free(of);
   if (g->why[0])
   {
      return;
   }
   MPI_Comm_dup(comm, &g->comm);
   if (!on_all(comm, allocate(g)) || !add_chunk(g, CHUNK_BYTES) || !on_all(comm, make_rings(g)))
   {
      snprintf(g->why, WHY_SIZE, "CUDA does not map memory of one GPU's process in another's");
   }
}

/* The processes of a communicator by their ranks in MPI_COMM_WORLD. False: some are not in it. */
static bool find_processes(MPI_Comm comm, int n_ranks, int *world)
{
   MPI_Group here, all;
   int       own[MOST_RANKS];
   bool      good = true;
   MPI_Comm_group(comm, &here);
   MPI_Comm_group(MPI_COMM_WORLD, &all);
   for (int r = 0; r < n_ranks; r++)
   {
      own[r] = r;
   }
   MPI_Group_translate_ranks(here, n_ranks, own, all, world);
   MPI_Group_free(&here);
   MPI_Group_free(&all);
   for (int r = 0; r < n_ranks; r++)
   {
      good = good && world[r] != MPI_UNDEFINED;
   }
   return good;
}

static tsw_group *find_known(const tsw_group *wanted)
{
   tsw_group *g = groups;
   while (g &&
          (g->abandoned || (g->fault && g->fault->status != TRISWEEP_OK) ||
           g->n_ranks != wanted->n_ranks || g->rank != wanted->rank ||
           g->device != wanted->device || memcmp(g->world, wanted->world, sizeof g->world) != 0))
   {
      g = g->next;
   }
   return g;
}

tsw_group *tsw_group_find(MPI_Comm comm, const char **why)
{
   tsw_group wanted;
   memset(&wanted, 0, sizeof wanted);
   MPI_Comm_size(comm, &wanted.n_ranks);
   MPI_Comm_rank(comm, &wanted.rank);
   if (wanted.n_ranks > MOST_RANKS || !find_processes(comm, wanted.n_ranks, wanted.world))
   {
      *why = wanted.n_ranks > MOST_RANKS ? "there are more than 16 ranks"
                                         : "a process is not in MPI_COMM_WORLD";
      return NULL;
   }
   const bool has_device = !fails(cudaGetDevice(&wanted.device));
   tsw_group *g = has_device ? find_known(&wanted) : NULL;
   if (!on_all(comm, g != NULL))
   {
      if (g)
      {
         tsw_group_abandon(g);
      }
      g = malloc(sizeof *g);
      if (!on_all(comm, has_device && g))
      {
         free(g);
         *why = "a rank is out of memory, or has no device";
         return NULL;
      }
      *g = wanted;
      connect(g, comm);
      g->next = groups;
      groups = g;
   }
   *why = g->why;
   return g->why[0] ? NULL : g;
}

MPI_Comm tsw_group_comm(const tsw_group *group)
{
   return group->comm;
}

int32_t *tsw_group_status(const tsw_group *group)
{
   return group->status;
}

tsw_exchange_fault *tsw_group_fault(const tsw_group *group)
{
   return group->fault;
}

int64_t tsw_group_limit(const tsw_group *group)
{
   return group->limit_ns;
}

void tsw_group_set_limit(tsw_group *group, int64_t limit_ns)
{
   group->limit_ns = limit_ns;
}

tsw_pair *tsw_group_pair(const tsw_group *group, int rank)
{
   return rank == group->rank || rank >= group->n_ranks ? NULL : (tsw_pair *) &group->pairs[rank];
}

bool tsw_group_is_abandoned(const tsw_group *group)
{
   return group->abandoned;
}

void tsw_group_abandon(tsw_group *group)
{
   group->abandoned = true;
}

#endif
