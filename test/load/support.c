/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "load/load.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <HYPRE.h>
#include <HYPRE_krylov.h>
#include <_hypre_parcsr_ls.h>
#include <mpi.h>

#include "tools/common/machine.h"
#include "tools/common/support.h"

static const double tolerance = 1e-8;

int        load_rank, load_size, load_n_gpus;
bool       load_on_device;
static int n_failures, n_reported, n_passed, n_failed;

int load_start(int argc, char **argv, const char *program, const char *needs)
{
   tsw_machine machine;
   tsw_program = program;
   load_on_device = argc > 1 && strcmp(argv[1], "--device") == 0;
   if (needs && !load_on_device)
   {
      printf("SKIP: %s need --device (scripts/test-gpu)\n", needs);
      return 77;
   }
   MPI_Init(&argc, &argv);
   MPI_Comm_rank(MPI_COMM_WORLD, &load_rank);
   MPI_Comm_size(MPI_COMM_WORLD, &load_size);
   if (!tsw_machine_open(load_on_device, &machine))
   {
      MPI_Finalize();
      return 1;
   }
   load_n_gpus = machine.n_gpus;
   return 0;
}

void load_report(const char *format, ...)
{
   va_list   arguments;
   char      name[256];
   const int all = load_failures(), failed = all > n_reported;
   va_start(arguments, format);
   vsnprintf(name, sizeof name, format, arguments);
   va_end(arguments);
   if (load_rank == 0)
   {
      printf("[  %s ] %s\n", failed ? "FAILED " : "     OK", name);
      fflush(stdout);
   }
   n_reported = all;
   n_failed += failed;
   n_passed += !failed;
}

int load_end(void)
{
   const int failures = load_failures();
   if (load_rank == 0 && n_passed + n_failed > 0)
   {
      printf("[  PASSED  ] %d test(s).\n", n_passed);
   }
   if (load_rank == 0 && n_failed > 0)
   {
      printf("[  FAILED  ] %d test(s).\n", n_failed);
   }
   tsw_machine_close();
   MPI_Finalize();
   return failures > 0;
}

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
   return (load_system){
      .a = a, .b = create_vector(a, 1.0), .x = create_vector(a, 0.0), .r = create_vector(a, 0.0)
   };
}

load_system load_create(int n, bool full, double z)
{
   HYPRE_Real seven[4] = { 4.0 + 2.0 * z, -1.0, -1.0, -z };
   HYPRE_Real all[2] = { 26.0 + z, -1.0 };
   return load_of(
      full ? GenerateLaplacian27pt(MPI_COMM_WORLD, n, n, n, 1, 1, load_size, 0, 0, load_rank, all)
           : GenerateLaplacian(MPI_COMM_WORLD, n, n, n, 1, 1, load_size, 0, 0, load_rank, seven));
}

load_system load_dense(int n)
{
   HYPRE_Real          all[2] = { 26.0, 1.0 };
   hypre_ParCSRMatrix *a = (hypre_ParCSRMatrix *) GenerateLaplacian27pt(
      MPI_COMM_WORLD, n, n, n, 1, 1, load_size, 0, 0, load_rank, all);
   hypre_ParCSRMatrixMigrate(a, HYPRE_MEMORY_HOST);
   hypre_ParCSRMatrix    *square = hypre_ParCSRMatMat(a, a), *cube = hypre_ParCSRMatMat(square, a);
   const hypre_CSRMatrix *part[2] = { hypre_ParCSRMatrixDiag(cube), hypre_ParCSRMatrixOffd(cube) };
   for (int p = 0; p < 2; p++)
   {
      for (HYPRE_Int k = 0; k < hypre_CSRMatrixNumNonzeros(part[p]); k++)
      {
         hypre_CSRMatrixData(part[p])[k] = -1.0;
      }
   }
   for (HYPRE_Int i = 0; i < hypre_CSRMatrixNumRows(part[0]); i++)
   {
      hypre_CSRMatrixData(part[0])[hypre_CSRMatrixI(part[0])[i]] = 343.0; /* the first of the row */
   }
   hypre_ParCSRMatrixDestroy(square);
   hypre_ParCSRMatrixDestroy(a);
   return load_of((HYPRE_ParCSRMatrix) cube);
}

load_system load_plane(HYPRE_BigInt edge, bool hub, HYPRE_BigInt first, HYPRE_BigInt next)
{
   static const double weak = -0.01;
   HYPRE_IJMatrix      ij;
   void               *object;
   const HYPRE_BigInt  n = edge * edge;
   HYPRE_IJMatrixCreate(MPI_COMM_WORLD, first, next - 1, first, next - 1, &ij);
   HYPRE_IJMatrixSetObjectType(ij, HYPRE_PARCSR);
   HYPRE_IJMatrixInitialize_v2(ij, HYPRE_MEMORY_HOST);
   for (HYPRE_BigInt i = first; i < next; i++)
   {
      const HYPRE_BigInt near[] = { i, i - edge, i - 1, i + 1, i + edge, n };
      const bool         in = i < n;
      const bool         has[] = {
                 true,         in && i >= edge, in && i % edge > 0, in && i % edge < edge - 1,
                 i + edge < n, hub && in
      };
      HYPRE_Int one = 1;
      for (int k = 0; k < 6; k++)
      {
         const double diagonal = in ? 4.0 - (hub ? weak : 0.0) : 1.0 - weak * (double) n;
         const double value = k == 0 ? diagonal : k == 5 ? weak : -1.0;
         if (has[k])
         {
            HYPRE_IJMatrixSetValues(ij, 1, &one, &i, &near[k], &value);
         }
      }
      for (HYPRE_BigInt j = 0; !in && j < n; j++)
      {
         HYPRE_IJMatrixSetValues(ij, 1, &one, &i, &j, &weak);
      }
   }
   HYPRE_IJMatrixAssemble(ij);
   HYPRE_IJMatrixGetObject(ij, &object);
   load_system s = load_of(object);
   s.ij = ij;
   return s;
}

void load_destroy(load_system *s)
{
   hypre_ParVectorDestroy(s->b);
   hypre_ParVectorDestroy(s->x);
   hypre_ParVectorDestroy(s->r);
   if (s->ij)
   {
      HYPRE_IJMatrixDestroy(s->ij);
   }
   else
   {
      hypre_ParCSRMatrixDestroy(s->a);
   }
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
