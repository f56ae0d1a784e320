/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The plug's calls of CUDA (device.c; absent.c without CUDA or for a hypre without CUDA), and the
 * memory spaces of matrices (space.c). Sweeps are queued on hypre's compute stream. Analyses are
 * queued on a low-priority side stream, after the work that hypre had queued when the matrix was
 * attached.
 */
#pragma once

#include "hypre/plug.h"

/** Why this process can use no device, or NULL. Static storage. */
const char *tsw_device_obstacle(void);

/** hypre's compute stream. */
void *tsw_device_stream(void);

/** The stream of analyses, which the first fork creates; NULL before the first fork. */
void *tsw_device_side_stream(void);

/**
 * Let later work on the side stream wait for hypre's stream, and return the current device in
 * device. Returns CUDA's error text, or NULL.
 */
const char *tsw_device_fork(int *device);

/** Let later work on hypre's stream wait for the work on the side stream. Prints a failure. */
void tsw_device_join(void);

/** Make a device current in the calling thread. Returns CUDA's error text, or NULL. */
const char *tsw_device_set(int device);

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

/** Record a timing event in a stream; NULL if CUDA failed. */
void *tsw_device_event_record(void *stream);

/** Wait for an event; seconds since event origin. False if an event is NULL or CUDA failed. */
bool tsw_device_event_seconds(void *origin, void *event, double *seconds);

/** Free an event and set the pointer to NULL. NULL is allowed. */
void tsw_device_event_free(void **event);

/** Free bytes of the device, without those of hypre's memory pools; 0 if CUDA fails. */
double tsw_device_free_bytes(void);

/** The memory space in which the plug smooths a matrix: the device if hypre uses the device. */
trisweep_space tsw_space_of(hypre_ParCSRMatrix *matrix);

/** Why the plug cannot smooth a matrix, and the remedy; NULL if it can. Static storage. */
const char *tsw_space_obstacle(hypre_ParCSRMatrix *matrix);

/**
 * Bytes that this process can still allocate: the smaller of what the system has available and what
 * the limit of the address space (ulimit -v) leaves; on a device, what is free. Infinite: unknown.
 */
double tsw_available_bytes(trisweep_space space);
