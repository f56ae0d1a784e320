/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * trisweep: Gauss-Seidel sweeps, incomplete factorisations and sparse triangular solves on one
 * square block of a sparse matrix, on the host or on a CUDA device. Calls on a smoother:
 *
 *    trisweep_smoother_create         one block, one set of options
 *    trisweep_smoother_analyse        the pattern only: schedules, storage
 *    trisweep_smoother_update_values  the values; again whenever they change
 *    trisweep_smoother_sweep          as often as needed; or
 *    trisweep_smoother_correct        ILU or DILU, if trisweep_smoother_set_factors preceded the
 *                                     analysis; or
 *    trisweep_smoother_solve          one triangle alone
 *
 * Conventions. Indices are 0-based. Arrays are borrowed for the duration of the call unless stated
 * otherwise, never written unless marked [in,out] or [out], never freed. Sizes in brackets are
 * numbers of elements. Calls that can fail return a trisweep_status. After a failure a handle is as
 * before or NULL, and other outputs have no meaning, unless the comment of the call says otherwise;
 * trisweep_message() tells the calling thread what is wrong, where (rank, AMG level, row) and what
 * to do. The comments name the statuses TRISWEEP_OK and TRISWEEP_ERROR_NAME by their last word.
 *
 * Structures with a member size, which their initialisers set, may be those of an older or a newer
 * header than that of the library: members that an older structure lacks have the values of the
 * initialiser, and members that the library does not know must be zero (else UNSUPPORTED).
 *
 * Threads. Different threads may use different smoothers at the same time, also smoothers of one
 * context, which no call on a smoother changes. One thread at a time may use a smoother.
 *
 * Devices. All calls on a smoother of a device block need the same current CUDA device. The device
 * work of a call runs on the stream of the call, behind the work that writes the arrays. analyse
 * and update_values return when their work is done. sweep, correct and solve only queue work: the
 * caller keeps their arrays until this work is done, and the next call on the smoother reports a
 * wait that exceeded the limit (option wait_limit). Calls with different streams must be ordered by
 * the caller, with events. destroy, and analyse with a new pattern, do not wait: memory is freed
 * after the queued work of the smoother, whose streams may already be destroyed. Launches of graphs
 * that captured sweeps must be complete before.
 *
 * Memory. A smoother sweeps over its own copy of the block. With the option memory=low the smoother
 * makes no copy for Gauss-Seidel in natural order with schedule=auto: each sweep and solve reads
 * the arrays of the block and of the l1 norms of update_values. The caller keeps them allocated and
 * unchanged until the next update_values has returned, or until destroy. With memory=auto the same
 * holds on devices where memory does not suffice for the copy, and on hosts with one thread, until
 * trisweep_smoother_pack makes the copy.
 *
 * Determinism. The same pattern, values and options give the same bits, for any number of threads
 * and any order of the entries within the rows, if no entry is stored more than twice. Exceptions:
 * schedules by name that add in the order in which threads arrive (slfc, levc, syncfree-csc) or
 * choose by trial solves (yuenyeung); sweeps over the caller's arrays, in the order stored there.
 *
 * Users of hypre need none of these calls: see README.md.
 */
#ifndef TRISWEEP_H
#define TRISWEEP_H

#include <stddef.h>
#include <stdint.h>

#include <trisweep/status.h>
#include <trisweep/version.h>

TRISWEEP_BEGIN_C

#define TRISWEEP_API __attribute__((visibility("default")))
#define TRISWEEP_CHECKED __attribute__((visibility("default"), warn_unused_result))

/** Options and counters shared by the smoothers of one program or library. */
typedef struct trisweep_context trisweep_context;

/** One square block, with the schedule and the storage of its sweeps. */
typedef struct trisweep_smoother trisweep_smoother;

/** Where an array lives. */
typedef enum trisweep_space
{
   TRISWEEP_HOST = 0,  /**< memory that the calling thread can read and write */
   TRISWEEP_DEVICE = 1 /**< memory of the current CUDA device */
} trisweep_space;

