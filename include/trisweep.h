/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * trisweep: Gauss-Seidel sweeps, incomplete factorisations and sparse triangular
 * solves on one square block of a sparse matrix, on the host or on a CUDA device.
 *
 * The life of a smoother has four steps, each a call of its own:
 *
 *    trisweep_smoother_create         one block, one set of options
 *    trisweep_smoother_analyse        the pattern only: schedules, storage
 *    trisweep_smoother_update_values  the values; again whenever they change
 *    trisweep_smoother_sweep          as often as needed; or
 *    trisweep_smoother_correct        ILU or DILU, asked for before the analysis
 *                                     by trisweep_smoother_set_factors; or
 *    trisweep_smoother_solve          one triangle alone
 *
 * Conventions. Indices are 0-based. Arrays are borrowed for the duration of
 * the call unless stated otherwise, never written unless marked [in,out] or
 * [out], never freed. Sizes in brackets are element counts. Every call returns
 * a trisweep_status; outputs are set only on success. After a failure,
 * trisweep_message() says in the calling thread what was wrong, where (rank,
 * AMG level, row) and what to do about it.
 *
 * Threads. Different smoothers may be used from different threads at the same
 * time; one smoother by one thread at a time.
 *
 * Devices. A block in device memory is analysed, loaded and swept over on the current CUDA
 * device; all calls on one smoother must be made with that device current. The stream of a call
 * orders its work: what wrote the arrays must come before it. analyse and update_values return
 * when their work is done; sweep and solve only queue theirs, so that the arrays they were given
 * must stay until it is done, and a wait that timed out (option wait_limit) is reported by the
 * next call on the smoother. Calls on one smoother with different streams must be ordered by the
 * caller, with events. destroy, and analyse when it drops an old pattern, wait for nothing:
 * memory is given back behind the work that the smoother's calls have queued, whose streams may
 * be gone by then. Graphs that were captured of a smoother's calls must have run before.
 *
 * Memory. A smoother sweeps over a copy of the block in an order of its own. With
 * the option memory=low (device blocks) it makes none, and reads the arrays of the
 * block and of the l1 norms given to update_values in every sweep and solve: they
 * stay the caller's, who keeps them allocated and unchanged until the next
 * update_values has returned, or destroy. memory=auto allows the same where
 * memory does not suffice for the copy.
 *
 * Determinism. The same pattern and values and options give the same bits, for
 * any number of threads and any order of the entries within the rows, as long
 * as no entry is stored more than twice; but not with a schedule chosen by name
 * that adds in the order in which threads arrive (slfc on several threads or a device,
 * levc and syncfree-csc). With memory=low the order of the entries counts.
 *
 * hypre users need none of this: see README.md.
 */
#ifndef TRISWEEP_H
#define TRISWEEP_H

#include <stddef.h>
#include <stdint.h>

#include <trisweep/status.h>
#include <trisweep/version.h>

TRISWEEP_BEGIN_C

#if defined(__GNUC__)
#define TRISWEEP_API __attribute__((visibility("default")))
#define TRISWEEP_CHECKED __attribute__((visibility("default"), warn_unused_result))
#else
#define TRISWEEP_API
#define TRISWEEP_CHECKED
#endif

/** Options and counters shared by the smoothers of one program or library. */
typedef struct trisweep_context trisweep_context;

/** One square block with everything needed to sweep over it. */
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

/** What a row's correction is divided by. */
typedef enum trisweep_scaling
{
   TRISWEEP_DIAGONAL = 0, /**< the diagonal a_ii: Gauss-Seidel, SOR, SSOR */
   TRISWEEP_L1 = 1        /**< the l1 norms given with the values: l1 Gauss-Seidel */
} trisweep_scaling;

/**
 * One sweep. With m_i the scaling of row i and v the x on entry, each visited
 * row computes, from the newest x,
 *
 *    x_i += relax_weight / m_i * ( omega (b_i - a_ii x_i)
 *              - sum_{j != i} a_ij x_j + (1 - omega) sum_{j != i} a_ij v_j )
 *
 * which for omega = 1 is x_i += relax_weight / m_i * (b - A x)_i. For
 * TRISWEEP_DIAGONAL this is hypre_BoomerAMGRelaxHybridGaussSeidel_core on one
 * rank (relax types 3, 4, 6 of hypre), for TRISWEEP_L1 with weights 1 its l1
 * types 8, 13, 14; with other weights it keeps the solution of A x = b as its
 * fixed point. Rows whose m_i is zero (a diagonal entry that is zero or not
 * stored, an l1 norm of zero) keep their x_i.
 *
 * Start from TRISWEEP_SWEEP_INIT and set b and x.
 */
typedef struct trisweep_sweep
{
   size_t             size;          /**< sizeof(trisweep_sweep) */
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
} trisweep_sweep;

/** A forward Gauss-Seidel sweep over all rows with one vector; b and x unset. */
#define TRISWEEP_SWEEP_INIT                                                                       \
   {                                                                                              \
      sizeof(trisweep_sweep), TRISWEEP_FORWARD, TRISWEEP_DIAGONAL, 1.0, 1.0, 0, 0, NULL, 1, NULL, \
         0, NULL, 0, 0                                                                            \
   }

