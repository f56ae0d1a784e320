/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The structs of the public handles, and calls among the files of src/smoother. */
#pragma once

#include <trisweep.h>

#include "base/memory.h"
#include "base/options.h"
#include "space/space.h"

struct trisweep_context
{
   tsw_options options;
};

/**
 * The factors of a smoother. ILU(k) has its own plan, DILU uses the plan of the block. In DILU by
 * few colours the pivots replace the diagonal of the block.
 */
typedef struct tsw_factors
{
   trisweep_factors kind;
   int32_t          fill_level; /* k of ILU(k) */
   tsw_plan         plan;       /* of ILU; empty for DILU */
   double          *diagonal;   /* [n_rows] a_ii, for the residual */
   double          *inv_pivot;  /* [n_rows] 1 / d_i of DILU, 0 in skipped rows; NULL for ILU */
   double          *r;          /* [n_rows] for corrections, allocated by the first correction */
   double          *z;          /* [n_rows] likewise */
   int32_t         *words;      /* [2] likewise; flags of the device */
   tsw_pivots       pivots;
   tsw_timer        corrections;
   double           seconds; /* all factorisations together */
} tsw_factors;

struct trisweep_smoother
{
   trisweep_context *ctx;
   int               rank;  /* for messages; -1 unknown */
   int               level; /* for messages; -1 unknown */
   const tsw_space  *space; /* of the block; NULL without a plan */
   tsw_memory        memory;
   tsw_last_use      last_use; /* last queued work that uses the memory */
   bool              analysed;
   bool              has_values;
   bool              has_l1; /* of the last load, which may be queued */
   uint64_t          pattern_hash;
   tsw_plan          plan;
   bool              gives_way;      /* tsw_smoother_give_way */
   bool              pending;        /* a load is queued (asynchronous.c) */
   void             *pending_stream; /* stream of the queued load */
   int32_t           n_colors;       /* few colours for colors=auto; 0: by the pattern */
   tsw_factors       factors;
   double           *t;     /* [n_rows] from the first half of a sweep for the second */
   bool              keeps; /* the residual of the last sweep can follow, from t */
   tsw_pass          kept;  /* last pass of that sweep */
   double           *v;     /* [n_rows] x before the sweep, for omega != 1 or few colours */
   tsw_timer         sweeps;
   tsw_timer         solves;
   trisweep_stats    stats;
};

/** Drop the matrix; counters and times stay. */
void tsw_smoother_drop_matrix(trisweep_smoother *s);

static inline void tsw_smoother_forget_values(trisweep_smoother *s)
{
   s->keeps = s->has_values = s->has_l1 = false;
}

/** trisweep_smoother_wait, within a call on the smoother. */
trisweep_status tsw_smoother_settle(trisweep_smoother *s);

/**
 * tsw_plan_begin; if memory does not suffice for a direct load, with the plan of the least memory,
 * which may need an analysis: nothing is loaded then unless a is valid. As tsw_plan_begin.
 */
trisweep_status tsw_smoother_begin(trisweep_smoother *s, const trisweep_csr *a,
                                   const double *l1_norms, bool valid, void *stream);

/** Are the factors DILU by few colours, so that a symmetric sweep is a correction? */
static inline bool tsw_smoother_sweeps_factors(const trisweep_smoother *s)
{
   return s->factors.kind == TRISWEEP_DILU_COLORS;
}

/** Are values loaded? OK, ORDER. */
trisweep_status tsw_smoother_need_values(const trisweep_smoother *s);

/** Allocate a vector of n_rows if it is needed and not there. what: as in tsw_memory_alloc. */
trisweep_status tsw_smoother_need_vector(trisweep_smoother *s, bool needed, const char *what,
                                         double **vector);

/** Use of the block's plan beside the factors. */
tsw_plan_use tsw_factors_use(const trisweep_smoother *s);

/** Analyse a pattern for factors of its kind. OK, MEMORY, UNSUPPORTED, CUDA, TIMEOUT. */
trisweep_status tsw_factors_analyse(trisweep_smoother *s, const trisweep_csr *a,
                                    const tsw_options *options, void *stream);

/** Factorise the block loaded in its plan; DILU_COLORS does not read a. As analyse, and VALUE. */
trisweep_status tsw_factors_load(trisweep_smoother *s, const trisweep_csr *a, void *stream);

/** Free the factors, if the smoother has some. */
void tsw_factors_free(trisweep_smoother *s);

/**
 * The options of the context, as the factors and the number of colours change them: with factors
 * natural order (also for auto), with DILU_COLORS few colours. OK, UNSUPPORTED.
 */
trisweep_status tsw_smoother_options(const trisweep_smoother *s, const tsw_space *space,
                                     tsw_options *options);

/** To be called first: messages name the rank and AMG level of s. OK, ARGUMENT (s is NULL). */
trisweep_status tsw_smoother_enter(const trisweep_smoother *s);

/** Count an analysis that began at time `start`. */
void tsw_smoother_note_analysis(trisweep_smoother *s, const trisweep_csr *pattern, uint64_t hash,
                                double start);

/**
 * Copy a caller's struct, whose first member is its size, over the initial values in known. An
 * older struct may end after `least` bytes; bytes beyond `size`, of a newer one, must be zero.
 * OK, ARGUMENT (no struct, or no such size), UNSUPPORTED.
 */
trisweep_status tsw_smoother_take(const char *what, const char *initializer, const void *given,
                                  size_t least, void *known, size_t size);

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

/** Do the columns of b and x share memory? ldb and ldx are not 0. */
bool tsw_vectors_overlap(const tsw_vectors *v);

/** Check vectors, and replace leading dimensions of 0. OK, ARGUMENT. */
trisweep_status tsw_vectors_check(tsw_vectors *v);
