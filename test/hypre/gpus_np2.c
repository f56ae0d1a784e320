/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * gpus_np2 --device [NUMBER OF SOLVERS]
 *
 * Life of the exchanges between GPUs: solvers that are destroyed in another order
 * on each rank, several solvers at once, solvers on smaller communicators, many solvers one after
 * the other, a rank without rows, a rank that comes too late; and hypre's exchanges by a GPU-aware
 * MPI, which the plug leaves alone. Without --device there is nothing to test.
 */
#include <math.h>
#include <stdlib.h>
#include <unistd.h>

#include <HYPRE.h>
#include <HYPRE_krylov.h>
#include <_hypre_parcsr_ls.h>
#include <mpi.h>
#include <trisweep/hypre.h>

#include "hypre/gpu_aware.h"
#include "load/load.h"

enum
{
   EDGE = 20
};

static void solve(load_solver *s, load_system *v, const char *what)
{
   const load_result r = load_solve(s, v);
   if (!load_is_good(&r))
   {
      load_fail("%s: error %d, residual %g after %d iterations", what, r.error, r.residual,
                r.iterations);
   }
}

/* Each rank destroys the solvers in another order; then new solvers take their place. */
static void orders(void)
{
   load_system v = load_create(EDGE, false, 1.0);
   for (int turn = 0; turn < 4; turn++)
   {
      load_solver s[3];
      for (int k = 0; k < 3; k++)
      {
         s[k] = load_solver_create(k == 2 ? 1003 : 2003, k == 2 ? 1004 : 2004);
         solve(&s[k], &v, "orders");
      }
      for (int k = 0; k < 3; k++)
      {
         load_solver_destroy(&s[load_rank % 2 == turn % 2 ? k : 2 - k]);
      }
   }
   load_destroy(&v);
}

static void several(void)
{
   load_system v = load_create(EDGE, false, 1.0);
   load_system w = load_create(EDGE + 4, true, 1.0);
   load_solver s = load_solver_create(2003, 2004);
   load_solver t = load_solver_create(2006, 2006);
   for (int turn = 0; turn < 3; turn++)
   {
      solve(&s, &v, "several, first");
      solve(&t, &w, "several, second");
      /* Solves without a new setup in between. */
      HYPRE_ParVectorSetConstantValues(v.x, 0.0);
      HYPRE_PCGSolve(s.pcg, (HYPRE_Matrix) v.a, (HYPRE_Vector) v.b, (HYPRE_Vector) v.x);
   }
   load_solver_destroy(&t);
   solve(&s, &w, "several, after the end of one");
   load_solver_destroy(&s);
   load_destroy(&w);
   load_destroy(&v);
}

/* A system of one rank only. */
static load_system create_own(MPI_Comm comm, int n)
{
   HYPRE_Real seven[4] = { 6.0, -1.0, -1.0, -1.0 };
   return load_of(GenerateLaplacian(comm, n, n, n, 1, 1, 1, 0, 0, 0, seven));
}

/* Solvers of single ranks, whose numbers of solves differ, between solves of all ranks. */
static void communicators(void)
{
   MPI_Comm comm;
   MPI_Comm_split(MPI_COMM_WORLD, load_rank, 0, &comm);
   load_system v = load_create(EDGE, false, 1.0);
   load_system own = create_own(comm, 10 + load_rank);
   load_solver s = load_solver_create(2003, 2004);
   load_solver t = load_solver_create(2003, 2004);
   for (int turn = 0; turn < 3; turn++)
   {
      solve(&s, &v, "communicators, all ranks");
      for (int k = 0; k <= load_rank + turn; k++)
      {
         const load_result r = load_solve(&t, &own);
         if (r.error || !(r.residual < 1e-7))
         {
            load_fail("communicators: a solve of one rank has the residual %g", r.residual);
         }
      }
   }
   load_solver_destroy(&t);
   solve(&s, &v, "communicators, all ranks again");
   load_solver_destroy(&s);
   load_destroy(&own);
   load_destroy(&v);
   MPI_Comm_free(&comm);
}

/* Many solvers in turn: the memory of the device does not grow. */
static void many(int n)
{
   static const int64_t MOST_GROWTH = 4 << 20;
   load_system          v = load_create(12, false, 1.0);
   int64_t              before = 0;
   for (int k = 0; k < n; k++)
   {
      load_solver s = load_solver_create(2003, 2004);
      solve(&s, &v, "many");
      load_solver_destroy(&s);
      before = k == n / 10 ? load_memory_now().device : before;
   }
   const int64_t growth = load_memory_now().device - before;
   MPI_Barrier(MPI_COMM_WORLD);
   if (growth > MOST_GROWTH)
   {
      load_fail("many: %d solvers let the memory of the device grow by %lld bytes", n,
                (long long) growth);
   }
   load_destroy(&v);
}

