/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Load: BoomerAMG with trisweep for as long as a server would run it, on the host or on a
 * GPU, one rank or several. The tasks are listed in load.c.
 */
#ifndef TEST_LOAD_LOAD_H
#define TEST_LOAD_LOAD_H

#include <stdbool.h>
#include <stdint.h>

#include <HYPRE_parcsr_ls.h>

/** A matrix on a grid, and vectors that fit it; b is all ones. */
typedef struct load_system
{
   HYPRE_ParCSRMatrix a;
   HYPRE_ParVector    b, x, r;
} load_system;

/** What came of one setup and solve. */
typedef struct load_result
{
   bool   error;      /* hypre reported one on this rank; it is forgotten by then */
   int    iterations; /* of PCG */
   int    levels;     /* of BoomerAMG */
   double residual;   /* ||b - A x|| / ||b||, by hypre's product */
} load_result;

extern int load_rank, load_size;

/** Where matrices are, and on which hypre works. */
extern bool load_on_device;

/** A 7-point or 27-point matrix on n^3 points; z: what couples points in the third direction. */
load_system load_create(int n, bool full, double z);
void        load_destroy(load_system *system);

/** PCG, tolerance 1e-8, with BoomerAMG smoothed by these types down and up; two solvers. */
typedef struct load_solver
{
   HYPRE_Solver pcg, amg;
} load_solver;

load_solver load_solver_create(int down, int up);
void        load_solver_destroy(load_solver *solver);

/** Setup and solve from x = 0. Collective. */
load_result load_solve(load_solver *solver, load_system *system);

/** Is it a solution, without an error? On every rank the same. */
bool load_is_good(const load_result *result);

/** Note a failure of this rank and print why; printf's format. */
void load_fail(const char *format, ...) __attribute__((format(printf, 1, 2)));

/** Failures on all ranks. Collective. */
int load_failures(void);

/**
 * Bytes in use: of the C library's heap, which sanitizers replace by one that is not counted, and
 * of the GPU (all programs' there; 0 where there is none).
 */
typedef struct load_memory
{
   int64_t heap, device;
} load_memory;

load_memory load_memory_now(void);

/**
 * From now on let the k-th allocation of trisweep on this rank fail, 1, 2, ..., on the host and
 * on the device together; 0: none.
 */
void load_allocations_fail_at(int64_t k);

/** Has it failed, or is it yet to come? */
bool load_allocation_failed(void);

/** Let CUDA refuse streams with a priority, as the plug makes one; from now on or no longer. */
void load_streams_fail(bool fail);

/** What a thread beside did. */
typedef struct load_crowd
{
   int64_t n_sweeps;
   int64_t n_batches;   /* of sweeps */
   int64_t n_dry;       /* of them, those that had ended before the next one was queued; on a GPU */
   char    reason[320]; /* why it ended by itself, or "" */
} load_crowd;

/**
 * Begin sweeps without a pause in a second thread; on a GPU in a stream of its own, over more
 * rows than there are threads. True when there were some; if not, stop tells the reason.
 */
bool load_crowd_start(void);

/** End them. */
load_crowd load_crowd_stop(void);

#endif
