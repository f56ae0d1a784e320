/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The plug's calls of CUDA (device.c; absent.c without CUDA or for a hypre without CUDA), and the
 * memory spaces of matrices (space.c). Sweeps are queued on hypre's compute stream. Analyses are
 * queued on a side stream, after the work that hypre had queued when the matrix was attached.
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

/**
 * Device memory as hypre allocates it, so that MPI treats it alike and hypre can free it. NULL if
 * there is none, where hypre would end the program. With Umpire, a pool of hypre may hold all
 * memory: then hypre ends the program.
 */
void *tsw_device_take(size_t bytes);

/** Free such memory after the work that is queued on hypre's stream. NULL is allowed. */
void tsw_device_give(const void *array);

/** The memory space in which the plug smooths a matrix: the device if hypre uses the device. */
trisweep_space tsw_space_of(hypre_ParCSRMatrix *matrix);

/** Why the plug cannot smooth a matrix, and the remedy; NULL if it can. Static storage. */
const char *tsw_space_obstacle(hypre_ParCSRMatrix *matrix);
