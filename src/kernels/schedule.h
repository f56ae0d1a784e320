/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Contract between methods and schedules: what a pass computes, and the abilities and functions of
 * a schedule. A schedule depends neither on Gauss-Seidel nor on hypre. A method depends on no
 * schedule: it reads the abilities, never the name or the role.
 */
#pragma once

#include <stdbool.h>

#include <trisweep.h>

#include "analysis/cuda/graph.h"
#include "base/memory.h"
#include "base/unused.h"
#include "block/packed.h"
#include "factor/pivot.h"

TRISWEEP_BEGIN_C

/**
 * The three kinds of pass. T is the triangle that is multiplied by new values of x: the lower
 * triangle in a forward pass, the upper triangle in a backward pass. S is the other triangle,
 * m the scaling, k_i = 1 - relax_weight omega a_ii / m_i:
 *
 *    FULL  t_i = omega b_i - (T x)_i + (1 - omega) ((T + S) v)_i
 *          x_i = k_i x_i + relax_weight / m_i (t_i - (S x)_i)
 *    ZERO  t_i = omega b_i - (T x)_i
 *          x_i = relax_weight / m_i t_i, and x_i = 0 in rows that are kept
 *    HALF  x_i = k_i x_i + relax_weight / m_i (t_i - (T x)_i)
 *
 * FULL is a sweep. ZERO is a sweep from a zero guess; with weights 1, ZERO solves the
 * triangular system. HALF is the second half of a symmetric sweep. HALF reads one triangle
 * only: the t of the first half already holds the contribution of the other triangle.
 *
 * A row is kept if inv_scale has 0 for the row or if cf_marker excludes the row. A FULL or HALF
 * pass does not change x_i in a kept row, and t_i is not defined there. Where k_i is 0, the old
 * x_i has no effect on the new one, even if the old one is NaN.
 */
typedef enum tsw_pass_kind
{
   TSW_PASS_FULL,
   TSW_PASS_ZERO,
   TSW_PASS_HALF
} tsw_pass_kind;

/** The scaling m. A schedule with a packed copy reads inv_scale and diag_scale instead. */
typedef enum tsw_scale
{
   TSW_SCALE_DIAGONAL,
   TSW_SCALE_L1,
   TSW_SCALE_ONE
} tsw_scale;

typedef struct tsw_pass
{
   tsw_pass_kind  kind;
   bool           backward;  /* rows in descending order, T is the upper triangle */
   bool           symmetric; /* FULL or ZERO, and then HALF, of a symmetric sweep: the first pass
                                may also do the part of HALF that depends on no other rows */
   tsw_scale      scale;
   const double  *inv_scale;  /* [n_rows] 1 / m_i; rows with 0 are kept; NULL means 1 everywhere */
   const double  *diag_scale; /* [n_rows] a_ii / m_i; NULL means 1 everywhere */
   double         relax_weight;
   double         omega;
   const int32_t *cf_marker; /* NULL: all rows; else rows with cf_marker[i] != points are kept */
   int32_t        points;
   const double  *b; /* [n_rows]; not read by HALF */
   double        *x; /* [n_rows] in and out; FULL and HALF read it first */
   const double  *v; /* [n_rows] x before the first pass; read by FULL if omega != 1, if
                                   entries are shared (tsw_found), and to replace x */
   double        *t; /* [n_rows] written by FULL and ZERO unless NULL, read by HALF; a
                                   schedule that performs HALF may store t in any order */
} tsw_pass;

/*
 * A HALF pass has the parameters of the pass before it, except for kind and direction.
 *
 * A schedule that borrows performs FULL and ZERO, both without t, so that no HALF and no residual
 * can follow. A symmetric sweep is two FULL passes; v may be NULL, which means zero.
 */

/** How level sets are found, in the order of the values of option levels. */
typedef enum tsw_level_method
{
   TSW_LEVELS_PULL,      /* analysis/cuda/levels.cu */
   TSW_LEVELS_NAUMOV,    /* Naumov 2011, Alg. 1 */
   TSW_LEVELS_KAHN,      /* Li 2017, section 4.4.1, by rounds */
   TSW_LEVELS_KAHN_QUEUE /* the same without global synchronisation */
} tsw_level_method;

