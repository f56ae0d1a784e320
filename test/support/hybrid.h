/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * A reference for sweeps by few colours, independent of the library: few colours by the row
 * number, and the block A = R + C with the cut part C. The reference sweep sweeps R, sorted by
 * step, in natural order with right-hand side b - C x. A step is one row of each unit of a
 * colour; steps are numbered by colour, then by row within the unit.
 */
#ifndef TEST_SUPPORT_HYBRID_H
#define TEST_SUPPORT_HYBRID_H

#include "support/ordered.h"
#include "support/sweeps.h"

typedef struct hybrid
{
   row_order  order; /* by step */
   int32_t    n_colors;
   int32_t    unit;  /* rows of a unit */
   test_block rest;  /* R, with shifts on the diagonal, shifted norms, markers of the block */
   test_block cut;   /* C: entries between units of one colour, minus shifts on the diagonal */
   test_block loose; /* A with entries shift and -shift stored too, for rounding bounds */
   int64_t    n_cut; /* cut entries off the diagonal */
} hybrid;

/**
 * Find the steps of the rows of a block of at most 4 million entries.
 *
 * @param[in]  asked     number of colours; 0: default choice
 * @param[in]  units     units of 4 rows and bands of 32, else 1 and 1
 * @param[out] n_colors  number of colours
 * @param[out] step      [n]
 * @return rows of a unit
 */
int32_t hybrid_steps(const test_block *m, int32_t asked, bool units, int32_t *n_colors,
                     int32_t *step);

/** Find the steps of the rows and cut the block. few: as asked in hybrid_steps. */
void hybrid_find(const test_block *m, int32_t few, bool units, hybrid *h);
void hybrid_free(hybrid *h);

/** b - C x, or b with a zero guess, in natural order; size: of b. Free with free(). */
double *hybrid_rhs(const hybrid *h, const trisweep_sweep *how, const double *b, size_t size,
                   const double *x);

/** Perform the reference sweep over a host block on one vector; how->x becomes the result. */
void hybrid_sweep(const test_block *m, int32_t few, bool units, const trisweep_sweep *how);

/**
 * Perform the reference sweep on all vectors of a case, by a serial smoother over sorted: R sorted
 * by step (row_order_sort). x [variant_x_size]: the result, in the order of the block.
 */
void hybrid_run(const hybrid *h, const test_block *sorted, trisweep_smoother *serial,
                const sweep_case *c, const trisweep_sweep *how, double *x);

/** Make a block of the same pattern with other values and norms. */
void hybrid_other_values(const test_block *m, test_block *other);

#endif
