/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* One matrix in the place where a board runs, in all the forms that are measured. */
#ifndef TSW_TOOLS_BENCH_BLOCK_H
#define TSW_TOOLS_BENCH_BLOCK_H

#include "bench/space.h"
#include "bench/yardstick.h"
#include "block/packed.h"
#include "matrix/generate.h"

typedef struct tsw_bench_block
{
   const tsw_bench_space *space;
   const tsw_matrix      *matrix;
   trisweep_csr           csr;    /* there */
   tsw_packed             host;   /* both triangles on the host */
   tsw_packed             packed; /* both triangles there; the host's own for host boards */
   int64_t                depth[2];        /* levels of the lower and of the upper triangle */
   int64_t                n_zero_diagonals;
   double                 ms_yardstick[2]; /* analysis of the lower and of the upper triangle */
   tsw_yardstick         *yardstick;       /* NULL on the host */
   double                *b;  /* [n_rows] vectors there */
   double                *x;
   double                *r;
   double                *z;
   double                *host_b; /* [n_rows] vectors on the host */
   double                *host_x;
   double                *host_ref;
} tsw_bench_block;

/** Make everything ready; false, with a message, if the library refuses the matrix. */
bool tsw_bench_block_open(const tsw_bench_space *space, const tsw_matrix *matrix,
                          tsw_bench_block *block);
void tsw_bench_block_close(tsw_bench_block *block);

/** Can cuSPARSE solve with these triangles? Not with zeros on the diagonal. */
bool tsw_bench_block_regular(const tsw_bench_block *block);

/** Has a kernel timed out since the last question? */
bool tsw_bench_block_timed_out(tsw_bench_block *block);

#endif
