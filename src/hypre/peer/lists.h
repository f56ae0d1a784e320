/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Which bytes of an exchange of hypre go to which rank. */
#pragma once

#include "hypre/plug.h"

/* A part of an exchange: bytes from or for one rank. */
typedef struct part
{
   int    rank;
   size_t begin, bytes;
} part;

static inline size_t bytes_of_job(HYPRE_Int job)
{
   return job == 1 || job == 2     ? sizeof(HYPRE_Complex)
          : job == 11 || job == 12 ? sizeof(HYPRE_Int)
          : job == 21 || job == 22 ? sizeof(HYPRE_BigInt)
                                   : 0;
}

static inline part part_of(const HYPRE_Int *rank, const HYPRE_Int *first, int q, size_t size)
{
   return (part){ (int) rank[q], size * (size_t) first[q],
                  size * (size_t) (first[q + 1] - first[q]) };
}

/* The bytes for a rank in a list; 0 if the rank is not in it. */
static inline size_t bytes_for(int rank, int n, const HYPRE_Int *ranks, const HYPRE_Int *first,
                               size_t size)
{
   for (int q = 0; q < n; q++)
   {
      if (ranks[q] == rank)
      {
         return size * (size_t) (first[q + 1] - first[q]);
      }
   }
   return 0;
}

/* The lists of an exchange: of job 1, values of columns; the others in the same way. */
typedef struct lists
{
   int              n_to, n_from;
   const HYPRE_Int *to, *from;
   const HYPRE_Int *first_to, *first_from;
   size_t           size; /* bytes of a value */
} lists;

static inline lists lists_of(HYPRE_Int job, hypre_ParCSRCommPkg *pkg)
{
   const lists forward = { hypre_ParCSRCommPkgNumSends(pkg),
                           hypre_ParCSRCommPkgNumRecvs(pkg),
                           hypre_ParCSRCommPkgSendProcs(pkg),
                           hypre_ParCSRCommPkgRecvProcs(pkg),
                           hypre_ParCSRCommPkgSendMapStarts(pkg),
                           hypre_ParCSRCommPkgRecvVecStarts(pkg),
                           bytes_of_job(job) };
   const lists transposed = { forward.n_from,     forward.n_to,     forward.from, forward.to,
                              forward.first_from, forward.first_to, forward.size };
   return job % 10 == 1 ? forward : transposed;
}

static inline bool listed(int rank, int n, const HYPRE_Int *ranks)
{
   for (int q = 0; q < n; q++)
   {
      if (ranks[q] == rank)
      {
         return true;
      }
   }
   return false;
}