/**
 * A view of a matrix block in compressed sparse row format. Borrowed: the
 * arrays are only read, and may be freed when the call that took the view has
 * returned (with memory=low see "Memory" above). Columns may stand in any order within
 * a row; entries that occur several times are added, as in assembly.
 */
typedef struct trisweep_csr
{
   int64_t        n_rows;  /**< number of rows */
   int64_t        n_cols;  /**< number of columns; a block to smooth is square */
   int64_t        nnz;     /**< number of stored entries, row_ptr[n_rows] */
   const int32_t *row_ptr; /**< [n_rows + 1], row_ptr[0] == 0, not decreasing */
   const int32_t *col_idx; /**< [nnz], each in 0 .. n_cols - 1 */
   const double  *val;     /**< [nnz]; may be NULL where only the pattern is read */
   trisweep_space space;   /**< where all three arrays live */
} trisweep_csr;

/** Order in which a sweep visits the rows. */
typedef enum trisweep_direction
{
   TRISWEEP_FORWARD = 0,  /**< rows 0, 1, ..., n - 1 */
   TRISWEEP_BACKWARD = 1, /**< rows n - 1, ..., 1, 0 */
   TRISWEEP_SYMMETRIC = 2 /**< forward, then backward (SSOR) */
} trisweep_direction;

/** Divisor of the correction of a row. */
typedef enum trisweep_scaling
{
   TRISWEEP_DIAGONAL = 0, /**< the diagonal a_ii: Gauss-Seidel, SOR, SSOR */
   TRISWEEP_L1 = 1        /**< the l1 norms given with the values: l1 Gauss-Seidel */
} trisweep_scaling;

/**
 * One sweep. With m_i the scaling of row i and v the x on entry, each visited row computes, from
 * the newest x,
 *
 *    x_i += relax_weight / m_i * ( omega (b_i - a_ii x_i)
 *              - sum_{j != i} a_ij x_j + (1 - omega) sum_{j != i} a_ij v_j )
 *
 * which for omega = 1 is x_i += relax_weight / m_i * (b - A x)_i. For TRISWEEP_DIAGONAL this is
 * hypre_BoomerAMGRelaxHybridGaussSeidel_core on one rank (relax types 3, 4, 6 of hypre), for
 * TRISWEEP_L1 with weights 1 the l1 types 8, 13, 14; with other weights the solution of A x = b is
 * the fixed point of the sweep. Rows whose m_i is zero (a diagonal entry that is zero or not
 * stored, an l1 norm of zero) keep their x_i.
 *
 * Start from TRISWEEP_SWEEP_INIT and set b and x.
 */
typedef struct trisweep_sweep
{
   size_t             size;          /**< sizeof(trisweep_sweep) of the caller */
   trisweep_direction direction;     /**< order of the rows */
   trisweep_scaling   scaling;       /**< diagonal or l1 norms */
   double             relax_weight;  /**< w above, finite */
   double             omega;         /**< omega above, finite */
   int                zero_guess;    /**< not 0: x counts as zero on entry and is not read */
   int                points;        /**< 0: all rows; else rows i with cf_marker[i] == points */
   const int32_t     *cf_marker;     /**< [n_rows] in the smoother's space; read if points != 0 */
   int32_t            n_vectors;     /**< number of right-hand sides, at least 1 */
   const double      *b;             /**< [n_vectors * ldb], column k starts at b + k ldb */
   int64_t            ldb;           /**< 0 (means n_rows) or at least n_rows */
   double            *x;             /**< [in,out] [n_vectors * ldx]; must not overlap b */
   int64_t            ldx;           /**< 0 (means n_rows) or at least n_rows */
   int                keep_residual; /**< not 0: trisweep_smoother_residual may follow */
   const double      *x_old;         /**< [n_rows] x on entry, if another vector than x; with one
                                          vector and no zero guess; must not overlap x. NULL: x */
} trisweep_sweep;

/** A forward Gauss-Seidel sweep over all rows with one vector; b and x unset. */
#define TRISWEEP_SWEEP_INIT                                                                       \
   {                                                                                              \
      sizeof(trisweep_sweep), TRISWEEP_FORWARD, TRISWEEP_DIAGONAL, 1.0, 1.0, 0, 0, NULL, 1, NULL, \
         0, NULL, 0, 0, NULL                                                                      \
   }

