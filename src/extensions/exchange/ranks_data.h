/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What the ranks of a hierarchy on several GPUs have; for ranks.c and connect.c only. */
#pragma once

#include "extensions/exchange/link.h"
#include "hypre/extension.h"

enum
{
   TSW_RANKS_WAY = 320
};

typedef struct tsw_ranks
{
   char              way[TSW_RANKS_WAY]; /* text for the reports */
   tsw_group        *group;              /* NULL if MPI is in use */
   tsw_window        window;
   int               n_levels;
   tsw_link         *a; /* [n_levels] */
   tsw_link         *p; /* [n_levels] interpolations to levels 0, 1, ...; empty without a cycle */
   tsw_exchange    **list; /* [n_exchanges] by id */
   int               n_exchanges;
   tsw_exchange      last; /* gathers the right-hand side of the last levels */
   tsw_gather_places places;
   double           *f, *u; /* device: right-hand side and solution of the last levels */
   tsw_exchange      sum;
   int               n_before; /* neighbours with a smaller rank */
   bool              has_cycle;
   int               first;      /* of the last levels, if there is a cycle */
   const char       *no_cycle;   /* why hypre runs the cycles */
   bool              has_failed; /* a wait exceeded the limit */
} tsw_ranks;

/** The exchanges of a solver, or NULL. */
static inline tsw_ranks *tsw_ranks_of_solver(const tsw_solver *solver)
{
   return solver->extension[TSW_EXTENSION_exchange];
}

/**
 * Plan and lay out all exchanges, and gather the last levels if the plug may run the V-cycle. False
 * on all ranks, with the reason in way: MPI must stay in use. Collective.
 */
bool tsw_ranks_connect(tsw_solver *solver, MPI_Comm comm, bool wants_cycle);
