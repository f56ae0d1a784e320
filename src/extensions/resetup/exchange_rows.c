/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "extensions/resetup/exchange_rows.h"

#include <limits.h>
#include <stdlib.h>

#include "hypre/base/notice.h"

enum
{
   TAG = 1017
};

/* Ranks and ranges of a package, which has a range for each component of vectors. */
static bool take(HYPRE_Int n, const HYPRE_Int *ranks, const HYPRE_Int *starts, HYPRE_Int components,
                 tsw_neighbours *neighbours)
{
   neighbours->n = n;
   neighbours->ranks = malloc(((size_t) n + 1) * sizeof *neighbours->ranks);
   neighbours->begin = malloc(((size_t) n + 1) * sizeof *neighbours->begin);
   if (!neighbours->ranks || !neighbours->begin)
   {
      return false;
   }
   for (HYPRE_Int q = 0; q < n; q++)
   {
      neighbours->ranks[q] = ranks[q];
      neighbours->begin[q] = starts[q] / components;
   }
   neighbours->begin[n] = n > 0 ? starts[n] / components : 0;
   return true;
}

bool tsw_neighbours_of(const hypre_ParCSRCommPkg *pkg, tsw_neighbours *sends,
                       tsw_neighbours *receives)
{
   const HYPRE_Int components = hypre_ParCSRCommPkgNumComponents(pkg);
   const bool      good = take(hypre_ParCSRCommPkgNumSends(pkg), hypre_ParCSRCommPkgSendProcs(pkg),
                               hypre_ParCSRCommPkgSendMapStarts(pkg), components, sends);
   return take(hypre_ParCSRCommPkgNumRecvs(pkg), hypre_ParCSRCommPkgRecvProcs(pkg),
               hypre_ParCSRCommPkgRecvVecStarts(pkg), components, receives) &&
          good;
}

void tsw_neighbours_free(tsw_neighbours *neighbours)
{
   free(neighbours->ranks);
   free(neighbours->begin);
}

bool tsw_global_rows_reserve(tsw_global_rows *list, int n_rows, const int *length)
{
   int64_t n = 0;
   *list = (tsw_global_rows){ n_rows, malloc(((size_t) n_rows + 1) * sizeof(int)), NULL };
   for (int i = 0; list->row_ptr && i < n_rows && n <= INT_MAX; i++)
   {
      list->row_ptr[i] = (int) n;
      n += length[i];
   }
   if (!list->row_ptr || n > INT_MAX)
   {
      return false;
   }
   list->row_ptr[n_rows] = (int) n;
   list->col = malloc(((size_t) n + 1) * sizeof *list->col);
   return list->col != NULL;
}

void tsw_global_rows_free(tsw_global_rows *list)
{
   free(list->row_ptr);
   free(list->col);
}

void tsw_exchange_begin(MPI_Comm comm, MPI_Datatype type, const tsw_neighbours *to,
                        const void *sent, const tsw_neighbours *from, void *received,
                        MPI_Request *requests)
{
   int size;
   MPI_Type_size(type, &size);
   for (int q = 0; q < from->n; q++)
   {
      MPI_Irecv((char *) received + (size_t) from->begin[q] * (size_t) size,
                from->begin[q + 1] - from->begin[q], type, from->ranks[q], TAG, comm, requests + q);
   }
   for (int q = 0; q < to->n; q++)
   {
      MPI_Isend((const char *) sent + (size_t) to->begin[q] * (size_t) size,
                to->begin[q + 1] - to->begin[q], type, to->ranks[q], TAG, comm,
                requests + from->n + q);
   }
}

static void exchange_now(MPI_Comm comm, MPI_Datatype type, const tsw_neighbours *to,
                         const void *sent, const tsw_neighbours *from, void *received,
                         MPI_Request *requests)
{
   tsw_exchange_begin(comm, type, to, sent, from, received, requests);
   MPI_Waitall(to->n + from->n, requests, MPI_STATUSES_IGNORE);
}

bool tsw_neighbours_in_entries(const tsw_neighbours *rows, const int *row_ptr,
                               tsw_neighbours *entries)
{
   if (!take(rows->n, rows->ranks, rows->begin, 1, entries))
   {
      return false;
   }
   for (int q = 0; q <= rows->n; q++)
   {
      entries->begin[q] = row_ptr[rows->begin[q]];
   }
   return true;
}

/* The memory of an exchange of rows. */
typedef struct exchange
{
   int           *sent_length, *length;
   tsw_neighbours to, from; /* in entries */
   MPI_Request   *requests;
} exchange;

static bool reserve_lengths(const tsw_neighbours *to, const tsw_global_rows *sent,
                            const tsw_neighbours *from, exchange *x)
{
   x->sent_length = malloc(((size_t) sent->n_rows + 1) * sizeof *x->sent_length);
   x->length = malloc(((size_t) from->begin[from->n] + 1) * sizeof *x->length);
   x->requests = malloc(((size_t) to->n + (size_t) from->n + 1) * sizeof(MPI_Request));
   for (int i = 0; x->sent_length && i < sent->n_rows; i++)
   {
      x->sent_length[i] = sent->row_ptr[i + 1] - sent->row_ptr[i];
   }
   return x->sent_length && x->length && x->requests;
}

static bool reserve_entries(const tsw_neighbours *to, const tsw_global_rows *sent,
                            const tsw_neighbours *from, tsw_global_rows *received, exchange *x)
{
   return tsw_global_rows_reserve(received, from->begin[from->n], x->length) &&
          tsw_neighbours_in_entries(to, sent->row_ptr, &x->to) &&
          tsw_neighbours_in_entries(from, received->row_ptr, &x->from);
}

bool tsw_exchange_rows(MPI_Comm comm, bool good, const tsw_neighbours *to,
                       const tsw_global_rows *sent, const tsw_neighbours *from,
                       tsw_global_rows *received)
{
   exchange x = { 0 };
   bool     all = tsw_all_ranks(comm, good && reserve_lengths(to, sent, from, &x));
   if (all)
   {
      exchange_now(comm, MPI_INT, to, x.sent_length, from, x.length, x.requests);
      all = tsw_all_ranks(comm, reserve_entries(to, sent, from, received, &x));
   }
   if (all)
   {
      exchange_now(comm, HYPRE_MPI_BIG_INT, &x.to, sent->col, &x.from, received->col, x.requests);
   }
   free(x.sent_length);
   free(x.length);
   free(x.requests);
   tsw_neighbours_free(&x.to);
   tsw_neighbours_free(&x.from);
   return all;
}
