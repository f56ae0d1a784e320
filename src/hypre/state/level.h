/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * One matrix that the plug smooths, an AMG level, an extra level (registry.h) or a standalone
 * matrix, and its smoother. In this folder "level" is an AMG level.
 *
 * A failed level stays failed until the next attach. After a failure that was reduced over all
 * ranks, sweeps leave x unchanged; after a failure on this rank only, sweeps set x to NaN. Sweeps
 * of a failed level still exchange values, so that no other rank hangs.
 */
#pragma once

#include "hypre/plug.h"
#include "hypre/state/table.h"

enum
{
   TSW_LEVEL_MESSAGE = 512,
   TSW_LEVEL_NAME = 32
};

/**
 * Life of a level. Only the transitions tsw_level_begin_analysis to tsw_level_release change the
 * state, on the thread that calls hypre. An analysis or a load that fails leads to ANALYSED. A
 * failure is no state: a level may fail on another rank, or in a sweep, and it stays failed after
 * the detach (tsw_level_failure).
 */
typedef enum tsw_level_state
{
   TSW_LEVEL_EMPTY,     /* without a matrix, and without an analysis for another matrix */
   TSW_LEVEL_DETACHED,  /* without a matrix; the smoother keeps the last analysis */
   TSW_LEVEL_POSTPONED, /* the load, which needs no analysis, is to be queued */
   TSW_LEVEL_ANALYSING, /* not analysed yet; the worker thread may own the level */
   TSW_LEVEL_ANALYSED,  /* the analysis has ended, with plan.status; no values */
   TSW_LEVEL_PRELOADED, /* the worker has loaded the values, too, without norms */
   TSW_LEVEL_QUEUED,    /* the load is queued by trisweep_smoother_setup_async */
   TSW_LEVEL_LOADED     /* the smoother has the values of the matrix */
} tsw_level_state;

/** Statistics of a level after a setup, summed up over all ranks; see report.c. */
typedef struct tsw_level_sums
{
   double failed, refused; /* ranks where the level failed, and where by its matrix */
   double without_values;  /* ranks that have not loaded values */
   double copied;          /* ranks whose sweeps are not in place */
   double rounded;         /* ranks whose sweeps have rounded values */
   double rows, entries, extra_bytes, zero_diagonals, factor_entries;
   double pivots; /* pivots that were replaced or skipped */
} tsw_level_sums;

/** Maxima over all ranks. */
typedef struct tsw_level_maxima
{
   double depth, analysis_seconds;
   double setup_seconds; /* of hypre's thread in the plug */
   double first_pivot;   /* rank and row of the first such pivot; see report.c */
   double reused;        /* setups without an analysis, a minimum */
} tsw_level_maxima;

/** What the analysis is for, and its result. */
typedef struct tsw_level_plan
{
   bool             submitted; /* the worker owns the level; guarded by the mutex of worker.c */
   trisweep_status  status;    /* of the analysis */
   char             message[TSW_LEVEL_MESSAGE];
   bool             worker_loads; /* the worker loads the values, too */
   bool             queues_loads; /* loads are queued: the block needs no analysis */
   const double    *queued_l1;    /* norms of the queued load */
   trisweep_factors factors;      /* incomplete factors */
   int32_t          fill_level;
   bool             few_color_factors; /* DILU by few colours replaces the factors */
   int32_t          n_colors;          /* number of few colours, or 0 (setup.c) */
   bool             has_norms;         /* sweeps of the solver need l1 norms */
   bool printed_replaced; /* that another schedule replaces the requested one was printed */
} tsw_level_plan;

/** What was loaded since the attach, which empties this struct. */
typedef struct tsw_level_loaded
{
   const double *l1;              /* norms that were loaded; NULL for none */
   HYPRE_Int     halo_vectors;    /* vectors for which all ranks have buffers; same on all ranks */
   HYPRE_Int     halo_components; /* values for each index for which the ranks have buffers */
} tsw_level_loaded;

/** Extent of a failure. */
typedef enum tsw_level_extent
{
   TSW_LEVEL_SOUND,
   TSW_LEVEL_FAILED,        /* on this rank; others may not know: sweeps set x to NaN */
   TSW_LEVEL_FAILED_ON_ALL, /* by the matrix on some rank, and all know: sweeps leave x unchanged */
   TSW_LEVEL_LEFT_TO_HYPRE  /* not by the matrix, and all know: hypre smooths */
} tsw_level_extent;

