/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * All that the plug knows of CUDA: hypre's stream, a stream of our own for
 * analyses, and the off-process values of device vectors. In a build without
 * CUDA, or for a hypre without, tsw_device_is_built is false and the rest is
 * never called.
 *
 * Sweeps are queued on hypre's compute stream. Analyses run on a low-priority
 * side stream that waits for the work which hypre had queued when the matrix
 * was taken; nobody else waits for them but who needs their result.
 */
#pragma once

#include "hypre/halo.h"

/** Can matrices in device memory be smoothed? */
bool tsw_device_is_built(void);

/** hypre's compute stream. */
void *tsw_device_stream(void);

/** The stream of analyses, which the first fork makes; NULL if there was none. */
void *tsw_device_side_stream(void);

/**
 * Let later work on the side stream wait for what is queued on hypre's stream now, and tell the
 * number of the current device. Returns what CUDA could not do, or NULL.
 */
const char *tsw_device_fork(int *device);

/** Let later work on hypre's stream wait for what is on the side stream now, or say why not. */
void tsw_device_join(void);

/** Make a device current in the calling thread. Returns what CUDA could not do, or NULL. */
const char *tsw_device_use(int device);

/**
 * f less the off-process part of A u, for one vector: packs and exchanges the
 * values as hypre does, through the host unless its MPI is GPU-aware. Collective.
 *
 * @param[in,out] level  of a device matrix; its buffers grow as needed
 * @param[in]     u, f   device, one column each
 * @return device, [n_rows], valid until the next call; f itself if no value comes from elsewhere;
 *         NULL, with a message, if CUDA failed
 */
const double *tsw_device_rhs(tsw_level *level, const double *u, const double *f);

/**
 * y = y + f - b, for vectors that differ by an off-process part. All device, one column each.
 * False, with a message, if CUDA failed.
 */
bool tsw_device_add_difference(const tsw_level *level, const double *f, const double *b, double *y);

/**
 * y = y less the off-process part of A u, for one vector, as tsw_device_rhs. Collective. False,
 * with a message, if CUDA failed.
 */
bool tsw_device_subtract(tsw_level *level, const double *u, double *y);

/**
 * y = alpha A x + beta z for a matrix without off-process entries; z may be y. All device, one
 * column each. False, with a message, if CUDA failed.
 */
bool tsw_device_multiply(hypre_CSRMatrix *a, double alpha, const double *x, double beta,
                         const double *z, double *y);

/** Record what is queued on hypre's stream from now on, and do not do it. False if CUDA refuses. */
bool tsw_device_record(void);

/** The record, to be played any number of times; NULL if there is none. */
void *tsw_device_recorded(void);

/** Queue what was recorded on hypre's stream. False, with a message, if CUDA failed. */
bool tsw_device_play(void *record);

/** Free a record and set the pointer to NULL. NULL is allowed. */
void tsw_device_record_free(void **record);

/** A timing event in a stream; NULL if CUDA refuses it. */
void *tsw_device_mark(void *stream);

/** Wait for a mark: seconds since an earlier one. False if one is NULL or CUDA failed. */
bool tsw_device_mark_seconds(void *origin, void *mark, double *seconds);

/** Free a mark and set the pointer to NULL. NULL is allowed. */
void tsw_device_mark_free(void **mark);

/** Free the device buffers of a level. */
void tsw_device_free_buffers(tsw_level *level);