/* ---- status and version ------------------------------------------------ */

/** Name of a status, such as "PATTERN"; "UNKNOWN" for other numbers. Static storage. */
TRISWEEP_API const char *trisweep_status_name(trisweep_status status);

/** One line that explains a status. Static storage. */
TRISWEEP_API const char *trisweep_status_text(trisweep_status status);

/** The last failure in this thread: what, where, what to do; or "". Valid until the next call. */
TRISWEEP_API const char *trisweep_message(void);

/** Version of the library in use, such as "0.2.0" (compare TRISWEEP_VERSION). */
TRISWEEP_API const char *trisweep_version(void);

/** The commit, compilers and flags of the library in use, in one line. */
TRISWEEP_API const char *trisweep_build(void);

/* ---- context ------------------------------------------------------------ */

/**
 * Create a context.
 *
 * @param[in]  options  "key=value key=value ..." or NULL; `trisweep-info --options` lists the keys.
 *                      The environment variable TRISWEEP_OPTIONS overrides this string, so that
 *                      users of a finished program can change options
 * @param[out] ctx      the context; free it with trisweep_context_destroy
 * @return OK, ARGUMENT (ctx is NULL), OPTION, MEMORY
 */
TRISWEEP_CHECKED trisweep_status trisweep_context_create(const char        *options,
                                                         trisweep_context **ctx);

/** Free a context and set the handle to NULL; its smoothers must be gone. NULL is allowed. */
TRISWEEP_API void trisweep_context_destroy(trisweep_context **ctx);

/**
 * Value and origin of one option.
 *
 * @param[in]  ctx     a context
 * @param[in]  key     name of the option
 * @param[out] value   its value as text; owned by the context; may be NULL
 * @param[out] origin  "default", "call" or "environment"; static storage; may be NULL
 * @return OK, ARGUMENT, OPTION (unknown key)
 */
TRISWEEP_CHECKED trisweep_status trisweep_context_option(const trisweep_context *ctx,
                                                         const char *key, const char **value,
                                                         const char **origin);

/**
 * The table of options, row by row.
 *
 * @param[in]  index    0, 1, ...
 * @param[out] key      name; NULL behind the last option
 * @param[out] deflt    default value
 * @param[out] allowed  allowed values, in words
 * @param[out] help     effect of the option
 * All outputs are static storage and may be NULL if not wanted.
 */
TRISWEEP_API void trisweep_option_describe(int index, const char **key, const char **deflt,
                                           const char **allowed, const char **help);

/**
 * The table of schedules, row by row.
 *
 * @param[in]  index    0, 1, ...
 * @param[out] name     name; NULL behind the last schedule
 * @param[out] space    memory space of its blocks
 * @param[out] summary  one line on the method
 * @param[out] source   paper and algorithm of the method, or "trisweep"
 * All outputs are static storage and may be NULL if not wanted.
 */
TRISWEEP_API void trisweep_schedule_describe(int index, const char **name, trisweep_space *space,
                                             const char **summary, const char **source);

/**
 * The CUDA devices of this process.
 *
 * @param[out] n_devices    their number, 0 or more
 * @param[out] description  one line on the current device; empty if there is none
 * @param[in]  size         size of description in bytes
 * @return OK, ARGUMENT, UNSUPPORTED (library built without CUDA), CUDA (no driver, or
 *         an old driver, or a device for which the library was not built: the message says which)
 */
TRISWEEP_CHECKED trisweep_status trisweep_device_query(int *n_devices, char *description,
                                                       size_t size);

/* ---- smoother ------------------------------------------------------------ */

/**
 * Create a smoother with no matrix yet.
 *
 * @param[in]  ctx      options; must outlive the smoother
 * @param[out] s        the smoother; free it with trisweep_smoother_destroy
 * @return OK, ARGUMENT, MEMORY
 */
TRISWEEP_CHECKED trisweep_status trisweep_smoother_create(trisweep_context   *ctx,
                                                          trisweep_smoother **s);

