/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Products, inner products and graphs on hypre's stream, which extensions share. */
#pragma once

#include "hypre/plug.h"

/** The values of a vector on this rank. */
static inline double *tsw_data_of(hypre_ParVector *vector)
{
   return hypre_VectorData(hypre_ParVectorLocalVector(vector));
}

/** y = alpha A x + beta z, device, one column, on one rank; z may be y. False if CUDA failed. */
bool tsw_device_multiply(hypre_CSRMatrix *a, double alpha, const double *x, double beta,
                         const double *z, double *y);

/**
 * The inner product of device vectors [n], n > 0, computed on hypre's stream; waits for the result.
 * The same bits in every run. False if CUDA fails; the next CUDA call returns the error.
 */
bool tsw_device_inner_product(const double *x, const double *y, int64_t n, double *product);

/** The memory of the result of an inner product, which a kernel queued next fills; or NULL. */
struct tsw_inner_result *tsw_device_inner_begin(void);

/** Wait for the result. False if CUDA fails. */
bool tsw_device_inner_end(const struct tsw_inner_result *result, double *product);

/** Capture later work on hypre's stream without executing it. False if CUDA refuses. */
bool tsw_device_capture_begin(void);

/** End the capture. Returns a graph that can be launched repeatedly, or NULL. */
void *tsw_device_capture_end(void);

/** Launch a graph on hypre's stream. False, with a message, if CUDA failed. */
bool tsw_device_graph_launch(void *graph);

/** Free a graph and set the pointer to NULL. NULL is allowed. */
void tsw_device_graph_free(void **graph);
