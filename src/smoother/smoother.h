/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include <trisweep.h>

#include "base/memory.h"
#include "base/options.h"
#include "base/timer.h"
#include "plan/plan.h"
#include "smoother/factors.h"

struct trisweep_context
{
   tsw_options options;
};

struct trisweep_smoother
{
   trisweep_context *ctx;
   int               rank;  /* for messages; -1 unknown */
   int               level; /* for messages; -1 unknown */
   tsw_memory        memory;
   tsw_last_use      last_use; /* queued work with the memory */
   bool              analysed;
   bool              has_values;
   bool              has_l1;
   uint64_t          pattern_hash;
   tsw_plan          plan;
   bool              pending;        /* a load is queued, see queue.c, */
   bool              pending_l1;     /* with l1 norms, */
   void             *pending_stream; /* on this stream */
   tsw_factors       factors;
   double           *t; /* [n_rows] from the first half of a sweep for the second */
   bool              keeps;    /* t is that of the last sweep, for its residual */
   tsw_pass          kept;     /* that sweep's pass */
   const double     *kept_b;   /* b of that sweep's caller */
   double           *cut_b;    /* [n_rows] b less the product with plan.cut */
   double           *v; /* [n_rows] x before the sweep, for omega != 1 */
   tsw_timer         sweeps;
   tsw_timer         solves;
   trisweep_stats    stats;
};

/** Drop the matrix; counters and times stay. */
void tsw_smoother_drop_matrix(trisweep_smoother *s);

/** trisweep_smoother_settle, within a call on the smoother. */
trisweep_status tsw_smoother_settle(trisweep_smoother *s);

/** Is a symmetric sweep a correction with DILU by few colours? */
static inline bool tsw_smoother_sweeps_factors(const trisweep_smoother *s)
{
   return s->factors.kind == TRISWEEP_DILU_COLORS;
}

/** Before sweeps and solves: choose the schedule beside factors. OK, MEMORY, CUDA, TIMEOUT. */
trisweep_status tsw_smoother_need_schedule(trisweep_smoother *s, void *stream);

/** Set rank and level for messages of this call from a smoother; none for NULL. */
void tsw_smoother_place_messages(const trisweep_smoother *s);

/** Count an analysis that began at this time. */
void tsw_smoother_note_analysis(trisweep_smoother *s, const trisweep_csr *pattern, uint64_t hash,
                                double start);

/** Compare the size of a caller's struct with the size here. OK, ARGUMENT. */
trisweep_status tsw_smoother_check_size(const char *what, const char *initializer, size_t size,
                                        size_t wanted);

/** The right-hand sides and solutions of one call. */
typedef struct tsw_vectors
{
   int64_t       n_rows;
   int32_t       n_vectors;
   const double *b;
   int64_t       ldb; /* 0 as in the public structs; tsw_vectors_check replaces it */
   double       *x;
   int64_t       ldx;
} tsw_vectors;

/** Do the columns of b and x share memory? With leading dimensions. */
bool tsw_vectors_overlap(const tsw_vectors *v);

/** Check vectors, and replace leading dimensions of 0. OK, ARGUMENT. */
trisweep_status tsw_vectors_check(tsw_vectors *v);
