/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Rows in the caller's order by flags, as one host thread does them: alone, as a
 * warp does a row, or GROUP_ROWS in turn, as the lanes of a warp do a row each.
 */
#ifndef TSW_KERNELS_HOST_GROUP_H
#define TSW_KERNELS_HOST_GROUP_H

#include "kernels/host/triangles.h"

enum
{
   TSW_GROUP_ROWS = 32 /* lanes of a warp */
};

/** Solve row i, waiting for each of its neighbours. */
void tsw_group_row(const tsw_host_solve *s, int32_t i);

/**
 * Solve the rows that come first-th to (end - 1)-th, at most TSW_GROUP_ROWS:
 * round after round, each goes on as far as its neighbours are solved, and is
 * written as soon as it is complete (Yuenyeung 2021, Alg. 5).
 */
void tsw_group_write_first(const tsw_host_solve *s, int32_t first, int32_t end);

#endif
