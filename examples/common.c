/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <HYPRE.h>
#include <HYPRE_krylov.h>
#include <HYPRE_utilities.h>
#include <mpi.h>

#ifdef HYPRE_USING_CUDA
#include <cuda_runtime_api.h>
#endif

void run_fail(const char *text)
{
   fprintf(stderr, "%s\n", text);
   MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
   exit(EXIT_FAILURE);
}

void *run_get(size_t count, size_t size)
{
   void *memory = calloc(count ? count : 1, size);
   if (!memory)
   {
      run_fail("out of memory");
   }
   return memory;
}

#ifdef HYPRE_USING_CUDA

static void check(cudaError_t fault)
{
   if (fault != cudaSuccess)
   {
      run_fail(cudaGetErrorString(fault));
   }
}

static void choose_gpu(void)
{
   MPI_Comm machine;
   int      local_rank, n_devices = 0;
   MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &machine);
   MPI_Comm_rank(machine, &local_rank);
   MPI_Comm_free(&machine);
   check(cudaGetDeviceCount(&n_devices));
   check(cudaSetDevice(local_rank % n_devices));
}

/* The time, after the device has finished its work and all ranks have arrived. */
static double now(const run *r)
{
   if (r->device)
   {
      check(cudaDeviceSynchronize());
   }
   MPI_Barrier(MPI_COMM_WORLD);
   return MPI_Wtime();
}

#else

static void choose_gpu(void)
{
   run_fail("--device: this hypre was built without CUDA");
}

static double now(const run *r)
{
   (void) r;
   MPI_Barrier(MPI_COMM_WORLD);
   return MPI_Wtime();
}

#endif

run run_start(int argc, char **argv)
{
   run r = { 0 };
   MPI_Init(&argc, &argv);
   MPI_Comm_rank(MPI_COMM_WORLD, &r.rank);
   MPI_Comm_size(MPI_COMM_WORLD, &r.n_ranks);
   const char *program = argv[0];
   r.device = argc > 1 && strcmp(argv[1], "--device") == 0;
   argc -= r.device;
   argv += r.device;
   r.down = argc > 1 ? (HYPRE_Int) atoi(argv[1]) : 0;
   r.up = argc > 2 ? (HYPRE_Int) atoi(argv[2]) : r.down;
   if (argc > 3 || r.down <= 0 || r.up <= 0)
   {
      char usage[512];
      snprintf(usage, sizeof usage,
               "usage: %s [--device] DOWN [UP], with relax types such as 6, 1006, or 3 4", program);
      run_fail(usage);
   }
   if (r.device)
   {
      choose_gpu();
   }
   HYPRE_Init();
#if HYPRE_RELEASE_NUMBER >= 23100
   if (r.device)
   {
      HYPRE_DeviceInitialize(); /* without it, hypre returns free memory at each wait */
   }
#endif
   r.where = r.device ? HYPRE_MEMORY_DEVICE : HYPRE_MEMORY_HOST;
   HYPRE_SetMemoryLocation(r.where);
   HYPRE_SetExecutionPolicy(r.device ? HYPRE_EXEC_DEVICE : HYPRE_EXEC_HOST);
#ifdef HYPRE_USING_CUDA
   HYPRE_SetSpGemmUseVendor(0);
#endif
   return r;
}

int run_end(void)
{
   const HYPRE_Int fault = HYPRE_GetError();
   char            text[256] = "";
   if (fault)
   {
      HYPRE_DescribeError(fault, text);
      fprintf(stderr, "%s\n", text);
   }
   HYPRE_Finalize();
   MPI_Finalize();
   return fault ? EXIT_FAILURE : EXIT_SUCCESS;
}

HYPRE_BigInt run_first(const run *r, HYPRE_BigInt n_all, int rank)
{
   return rows_first(n_all, 1, rank, r->n_ranks);
}

rows run_rows(HYPRE_BigInt first, HYPRE_BigInt end, int width)
{
   rows            s;
   const HYPRE_Int n_rows = (HYPRE_Int) (end - first);
   if (!rows_create(first, n_rows, (size_t) n_rows * (size_t) width, &s))
   {
      run_fail("out of memory");
   }
   return s;
}

HYPRE_Solver run_amg(const run *r)
{
   HYPRE_Solver amg;
   HYPRE_BoomerAMGCreate(&amg);
   HYPRE_BoomerAMGSetTol(amg, 0.0);
   HYPRE_BoomerAMGSetMaxIter(amg, 1);
   HYPRE_BoomerAMGSetPrintLevel(amg, 0);
   HYPRE_BoomerAMGSetCoarsenType(amg, 8); /* PMIS; below extended+i: both run on GPUs */
   HYPRE_BoomerAMGSetInterpType(amg, 6);
   HYPRE_BoomerAMGSetKeepTranspose(amg, 1);
   HYPRE_BoomerAMGSetRelaxOrder(amg, 0);
   HYPRE_BoomerAMGSetRelaxType(amg, r->down);
   if (r->up != r->down)
   {
      HYPRE_BoomerAMGSetCycleRelaxType(amg, r->down, 1);
      HYPRE_BoomerAMGSetCycleRelaxType(amg, r->up, 2);
   }
   return amg;
}

void run_solve(const run *r, bool gmres, const char *name, HYPRE_Solver amg, HYPRE_ParCSRMatrix a,
               HYPRE_ParVector b, HYPRE_ParVector x)
{
   HYPRE_Solver krylov;
   HYPRE_Int    n_iterations;
   double       residual, time[3];
   (gmres ? HYPRE_ParCSRGMRESCreate : HYPRE_ParCSRPCGCreate)(MPI_COMM_WORLD, &krylov);
   (gmres ? HYPRE_ParCSRGMRESSetTol : HYPRE_ParCSRPCGSetTol)(krylov, 1e-8);
   (gmres ? HYPRE_ParCSRGMRESSetMaxIter : HYPRE_ParCSRPCGSetMaxIter)(krylov, 200);
   if (!gmres)
   {
      HYPRE_ParCSRPCGSetTwoNorm(krylov, 1);
   }
   (gmres ? HYPRE_ParCSRGMRESSetPrecond : HYPRE_ParCSRPCGSetPrecond)(krylov, HYPRE_BoomerAMGSolve,
                                                                     HYPRE_BoomerAMGSetup, amg);
   time[0] = now(r);
   (gmres ? HYPRE_ParCSRGMRESSetup : HYPRE_ParCSRPCGSetup)(krylov, a, b, x);
   time[1] = now(r);
   (gmres ? HYPRE_ParCSRGMRESSolve : HYPRE_ParCSRPCGSolve)(krylov, a, b, x);
   time[2] = now(r);
   (gmres ? HYPRE_GMRESGetNumIterations : HYPRE_PCGGetNumIterations)(krylov, &n_iterations);
   (gmres ? HYPRE_GMRESGetFinalRelativeResidualNorm
          : HYPRE_PCGGetFinalRelativeResidualNorm)(krylov, &residual);
   if (r->rank == 0)
   {
      printf("%s: %d iterations, residual %.6e, setup %.4f s, solve %.4f s\n", name,
             (int) n_iterations, residual, time[1] - time[0], time[2] - time[1]);
   }
   (gmres ? HYPRE_ParCSRGMRESDestroy : HYPRE_ParCSRPCGDestroy)(krylov);
}
