/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "extensions/exchange/channel.h"

#include <stdlib.h>
#include <string.h>

#include "extensions/exchange/lists.h"
#include "hypre/base/device_call.h"
#include "hypre/base/notice.h"

enum
{
   MOST_WAITING = TSW_RING / 4 /* see channel.h */
};

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

static int keyval = MPI_KEYVAL_INVALID; /* the group of an open communicator, or NULL: MPI only */
static pending *in_progress;

/* ---- pinned memory for messages by MPI, kept for later messages --------------- */

/* A free buffer, kept for later exchanges. */
typedef struct buffer
{
   size_t         bytes; /* of the data behind this head */
   struct buffer *next;
} buffer;

enum
{
   HEAD_BYTES = 64
};

static buffer *free_buffers;

/*
 * Take a buffer of at least this many bytes, not initialised. If CUDA has no pinned memory, copies
 * to and from the buffer are slower.
 */
static char *pinned_take(size_t bytes)
{
   buffer **at = &free_buffers;
   while (*at && (*at)->bytes < bytes)
   {
      at = &(*at)->next;
   }
   buffer *b = *at;
   if (b)
   {
      *at = b->next;
      return (char *) b + HEAD_BYTES;
   }
   const size_t size = bytes < 65536 ? 65536 : bytes + bytes / 2;
   if (tsw_cuda_fails(cudaHostAlloc((void **) &b, HEAD_BYTES + size, cudaHostAllocPortable)))
   {
      b = (buffer *) hypre_TAlloc(char, HEAD_BYTES + size, HYPRE_MEMORY_HOST);
   }
   b->bytes = size;
   return (char *) b + HEAD_BYTES;
}

/* Give a buffer back. NULL is allowed. */
static void pinned_give(char *data)
{
   if (data)
   {
      buffer  *b = (buffer *) (data - HEAD_BYTES);
      buffer **at = &free_buffers;
      while (*at && (*at)->bytes < b->bytes)
      {
         at = &(*at)->next;
      }
      b->next = *at;
      *at = b;
   }
}

/* ---- which way ------------------------------------------------------------------ */

void tsw_channel_open(MPI_Comm comm, tsw_group *group)
{
   if (keyval == MPI_KEYVAL_INVALID)
   {
      MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &keyval, NULL);
   }
   MPI_Comm_set_attr(comm, keyval, group);
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
   const size_t    sent = part_for(&l->to, rank, l->size).bytes;
   const size_t    received = part_for(&l->from, rank, l->size).bytes;
   const tsw_pair *pair = g ? tsw_group_pair(g, rank) : NULL;
   return pair && sent <= pair->most_bytes && received <= pair->most_bytes &&
          pair->n_sent + 1 - oldest_expected(g, pair, rank) <= MOST_WAITING;
}

/* ---- begin ------------------------------------------------------------------------ */

static bool check(cudaError_t error)
{
   const bool good = tsw_cuda_check(error, "an exchange with another GPU");
   if (!good)
   {
      tsw_raise("an exchange between GPUs failed; see the message of trisweep");
   }
   return good;
}

static void add(tsw_messages *m, const part *p, tsw_slot *ring, size_t ring_slots, uint32_t number)
{
   const int32_t n_words = (int32_t) (p->bytes / sizeof(uint32_t));
   tsw_message  *one = &m->message[m->n];
   one->slots = ring + (size_t) (number % TSW_RING) * ring_slots;
   one->begin = (int64_t) (p->begin / sizeof(uint32_t));
   one->n_words = n_words;
   one->number = number;
   m->first_slot[m->n + 1] = m->first_slot[m->n] + (n_words == 0 ? 1 : (n_words + 1) / 2);
   m->n++;
}

/* Queue a message to a neighbour, perhaps without words, and expect one from it. */
static void pair_up(pending *p, const lists *l, int rank, tsw_messages *send)
{
   tsw_pair  *pair = tsw_group_pair(p->group, rank);
   const part out = part_for(&l->to, rank, l->size);
   const part in = part_for(&l->from, rank, l->size);
   pair->n_sent++;
   add(send, &out, pair->to, pair->ring_slots, pair->n_sent);
   p->receive_rank[p->receive.n] = rank;
   add(&p->receive, &in, pair->window, pair->ring_slots, pair->n_sent);
}

static void add_requests(pending *p, const lists *l, MPI_Comm comm, const bool *stores_to,
                         const bool *stores_from)
{
   for (int q = 0; q < l->from.n; q++)
   {
      const part in = part_of(&l->from, q, l->size);
      if (!stores_from[q])
      {
         MPI_Irecv(p->pinned + p->send_bytes + in.begin, (int) in.bytes, MPI_BYTE, l->from.rank[q],
                   0, comm, &p->requests[p->n_requests++]);
      }
   }
   for (int q = 0; q < l->to.n; q++)
   {
      const part out = part_of(&l->to, q, l->size);
      if (!stores_to[q])
      {
         MPI_Isend(p->pinned + out.begin, (int) out.bytes, MPI_BYTE, l->to.rank[q], 0, comm,
                   &p->requests[p->n_requests++]);
      }
   }
}

