/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Functions shared by the example programs that solve with hypre. A program takes
 * hypre's relax types and runs on CPUs or, with --device and a hypre built for
 * CUDA, on GPUs; the ranks of a machine take its GPUs in turn:
 *
 *    PROGRAM [--device] DOWN [UP]
 *
 * DOWN and UP are the relax types of the two legs of the cycle; without UP, UP is
 * DOWN. The types are hypre's (6, or 3 4) or, with the plug, trisweep's (1006, or
 * 2003 2004). To compile a program, linked with the plug and with hypre:
 *
 *    mpicc heat.c common.c assembly.c -o heat $(pkg-config --cflags --libs trisweep-hypre) -lm
 *
 * elasticity.c needs beam.c too. Append -lcudart if hypre was built for CUDA.
 */
#ifndef EXAMPLES_COMMON_H
#define EXAMPLES_COMMON_H

#include <stdbool.h>
#include <stddef.h>

#include <HYPRE_parcsr_ls.h>

#include "assembly.h"

typedef struct run
{
   int                  rank, n_ranks;
   bool                 device;
   HYPRE_MemoryLocation where; /* of matrices, vectors and their input arrays */
   HYPRE_Int            down, up;
} run;

/** Start MPI and hypre. Ends the program if an argument is wrong or there is no GPU. */
run run_start(int argc, char **argv);

/** End hypre and MPI. Returns the exit status of the program. */
int run_end(void);

/** End the program on all ranks, with a message. */
void run_fail(const char *text);

/** calloc that ends the program if there is no memory. */
void *run_get(size_t count, size_t size);

/** The first of n_all items that belongs to a rank. */
HYPRE_BigInt run_first(const run *r, HYPRE_BigInt n_all, int rank);

/** Allocate the rows from first to end - 1, of at most `width` entries each on average. */
rows run_rows(HYPRE_BigInt first, HYPRE_BigInt end, int width);

/** Create BoomerAMG as a preconditioner with the relax types of the command line. */
HYPRE_Solver run_amg(const run *r);

/** Set up and solve by PCG or GMRES with BoomerAMG from initial guess x. Print one line. */
void run_solve(const run *r, bool gmres, const char *name, HYPRE_Solver amg, HYPRE_ParCSRMatrix a,
               HYPRE_ParVector b, HYPRE_ParVector x);

#endif
