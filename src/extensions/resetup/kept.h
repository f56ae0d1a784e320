/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The hierarchy that a solver with setup=values keeps from its last full setup. The matrices stay
 * in hypre's object; this record says under which conditions they may be used again.
 */
#pragma once

#include <stdint.h>

#include "extensions/resetup/values.h"
#include "hypre/state/registry.h"

/** Why a setup is full; a larger number has precedence over a smaller one of another rank. */
typedef enum tsw_full_reason
{
   TSW_FULL_NOT, /* by values */
#define TSW_FULL(name, text) TSW_FULL_##name,
#include "extensions/resetup/setups.def"
#undef TSW_FULL
   TSW_N_FULL
} tsw_full_reason;

enum
{
   TSW_KEPT_PRODUCTS = 40 /* more levels have products of hypre */
};

typedef struct tsw_kept
{
   bool            valid;
   tsw_full_reason why;           /* of the setup in progress: why it is full, or TSW_FULL_NOT */
   uint64_t        offered;       /* token of the hierarchy that this rank offers for it */
   bool            is_full;       /* the last setup was full */
   bool            asked;         /* the program asked for a full setup */
   bool            prints;        /* this rank prints the statistics of the solver */
   bool            has_weights;   /* that hypre has computed: other solvers compute theirs */
   const char     *declined;      /* what cannot be renewed; NULL: nothing */
   uint64_t        pattern;       /* of the finest level */
   MPI_Comm        comm;          /* of the hierarchy */
   MPI_Comm        next_comm;     /* of the setup in progress */
   uint64_t        name;          /* the same on all ranks, and for no other hierarchy; 0: none */
   uint64_t        next_name;     /* of the hierarchy if the setup in progress is full */
   uint64_t        begun;         /* parameters before the last full setup, as the user set them */
   uint64_t        ended;         /* parameters when the last setup ended: hypre changes some */
   bool            own_products;  /* the plug may have computed those of the full setup */
   HYPRE_Int       coarsest_type; /* hypre's relax type on the coarsest level */
   HYPRE_Int       elimination;   /* type of hypre's Gaussian elimination; 0 for none */
   HYPRE_Real      n_entries;     /* of the finest matrix, on all ranks */
   long            n_cycles;      /* of the solve in progress; see below */
   long            most_cycles;   /* of the finished solves since the last setup */
   long            cycles_full;   /* of a solve after a full setup; 0: unknown */
   bool            unsure;        /* cycles_full is from a setup by values, or a solve after
                                            one failed; the next setup is full */
   bool            failed_full;   /* the last solve after a full setup did not converge */
   tsw_full_reason last_full;     /* why the last full setup was full */
   long            n_setups[TSW_N_FULL]; /* by reason */

   tsw_values_product products[TSW_KEPT_PRODUCTS]; /* A_1, ... */
} tsw_kept;

/** The text for a reason, for the statistics. */
const char *tsw_full_text(tsw_full_reason reason);

/** The number of full setups. */
long tsw_kept_full(const tsw_kept *kept);

/** The setups as a text for the statistics, truncated to size - 1 characters. */
void tsw_kept_describe(const tsw_kept *kept, char *text, size_t size);

/** The hierarchy ends: free what is kept of its products. */
void tsw_kept_forget_products(tsw_kept *kept);

/** What a solver keeps; NULL: nothing. A record of NULL is allowed. */
tsw_kept *tsw_kept_of(const tsw_solver *record);

/** What the BoomerAMG object keeps; NULL: nothing. */
tsw_kept *tsw_kept_find(const void *amg);

/** What a solver keeps, made if necessary. NULL: no memory. */
tsw_kept *tsw_kept_make(tsw_solver *record);

/** Free what a solver keeps; at the end of the process not the matrices: hypre may have ended. */
void tsw_kept_free(tsw_solver *record);

/*
 * How well a hierarchy renewed by values converges: the cycles of a solve, compared with those
 * after the last full setup. Where the plug knows no solves (a Krylov method of another library),
 * all cycles since the setup count as one solve.
 */

/** A cycle of a solver begins. */
void tsw_measure_cycle(const void *amg);

/** A solve begins: the cycles before belong to another one. */
void tsw_measure_begin(const void *amg);

/**
 * A solve with matrix a ends. If it has failed after a setup by values, and the last one after a
 * full setup has not, the next setup is full.
 */
void tsw_measure_solve(const void *amg, const hypre_ParCSRMatrix *a, bool failed);

/** Before a setup: take the cycles since the last one into account. */
void tsw_measure_end(tsw_kept *kept);

/**
 * Must the next setup be full, because a solve failed, cycles were never measured, or there were
 * more than limit times as many as after the last full setup?
 */
bool tsw_measure_is_bad(const tsw_kept *kept, double limit);

/** After a setup. */
void tsw_measure_setup(tsw_kept *kept, bool full);
