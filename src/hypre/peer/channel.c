/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "hypre/peer/channel.h"

#include <stdlib.h>
#include <string.h>

#include <cuda_runtime_api.h>

#include "hypre/base/notice.h"
#include "hypre/peer/group.h"
#include "hypre/peer/lists.h"
#include "hypre/peer/pinned.h"

enum
{
   MOST_WAITING = TSW_RING / 4 /* see channel.h */
};

/* An open communicator, as an attribute of the communicator. */
typedef struct line
{
   tsw_group *group; /* NULL: MPI only */
} line;

/* An exchange in progress. */
typedef struct pending
{
   hypre_ParCSRCommHandle *handle; /* the key; hypre reads the addresses of the data in it */
   tsw_group              *group;
   tsw_messages            receive; /* by stores */
   int                     receive_rank[TSW_MOST_NEIGHBOURS];
   void                   *to;     /* device: received data */
   char                   *pinned; /* of messages by MPI: to send, then received */
   size_t                  send_bytes, receive_bytes;
   int                     n_requests;
   MPI_Request            *requests;
   struct pending         *next;
} pending;

static int      keyval = MPI_KEYVAL_INVALID;
static pending *in_progress;

/* ---- which way ------------------------------------------------------------------ */

static int free_line(MPI_Comm comm, int key, void *value, void *extra)
{
   (void) comm;
   (void) key;
   (void) extra;
   free(value);
   return MPI_SUCCESS;
}

void tsw_channel_open(MPI_Comm comm, tsw_group *group)
{
   line *l = NULL;
   int   found = 0;
   if (keyval == MPI_KEYVAL_INVALID)
   {
      MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, free_line, &keyval, NULL);
   }
   MPI_Comm_get_attr(comm, keyval, &l, &found);
   if (!found)
   {
      l = malloc(sizeof *l);
   }
   int good = l != NULL;
   MPI_Allreduce(MPI_IN_PLACE, &good, 1, MPI_INT, MPI_MIN, comm);
   if (good)
   {
      l->group = group;
   }
   if (good && !found)
   {
      MPI_Comm_set_attr(comm, keyval, l);
   }
   else if (!found)
   {
      free(l);
   }
}

/* The number of the oldest message from a rank that is not yet received, or of the next one. */
static uint32_t oldest_expected(const tsw_group *g, const tsw_pair *pair, int rank)
{
   uint32_t oldest = pair->n_sent + 1;
   for (const pending *p = in_progress; p; p = p->next)
   {
      for (int q = 0; q < p->receive.n && p->group == g; q++)
      {
         const uint32_t number = p->receive.message[q].number;
         oldest = p->receive_rank[q] == rank && number - oldest > UINT32_MAX / 2 ? number : oldest;
      }
   }
   return oldest;
}

/* May the messages between this rank and a neighbour go by stores? The same on both ranks. */
static bool by_stores(tsw_group *g, const lists *l, int rank)
{
   const size_t    sent = bytes_for(rank, l->n_to, l->to, l->first_to, l->size);
   const size_t    received = bytes_for(rank, l->n_from, l->from, l->first_from, l->size);
   const tsw_pair *pair = g ? tsw_group_pair(g, rank) : NULL;
   return pair && sent <= pair->most_bytes && received <= pair->most_bytes &&
          pair->n_sent + 1 - oldest_expected(g, pair, rank) <= MOST_WAITING;
}

/* ---- begin ------------------------------------------------------------------------ */

static bool check(cudaError_t error)
{
   if (error != cudaSuccess)
   {
      tsw_notice("rank %d: an exchange with another GPU failed: %s", tsw_world_rank(),
                 cudaGetErrorString(error));
      tsw_raise("an exchange between GPUs failed; see the message of trisweep");
   }
   return error == cudaSuccess;
}

static void add(tsw_messages *m, const part *p, tsw_slot *ring, size_t ring_slots, uint32_t number)
{
   tsw_message *one = &m->message[m->n++];
   one->slots = ring + (size_t) (number % TSW_RING) * ring_slots;
   one->begin = (int64_t) (p->begin / sizeof(uint32_t));
   one->n_words = (int32_t) (p->bytes / sizeof(uint32_t));
   one->number = number;
   one->first_slot = m->n_slots;
   m->n_slots += one->n_words == 0 ? 1 : (one->n_words + 1) / 2;
}

