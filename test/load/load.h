/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Load: long runs of BoomerAMG with trisweep, as on a server, on the host or on a GPU, on one rank
 * or several. load.c lists the tasks.
 */
#ifndef TEST_LOAD_LOAD_H
#define TEST_LOAD_LOAD_H

#include <stdbool.h>
#include <stdint.h>

#include <HYPRE_IJ_mv.h>
#include <HYPRE_parcsr_ls.h>

/** A matrix on a grid, and vectors that fit it; b is all ones. */
typedef struct load_system
{
   HYPRE_ParCSRMatrix a;
   HYPRE_ParVector    b, x, r;
   HYPRE_IJMatrix     ij; /* of load_plane, else NULL */
} load_system;

/** The result of one setup and solve. */
typedef struct load_result
{
   bool   error;      /* hypre reported one on this rank; the flag is cleared again */
   int    iterations; /* of PCG */
   int    levels;     /* of BoomerAMG */
   double residual;   /* ||b - A x|| / ||b||, by hypre's product */
} load_result;

/** The rank, the number of ranks, and of GPUs that all ranks use. */
extern int load_rank, load_size, load_n_gpus;

/** True: matrices are in device memory, and hypre works on the device. */
extern bool load_on_device;

/**
 * Start MPI and hypre, on GPUs if the first argument is --device. If needs is a text, the program
 * tests nothing without --device. Returns 0, or the status with which main ends after a message.
 */
int load_start(int argc, char **argv, const char *program, const char *needs);

/** Print and count a test: passed if nothing failed since the last test. Collective. */
void load_report(const char *format, ...) __attribute__((format(printf, 1, 2)));

/** Print the numbers of tests, if any, and end hypre and MPI. Returns the status of main. */
int load_end(void);

/** A matrix, moved to the memory of load_on_device, and vectors; load_destroy frees all of them. */
load_system load_of(HYPRE_ParCSRMatrix a);

/** A 7-point or 27-point matrix on n^3 points; z: the coupling in the third direction. */
load_system load_create(int n, bool full, double z);

/** A matrix on n^3 points with up to 343 entries a row, which the diagonal dominates. */
load_system load_dense(int n);

/**
 * The 5-point matrix of edge^2 points; rows from first on and before next are those of this rank.
 * With a hub the last row is one more and coupled, weakly, to all others.
 */
load_system load_plane(HYPRE_BigInt edge, bool hub, HYPRE_BigInt first, HYPRE_BigInt next);

void load_destroy(load_system *system);

/** PCG (tolerance 1e-8), and its preconditioner BoomerAMG with these types down and up. */
typedef struct load_solver
{
   HYPRE_Solver pcg, amg;
} load_solver;

load_solver load_solver_create(int down, int up);
void        load_solver_destroy(load_solver *solver);

/** Setup and solve from x = 0. Collective. */
load_result load_solve(load_solver *solver, load_system *system);

/** A solution without an error on all ranks? Collective. */
bool load_is_good(const load_result *result);

/** Count a failure of this rank and print the reason; printf's format. */
void load_fail(const char *format, ...) __attribute__((format(printf, 1, 2)));

/** Failures on all ranks. Collective. */
int load_failures(void);

/**
 * Bytes in use: of the C library's heap (the heap of a sanitizer is not counted), and of the GPU
 * (by all programs; 0 without a GPU).
 */
typedef struct load_memory
{
   int64_t heap, device;
} load_memory;

load_memory load_memory_now(void);

/**
 * Let the k-th allocation of trisweep on this rank fail, counted from 1 at this call, on host and
 * device together; 0: none.
 */
void load_allocations_fail_at(int64_t k);

/** Has that allocation failed? */
bool load_allocation_failed(void);

/** If fail, let CUDA refuse streams with a priority, of which the plug creates one. */
void load_streams_fail(bool fail);

/** The result of the second thread. */
typedef struct load_crowd
{
   int64_t n_sweeps;
   int64_t n_batches;   /* of sweeps */
   int64_t n_dry;       /* batches that ended before the next one was queued; on a GPU */
   char    reason[320]; /* why the thread ended by itself, or "" */
} load_crowd;

/**
 * Start sweeps without a pause in a second thread; on a GPU in its own stream, over more rows than
 * GPU threads. True after the first sweeps; else load_crowd_stop returns the reason.
 */
bool load_crowd_start(void);

/** End the second thread. */
load_crowd load_crowd_stop(void);

#endif