/* hypre's own type, and types of the plug in natural order and by few colours. */
static void without_rows(void)
{
   static const int   types[][2] = { { 18, 18 }, { 1003, 1004 }, { 2003, 2004 }, { 1006, 1006 } };
   const HYPRE_BigInt n = (HYPRE_BigInt) EDGE * EDGE;
   load_system        v = load_plane(EDGE, false, load_rank == 0 ? 0 : n, n);
   for (size_t k = 0; k < sizeof types / sizeof types[0]; k++)
   {
      load_solver s = load_solver_create(types[k][0], types[k][1]);
      solve(&s, &v, "a rank without rows");
      solve(&s, &v, "a rank without rows, a setup again");
      load_solver_destroy(&s);
   }
   load_destroy(&v);
}

#if defined(HYPRE_USING_CUDA)
/* With a GPU-aware MPI hypre sends device memory; iterations are those without. */
static void gpu_aware(void)
{
   load_system v = load_create(EDGE, false, 1.0);
   int         iterations[2];
   for (int aware = 0; aware < 2; aware++)
   {
      HYPRE_SetGpuAwareMPI(aware);
      hypre_ResetDeviceRandGenerator(4711ULL, 0ULL);
      const long  before = test_device_messages;
      load_solver s = load_solver_create(2003, 2004);
      load_result r = load_solve(&s, &v);
      iterations[aware] = r.iterations;
      if (!load_is_good(&r) || (load_size > 1 && (test_device_messages > before) != aware))
      {
         load_fail("GPU-aware MPI %d: error %d, residual %g, %ld messages of device memory", aware,
                   r.error, r.residual, test_device_messages - before);
      }
      load_solver_destroy(&s);
   }
   HYPRE_SetGpuAwareMPI(0);
   if (iterations[0] != iterations[1])
   {
      load_fail("iterations %d, with a GPU-aware MPI %d", iterations[0], iterations[1]);
   }
   load_destroy(&v);
}
#else
static void gpu_aware(void)
{
   load_fail("this hypre has no GPU-aware MPI");
}
#endif

static bool has_nan(HYPRE_ParVector x)
{
   hypre_Vector *local = hypre_ParVectorLocalVector((hypre_ParVector *) x);
   double        first = 0.0;
   hypre_TMemcpy(&first, hypre_VectorData(local), double, 1, HYPRE_MEMORY_HOST,
                 HYPRE_MEMORY_DEVICE);
   return isnan(first);
}

/* The last rank comes to a cycle after the limit of the others: an error, and no hang. */
static void late(void)
{
   load_system v = load_create(EDGE, false, 1.0);
   load_solver s = load_solver_create(2003, 2004);
   if (trisweep_hypre_set_options(s.amg, "wait_limit=300") != TRISWEEP_OK)
   {
      load_fail("late: the option wait_limit is refused");
   }
   solve(&s, &v, "late, before");
   HYPRE_ParVectorSetConstantValues(v.x, 0.0);
   if (load_rank == load_size - 1)
   {
      sleep(2);
   }
   const double start = MPI_Wtime();
   HYPRE_BoomerAMGSetMaxIter(s.amg, 2);
   HYPRE_BoomerAMGSolve(s.amg, v.a, v.b, v.x);
   HYPRE_BoomerAMGSetMaxIter(s.amg, 1);
   const bool is_nan = has_nan(v.x);
   HYPRE_BoomerAMGSolve(s.amg, v.a, v.b, v.x); /* reports an error of queued work */
   if (load_rank < load_size - 1 && (!HYPRE_GetError() || !is_nan))
   {
      load_fail("late: error %d, solution %s", (int) HYPRE_GetError(), is_nan ? "NaN" : "not NaN");
   }
   if (MPI_Wtime() - start > 20.0)
   {
      load_fail("late: the solve took %g s", MPI_Wtime() - start);
   }
   HYPRE_ClearAllErrors();
   MPI_Barrier(MPI_COMM_WORLD);
   HYPRE_ClearAllErrors();
   solve(&s, &v, "late, a new setup");
   load_solver_destroy(&s);
   load_destroy(&v);
}

int main(int argc, char **argv)
{
   const int status = load_start(argc, argv, "gpus", "exchanges between GPUs");
   if (status)
   {
      return status;
   }
   orders();
   load_report("orders of destruction");
   several();
   load_report("several solvers");
   communicators();
   load_report("communicators");
   many(argc > 2 ? atoi(argv[2]) : 1000);
   load_report("many solvers");
   without_rows();
   load_report("a rank without rows");
   gpu_aware();
   load_report("a GPU-aware MPI");
   if (load_n_gpus >= load_size && load_size > 1)
   {
      late();
      load_report("a late rank");
   }
   return load_end();
}
