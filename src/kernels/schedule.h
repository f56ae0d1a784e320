/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Contract between methods and schedules: what a pass computes, and the functions of a schedule. A
 * schedule depends neither on Gauss-Seidel nor on hypre; a method depends on no schedule.
 */
#pragma once

#include <stdbool.h>

#include <trisweep.h>

#include "analysis/cuda/graph.h"
#include "analysis/levels.h"
#include "analysis/row_blocks.h"
#include "base/memory.h"
#include "base/unused.h"
#include "block/cut.h"
#include "block/packed.h"
#include "kernels/cuda/published/level_sets.h"
#include "kernels/shape.h"

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
 * A row is kept if its inv_scale is 0 or if cf_marker excludes the row. A FULL or HALF pass does
 * not change x_i in a kept row, and t_i is not defined there.
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
   const double  *inv_scale;  /* [n_rows] 1 / m_i; rows with 0 are kept; device: NULL for 1 */
   const double  *diag_scale; /* [n_rows] a_ii / m_i; NULL means 1 everywhere */
   double         relax_weight;
   double         omega;
   bool           divides;   /* hosts: x_i is rounded as after a division by m_i */
   const int32_t *cf_marker; /* NULL: all rows; else rows with cf_marker[i] != points are kept */
   int32_t        points;
   const double  *b;   /* [n_rows]; not read by HALF */
   double        *x;   /* [n_rows] in and out; FULL and HALF read it first */
   const double  *v;   /* [n_rows] x before the first pass; read by FULL if omega != 1.
                                   Schedule colors reads v in place of x in each FULL pass. */
   double        *t;   /* [n_rows] written by FULL and ZERO unless NULL, read by HALF; a
                                   schedule that performs HALF may store t in any order */
   const tsw_cut *cut; /* entries outside of T and S, or NULL; for host residuals */
} tsw_pass;

/*
 * A HALF pass has the parameters of the pass before it, except for kind and direction.
 *
 * A published schedule is a triangular solve and performs ZERO only. plan/compose.c makes FULL
 * and HALF from ZERO, with a_ii = m_i diag_scale_i. The old x enters x_i = x_i + z_i even
 * where k_i is 0:
 *
 *    FULL  r_i = omega (b_i - a_ii x_i - ((T + S) x)_i), z by ZERO from r with
 *          omega = 1 and t_i = r_i - (T z)_i; then t_i += omega a_ii x_i + (S x)_i
 *    HALF  r_i = t_i - omega a_ii x_i - (T x)_i, z by ZERO from r with omega = 1
 *
 * A FULL pass made in this way uses x for v: x equals v in the first pass of a sweep.
 *
 * A schedule with role BORROWED reads the caller's block and norms (tsw_packed.block) instead of a
 * packed copy. The schedule performs FULL and ZERO, both without t. v may be NULL, which means
 * zero. A symmetric sweep is two FULL passes.
 */

/** Results of the analysis. Results that the schedule does not need are empty. */
typedef struct tsw_analysis
{
   tsw_levels              levels;
   tsw_row_blocks          blocks;
   const tsw_graph_levels *device_levels; /* of the sweep graph of a device block; with
                                             TSW_NEEDS_NOTHING of its lower triangle */
   tsw_level_method        level_method;  /* for schedules that find level sets of device blocks */
} tsw_analysis;

/**
 * Requirements of a schedule on analysis and layout. On devices nothing else is computed for a
 * named schedule.
 */
typedef enum tsw_schedule_needs
{
   TSW_NEEDS_NOTHING,     /* plan finds what the schedule needs, from the pattern in row order */
   TSW_NEEDS_LEVEL_ORDER, /* sorted levels, and the packed rows stored level by level */
   TSW_NEEDS_SWEEP_GRAPH  /* levels of the sweep graph on devices, wavefronts of row blocks on
                             hosts; rows stored in natural order */
} tsw_schedule_needs;

/** Roles for which schedules are chosen. One schedule of a space has a role. */
typedef enum tsw_schedule_role
{
   TSW_ROLE_NONE,
   TSW_ROLE_LEAST_MEMORY, /* needs no levels; on hosts visits rows as they are stored */
   TSW_ROLE_BORROWED,     /* reads the caller's block, not packed triangles */
   TSW_ROLE_FEW_COLORS,
   TSW_ROLE_ALL_COLORS,
   TSW_ROLE_RESIDUALS /* performs the sweeps of a plan that was made for residuals */
} tsw_schedule_role;

