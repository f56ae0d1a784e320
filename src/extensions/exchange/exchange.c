/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "extensions/exchange/exchange.h"

#include <stdlib.h>
#include <string.h>

#include <cuda_runtime_api.h>

#include "hypre/base/notice.h"

static HYPRE_Int first_of(const tsw_rank_list *list, int q)
{
   return list->first[q] / list->n_components;
}

/* Ranks with values, in the order of the list. False: too many ranks, a gap, or a repetition. */
static bool add_values(const tsw_rank_list *list, int *ranks, int32_t *first, int32_t *n)
{
   first[0] = 0;
   *n = 0;
   for (int q = 0; q < list->n; q++)
   {
      if (first_of(list, q + 1) == first_of(list, q))
      {
         continue;
      }
      if (*n == TSW_MOST_NEIGHBOURS || first_of(list, q) != first[*n] ||
          tsw_index_of(ranks, *n, list->rank[q]) >= 0)
      {
         return false;
      }
      ranks[*n] = list->rank[q];
      first[++*n] = first_of(list, q + 1);
   }
   return true;
}

/* One slot for each rank that is in the other list only. */
static bool add_empty(const int *others, int32_t n_others, int *ranks, int32_t *first, int32_t *n)
{
   for (int32_t q = 0; q < n_others; q++)
   {
      if (tsw_index_of(ranks, *n, others[q]) < 0)
      {
         if (*n == TSW_MOST_NEIGHBOURS)
         {
            return false;
         }
         ranks[*n] = others[q];
         first[*n + 1] = first[*n] + 1;
         ++*n;
      }
   }
   return true;
}

bool tsw_exchange_plan(tsw_exchange *e, const tsw_rank_list *to, const tsw_rank_list *from)
{
   tsw_exchange_view *v = &e->view;
   memset(e, 0, sizeof *e);
   bool good = add_values(to, e->rank_to, v->first_to, &v->n_to) &&
               add_values(from, e->rank_from, v->first_from, &v->n_from);
   v->n_values = v->first_to[v->n_to];
   v->n_received = v->first_from[v->n_from];
   const int32_t n_from = v->n_from; /* with values */
   good = good && add_empty(e->rank_to, v->n_to, e->rank_from, v->first_from, &v->n_from) &&
          add_empty(e->rank_from, n_from, e->rank_to, v->first_to, &v->n_to);
   v->n_slots = v->first_from[v->n_from];
   return good;
}

bool tsw_exchange_plan_pkg(tsw_exchange *e, hypre_ParCSRCommPkg *pkg, bool transposed)
{
   const tsw_rank_list columns = tsw_sends_of(pkg), external = tsw_receives_of(pkg);
   return tsw_exchange_plan(e, transposed ? &external : &columns,
                            transposed ? &columns : &external);
}

/* Behind the two sets of slots are the words of the exchange, as large as two slots. */
size_t tsw_exchange_bytes(const tsw_exchange *e)
{
   return sizeof(tsw_slot) * (2 * (size_t) e->view.n_slots + 2);
}

static bool lay_out(tsw_exchange *const *e, int n, const tsw_window *window, int64_t limit_ns)
{
   char *at = tsw_window_address(window);
   for (int k = 0; k < n; k++)
   {
      tsw_exchange_view *v = &e[k]->view;
      v->window = (tsw_slot *) at;
      v->words = (tsw_exchange_words *) (v->window + 2 * (size_t) v->n_slots);
      v->status = window->group->status;
      v->fault = window->group->fault;
      v->limit_ns = limit_ns;
      v->id = k;
      at += tsw_exchange_bytes(e[k]);
   }
   cudaStream_t stream = tsw_device_stream();
   return cudaMemsetAsync(tsw_window_address(window), 0, window->size, stream) == cudaSuccess &&
          cudaStreamSynchronize(stream) == cudaSuccess;
}

/* Where a rank shall store its values of an exchange; n is 0 if it has none. */
typedef struct position_message
{
   int64_t position;
   int32_t n_slots, n;
} position_message;

/* For one rank, of each exchange. */
static void write_positions(tsw_exchange *const *e, int n, int rank, const tsw_window *window,
                            position_message *messages)
{
   const char *start = tsw_window_address(window);
   for (int k = 0; k < n; k++)
   {
      const tsw_exchange_view *v = &e[k]->view;
      const int                q = tsw_index_of(e[k]->rank_from, v->n_from, rank);
      if (q >= 0)
      {
         const size_t offset = (size_t) ((const char *) (v->window + v->first_from[q]) - start);
         messages[k] = (position_message){ tsw_window_position(window, offset), v->n_slots,
                                           v->first_from[q + 1] - v->first_from[q] };
      }
   }
}

/* False: the ranks do not agree on the numbers of values. */
static bool read_positions(tsw_exchange *const *e, int n, int rank, const tsw_group *group,
                           const position_message *messages)
{
   bool good = true;
   for (int k = 0; k < n; k++)
   {
      tsw_exchange_view *v = &e[k]->view;
      const int          q = tsw_index_of(e[k]->rank_to, v->n_to, rank);
      if (q >= 0)
      {
         v->to[q] = tsw_group_address(group, rank, messages[k].position);
         v->n_slots_to[q] = messages[k].n_slots;
      }
      good = good && messages[k].n == (q < 0 ? 0 : v->first_to[q + 1] - v->first_to[q]);
   }
   return good;
}

bool tsw_exchange_connect(tsw_exchange *const *e, int n, const tsw_window *window, int64_t limit_ns)
{
   MPI_Comm          comm = window->group->comm;
   const int         n_ranks = tsw_ranks_of(comm), bytes = n * (int) sizeof(position_message);
   position_message *own = calloc(2 * (size_t) n_ranks * (size_t) n + 1, sizeof *own);
   bool              good = tsw_all_ranks(comm, own && lay_out(e, n, window, limit_ns));
   for (int r = 0; r < n_ranks && good; r++)
   {
      write_positions(e, n, r, window, own + r * n);
   }
   if (good)
   {
      MPI_Alltoall(own, bytes, MPI_BYTE, own + n_ranks * n, bytes, MPI_BYTE, comm);
   }
   for (int r = 0; r < n_ranks && good; r++)
   {
      good = read_positions(e, n, r, window->group, own + (n_ranks + r) * n);
   }
   free(own);
   return tsw_all_ranks(comm, good);
}
