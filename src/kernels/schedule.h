/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The contract between the methods above and the schedules below: what one
 * pass over the rows computes, and what a schedule must provide to perform it.
 * A schedule knows neither Gauss-Seidel nor hypre; a method knows no schedule.
 */
#pragma once

#include <stdbool.h>

#include <trisweep.h>

#include "analysis/cuda/graph.h"
#include "analysis/few_colors.h"
#include "analysis/levels.h"
#include "analysis/row_blocks.h"
#include "base/memory.h"
#include "base/unused.h"
#include "block/cut.h"
#include "block/packed.h"

TRISWEEP_BEGIN_C

/**
 * The three kinds of pass. T is the triangle whose values are new when a row is
 * reached (lower in a forward, upper in a backward pass), S the other one, m
 * the scaling, k_i = 1 - relax_weight omega a_ii / m_i:
 *
 *    FULL  t_i = omega b_i - (T x)_i + (1 - omega) ((T + S) v)_i
 *          x_i = k_i x_i + relax_weight / m_i (t_i - (S x)_i)
 *    ZERO  t_i = omega b_i - (T x)_i
 *          x_i = relax_weight / m_i t_i, and x_i = 0 in rows that are kept
 *    HALF  x_i = k_i x_i + relax_weight / m_i (t_i - (T x)_i)
 *
 * FULL is a sweep, ZERO a sweep from a zero guess (with weights 1 it solves the
 * triangular system), HALF the second half of a symmetric sweep: the t of the
 * first half already holds what the other triangle contributes, so that it
 * reads one triangle only.
 */
typedef enum tsw_pass_kind
{
   TSW_PASS_FULL,
   TSW_PASS_ZERO,
   TSW_PASS_HALF
} tsw_pass_kind;

/** What m is: inv_scale and diag_scale say it too, but where there is no packed copy. */
typedef enum tsw_scale
{
   TSW_SCALE_DIAGONAL,
   TSW_SCALE_L1,
   TSW_SCALE_ONE
} tsw_scale;

typedef struct tsw_pass
{
   tsw_pass_kind  kind;
   bool           backward;     /* rows in descending order, T is the upper triangle */
   tsw_scale      scale;
   const double  *inv_scale;    /* [n_rows] 1 / m_i; rows with 0 are kept; device: NULL for 1 */
   const double  *diag_scale;   /* [n_rows] a_ii / m_i; NULL means 1 everywhere */
   double         relax_weight;
   double         omega;
   const int32_t *cf_marker;    /* NULL: all rows; else rows with cf_marker[i] != points are kept */
   int32_t        points;
   const double  *b;            /* [n_rows]; not read by HALF */
   double        *x;            /* [n_rows] in and out; FULL and HALF read it first */
   const double  *v;            /* [n_rows] x before the first pass; read by FULL if omega != 1 */
   double        *t;            /* [n_rows] written by FULL and ZERO unless NULL, read by HALF; a
                                   schedule that performs HALF may have its own order */
   const tsw_cut *cut;          /* for residual on hosts only: what the block has beside T and S, or
                                   NULL */
} tsw_pass;

/*
 * A HALF pass has the numbers of the pass before it but for kind and direction.
 *
 * A published schedule is a triangular solve: it performs ZERO only. The other
 * two are made of it (plan/compose.c), with a_ii = m_i diag_scale_i and an old
 * x that enters x_i = x_i + z_i even where k_i is 0:
 *
 *    FULL  r_i = omega (b_i - a_ii x_i - ((T + S) x)_i), z by ZERO from r with
 *          omega = 1 and t_i = r_i - (T z)_i; then t_i += omega a_ii x_i + (S x)_i
 *    HALF  r_i = t_i - omega a_ii x_i - (T x)_i, z by ZERO from r with omega = 1
 *
 * FULL takes v to be x, as it is in the first pass of a sweep.
 *
 * Schedule inplace reads the caller's block and norms (tsw_packed.block) instead of a
 * packed copy. The schedule performs FULL and ZERO without t;
 * v may be x, of which all old values are read before the first one is replaced, and
 * NULL, which counts as zero. A symmetric sweep is two FULL passes.
 */

/** The block and the colours that are wanted, for a schedule that needs nothing else. */
typedef struct tsw_few_wanted
{
   int64_t n_rows;
   int64_t nnz;
   int32_t asked;    /* colours; 0: left open */
   bool    floats;   /* entries off the diagonal may be stored as floats */
} tsw_few_wanted;