/** A schedule. Members without an initialiser are false, 0 or NULL. */
typedef struct tsw_schedule
{
   const char        *name;
   const char        *summary;
   const char        *source; /* paper and algorithm, or "trisweep" */
   trisweep_space     space;
   tsw_schedule_needs needs;
   tsw_schedule_role  role;
   bool               holds_values;  /* in the state: only load reads values of packed triangles */
   bool               threaded;      /* uses more than one host thread */
   bool               solve_only;    /* performs ZERO passes only: a triangular solve */
   bool               deterministic; /* the same bits in every run */
   bool               capturable;    /* a pass may be captured into a CUDA graph */
   bool               v_may_be_x;    /* FULL reads all old values before it replaces the first */
   int64_t            state_bytes;   /* of host memory */

   /**
    * Hosts: estimate the time of a sweep from the levels in analysis, for schedule=auto, and add
    * what the schedule needs besides. NULL: auto does not choose the schedule. OK, MEMORY.
    */
   trisweep_status (*estimate)(const trisweep_csr *a, int n_threads, tsw_analysis *analysis,
                               double *ns);

   /**
    * Devices: may schedule=auto choose the schedule for such a block on such a GPU? NULL: always.
    * kernels/rule.def has the choice.
    */
   bool (*takes)(const tsw_gpu *gpu, const tsw_shape *shape);

   /**
    * Prepare for one pattern. p has the row order and analysis the results that needs names;
    * analysis is valid during the call only. n_threads: 1 unless threaded. Work on the stream is
    * finished on return. state: state_bytes zeros. OK, MEMORY, UNSUPPORTED, CUDA.
    */
   trisweep_status (*plan)(const tsw_packed *p, const tsw_analysis *analysis, int n_threads,
                           void *stream, tsw_memory *owner, void *state);

   /**
    * Copy new values into state; may be NULL. With TSW_READS_STATE the triangles of p may be empty:
    * load then reads p->block, which has as many entries as were planned. Each of its rows has one
    * diagonal entry at any place, and its other columns ascend strictly. OK, ORDER (a new entry),
    * MEMORY, CUDA.
    */
   trisweep_status (*load)(void *state, const tsw_packed *p, void *stream);

   /** Perform one pass; on a device, queue the pass. Allocates nothing. OK, CUDA. */
   trisweep_status (*pass)(const void *state, const tsw_packed *p, const tsw_pass *pass,
                           void *stream);

   /**
    * Compute r_i = b_i - (A x)_i after a pass with omega 1; on a device, queue the computation. In
    * rows that were not kept, only S and the cut entries are read. NULL if the schedule has no
    * suitable t. b, x and t are as the pass left them. FULL, or ZERO with t: r_i = t_i - a_ii x_i -
    * (S x)_i. ZERO without t was a triangular solve (weights 1, no zero diagonal, all rows), so t_i
    * = a_ii x_i. HALF with weights 1: r_i = b_i - t_i - (S x)_i. r may be b, but not x. OK, CUDA.
    */
   trisweep_status (*residual)(const void *state, const tsw_packed *p, const tsw_pass *pass,
                               int n_threads, double *r, void *stream);

   /** Free what plan and load have allocated, also after a failure, but not state. */
   void (*free)(tsw_memory *owner, void *state);
} tsw_schedule;

/** Allocate the state and call plan. The caller frees state, also after a failure. As plan. */
trisweep_status tsw_schedule_plan(const tsw_schedule *schedule, const tsw_packed *p,
                                  const tsw_analysis *analysis, int n_threads, void *stream,
                                  tsw_memory *owner, void **state);

/** Free a state of tsw_schedule_plan, and set it to NULL. NULL is allowed. */
void tsw_schedule_free(const tsw_schedule *schedule, tsw_memory *owner, void **state);

/** The index-th schedule of schedules.def, or NULL after the last schedule. */
const tsw_schedule *tsw_schedule_get(int index);

/** Find a schedule by name and space; NULL if there is none. */
const tsw_schedule *tsw_schedule_find(const char *name, trisweep_space space);

/** The schedule of a role in a space; NULL if there is none. */
const tsw_schedule *tsw_schedule_of(tsw_schedule_role role, trisweep_space space);

/** Whether some build, with or without device code, has a schedule of this name. */
bool tsw_schedule_exists(const char *name);

#define TSW_SCHEDULE(space, name) extern const tsw_schedule tsw_schedule_##space##_##name;
#include "kernels/schedules.def"
#undef TSW_SCHEDULE

TRISWEEP_END_C
