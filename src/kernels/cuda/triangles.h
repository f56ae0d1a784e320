/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Data for triangular solves: levels, transpose and values of both triangles, polled words. */
#pragma once

#include <cuda_runtime_api.h>

#include "analysis/cuda/graph.h"
#include "base/device/wait.cuh"
#include "kernels/cuda/device/row.cuh"
#include "kernels/sptrsv.h"

/** One triangle; data that is not needed is zero. */
typedef struct tsw_triangle_data
{
   tsw_graph_levels  levels;
   tsw_graph_columns columns;
   double           *val;  /* [nnz] in the order of columns */
   int32_t          *more; /* device array that plan of a solve allocates */
} tsw_triangle_data;

typedef struct tsw_triangles
{
   tsw_triangle_data triangle[2]; /* lower, upper */
   int32_t          *ticket;      /* number of blocks that have begun */
   int32_t *word; /* [n_rows] unsolved rows that the row depends on; or a flag, 1: solved */
} tsw_triangles;

/**
 * Find the data needs (tsw_sptrsv.needs) of both triangles of a device block, levels by the
 * method of analysis. The work on the stream is finished on return. Free t also after a failure.
 * OK, MEMORY, CUDA, TIMEOUT.
 */
trisweep_status tsw_triangles_find(const tsw_packed *p, int needs, const tsw_analysis *analysis,
                                   void *stream, tsw_memory *owner, tsw_triangles *t);

/** to[k] = from[entry[k]], k < n; only queued. OK, CUDA. */
trisweep_status tsw_gather_values(const double *from, const int32_t *entry, int64_t n, double *to,
                                  void *stream);

/** Gather the values of the columns, where they are needed; only queued. OK, CUDA. */
trisweep_status tsw_triangles_load(const tsw_triangles *t, const tsw_packed *p, void *stream);
void            tsw_triangles_free(tsw_memory *owner, tsw_triangles *t);

/** One triangle by rows, and by columns. */
tsw_entries tsw_triangle_rows(const tsw_packed *p, bool upper);
tsw_entries tsw_triangle_columns(const tsw_triangles *t, bool upper);

/** Vectors, weights and bound of the waits of a ZERO pass, as arguments of kernels. */
tsw_zero tsw_pass_zero(const tsw_packed *p, const tsw_pass *pass);
tsw_wait tsw_pass_wait(const tsw_packed *p);

/** ticket = 0, word = 0: no row is solved. OK, CUDA. */
trisweep_status tsw_reset_flags(const tsw_triangles *t, int64_t n_rows, cudaStream_t stream);

/** A kernel that polls a flag for each row. */
typedef void (*tsw_flag_kernel)(tsw_zero, tsw_entries, int32_t *, int32_t *, tsw_wait);

/** Queue a solve by such a kernel; rows: of a block of threads. OK, CUDA. */
trisweep_status tsw_solve_by_flags(tsw_flag_kernel kernel, int rows, int threads, const void *state,
                                   const tsw_packed *p, const tsw_pass *pass, void *stream);

/** tsw_solve_by_flags as solve of a tsw_sptrsv. */
template <tsw_flag_kernel KERNEL, int ROWS, int THREADS>
trisweep_status tsw_flags_solve(const void *state, const tsw_packed *p, const tsw_pass *pass,
                                void *stream)
{
   return tsw_solve_by_flags(KERNEL, ROWS, THREADS, state, p, pass, stream);
}

/** Threads of a block of levr and levc. */
static constexpr int TSW_LEVEL_BLOCK = 512;

/** A kernel for places first to last - 1 of the order by level, a warp a row or column. */
typedef void (*tsw_level_kernel)(tsw_zero, tsw_entries, const int32_t *, int32_t, int32_t);

/** Queue a launch of such a kernel for each level. OK, CUDA. */
trisweep_status tsw_launch_levels(tsw_level_kernel kernel, const tsw_zero &z, const tsw_entries &a,
                                  const tsw_graph_levels &levels, cudaStream_t stream);

/** ticket = 0, word[i] = entries of row i; if columns, also x = omega b. OK, CUDA. */
trisweep_status tsw_reset_counts(const tsw_triangles *t, const tsw_packed *p, const tsw_pass *pass,
                                 bool columns, cudaStream_t stream);

/** x = omega b, for later subtractions of columns. OK, CUDA. */
trisweep_status tsw_start_columns(const tsw_packed *p, const tsw_pass *pass, cudaStream_t stream);

/** As tsw_schedule.residual, for schedules that read the packed triangles. */
trisweep_status tsw_residual_by_row(const void *state, const tsw_packed *p, const tsw_pass *pass,
                                    double *r, void *stream);
