/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * An application of BoomerAMG with smoothers of the plug has no more reductions, barriers or
 * broadcasts than an application with hypre's own.
 */
#include "hypre/support.h"

static int n_calls;

/* Replace MPI's functions. */
#pragma GCC visibility push(default)
int MPI_Allreduce(const void *in, void *out, int n, MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
   n_calls++;
   return PMPI_Allreduce(in, out, n, type, op, comm);
}

int MPI_Barrier(MPI_Comm comm)
{
   n_calls++;
   return PMPI_Barrier(comm);
}

int MPI_Bcast(void *data, int n, MPI_Datatype type, int root, MPI_Comm comm)
{
   n_calls++;
   return PMPI_Bcast(data, n, type, root, comm);
}
#pragma GCC visibility pop

/* Calls in one application as a preconditioner. */
static int count_calls(HYPRE_Int type, test_system *system)
{
   HYPRE_Solver amg = test_amg_create(type);
   HYPRE_BoomerAMGSetMaxIter(amg, 1);
   HYPRE_BoomerAMGSetup(amg, system->a, system->b, system->x);
   HYPRE_BoomerAMGSolve(amg, system->a, system->b, system->x);
   const int before = n_calls;
   HYPRE_BoomerAMGSolve(amg, system->a, system->b, system->x);
   const int in_solve = n_calls - before;
   HYPRE_BoomerAMGDestroy(amg);
   return in_solve;
}

int main(int argc, char **argv)
{
   test_start(&argc, &argv);
   static const HYPRE_Int types[] = { 3, 6, 8, 13 };
   test_system            system = test_system_create(8, 1.0, false);
   for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
   {
      TEST_CHECK(count_calls(types[i], &system) == count_calls(1000 + types[i], &system));
   }
   TEST_CHECK(n_calls > 0);
   test_system_destroy(&system);
   return test_end();
}