/* Copy what goes by MPI to pinned memory, and begin the messages. */
static void begin_mpi(pending *p, const lists *l, MPI_Comm comm, const void *send,
                      const bool *stores_to, const bool *stores_from)
{
   cudaStream_t stream = tsw_device_stream();
   const size_t n_to = bytes_of(&l->to, l->size);
   if (n_to > 0)
   {
      (void) check(cudaMemcpyAsync(p->pinned, send, n_to, cudaMemcpyDeviceToHost, stream));
   }
   /* Also wait for the copy of an earlier exchange from this buffer, which messages now fill. */
   (void) check(cudaStreamSynchronize(stream));
   add_requests(p, l, comm, stores_to, stores_from);
}

/* Decide on the way of each neighbour of a list. Returns the number of messages by MPI. */
static int decide(tsw_group *g, const lists *l, const tsw_rank_list *list, bool *stores)
{
   int by_mpi = 0;
   for (int q = 0; q < list->n; q++)
   {
      stores[q] = by_stores(g, l, list->rank[q]);
      by_mpi += !stores[q];
   }
   return by_mpi;
}

/*
 * Host memory of an exchange is hypre's: if there is none, hypre ends the program, as in its own
 * exchange, since other ranks wait for this rank's messages.
 */
static pending *create(tsw_group *group, const lists *l, int by_mpi, void *receive)
{
   pending *p = hypre_CTAlloc(pending, 1, HYPRE_MEMORY_HOST);
   p->group = group;
   p->to = receive;
   p->handle = hypre_CTAlloc(hypre_ParCSRCommHandle, 1, HYPRE_MEMORY_HOST);
   if (by_mpi > 0)
   {
      p->send_bytes = bytes_of(&l->to, l->size);
      p->send_bytes = (p->send_bytes + 63) / 64 * 64;
      p->receive_bytes = bytes_of(&l->from, l->size);
      p->pinned = pinned_take(p->send_bytes + p->receive_bytes + 1);
      p->requests = hypre_TAlloc(MPI_Request, (size_t) by_mpi, HYPRE_MEMORY_HOST);
   }
   return p;
}

static void describe(hypre_ParCSRCommHandle *handle, hypre_ParCSRCommPkg *pkg, const lists *l,
                     void *send, void *receive)
{
   hypre_ParCSRCommHandleCommPkg(handle) = pkg;
   hypre_ParCSRCommHandleSendMemoryLocation(handle) = HYPRE_MEMORY_DEVICE;
   hypre_ParCSRCommHandleRecvMemoryLocation(handle) = HYPRE_MEMORY_DEVICE;
   hypre_ParCSRCommHandleNumSendBytes(handle) = bytes_of(&l->to, l->size);
   hypre_ParCSRCommHandleNumRecvBytes(handle) = bytes_of(&l->from, l->size);
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
   void *opened = NULL;
   int   found = 0;
   if (keyval == MPI_KEYVAL_INVALID || bytes_of_job(job) == 0 || hypre_GetGpuAwareMPI() ||
       !is_device(send_location) || !is_device(receive_location))
   {
      return NULL;
   }
   MPI_Comm comm = hypre_ParCSRCommPkgComm(pkg);
   MPI_Comm_get_attr(comm, keyval, &opened, &found);
   const lists l = lists_of(job, pkg);
   if (!found || !l.to.first || !l.from.first)
   {
      return NULL;
   }
   tsw_group *const group = opened && !((tsw_group *) opened)->abandoned ? opened : NULL;
   bool        *stores = hypre_CTAlloc(bool, (size_t) (l.to.n + l.from.n) + 1, HYPRE_MEMORY_HOST);
   bool        *stores_from = stores + l.to.n;
   tsw_messages out = { 0 };
   const int    by_mpi = decide(group, &l, &l.to, stores) + decide(group, &l, &l.from, stores_from);
   pending     *p = create(group, &l, by_mpi, receive);
   describe(p->handle, pkg, &l, send, receive);
   for (int q = 0; q < l.to.n; q++)
   {
      if (stores[q])
      {
         pair_up(p, &l, l.to.rank[q], &out);
      }
   }
   for (int q = 0; q < l.from.n; q++)
   {
      if (stores_from[q] && tsw_index_of(l.to.rank, l.to.n, l.from.rank[q]) < 0)
      {
         pair_up(p, &l, l.from.rank[q], &out);
      }
   }
   (void) check(tsw_send_messages(&out, send, tsw_device_stream()));
   if (by_mpi > 0)
   {
      begin_mpi(p, &l, comm, send, stores, stores_from);
   }
   hypre_TFree(stores, HYPRE_MEMORY_HOST);
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
      (void) check(tsw_receive_messages(&p->receive, p->group->status, p->group->fault,
                                        p->group->limit_ns, p->to, tsw_device_stream()));
   }
   pinned_give(p->pinned); /* begin_mpi waits for the copy before the next use */
   hypre_TFree(p->requests, HYPRE_MEMORY_HOST);
   hypre_TFree(p->handle, HYPRE_MEMORY_HOST);
   hypre_TFree(p, HYPRE_MEMORY_HOST);
   return true;
}