/**
 * Set what messages name: MPI rank and AMG level of this block; -1 for unknown, as after
 * create. Never fails.
 */
TRISWEEP_API void trisweep_smoother_locate(trisweep_smoother *s, int rank, int level);

/**
 * Set the number of few colours of device blocks (ordering=hybrid-color, auto) for colors=auto. A
 * number in the option colors has precedence. Another number than before drops the matrix.
 *
 * @param[in] s         a smoother
 * @param[in] n_colors  2 to 8, or 0: a number that depends on the pattern, as after create
 * @return OK, ARGUMENT
 */
TRISWEEP_CHECKED trisweep_status trisweep_smoother_set_colors(trisweep_smoother *s,
                                                              int32_t            n_colors);

/**
 * Analyse a pattern: validate, choose a schedule, lay out the storage; for ILU(k) also find the
 * pattern of the factors. Reads no values. An analysis of the same pattern is kept. After another
 * pattern, values must be loaded before the next sweep; after a failure the smoother has no matrix.
 * If memory does not suffice, the smoother takes the schedule that needs the least memory
 * (low_memory in trisweep_stats; for memory=auto see "Memory" above). Its sweeps are slower. They
 * visit the rows in natural order where ordering=auto takes few colours; otherwise only rounding
 * differs.
 *
 * @param[in] s        a smoother
 * @param[in] pattern  the block; val is not read
 * @param[in] stream   cudaStream_t that orders device work; NULL for host blocks
 * @return OK, ARGUMENT, PATTERN (not square, row pointers not monotone, column out of range),
 *         MEMORY, UNSUPPORTED (device block in a build without CUDA, a schedule or an ordering that
 *         cannot take this block, more fill than 32-bit indices can count), CUDA, TIMEOUT
 */
TRISWEEP_CHECKED trisweep_status trisweep_smoother_analyse(trisweep_smoother  *s,
                                                           const trisweep_csr *pattern,
                                                           void               *stream);

/**
 * Load the values of the analysed pattern, and factorise if factors are set. The smoother keeps its
 * own copy: later changes of the matrix take effect with the next call. Without a copy ("Memory"
 * above) it keeps the pointers, and the next call must pass the analysed pattern with its entries
 * in the same order. The option pivot determines the treatment of zero and tiny pivots, which the
 * statistics count; factors are always finite.
 *
 * @param[in] s         a smoother after trisweep_smoother_analyse
 * @param[in] a         the same pattern, with values
 * @param[in] l1_norms  [n_rows] scaling for TRISWEEP_L1 sweeps, in the space of a, as
 *                      hypre_ParCSRComputeL1Norms gives them; NULL without such sweeps
 * @param[in] stream    as in trisweep_smoother_analyse
 * @return OK, ARGUMENT, PATTERN, ORDER (not analysed, another size, an entry outside the analysed
 *         pattern), VALUE (NaN, infinity, a diagonal or norm too small to divide by, a pivot with
 *         pivot=error), UNSUPPORTED (a schedule that cannot take the factors), MEMORY, CUDA,
 *         TIMEOUT. A failure after loading has begun leaves the smoother without values
 */
TRISWEEP_CHECKED trisweep_status trisweep_smoother_update_values(trisweep_smoother  *s,
                                                                 const trisweep_csr *a,
                                                                 const double       *l1_norms,
                                                                 void               *stream);

/**
 * Perform one sweep. Errors other than TIMEOUT and CUDA leave x untouched. NaN and infinity in b
 * and x are data, and propagate by IEEE arithmetic. Allocates a vector of n_rows doubles in the
 * first symmetric sweep, or in the first sweep with keep_residual that is no triangular solve, and
 * another one in the first sweep from a nonzero guess with omega != 1, or by few colours of which
 * coupled rows share one. Sweeps in natural order over the caller's arrays free it after each
 * sweep.
 *
 * @param[in] s       a smoother after trisweep_smoother_update_values
 * @param[in] sweep   the sweep; b, x and cf_marker in the space of the block
 * @param[in] stream  as in trisweep_smoother_analyse
 * @return OK, ARGUMENT, ORDER (no values loaded, or l1 sweep without norms), UNSUPPORTED
 *         (DILU_COLORS, a newer member), MEMORY, CUDA, TIMEOUT, and those of trisweep_smoother_wait
 */
