/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * ordering=hybrid-color written without the library: rows in few colours by their
 * numbers, and the block cut in two. What a sweep must agree with is the sweep in
 * natural order of the rest, sorted by step, with the right-hand side that the cut
 * part leaves. Steps are colours in turn, and in each the rows of a unit.
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
   test_block rest;  /* all but the cut part, with the norms and markers of the block */
   test_block cut;   /* between units of one colour, and minus what the rest has more */
   test_block loose; /* the block with that added and taken away again, as rounding sees it */
   int64_t    n_cut; /* entries off the diagonal that are cut */
} hybrid;

/**
 * The steps of the rows of a block of at most 4 million entries.
 *
 * @param[in]  asked     colours; 0: left open
 * @param[in]  units     may several rows be a unit?
 * @param[out] n_colors  how many
 * @param[out] step      [n]
 * @return rows of a unit
 */
int32_t hybrid_steps(const test_block *m, int32_t asked, bool units, int32_t *n_colors,
                     int32_t *step);

/** Find the steps of the rows, in so many colours unless few is 0, and cut the block. */
void hybrid_find(const test_block *m, int32_t few, bool units, hybrid *h);
void hybrid_free(hybrid *h);

/** A copy of size entries of b, in natural order, less the cut part times x of each vector. */
double *hybrid_rhs(const hybrid *h, const trisweep_sweep *how, const double *b, size_t size,
                   const double *x);

/** The sweep of a host block by few colours, one vector: over its sorted rest in natural order. */
void hybrid_sweep(const test_block *m, int32_t few, bool units, const trisweep_sweep *how);

/** x of a sweep over the block is, but for rounding, want of one over the sorted rest, or fail. */
void hybrid_compare(const hybrid *h, const sweep_case *c, const trisweep_sweep *how,
                    const double *x, const double *want);

/** The pattern with the values changed, and other norms. */
void hybrid_other_values(const test_block *m, test_block *other);

#endif