/** Results of the analysis of a device block, and options. What is not needed is empty. */
typedef struct tsw_analysis
{
   const tsw_graph_levels  *device_levels; /* of the sweep graph of a device block */
   tsw_level_method         level_method;  /* for schedules that find level sets of device blocks */
   int32_t                  n_colors;      /* for few colours: the number asked for; 0: any */
   const struct tsw_sptrsv *solve;         /* for compose: the triangular solve */
} tsw_analysis;

/**
 * Requirements of a schedule on analysis. On devices nothing else is computed for a
 * named schedule.
 */
typedef enum tsw_schedule_needs
{
   TSW_NEEDS_NOTHING,     /* plan finds what the schedule needs, from the pattern in row order */
   TSW_NEEDS_SWEEP_GRAPH, /* devices: levels of the sweep graph */
   TSW_NEEDS_LEVEL_ORDER  /* devices: these levels, and the rows sorted by level */
} tsw_schedule_needs;

/** Roles for which plans choose schedules. One schedule of a space has a role. */
typedef enum tsw_schedule_role
{
   TSW_ROLE_NONE,
   TSW_ROLE_LEAST_MEMORY, /* needs no levels */
   TSW_ROLE_THREADS,      /* hosts: uses more than one thread */
   TSW_ROLE_BORROWED,     /* sweeps without a packed copy */
   TSW_ROLE_FEW_COLORS,
   TSW_ROLE_FEW_COLORS_BORROWED /* likewise, without a packed copy */
} tsw_schedule_role;

/** Where a schedule finds the values of the block. */
typedef enum tsw_values
{
   TSW_VALUES_PACKED,  /* in the packed triangles */
   TSW_VALUES_HELD,    /* in the state: only load reads values of packed triangles */
   TSW_VALUES_BORROWED /* in the caller's block, with its norms (tsw_packed.block) */
} tsw_values;

/** What a schedule finds while it packs a block. */
typedef struct tsw_found
{
   const char *ordering; /* of the rows; static storage */
   int64_t     depth;    /* colours */
   int64_t     n_shared; /* entries between rows that are visited at once, which are in neither
                            triangle: FULL multiplies them by v */
} tsw_found;

/** Properties of a GPU, or of a process's part of a GPU. */
typedef struct tsw_gpu
{
   char    name[256];
   int     major;        /* of the compute capability, or of the compiled code if that is lower */
   int64_t shared_bytes; /* shared memory of a block, at most */
} tsw_gpu;

/** Properties of a pattern. */
typedef struct tsw_shape
{
   int64_t n_rows;
   int64_t nnz;
   int64_t depth;       /* number of levels */
   int64_t longest_row; /* entries of the longest row, without the diagonal */
   bool    grid;        /* a grid in three dimensions (analysis/grid.h) */
   bool    hurried;     /* no other work hides the time of planning */
} tsw_shape;

/** Has the GPU clusters of blocks and programmatic dependent launches? */
static inline bool tsw_gpu_has_clusters(const tsw_gpu *gpu)
{
   return gpu->major >= 9;
}

/** Loads without an analysis, from a block that is not validated. */
typedef struct tsw_direct
{
   /**
    * Begin a load that wait ends: take pattern and values of the caller's block in place of an
    * analysis and load; on a device, queue this work. a: as many rows and entries as planned. Sets
    * the scaling of p in the order of the schedule. state: NULL if a device block has no rows. OK,
    * PATTERN, VALUE, MEMORY, CUDA.
    */
   trisweep_status (*begin)(void *state, const trisweep_csr *a, const double *l1_norms,
                            void *stream, tsw_memory *owner, tsw_packed *p);

   /**
    * Queue what tells begin, for the same arrays with the same values, how much memory it needs:
    * nnz of the block is an upper bound. NULL: begin needs no memory. OK, CUDA.
    */
   trisweep_status (*inspect)(void *state, const trisweep_csr *a, void *stream);

   /**
    * Wait for the work of begin, and report its errors. Sets the numbers of entries and of zero
    * diagonal entries of p. NULL: there is nothing to wait for. OK, PATTERN, VALUE, MEMORY, CUDA.
    */
   trisweep_status (*wait)(void *state, void *stream, tsw_packed *p, tsw_found *found);

   /**
    * Replace the diagonal of a loaded block by the pivots of DILU in the order of the schedule,
    * from the arrays of the last begin; inv_diag of p gets their reciprocals, 0 in skipped rows. A
    * symmetric sweep with weights 1 is then a correction. NULL: the schedule has no such order. The
    * work on the stream is finished on return. OK, VALUE (a pivot), MEMORY, CUDA.
    */
   trisweep_status (*dilu)(void *state, const tsw_packed *p, tsw_pivots *pivots, void *stream);
} tsw_direct;