TRISWEEP_CHECKED trisweep_status trisweep_smoother_sweep(trisweep_smoother    *s,
                                                         const trisweep_sweep *sweep, void *stream);

/**
 * r = b - A x after a sweep with keep_residual, from half of the block: entries that the sweep has
 * added with new values are not read again. b and x are those of the sweep, unchanged since.
 * Possible with most schedules (doc/schedules.md), on devices queued, after sweeps of one vector
 * with omega 1: forward and backward with any weight, scaling and points; symmetric only with
 * weight 1 and the diagonal; with few colours only from a zero guess or symmetric.
 *
 * @param[in]  s       a smoother after trisweep_smoother_sweep
 * @param[in]  b       [n_rows] b of that sweep
 * @param[in]  x       [n_rows] x of that sweep
 * @param[out] r       [n_rows] not x; may be b, which ends the possibility
 * @param[in]  stream  as in trisweep_smoother_analyse
 * @return OK, ARGUMENT, ORDER (the last call on s was not such a sweep), CUDA
 */
TRISWEEP_CHECKED trisweep_status trisweep_smoother_residual(trisweep_smoother *s, const double *b,
                                                            const double *x, double *r,
                                                            void *stream);

/**
 * Asynchronous setup: queue the work of trisweep_smoother_analyse and
 * trisweep_smoother_update_values on the stream, and return without waiting for the device.
 * Possible for device blocks with ordering=auto or hybrid-color, whose colours follow from the row
 * numbers, and for host blocks that are swept in place, which are validated in one pass before the
 * call returns. The device validates its block. The smoother has values after
 * trisweep_smoother_wait has returned OK; the first sweep or solve waits by itself. Call this
 * function again for another block and for new values.
 *
 * @param[in]  s         a smoother
 * @param[in]  a         pattern and values; the arrays must stay until trisweep_smoother_wait
 * @param[in]  l1_norms  as in trisweep_smoother_update_values
 * @param[in]  stream    cudaStream_t that orders the work
 * @param[out] queued    1: queued; 0: not possible with these options, this block or this memory
 * @return OK, ARGUMENT, PATTERN (not square; on hosts any bad pattern), VALUE (hosts), UNSUPPORTED,
 *         MEMORY, CUDA
 */
TRISWEEP_CHECKED trisweep_status trisweep_smoother_setup_async(trisweep_smoother  *s,
                                                               const trisweep_csr *a,
                                                               const double *l1_norms, void *stream,
                                                               int *queued);

/**
 * Wait for an asynchronous setup, if there is one, and report its errors. Sweeps on another stream
 * may follow.
 *
 * @param[in] s  a smoother
 * @return OK, ARGUMENT, PATTERN, VALUE, CUDA; after a failure the smoother has no values
 */
TRISWEEP_CHECKED trisweep_status trisweep_smoother_wait(trisweep_smoother *s);

/**
 * Sweep over a packed copy from now on, if sweeps read the caller's arrays (in_place in
 * trisweep_stats) and the options are not memory=low or schedule=inplace; otherwise no effect. On
 * hosts the copy makes sweeps from a zero guess and symmetric sweeps about twice as fast, and
 * residuals possible; packing takes as long as some hundred sweeps. The next load of values ends
 * the use of the copy. After a failure sweeps read the caller's arrays as before.
 *
 * @param[in] s       a smoother with values
 * @param[in] stream  as in trisweep_smoother_analyse
 * @return OK, ARGUMENT, ORDER (no values), PATTERN or VALUE (bad now), MEMORY, CUDA, TIMEOUT
 */
TRISWEEP_CHECKED trisweep_status trisweep_smoother_pack(trisweep_smoother *s, void *stream);

/** Free a smoother and set the handle to NULL. NULL is allowed. */
TRISWEEP_API void trisweep_smoother_destroy(trisweep_smoother **s);

TRISWEEP_END_C

#include <trisweep/factors.h>
#include <trisweep/solve.h>
#include <trisweep/stats.h>

#endif