/** What the analysis found; the parts that a schedule did not ask for are empty. */
typedef struct tsw_analysis
{
   tsw_levels              levels;
   tsw_row_blocks          blocks;
   const tsw_graph_levels *device_levels; /* of the sweep graph of a device block */
   tsw_few_wanted          few; /* for TSW_NEEDS_FEW_COLORS */
} tsw_analysis;

/** What a schedule asks of the analysis and of the layout, besides depth and n_levels. */
typedef enum tsw_schedule_needs
{
   TSW_NEEDS_NOTHING,
   TSW_NEEDS_LEVEL_ORDER, /* sorted levels, and the packed rows stored level by level */
   TSW_NEEDS_SWEEP_LEVELS, /* levels of the sweep graph; rows stored in natural order */
   TSW_NEEDS_ROW_BLOCKS,  /* wavefronts of row blocks; rows stored in natural order */
   TSW_NEEDS_FEW_COLORS   /* no analysis and no layout: it packs the caller's block by itself */
} tsw_schedule_needs;

/** What an initializer leaves out is false or NULL. */
typedef struct tsw_schedule
{
   const char        *name;
   const char        *summary;
   const char        *source; /* paper and algorithm, or "trisweep" */
   trisweep_space     space;
   tsw_schedule_needs needs;
   bool               threaded;      /* uses more than one host thread */
   bool               solve_only;    /* performs ZERO passes only: a triangular solve */
   bool               deterministic; /* the same bits in every run */
   bool               capturable;    /* a pass may be captured into a CUDA graph */

   /**
    * Prepare for one pattern, laid out in the order this schedule asks for; analysis, what it
    * needs, is valid during the call. n_threads: 1 unless threaded. Device work on the stream
    * is finished on return. state is to be freed by free, also after a failure. OK, MEMORY,
    * UNSUPPORTED, CUDA.
    */
   trisweep_status (*plan)(const tsw_packed *p, const tsw_analysis *analysis, int n_threads,
                           void *stream, tsw_memory *owner, void **state);

   /** Copy new values into its own storage, or NULL. OK, ORDER (a new entry), MEMORY, CUDA. */
   trisweep_status (*load)(void *state, const tsw_packed *p, void *stream);

   /**
    * The same from a block with as many entries as were planned, and wait for it; NULL if
    * that cannot be done. A schedule that has it holds the triangles: those of p are read in
    * plan, without values, and in load only. ascends: the columns of each row, the diagonal
    * apart, do, each once; else rows are short enough to be searched. complete: else the
    * values must take the way of load, since some row has not each entry once.
    */
   trisweep_status (*load_rows)(void *state, const trisweep_csr *a, bool ascends, void *stream,
                                bool *complete);

   /** Perform one pass, on the device only queue it. Allocates nothing. OK, CUDA. */
   trisweep_status (*pass)(const void *state, const tsw_packed *p, const tsw_pass *pass,
                           void *stream);

   /**
    * r_i = b_i - (A x)_i behind a pass with omega 1, only queued on a device: of rows that
    * were not kept only S is read, and what was cut off. NULL if there is no such t. b, x and
    * t are as the pass left them. FULL, or ZERO with t: r_i = t_i - a_ii x_i - (S x)_i. ZERO
    * without t solved with the triangle, with weights 1, no zero diagonal and all rows: t_i
    * is a_ii x_i. HALF with weights 1: r_i = b_i - t_i - (S x)_i. r is not x; may be b. OK,
    * CUDA.
    */
   trisweep_status (*residual)(const void *state, const tsw_packed *p, const tsw_pass *pass,
                               int n_threads, double *r, void *stream);

   void (*free)(tsw_memory *owner, void **state);
} tsw_schedule;

/** The index-th schedule of schedules.def, or NULL behind the last. */
const tsw_schedule *tsw_schedule_get(int index);

/** The schedule of a name in a space, or NULL. */
const tsw_schedule *tsw_schedule_find(const char *name, trisweep_space space);

/** Is there a schedule of this name in some build, with device code or without? */
bool tsw_schedule_exists(const char *name);

/** Every registered schedule. */
#define TSW_SCHEDULE(space, name) extern const tsw_schedule tsw_schedule_##space##_##name;
#include "kernels/schedules.def"
#undef TSW_SCHEDULE

TRISWEEP_END_C
