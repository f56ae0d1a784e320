/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "extensions/exchange/group.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "extensions/exchange/chunks.h"
#include "hypre/base/device_call.h"
#include "hypre/base/notice.h"

static const size_t RING_BYTES = (size_t) 64 << 20; /* of all rings of a rank, in the first chunk */

static tsw_group *groups;

/* What a rank tells the others when a group is made. */
typedef struct identity
{
   char       host[MPI_MAX_PROCESSOR_NAME];
   cudaUUID_t gpu;
   int32_t    denied; /* by the variable TRISWEEP_TEST_DENY_PEERS, or CUDA failed */
} identity;

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
   if (tsw_cuda_fails(cudaGetDeviceProperties(&prop, device)))
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
         snprintf(why, TSW_WHY, "rank %d has no access to other GPUs", r);
      }
      else if (strcmp(of[r].host, of[0].host) != 0)
      {
         snprintf(why, TSW_WHY, "ranks 0 and %d are on different hosts", r);
      }
      for (int other = 0; other < r && !why[0]; other++)
      {
         if (memcmp(&of[r].gpu, &of[other].gpu, sizeof of[r].gpu) == 0)
         {
            snprintf(why, TSW_WHY, "ranks %d and %d share a GPU", other, r);
         }
      }
   }
}

/* Memory of the group on this rank. */
static bool allocate(tsw_group *g)
{
   void      *fault = NULL;
   void      *status = NULL;
   const bool good =
      !tsw_cuda_fails(cudaHostAlloc(&fault, sizeof *g->fault, cudaHostAllocPortable)) &&
      !tsw_cuda_fails(cudaMalloc(&status, sizeof *g->status)) &&
      !tsw_cuda_fails(cudaMemset(status, 0, sizeof *g->status));
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

/* On all ranks the rings are at the start of the first chunk. */
static bool make_rings(tsw_group *g)
{
   size_t     begin;
   const bool good = tsw_chunk_take(&g->chunks[0], RING_BYTES, &begin) &&
                     !tsw_cuda_fails(cudaMemset(g->chunks[0].of[g->rank], 0, RING_BYTES)) &&
                     !tsw_cuda_fails(cudaDeviceSynchronize());
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
   if (!tsw_all_ranks(comm, of != NULL))
   {
      snprintf(g->why, TSW_WHY, "a rank is out of memory");
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
   if (!tsw_all_ranks(comm, allocate(g)) || !tsw_chunks_add(g, RING_BYTES) ||
       !tsw_all_ranks(comm, make_rings(g)))
   {
      snprintf(g->why, TSW_WHY, "CUDA does not map memory of one GPU's process in another's");
   }
}

/* Has the group the processes of a communicator, in the same order? */
static bool has_members(const tsw_group *g, MPI_Group members)
{
   int result = MPI_UNEQUAL;
   MPI_Group_compare(g->members, members, &result);
   return result == MPI_IDENT;
}

static tsw_group *find_known(const tsw_group *wanted)
{
   tsw_group *g = groups;
   while (g && (g->abandoned || (g->fault && g->fault->status != TRISWEEP_OK) ||
                g->device != wanted->device || !has_members(g, wanted->members)))
   {
      g = g->next;
   }
   return g;
}

/* A new group, perhaps of no use; NULL if a rank has no memory for it or no device. Collective. */
static tsw_group *create(const tsw_group *wanted, MPI_Comm comm, bool has_device)
{
   tsw_group *g = malloc(sizeof *g);
   if (!tsw_all_ranks(comm, has_device && g) || !g)
   {
      free(g);
      return NULL;
   }
   *g = *wanted;
   connect(g, comm);
   g->next = groups;
   groups = g;
   return g;
}

tsw_group *tsw_group_find(MPI_Comm comm, const char **why)
{
   tsw_group wanted = { .n_ranks = tsw_ranks_of(comm), .rank = tsw_rank_in(comm) };
   if (wanted.n_ranks > TSW_MOST_RANKS)
   {
      *why = "there are more than 16 ranks";
      return NULL;
   }
   MPI_Comm_group(comm, &wanted.members);
   const bool has_device = !tsw_cuda_fails(cudaGetDevice(&wanted.device));
   tsw_group *known = has_device ? find_known(&wanted) : NULL;
   tsw_group *g = known;
   if (!tsw_all_ranks(comm, known != NULL))
   {
      if (known)
      {
         known->abandoned = true;
      }
      g = create(&wanted, comm, has_device);
   }
   if (!g || g == known)
   {
      MPI_Group_free(&wanted.members);
   }
   *why = g ? g->why : "a rank is out of memory, or has no device";
   return g && !g->why[0] ? g : NULL;
}

tsw_pair *tsw_group_pair(tsw_group *group, int rank)
{
   return rank == group->rank || rank >= group->n_ranks ? NULL : &group->pairs[rank];
}
