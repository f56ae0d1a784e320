/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "load/load.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

#include <HYPRE_krylov.h>
#include <_hypre_parcsr_ls.h>
#include <mpi.h>

static const double tolerance = 1e-8;

int        load_rank, load_size;
bool       load_on_device;
static int n_failures;

void load_fail(const char *format, ...)
{
   va_list arguments;
   char    text[512];
   va_start(arguments, format);
   vsnprintf(text, sizeof text, format, arguments);
   va_end(arguments);
   fprintf(stderr, "load: rank %d: %s\n", load_rank, text);
   n_failures++;
}

int load_failures(void)
{
   int all = 0;
   MPI_Allreduce(&n_failures, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
   return all;
}

static HYPRE_ParVector create_vector(HYPRE_ParCSRMatrix a, double value)
{
   hypre_ParVector *v =
      hypre_ParVectorCreate(hypre_ParCSRMatrixComm(a), hypre_ParCSRMatrixGlobalNumRows(a),
                            hypre_ParCSRMatrixRowStarts(a));
   hypre_ParVectorInitialize(v);
   hypre_ParVectorSetConstantValues(v, value);
   return v;
}

load_system load_of(HYPRE_ParCSRMatrix a)
{
   hypre_ParCSRMatrixMigrate(a, load_on_device ? HYPRE_MEMORY_DEVICE : HYPRE_MEMORY_HOST);
   return (load_system){ a, create_vector(a, 1.0), create_vector(a, 0.0), create_vector(a, 0.0) };
}

load_system load_create(int n, bool full, double z)
{
   HYPRE_Real seven[4] = { 4.0 + 2.0 * z, -1.0, -1.0, -z };
   HYPRE_Real all[2] = { 26.0 + z, -1.0 };
   return load_of(
      full ? GenerateLaplacian27pt(MPI_COMM_WORLD, n, n, n, 1, 1, load_size, 0, 0, load_rank, all)
           : GenerateLaplacian(MPI_COMM_WORLD, n, n, n, 1, 1, load_size, 0, 0, load_rank, seven));
}

void load_destroy(load_system *s)
{
   hypre_ParVectorDestroy(s->b);
   hypre_ParVectorDestroy(s->x);
   hypre_ParVectorDestroy(s->r);
   hypre_ParCSRMatrixDestroy(s->a);
}

load_solver load_solver_create(int down, int up)
{
   load_solver s;
   HYPRE_BoomerAMGCreate(&s.amg);
   HYPRE_BoomerAMGSetPrintLevel(s.amg, 0);
   HYPRE_BoomerAMGSetMaxIter(s.amg, 1);
   HYPRE_BoomerAMGSetTol(s.amg, 0.0);
   HYPRE_BoomerAMGSetCoarsenType(s.amg, 8);
   HYPRE_BoomerAMGSetInterpType(s.amg, 6);
   HYPRE_BoomerAMGSetKeepTranspose(s.amg, 1);
   HYPRE_BoomerAMGSetRAP2(s.amg, 1);
   HYPRE_BoomerAMGSetModuleRAP2(s.amg, 1);
   HYPRE_BoomerAMGSetCycleRelaxType(s.amg, down, 1);
   HYPRE_BoomerAMGSetCycleRelaxType(s.amg, up, 2);
   HYPRE_ParCSRPCGCreate(MPI_COMM_WORLD, &s.pcg);
   HYPRE_PCGSetTol(s.pcg, tolerance);
   HYPRE_PCGSetMaxIter(s.pcg, 100);
   HYPRE_PCGSetTwoNorm(s.pcg, 1);
   HYPRE_PCGSetPrecond(s.pcg, (HYPRE_PtrToSolverFcn) HYPRE_BoomerAMGSolve,
                       (HYPRE_PtrToSolverFcn) HYPRE_BoomerAMGSetup, s.amg);
   return s;
}

void load_solver_destroy(load_solver *solver)
{
   HYPRE_ParCSRPCGDestroy(solver->pcg);
   HYPRE_BoomerAMGDestroy(solver->amg);
}

static double relative_residual(const load_system *s)
{
   HYPRE_Real square = 0.0, all = 1.0;
   HYPRE_ParVectorCopy(s->b, s->r);
   HYPRE_ParCSRMatrixMatvec(-1.0, s->a, s->x, 1.0, s->r);
   HYPRE_ParVectorInnerProd(s->r, s->r, &square);
   HYPRE_ParVectorInnerProd(s->b, s->b, &all);
   return sqrt(square / all);
}

load_result load_solve(load_solver *solver, load_system *s)
{
   load_result  result = { .iterations = -1 };
   HYPRE_Int    iterations = 0;
   HYPRE_Matrix a = (HYPRE_Matrix) s->a;
   HYPRE_Vector b = (HYPRE_Vector) s->b, x = (HYPRE_Vector) s->x;
   HYPRE_ParVectorSetConstantValues(s->x, 0.0);
   HYPRE_PCGSetup(solver->pcg, a, b, x);
   HYPRE_PCGSolve(solver->pcg, a, b, x);
   HYPRE_PCGGetNumIterations(solver->pcg, &iterations);
   result.iterations = (int) iterations;
   result.levels = (int) hypre_ParAMGDataNumLevels((hypre_ParAMGData *) solver->amg);
   result.error = HYPRE_GetError() != 0;
   HYPRE_ClearAllErrors();
   result.residual = relative_residual(s);
   HYPRE_ClearAllErrors();
   return result;
}

bool load_is_good(const load_result *result)
{
   const int mine = !result->error && result->residual <= 2.0 * tolerance;
   int       all = 0;
   MPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
   return all == 1;
}