/** A failure since the attach, which empties this struct. */
typedef struct tsw_level_failure
{
   tsw_level_extent extent;
   bool             refused; /* the matrix on this rank caused the failure */
   bool             printed; /* the reason was printed on this rank */
} tsw_level_failure;

/** Buffers for exchanges of values, in the space of the block. */
typedef struct tsw_level_buffers
{
   double *send;     /* values for other ranks */
   double *external; /* values of other ranks */
   double *rhs;      /* right-hand side minus off-process part */
   size_t  send_size, external_size, rhs_size;
} tsw_level_buffers;

/** Sweeps of a level. */
typedef struct tsw_level_sweeps
{
   long          n_relaxed;  /* calls of the relax function */
   bool          in_place;   /* sweeps of all ranks read hypre's arrays; same on all ranks */
   int           n_in_place; /* sweeps since the load, see relax.c; same on all ranks */
   const double *swept_b;    /* right-hand side of the last sweep: rhs or hypre's vector */
} tsw_level_sweeps;

/** Levels that an extension sweeps together in one launch. */
typedef struct tsw_level_together
{
   bool    holds;
   double  weight; /* relax weight */
   int64_t bytes;  /* of all these levels, stored in the first level */
} tsw_level_together;

/**
 * Products with the part of a matrix in columns of other ranks, device vectors, with exchanges by
 * an extension in place of MPI. False, with a message, if they fail. Collective.
 */
typedef struct tsw_carrier
{
   /** y += alpha (off-process part of A) u */
   bool (*multiply)(const struct tsw_carrier *carrier, double alpha, const double *u, double *y);

   /** f = P^T r, P an interpolation */
   bool (*restrict_to)(const struct tsw_carrier *carrier, const double *r, double *f);

   /** y = u + P e; u may be y */
   bool (*interpolate)(const struct tsw_carrier *carrier, const double *e, const double *u,
                       double *y);
} tsw_carrier;

typedef struct tsw_level
{
   tsw_entry           entry; /* by the matrix */
   tsw_level_state     state;
   hypre_ParCSRMatrix *matrix; /* NULL in the states EMPTY and DETACHED */
   int                 index;  /* AMG level; -1 for a standalone matrix */
   int                 rank;   /* in the communicator of the matrix */
   int                 n_ranks;
   bool                is_part; /* in other memory, which the owner of that memory frees */
   trisweep_context   *context;
   trisweep_smoother  *smoother; /* NULL before the first matrix */
   trisweep_csr        block;    /* of the matrix, when attached or loaded */
   int32_t            *own_cols; /* columns of the block, with moved entries; see read_block.h */
   int                 device;   /* device of the matrix, if in device memory */
   const tsw_carrier  *carrier;  /* exchanges by an extension, or NULL: by MPI */
   struct tsw_level   *next;     /* in the list of standalone matrices or of extra levels */
   struct tsw_level  **place;    /* the pointer to this level in such a list, or NULL */
   struct tsw_level   *next_job; /* of the worker */

   tsw_level_plan     plan;
   tsw_level_loaded   loaded;
   tsw_level_failure  failure;
   tsw_level_buffers  buffers;
   tsw_level_sweeps   sweeps;
   tsw_level_together together;

   long                   n_loads;    /* number of loads and detaches */
   long                   generation; /* of the values of a standalone matrix; see standalone.c */
   struct tsw_value_sums *value_sums; /* of the loaded values; changed.h */
   double                 analysis_seconds; /* sum of all analyses and pattern comparisons */
   double                 waited_seconds;   /* of hypre's thread in the plug, sum of all setups */
   tsw_level_sums         sums;
   tsw_level_maxima       maxima;
} tsw_level;

/**
 * Create a level without a matrix or smoother, with these options: in a part of other memory, or
 * (part NULL) in memory of its own; NULL if memory is out.
 */
tsw_level *tsw_level_create(tsw_level *part, int index, trisweep_context *context);

/** Create the smoother, if there is none yet. False: memory is out. */
bool tsw_level_need_smoother(tsw_level *level);