/* Queue a message to a neighbour, perhaps without words, and expect one from it. */
static void pair_up(pending *p, const lists *l, int rank, tsw_messages *send)
{
   tsw_pair *pair = tsw_group_pair(p->group, rank);
   part      out = { rank, 0, 0 };
   part      in = { rank, 0, 0 };
   for (int q = 0; q < l->n_to; q++)
   {
      out = l->to[q] == rank ? part_of(l->to, l->first_to, q, l->size) : out;
   }
   for (int q = 0; q < l->n_from; q++)
   {
      in = l->from[q] == rank ? part_of(l->from, l->first_from, q, l->size) : in;
   }
   pair->n_sent++;
   add(send, &out, pair->to, pair->ring_slots, pair->n_sent);
   p->receive_rank[p->receive.n] = rank;
   add(&p->receive, &in, pair->window, pair->ring_slots, pair->n_sent);
}

static void add_requests(pending *p, const lists *l, MPI_Comm comm, const bool *stores_to,
                         const bool *stores_from)
{
   for (int q = 0; q < l->n_from; q++)
   {
      const part in = part_of(l->from, l->first_from, q, l->size);
      if (!stores_from[q])
      {
         MPI_Irecv(p->pinned + p->send_bytes + in.begin, (int) in.bytes, MPI_BYTE, in.rank, 0, comm,
                   &p->requests[p->n_requests++]);
      }
   }
   for (int q = 0; q < l->n_to; q++)
   {
      const part out = part_of(l->to, l->first_to, q, l->size);
      if (!stores_to[q])
      {
         MPI_Isend(p->pinned + out.begin, (int) out.bytes, MPI_BYTE, out.rank, 0, comm,
                   &p->requests[p->n_requests++]);
      }
   }
}

/* Copy what goes by MPI to pinned memory, and begin the messages. */
static void begin_mpi(pending *p, const lists *l, MPI_Comm comm, const void *send,
                      const bool *stores_to, const bool *stores_from)
{
   cudaStream_t stream = tsw_device_stream();
   const size_t n_to = l->size * (size_t) l->first_to[l->n_to];
   if (n_to > 0)
   {
      (void) check(cudaMemcpyAsync(p->pinned, send, n_to, cudaMemcpyDeviceToHost, stream));
   }
   /* Also wait for the copy of an earlier exchange from this buffer, which messages now fill. */
   (void) check(cudaStreamSynchronize(stream));
   add_requests(p, l, comm, stores_to, stores_from);
}

/* Decide on the way of each neighbour. Returns the number of messages by MPI. */
static int decide(tsw_group *g, const lists *l, bool *stores_to, bool *stores_from)
{
   int by_mpi = 0;
   for (int q = 0; q < l->n_to; q++)
   {
      stores_to[q] = by_stores(g, l, l->to[q]);
      by_mpi += !stores_to[q];
   }
   for (int q = 0; q < l->n_from; q++)
   {
      stores_from[q] = by_stores(g, l, l->from[q]);
      by_mpi += !stores_from[q];
   }
   return by_mpi;
}

static pending *create(tsw_group *group, const lists *l, int by_mpi, void *receive)
{
   pending *p = calloc(1, sizeof *p);
   if (!p)
   {
      return NULL;
   }
   p->group = group;
   p->to = receive;
   p->handle = hypre_CTAlloc(hypre_ParCSRCommHandle, 1, HYPRE_MEMORY_HOST);
   if (by_mpi > 0)
   {
      p->send_bytes = l->size * (size_t) l->first_to[l->n_to];
      p->send_bytes = (p->send_bytes + 63) / 64 * 64;
      p->receive_bytes = l->size * (size_t) l->first_from[l->n_from];
      p->pinned = tsw_pinned_take(p->send_bytes + p->receive_bytes + 1);
      p->requests = malloc((size_t) by_mpi * sizeof *p->requests);
      if (!p->pinned || !p->requests)
      {
         /* The other ranks wait for this rank's messages. */
         tsw_abort("rank %d: out of pinned memory for an exchange", tsw_world_rank());
      }
   }
   return p;
}