/** Which triangle of the block. */
typedef enum trisweep_triangle
{
   TRISWEEP_LOWER = 0, /**< a_ij with j <= i */
   TRISWEEP_UPPER = 1  /**< a_ij with j >= i */
} trisweep_triangle;

/**
 * One triangular solve, T x = b. T is a triangle of the block with its
 * diagonal, or with ones in place of the diagonal. Where the diagonal entry is
 * zero or not stored (trisweep_stats counts these rows) and is not replaced by
 * one, x_i = 0.
 *
 * Start from TRISWEEP_SOLVE_INIT and set b and x.
 */
typedef struct trisweep_solve
{
   size_t            size;          /**< sizeof(trisweep_solve) */
   trisweep_triangle triangle;      /**< lower or upper */
   int               unit_diagonal; /**< not 0: the diagonal counts as 1 and is not read */
   int32_t           n_vectors;     /**< number of right-hand sides, at least 1 */
   const double     *b;             /**< [n_vectors * ldb], column k starts at b + k ldb */
   int64_t           ldb;           /**< 0 (means n_rows) or at least n_rows */
   double           *x;             /**< [out] [n_vectors * ldx]; must not overlap b */
   int64_t           ldx;           /**< 0 (means n_rows) or at least n_rows */
} trisweep_solve;

/** A solve with the lower triangle, its own diagonal and one vector; b and x unset. */
#define TRISWEEP_SOLVE_INIT                                          \
   {                                                                 \
      sizeof(trisweep_solve), TRISWEEP_LOWER, 0, 1, NULL, 0, NULL, 0 \
   }

/* ---- status and version ------------------------------------------------ */

/** Name of a status, such as "PATTERN"; "UNKNOWN" for other numbers. Static storage. */
TRISWEEP_API const char *trisweep_status_name(trisweep_status status);

/** One line that explains a status. Static storage. */
TRISWEEP_API const char *trisweep_status_text(trisweep_status status);

/**
 * The message of the last call that failed in this thread: what, where, what
 * to do. Empty if none failed yet. Valid until the next trisweep call of this
 * thread.
 */
TRISWEEP_API const char *trisweep_message(void);

/** Version of the library in use, such as "0.1.0" (compare TRISWEEP_VERSION). */
TRISWEEP_API const char *trisweep_version(void);

/* ---- context ------------------------------------------------------------ */

/**
 * Create a context.
 *
 * @param[in]  options  "key=value key=value ..." or NULL. Keys are listed by
 *                      `trisweep-info --options`. What the environment
 *                      variable TRISWEEP_OPTIONS sets wins over this string,
 *                      so that users of a finished program can change it.
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
 * @param[out] value   its value as text; owned by the context
 * @param[out] origin  "default", "call" or "environment"; static storage
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
 * @param[out] allowed  what it takes, in words
 * @param[out] help     what it does
 * All outputs are static storage and may be NULL if not wanted.
 */
TRISWEEP_API void trisweep_option_describe(int index, const char **key, const char **deflt,
                                           const char **allowed, const char **help);

/**
 * The table of schedules, row by row.
 *
 * @param[in]  index    0, 1, ...
 * @param[out] name     name; NULL behind the last schedule
 * @param[out] space    where it runs
 * @param[out] summary  one line: what it does
 * @param[out] source   paper and algorithm it follows, or "trisweep"
 * All outputs are static storage and may be NULL if not wanted.
 */
TRISWEEP_API void trisweep_schedule_describe(int index, const char **name, trisweep_space *space,
                                             const char **summary, const char **source);

/**
 * The CUDA devices that this process can use.
 *
 * @param[out] n_devices    how many there are, 0 or more
 * @param[out] description  one line on the current device; empty if there is none
 * @param[in]  size         size of description in bytes
 * @return OK, ARGUMENT, UNSUPPORTED (library built without CUDA), CUDA (no driver, or
 *         a driver older than the toolkit: the message says which)
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
 * Say where this block sits, for the messages: MPI rank and AMG level; -1 for
 * "not known" (as after create). Never fails.
 */
TRISWEEP_API void trisweep_smoother_set_place(trisweep_smoother *s, int rank, int level);

/**
 * Analyse a pattern: validate it, find the levels of its dependency graph,
 * choose a schedule, lay out the storage; for ILU(k), find its pattern and do
 * the same for that, on a device only as far as the factorisation needs it: the rest is done
 * beside the first one, by update_values. Reads no values. If memory does not suffice, the
 * sweeps are made by the schedule that needs the least (trisweep_stats says so; see "Memory"
 * above for memory=auto): slower, and in natural order where ordering=auto would take few
 * colours; the numbers are otherwise the same but for rounding. If the pattern is the one already
 * analysed, that work is kept. Otherwise values must be loaded anew before the next sweep; after a
 * failure the smoother has no matrix.
 *
 * @param[in] s        a smoother
 * @param[in] pattern  the block; val is not read
 * @param[in] stream   cudaStream_t that orders device work; NULL for host blocks
 * @return OK, ARGUMENT, PATTERN (not square, row pointers not monotone, column
 *         out of range), MEMORY, UNSUPPORTED (device block in a build without
 *         CUDA, a schedule that cannot take this block, more fill than 32-bit
 *         indices can count, or factors of a device block), CUDA, TIMEOUT
 */
