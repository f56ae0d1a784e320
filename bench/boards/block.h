/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* One matrix in the space of a board, in all formats that the board measures. */
#ifndef TSW_BENCH_BOARDS_BLOCK_H
#define TSW_BENCH_BOARDS_BLOCK_H

#include "bench/boards/space.h"
#include "bench/boards/yardstick.h"
#include "bench/matrix/generate.h"
#include "block/packed.h"

typedef struct tsw_bench_block
{
   const tsw_bench_space *space;
   const tsw_matrix      *matrix;
   trisweep_csr           csr;      /* in the space */
   tsw_packed             host;     /* packed triangles on the host */
   tsw_packed             packed;   /* in the space; on the host: shares arrays with host */
   int64_t                depth[2]; /* levels of the lower and the upper triangle */
   int64_t                n_zero_diagonals;
   double                 ms_yardstick[2]; /* SpSV analysis, lower and upper triangle */
   tsw_yardstick         *yardstick;       /* NULL on the host */
   double                *b;               /* [n_rows] vectors in the space */
   double                *x;
   double                *z;
   double                *host_b; /* [n_rows] vectors on the host */
   double                *host_x;
   double                *host_ref;
} tsw_bench_block;

/** Create the block. Returns false, with a message, if the library refuses the matrix. */
bool tsw_bench_block_open(const tsw_bench_space *space, const tsw_matrix *matrix,
                          tsw_bench_block *block);
void tsw_bench_block_close(tsw_bench_block *block);

/** y = A x, vectors in the space. */
void tsw_bench_multiply(const tsw_bench_block *block, const double *x, double *y);

/** True if cuSPARSE can solve with the triangles: no zero on the diagonal. */
bool tsw_bench_block_regular(const tsw_bench_block *block);

/** True if a kernel has timed out since the last call; clears the status. */
bool tsw_bench_block_timed_out(tsw_bench_block *block);

#endif
