/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Which bytes of an exchange of hypre go to which rank. */
#pragma once

#include "extensions/exchange/exchange.h"

/* A part of an exchange: bytes from or for one rank. */
typedef struct part
{
   size_t begin, bytes;
} part;

static inline size_t bytes_of_job(HYPRE_Int job)
{
   return job == 1 || job == 2     ? sizeof(HYPRE_Complex)
          : job == 11 || job == 12 ? sizeof(HYPRE_Int)
          : job == 21 || job == 22 ? sizeof(HYPRE_BigInt)
                                   : 0;
}

static inline size_t bytes_of(const tsw_rank_list *list, size_t size)
{
   return size * (size_t) list->first[list->n];
}

static inline part part_of(const tsw_rank_list *list, int q, size_t size)
{
   return (part){ size * (size_t) list->first[q],
                  size * (size_t) (list->first[q + 1] - list->first[q]) };
}

/* The part of a rank; no bytes if the rank is not in the list. */
static inline part part_for(const tsw_rank_list *list, int rank, size_t size)
{
   const int q = tsw_index_of(list->rank, list->n, rank);
   return q < 0 ? (part){ 0, 0 } : part_of(list, q, size);
}

/* The lists of an exchange: of job 1, values of columns; the others in the same way. */
typedef struct lists
{
   tsw_rank_list to, from;
   size_t        size; /* bytes of a value */
} lists;

static inline lists lists_of(HYPRE_Int job, const hypre_ParCSRCommPkg *pkg)
{
   const tsw_rank_list sends = tsw_sends_of(pkg), receives = tsw_receives_of(pkg);
   return job % 10 == 1 ? (lists){ sends, receives, bytes_of_job(job) }
                        : (lists){ receives, sends, bytes_of_job(job) };
}