static void describe(hypre_ParCSRCommHandle *handle, hypre_ParCSRCommPkg *pkg, const lists *l,
                     void *send, void *receive)
{
   hypre_ParCSRCommHandleCommPkg(handle) = pkg;
   hypre_ParCSRCommHandleSendMemoryLocation(handle) = HYPRE_MEMORY_DEVICE;
   hypre_ParCSRCommHandleRecvMemoryLocation(handle) = HYPRE_MEMORY_DEVICE;
   hypre_ParCSRCommHandleNumSendBytes(handle) = l->size * (size_t) l->first_to[l->n_to];
   hypre_ParCSRCommHandleNumRecvBytes(handle) = l->size * (size_t) l->first_from[l->n_from];
   hypre_ParCSRCommHandleSendData(handle) = send;
   hypre_ParCSRCommHandleRecvData(handle) = receive;
}

static bool is_device(HYPRE_MemoryLocation location)
{
   return hypre_GetActualMemLocation(location) == hypre_MEMORY_DEVICE;
}

hypre_ParCSRCommHandle *tsw_channel_begin(HYPRE_Int job, hypre_ParCSRCommPkg *pkg,
                                          HYPRE_MemoryLocation send_location, void *send,
                                          HYPRE_MemoryLocation receive_location, void *receive)
{
   line *line_of = NULL;
   int   found = 0;
   if (keyval == MPI_KEYVAL_INVALID || bytes_of_job(job) == 0 || hypre_GetGpuAwareMPI() ||
       !is_device(send_location) || !is_device(receive_location))
   {
      return NULL;
   }
   MPI_Comm comm = hypre_ParCSRCommPkgComm(pkg);
   MPI_Comm_get_attr(comm, keyval, &line_of, &found);
   const lists l = lists_of(job, pkg);
   if (!found || !l.first_to || !l.first_from)
   {
      return NULL;
   }
   tsw_group *group =
      line_of->group && !tsw_group_is_abandoned(line_of->group) ? line_of->group : NULL;
   bool        *stores = calloc((size_t) (l.n_to + l.n_from) + 1, sizeof *stores);
   tsw_messages out = { 0 };
   const int    by_mpi = stores ? decide(group, &l, stores, stores + l.n_to) : 0;
   pending     *p = stores ? create(group, &l, by_mpi, receive) : NULL;
   if (!p)
   {
      tsw_abort("rank %d: out of memory for an exchange", tsw_world_rank());
   }
   describe(p->handle, pkg, &l, send, receive);
   for (int q = 0; q < l.n_to; q++)
   {
      if (stores[q])
      {
         pair_up(p, &l, l.to[q], &out);
      }
   }
   for (int q = 0; q < l.n_from; q++)
   {
      if (stores[l.n_to + q] && !listed(l.from[q], l.n_to, l.to))
      {
         pair_up(p, &l, l.from[q], &out);
      }
   }
   (void) check(tsw_send_messages(&out, send, tsw_device_stream()));
   if (by_mpi > 0)
   {
      begin_mpi(p, &l, comm, send, stores, stores + l.n_to);
   }
   free(stores);
   p->next = in_progress;
   in_progress = p;
   return p->handle;
}

/* ---- end --------------------------------------------------------------------------- */

/* Copy received messages by MPI to the device: all of them, or around messages by stores. */
static void end_mpi(pending *p)
{
   cudaStream_t stream = tsw_device_stream();
   MPI_Waitall(p->n_requests, p->requests, MPI_STATUSES_IGNORE);
   if (p->receive_bytes > 0)
   {
      (void) check(cudaMemcpyAsync(p->to, p->pinned + p->send_bytes, p->receive_bytes,
                                   cudaMemcpyHostToDevice, stream));
   }
}

bool tsw_channel_end(hypre_ParCSRCommHandle *handle)
{
   pending **at = &in_progress;
   while (*at && (*at)->handle != handle)
   {
      at = &(*at)->next;
   }
   pending *p = *at;
   if (!p)
   {
      return false;
   }
   *at = p->next;
   if (p->n_requests > 0)
   {
      end_mpi(p); /* before the messages by stores, whose places the copy fills, too */
   }
   if (p->receive.n > 0)
   {
      (void) check(tsw_receive_messages(&p->receive, tsw_group_status(p->group),
                                        tsw_group_fault(p->group), tsw_group_limit(p->group), p->to,
                                        tsw_device_stream()));
   }
   tsw_pinned_give(p->pinned); /* begin_mpi waits for the copy before the next use */
   free(p->requests);
   hypre_TFree(p->handle, HYPRE_MEMORY_HOST);
   free(p);
   return true;
}
