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

static void copy(const run *r, void *to, const void *from, size_t n_bytes)
{
   if (r->device)
   {
      check(cudaMemcpy(to, from, n_bytes, cudaMemcpyDefault));
   }
   else
   {
      memcpy(to, from, n_bytes);
   }
}

static void *allocate(const run *r, size_t n_bytes)
{
   void *memory = NULL;
   if (!r->device)
   {
      return run_get(n_bytes, 1);
   }
   check(cudaMalloc(&memory, n_bytes ? n_bytes : 1));
   return memory;
}

void run_release(const run *r, void *memory)
{
   if (r->device)
   {
      check(cudaFree(memory));
   }
   else
   {
      free(memory);
   }
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

static void copy(const run *r, void *to, const void *from, size_t n_bytes)
{
   (void) r;
   memcpy(to, from, n_bytes);
}

static void *allocate(const run *r, size_t n_bytes)
{
   (void) r;
   return run_get(n_bytes, 1);
}

void run_release(const run *r, void *memory)
{
   (void) r;
   free(memory);
}

static double now(const run *r)
{
   (void) r;
   MPI_Barrier(MPI_COMM_WORLD);
   return MPI_Wtime();
}

#endif

void *run_stage(const run *r, const void *host, size_t n_bytes)
{
   void *memory = allocate(r, n_bytes);
   copy(r, memory, host, n_bytes);
   return memory;
}

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
   return n_all * rank / r->n_ranks;
}

rows rows_create(HYPRE_BigInt first, HYPRE_Int n, int width)
{
   const size_t most = (size_t) n * (size_t) width;
   rows         s = { .first = first, .n = n };
   s.length = run_get((size_t) n, sizeof *s.length);
   s.col = run_get(most, sizeof *s.col);
   s.val = run_get(most, sizeof *s.val);
   s.b = run_get((size_t) n, sizeof *s.b);
   return s;
}

void rows_add(rows *s, HYPRE_Int row, HYPRE_BigInt col, double val)
{
   s->length[row]++;
   s->col[s->n_entries] = col;
   s->val[s->n_entries++] = val;
}

void rows_free(rows *s)
{
   free(s->length);
   free(s->col);
   free(s->val);
   free(s->b);
   *s = (rows){ 0 };
}

/* Copy the global row numbers to the memory where hypre computes. */
static HYPRE_BigInt *stage_numbers(const run *r, const rows *s)
{
   HYPRE_BigInt *number = run_get((size_t) s->n, sizeof *number);
   for (HYPRE_Int i = 0; i < s->n; i++)
   {
      number[i] = s->first + i;
   }
   HYPRE_BigInt *staged = run_stage(r, number, (size_t) s->n * sizeof *number);
   free(number);
   return staged;
}

HYPRE_ParCSRMatrix run_matrix(const run *r, const rows *s, HYPRE_IJMatrix *ij)
{
   void              *object;
   const HYPRE_BigInt last = s->first + s->n - 1;
   HYPRE_BigInt      *number = stage_numbers(r, s);
   HYPRE_Int         *length = run_stage(r, s->length, (size_t) s->n * sizeof *s->length);
   HYPRE_BigInt      *col = run_stage(r, s->col, s->n_entries * sizeof *s->col);
   double            *val = run_stage(r, s->val, s->n_entries * sizeof *s->val);
   if (!*ij)
   {
      HYPRE_IJMatrixCreate(MPI_COMM_WORLD, s->first, last, s->first, last, ij);
      HYPRE_IJMatrixSetObjectType(*ij, HYPRE_PARCSR);
   }
   HYPRE_IJMatrixInitialize_v2(*ij, r->where);
   HYPRE_IJMatrixSetValues(*ij, s->n, length, number, col, val);
   HYPRE_IJMatrixAssemble(*ij);
   HYPRE_IJMatrixGetObject(*ij, &object);
   run_release(r, number);
   run_release(r, length);
   run_release(r, col);
   run_release(r, val);
   return object;
}

HYPRE_ParVector run_vector(const run *r, const rows *s, const double *val, HYPRE_IJVector *ij)
{
   void         *object;
   double       *zeros = run_get((size_t) s->n, sizeof *zeros);
   HYPRE_BigInt *number = stage_numbers(r, s);
   double       *staged = run_stage(r, val ? val : zeros, (size_t) s->n * sizeof *zeros);
   HYPRE_IJVectorCreate(MPI_COMM_WORLD, s->first, s->first + s->n - 1, ij);
   HYPRE_IJVectorSetObjectType(*ij, HYPRE_PARCSR);
   HYPRE_IJVectorInitialize_v2(*ij, r->where);
   HYPRE_IJVectorSetValues(*ij, s->n, number, staged);
   HYPRE_IJVectorAssemble(*ij);
   HYPRE_IJVectorGetObject(*ij, &object);
   run_release(r, number);
   run_release(r, staged);
   free(zeros);
   return object;
}

void run_values(const run *r, const rows *s, HYPRE_IJVector ij, double *val)
{
   HYPRE_BigInt *number = stage_numbers(r, s);
   double       *staged = allocate(r, (size_t) s->n * sizeof *val);
   HYPRE_IJVectorGetValues(ij, s->n, number, staged);
   copy(r, val, staged, (size_t) s->n * sizeof *val);
   run_release(r, number);
   run_release(r, staged);
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