/**
 * A schedule of sweeps, which gives the same bits in every run, except for compose with a solve
 * that does not (kernels/sptrsv.h). On a device a pass may be captured into a CUDA graph. name,
 * summary, source, space, pass and, with a state, plan and free are required; other members
 * without an initialiser are false, 0 or NULL.
 */
typedef struct tsw_schedule
{
   const char        *name;
   const char        *summary;
   const char        *source; /* paper and algorithm, or "trisweep" */
   trisweep_space     space;
   tsw_schedule_needs needs;
   tsw_schedule_role  role;
   tsw_values         values;
   bool               replaces_x;  /* FULL reads old values in v, which may be another vector than
                                     x, and only writes x */
   int64_t            state_bytes; /* of host memory; 0: none, plan and free are not called */

   /**
    * Devices: may schedule=auto choose the schedule on such a GPU? NULL: always. The choice is in
    * kernels/rule.def.
    */
   bool (*takes)(const tsw_gpu *gpu);

   /**
    * Prepare for one pattern. analysis has the results that needs names;
    * analysis is valid during the call only. n_threads: 1 but for TSW_ROLE_THREADS. Work on the
    * stream is finished on return. state: state_bytes zeros. OK, MEMORY, UNSUPPORTED, CUDA.
    */
   trisweep_status (*plan)(const tsw_packed *p, const tsw_analysis *analysis, int n_threads,
                           void *stream, tsw_memory *owner, void *state);

   /**
    * Copy new values into state; may be NULL. With TSW_VALUES_HELD the triangles of p may be empty:
    * load then reads p->block, which has as many entries as were planned. Otherwise there is a call
    * for each part of the rows, in order: values of the triangles are valid for the rows from
    * tsw_packed_row(p, false) to tsw_packed_row(p, true). Each row of the block has one diagonal
    * entry at any place, and its other columns ascend strictly. OK, ORDER (a new entry), MEMORY,
    * CUDA.
    */
   trisweep_status (*load)(void *state, const tsw_packed *p, void *stream);

   const tsw_direct *direct; /* in place of load; NULL: a validated block is needed */

   /** Perform one pass; on a device, queue the pass. Allocates nothing. OK, CUDA. */
   trisweep_status (*pass)(const void *state, const tsw_packed *p, const tsw_pass *pass,
                           void *stream);

   /**
    * Compute r_i = b_i - (A x)_i after a pass with omega 1; on a device, queue the computation. In
    * rows that were not kept, only S is read. NULL if the schedule has no
    * suitable t; not after FULL with direct. b, x and t are as the pass left them. FULL, or ZERO
    * with t: r_i = t_i - a_ii x_i - (S x)_i. ZERO without t was a triangular solve (weights 1, no
    * zero diagonal, all rows), so t_i = a_ii x_i. HALF with weights 1: r_i = b_i - t_i - (S x)_i.
    * r may be b, but not x. OK, CUDA.
    */
   trisweep_status (*residual)(const void *state, const tsw_packed *p, const tsw_pass *pass,
                               double *r, void *stream);

   /** Free what plan, load and begin have allocated, also after a failure, but not state. */
   void (*free)(tsw_memory *owner, void *state);
} tsw_schedule;

/** Allocate the state and call plan. The caller frees state, also after a failure. As plan. */
trisweep_status tsw_schedule_plan(const tsw_schedule *schedule, const tsw_packed *p,
                                  const tsw_analysis *analysis, int n_threads, void *stream,
                                  tsw_memory *owner, void **state);

/** Free a state of tsw_schedule_plan, and set it to NULL. NULL is allowed. */
void tsw_schedule_free(const tsw_schedule *schedule, tsw_memory *owner, void **state);

TRISWEEP_END_C
