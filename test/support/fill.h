/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Functions that fill the blocks of the gallery's families; used by gallery.c only. */
#ifndef TEST_SUPPORT_FILL_H
#define TEST_SUPPORT_FILL_H

#include "support/blocks.h"

/** Add diagonal entries of factor times the row sum of |a_ij| and more; about 1/8 are negative. */
void fill_dominant_diagonal(entry_list *e, double factor, random_stream *r);

/* Structure found in applications (fill_grids.c). Sizes are points along an edge. */
int64_t fill_square(int64_t edge);
int64_t fill_cube(int64_t edge);
int64_t fill_cube_of_three(int64_t edge);
void    fill_grid5(entry_list *e, int64_t edge, random_stream *r);
void    fill_grid9(entry_list *e, int64_t edge, random_stream *r);
void    fill_grid7(entry_list *e, int64_t edge, random_stream *r);
void    fill_grid27(entry_list *e, int64_t edge, random_stream *r);
void    fill_upwind(entry_list *e, int64_t edge, random_stream *r);
void    fill_three_unknowns(entry_list *e, int64_t edge, random_stream *r);

/* Extreme dependency graphs (fill_shapes.c). Sizes are rows. */
void fill_diagonal(entry_list *e, int64_t n, random_stream *r);
void fill_chain(entry_list *e, int64_t n, random_stream *r);
void fill_lower_chain(entry_list *e, int64_t n, random_stream *r);
void fill_upper_chain(entry_list *e, int64_t n, random_stream *r);
void fill_banded(entry_list *e, int64_t n, random_stream *r);
void fill_arrow_first(entry_list *e, int64_t n, random_stream *r);
void fill_arrow_last(entry_list *e, int64_t n, random_stream *r);
void fill_dense_lower(entry_list *e, int64_t n, random_stream *r);
void fill_dense_upper(entry_list *e, int64_t n, random_stream *r);
void fill_dense(entry_list *e, int64_t n, random_stream *r);
void fill_wide_groups(entry_list *e, int64_t n, random_stream *r);
void fill_wide_then_narrow(entry_list *e, int64_t n, random_stream *r);

/* Irregular patterns and unusual values (fill_random.c). Sizes are rows. */
void fill_sparse(entry_list *e, int64_t n, random_stream *r);
void fill_half_dense(entry_list *e, int64_t n, random_stream *r);
void fill_growing(entry_list *e, int64_t n, random_stream *r);
void fill_dense_lines(entry_list *e, int64_t n, random_stream *r);
void fill_empty_rows(entry_list *e, int64_t n, random_stream *r);
void fill_zero_diagonals(entry_list *e, int64_t n, random_stream *r);
void fill_missing_diagonals(entry_list *e, int64_t n, random_stream *r);
void fill_no_diagonal(entry_list *e, int64_t n, random_stream *r);
void fill_repeated(entry_list *e, int64_t n, random_stream *r);
void fill_wild_scales(entry_list *e, int64_t n, random_stream *r);

#endif