/**
 * A level with a smoother on all ranks of comm: NULL on all ranks if a rank has no memory.
 * Collective.
 */
tsw_level *tsw_level_create_on_all(int index, trisweep_context *context, MPI_Comm comm);

/** A matrix is attached, of which nothing is known: to ANALYSING. */
void tsw_level_begin_analysis(tsw_level *level, hypre_ParCSRMatrix *matrix);

/** A matrix is attached whose load will be queued: to POSTPONED. */
void tsw_level_postpone(tsw_level *level);

/** A matrix is attached for which the last analysis serves (tsw_level_is_analysed): to ANALYSED. */
void tsw_level_keep_analysis(tsw_level *level, hypre_ParCSRMatrix *matrix);

/**
 * After trisweep_smoother_setup_async: to QUEUED if it has queued a load, with norms l1; to
 * ANALYSED if it failed (plan.status); else to ANALYSING, since the block needs an analysis.
 */
void tsw_level_end_queueing(tsw_level *level, bool queued, const double *l1);

/** The analysis is finished, and no thread works on the level: to ANALYSED or PRELOADED. */
void tsw_level_end_analysis(tsw_level *level);

/** The values were loaded, with norms l1: to LOADED. */
void tsw_level_end_load(tsw_level *level, const double *l1);

/** The values were not loaded: to ANALYSED. The level fails, with this message. */
void tsw_level_fail_load(tsw_level *level, trisweep_status status, const char *message);

/** The matrix is detached: to DETACHED, or to EMPTY if the analysis serves for no other matrix. */
void tsw_level_release(tsw_level *level);

/** Does the last analysis serve for another matrix with the same pattern? */
bool tsw_level_is_analysed(const tsw_level *level);

/** The level of this list that has a matrix; NULL: there is none. Without a list: any level. */
tsw_level *tsw_level_of(const hypre_ParCSRMatrix *matrix, tsw_level **list);

/** Add a level to the begin of a list. */
void tsw_level_list(tsw_level **list, tsw_level *level);

/** Record why no analysis is possible; the load will fail and print the reason. */
void tsw_level_refuse(tsw_level *level, const char *why);

/** Set the factors of the next attach. True: they are others than those of the last attach. */
bool tsw_level_set_factors(tsw_level *level, trisweep_factors factors, int32_t fill_level);

/** Does this rank print for the ranks of a matrix? See tsw_prints_for. */
bool tsw_prints_for_matrix(hypre_ParCSRMatrix *matrix);

/** The local block of a matrix, or of an interpolation (n_cols is its number of columns). */
trisweep_csr tsw_level_block(hypre_ParCSRMatrix *matrix);

/** hypre's stream for a matrix in device memory, NULL for one in host memory. */
void *tsw_level_stream(const tsw_level *level);

/** Write to level->plan.message that there is no memory for a purpose. */
void tsw_level_no_memory(tsw_level *level, const char *purpose);

/** "level k", for which text is space, or "a matrix outside of BoomerAMG". */
const char *tsw_level_name(const tsw_level *level, char text[TSW_LEVEL_NAME]);

/** Does the plug not sweep on the level, because the level failed, here or on all ranks? */
static inline bool tsw_level_has_failed(const tsw_level *level)
{
   return level->failure.extent == TSW_LEVEL_FAILED ||
          level->failure.extent == TSW_LEVEL_FAILED_ON_ALL;
}

/** The level fails on this rank. Print the reason, once for each attach; NULL: it was printed. */
void tsw_level_fail(tsw_level *level, const char *message);

/** The level fails, because it failed on another rank, which prints the reason. */
void tsw_level_fail_elsewhere(tsw_level *level);

/** After a reduction over all ranks: the extent of a failure, and what is the same on all ranks. */
void tsw_level_agree(tsw_level *level, const tsw_level_sums *sums, const tsw_level_maxima *maxima);

/**
 * Enlarge a host buffer of a level to count doubles, if it is smaller. Contents are lost. False: no
 * memory. Allocates by the function of libtrisweep, which tests of failing allocations replace.
 */
bool tsw_level_reserve(double **buffer, size_t *size, size_t count);

/** Bytes of a level's buffers and norms in the plug, without the smoother. */
double tsw_level_buffer_bytes(const tsw_level *level);
