/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The factors of a smoother. ILU(k) has its own plan, DILU uses the plan of the block. In DILU by
 * few colours the pivots replace the diagonal of the block.
 */
#pragma once

#include <trisweep.h>

#include "space/space.h"

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

/** Initialise, without factors. */
void tsw_factors_init(tsw_factors *f);

/** Use of the block's plan beside these factors. */
tsw_plan_use tsw_factors_use(const tsw_factors *f);

/** Analyse a pattern for the kind that is set. OK, MEMORY, UNSUPPORTED, CUDA, TIMEOUT. */
trisweep_status tsw_factors_analyse(tsw_factors *f, const tsw_space *space, const tsw_plan *block,
                                    const trisweep_csr *a, const tsw_options *options, void *stream,
                                    tsw_memory *owner);

/** The options for blocks with factors: natural order (also for auto), few colours for
    DILU_COLORS. OK, UNSUPPORTED. */
trisweep_status tsw_factors_options(const tsw_factors *f, const tsw_options *asked,
                                    const tsw_space *space, tsw_options *options);

/** Factorise the block loaded in its plan; DILU_COLORS does not read a. As analyse, and VALUE. */
trisweep_status tsw_factors_load(tsw_factors *f, const tsw_space *space, const trisweep_csr *a,
                                 const tsw_plan *block, void *stream);

/** Set the statistics of the factors; the plan is that of the block. */
void tsw_factors_stats(const tsw_factors *f, const tsw_plan *block, trisweep_stats *stats);

/** Drop the matrix; kind, fill level and times stay. space: NULL without a matrix. */
void tsw_factors_drop(const tsw_space *space, tsw_memory *owner, tsw_factors *f);
