/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * An exchange of values between ranks of a group (group.h) in one direction of a communication
 * package of hypre, as the kernels of kernels.h perform it.
 */
#pragma once

#include "extensions/exchange/group.h"

/** Ranks, and the first value of each rank: hypre's procs and starts. */
typedef struct tsw_rank_list
{
   int              n;
   const HYPRE_Int *rank;
   const HYPRE_Int *first; /* [n + 1], in values of n_components vectors for each index */
   HYPRE_Int        n_components;
} tsw_rank_list;

/** The ranks that get values of columns of this rank in a product, and those that send them. */
static inline tsw_rank_list tsw_sends_of(const hypre_ParCSRCommPkg *pkg)
{
   return (tsw_rank_list){ hypre_ParCSRCommPkgNumSends(pkg), hypre_ParCSRCommPkgSendProcs(pkg),
                           hypre_ParCSRCommPkgSendMapStarts(pkg),
                           hypre_ParCSRCommPkgNumComponents(pkg) };
}

static inline tsw_rank_list tsw_receives_of(const hypre_ParCSRCommPkg *pkg)
{
   return (tsw_rank_list){ hypre_ParCSRCommPkgNumRecvs(pkg), hypre_ParCSRCommPkgRecvProcs(pkg),
                           hypre_ParCSRCommPkgRecvVecStarts(pkg),
                           hypre_ParCSRCommPkgNumComponents(pkg) };
}

/** The place of a rank in a list of ranks, or -1. */
static inline int tsw_index_of(const int *ranks, int n, int rank)
{
   for (int q = 0; q < n; q++)
   {
      if (ranks[q] == rank)
      {
         return q;
      }
   }
   return -1;
}

typedef struct tsw_exchange
{
   tsw_exchange_view view;
   int               rank_to[TSW_MOST_NEIGHBOURS];
   int               rank_from[TSW_MOST_NEIGHBOURS];
   const char       *what; /* values it brings, and of which AMG level, for messages */
   int               level;
} tsw_exchange;

/**
 * Set the numbers of values to send and to receive. False: too many neighbours, or ranks that
 * repeat or whose values are not in this order.
 */
bool tsw_exchange_plan(tsw_exchange *e, const tsw_rank_list *to, const tsw_rank_list *from);

/** The lists of a package: values of columns (forward), or sums for their owners (transposed). */
bool tsw_exchange_plan_pkg(tsw_exchange *e, hypre_ParCSRCommPkg *pkg, bool transposed);

/** Bytes of an exchange in the window of this rank. */
size_t tsw_exchange_bytes(const tsw_exchange *e);

/**
 * Lay out n planned exchanges, in the same order on all ranks, at the start of a window, clear the
 * whole window, and tell the neighbours the positions. The exchanges get the numbers 0, 1, ... as
 * id. False on all ranks: CUDA failed on a rank, or the lists of two ranks differ. Collective.
 */
bool tsw_exchange_connect(tsw_exchange *const *e, int n, const tsw_window *window,
                          int64_t limit_ns);