TRISWEEP_CHECKED trisweep_status trisweep_smoother_analyse(trisweep_smoother  *s,
                                                           const trisweep_csr *pattern,
                                                           void               *stream);

/**
 * Load the values of the analysed pattern, and factorise them if factors were
 * asked for; what is left of the analysis of ILU on a device runs at the same time. The smoother
 * keeps its own packed copy (with memory=low: the pointers): later changes to the matrix take
 * effect with the next call, which with memory=low must bring the very pattern that was
 * analysed, in the same order. Zero and tiny pivots are dealt with as the option pivot says and
 * counted in the statistics; the factors are always finite.
 *
 * @param[in] s         a smoother after trisweep_smoother_analyse
 * @param[in] a         the same pattern, with values
 * @param[in] l1_norms  [n_rows] scaling for TRISWEEP_L1 sweeps, in the space of
 *                      a, as hypre_ParCSRComputeL1Norms gives them; NULL if no
 *                      such sweep will be made
 * @param[in] stream    as in trisweep_smoother_analyse
 * @return OK, ARGUMENT, ORDER (not analysed, another size, or an entry outside the pattern that
 *         was analysed), VALUE (NaN, infinity, a diagonal or norm too small to divide by, or a
 *         pivot with pivot=error), UNSUPPORTED (a schedule that cannot take the factors), MEMORY,
 *         CUDA, TIMEOUT. Once the loading has begun, a failure leaves the smoother without values
 */
TRISWEEP_CHECKED trisweep_status trisweep_smoother_update_values(trisweep_smoother  *s,
                                                                 const trisweep_csr *a,
                                                                 const double       *l1_norms,
                                                                 void               *stream);

/**
 * Perform one sweep. On any error x is untouched. NaN and infinity in b and x
 * are data, and propagate by IEEE arithmetic. Allocates nothing, but for one vector of
 * n_rows doubles at the first symmetric sweep, or the first that keeps its residual and does not
 * solve with a triangle, and another at the first sweep with omega != 1 and a nonzero guess; with
 * memory=low for one, freed at its end, in each symmetric sweep with omega != 1 and such a guess.
 *
 * @param[in] s       a smoother after trisweep_smoother_update_values
 * @param[in] sweep   what to do; b, x and cf_marker in the space of the block
 * @param[in] stream  as in trisweep_smoother_analyse
 * @return OK, ARGUMENT, ORDER (no values loaded, or l1 sweep without norms), MEMORY, CUDA,
 *         TIMEOUT
 */
TRISWEEP_CHECKED trisweep_status trisweep_smoother_sweep(trisweep_smoother    *s,
                                                         const trisweep_sweep *sweep, void *stream);

/**
 * r = b - A x after a sweep with keep_residual, whose b and x these are and which left b and x as
 * they are, from half of the block: what the sweep has added up is not read again. Schedules
 * serial, levels, wavefront, on devices, where it is queued, levels, persistent, strips and
 * onchip; sweeps of one vector with omega 1, forward or backward with any weights, scaling, points,
 * symmetric with weight 1 and the diagonal; from a zero guess if stats have cut_entries.
 *
 * @param[in]  s       a smoother after trisweep_smoother_sweep
 * @param[in]  b       [n_rows] b of that sweep
 * @param[in]  x       [n_rows] x of that sweep
 * @param[out] r       [n_rows] not x; may be b
 * @param[in]  stream  as in trisweep_smoother_analyse
 * @return OK, ARGUMENT, ORDER (the last call on s was not such a sweep), CUDA
 */
TRISWEEP_CHECKED trisweep_status trisweep_smoother_residual(trisweep_smoother *s, const double *b,
                                                            const double *x, double *r,
                                                            void *stream);

/**
 * Solve with one triangle of the block. On any error but TIMEOUT and CUDA x is
 * untouched. NaN and infinity in b are data. Allocates nothing.
 *
 * @param[in] s       a smoother after trisweep_smoother_update_values
 * @param[in] solve   what to do; b and x in the space of the block
 * @param[in] stream  as in trisweep_smoother_analyse
 * @return OK, ARGUMENT, ORDER (no values loaded), UNSUPPORTED (cut_entries is not 0), CUDA, TIMEOUT
 */
TRISWEEP_CHECKED trisweep_status trisweep_smoother_solve(trisweep_smoother    *s,
                                                         const trisweep_solve *solve, void *stream);

/** Free a smoother and set the handle to NULL. NULL is allowed. */
TRISWEEP_API void trisweep_smoother_destroy(trisweep_smoother **s);

TRISWEEP_END_C

#include <trisweep/factors.h>
#include <trisweep/stats.h>

#endif
