/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * One matrix that we smooth: a level of a BoomerAMG hierarchy, or a matrix that came with a
 * raw number. attach takes the matrix and starts the analysis of its pattern, wait waits for
 * that, load takes values and norms, detach lets the matrix go and keeps the analysis.
 *
 * A level that failed stays failed until the next attach: its sweeps leave x alone or, where
 * only this rank knows, make it NaN; they still take part in the exchange, so that no other
 * rank hangs.
 */
#pragma once

#include "hypre/plug.h"

enum
{
   TSW_LEVEL_MESSAGE = 512
};

/** Where an analysis stands. The worker thread owns the level while QUEUED. */
typedef enum tsw_analysis
{
   TSW_ANALYSIS_NONE,
   TSW_ANALYSIS_QUEUED,
   TSW_ANALYSIS_DONE
} tsw_analysis;

/** Where a load stands that was only queued on a device. */
typedef enum tsw_queue
{
   TSW_QUEUE_NONE,
   TSW_QUEUE_PENDING,
   TSW_QUEUE_SETTLED
} tsw_queue;

/** What the ranks together know of a level after a setup; see report.c. */
typedef struct tsw_level_sums
{
   double rows, entries, extra_bytes, zero_diagonals;
   double factor_entries, pivots; /* pivots that were replaced or left out */
   double pivot_rank, pivot_row;  /* where the first of them is; -1 if there is none */
   double depth, analysis_seconds; /* the greatest of all ranks */
   double setup_seconds;           /* of hypre's thread in our calls, the greatest of all ranks */
   double reused;                  /* setups that found the pattern analysed, on every rank */
} tsw_level_sums;

typedef struct tsw_level
{
   hypre_ParCSRMatrix *matrix; /* NULL once it is gone */
   int                 index;  /* AMG level; -1 for a raw matrix */
   int                 rank;   /* in the communicator of the matrix */
   int                 n_ranks;
   trisweep_smoother  *smoother;
   trisweep_csr        block;  /* as it was when attached */
   int                 device; /* where it lives, if in device memory */

   tsw_analysis      analysis; /* guarded by the mutex of worker.c */
   trisweep_status   status;   /* of the analysis */
   char              message[TSW_LEVEL_MESSAGE];
   struct tsw_level *next_job;
   struct tsw_level *next; /* in a list of raw matrices or guests */
   bool              loads;            /* values too, as soon as the pattern is analysed */
   bool              preloaded;        /* and that was done, without norms */
   double            analysis_seconds; /* all analyses and pattern comparisons together */
   double            waited_seconds;   /* of hypre's thread in our calls, all setups together */

   tsw_queue     queue;    /* of device blocks that need no analysis */
   bool          loaded;   /* values are those of matrix */
   long          n_loads;  /* values have been loaded or let go so often */
   bool          failed;   /* on this or, after agreement, on any rank */
   bool          known_to_all; /* and every rank knows */
   bool          refused;  /* and the matrix is at fault, on this rank */
   bool          left_to_hypre; /* what failed on some rank is not the matrix: hypre smooths */
   bool          reported; /* the failure was printed */
   bool          told_low; /* and that memory was too little for its schedule */
   const double *l1;       /* norms that were loaded; NULL for none */
   double       *own_l1;   /* [n_rows] norms that this hypre does not compute; see l1.c */

   double *send;     /* packed values for other ranks; this and the next two in the block's space */
   double *external; /* values of other ranks */
   double *rhs;      /* right-hand side less off-process part */
   size_t  send_size, external_size, rhs_size;
   const double *swept_b; /* right-hand side of the last sweep, rhs or hypre's own */

   trisweep_factors factors; /* what the smoother factorises besides, since the last attach */
   int32_t          fill_level;

   const char *together;   /* the ordering, if visited in one launch with others; see coarse.h */
   double      together_weight; /* the relax weight of that */
   int64_t     together_bytes;  /* of all of them, on the first */

   long           n_relaxed;  /* calls of the relax function */
   long           generation; /* of the values of a raw matrix; see raw.c */
   tsw_level_sums sums;
} tsw_level;

/** A level with no matrix yet, with these options; NULL if memory is out. */
tsw_level *tsw_level_create(int index, trisweep_context *context);

/** The link to the level of a matrix, or the last one, NULL, of a list along next. */
tsw_level **tsw_level_link(tsw_level **list, const hypre_ParCSRMatrix *matrix);

/** No analysis is possible, for this reason; the load will fail and tell. */
void tsw_level_refuse(tsw_level *level, const char *why);

/** Is a matrix attached with the factors of a method? */
bool tsw_level_has_factors(const tsw_level *level, trisweep_factors factors, int32_t fill_level);

/** The factors that the next attach asks for. */
void tsw_level_set_factors(tsw_level *level, trisweep_factors factors, int32_t fill_level);

/** The local block of a matrix, or of an interpolation, whose columns are its own. */
trisweep_csr tsw_level_block(hypre_ParCSRMatrix *matrix);

/** hypre's stream for a matrix in device memory, NULL for one in host memory. */
void *tsw_level_stream(const tsw_level *level);

/** Mark as failed and say why, once. */
void tsw_level_fail(tsw_level *level, const char *message);

/** Let a buffer of a level have room for count doubles; those that it had are lost. */
void tsw_level_reserve(double **buffer, size_t *size, size_t count);

/** Bytes that the plug itself holds for a level. */
double tsw_level_buffer_bytes(const tsw_level *level);
