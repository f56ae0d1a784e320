/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tools/problem/system.h"

#include "tools/common/support.h"

#include <math.h>

bool tsw_system_create(const rows *s, const tsw_machine *machine, tsw_system *system)
{
   const HYPRE_MemoryLocation where = machine->device ? HYPRE_MEMORY_DEVICE : HYPRE_MEMORY_HOST;
   double                     square = 0.0;
   *system = (tsw_system){ .n_modes = 0 };
   system->a = rows_matrix(s, where, &system->ij_a);
   system->b = rows_vector(s, where, s->rhs, &system->ij_b);
   system->x = rows_vector(s, where, NULL, &system->ij_x);
   system->r = rows_vector(s, where, NULL, &system->ij_r);
   for (int i = 0; i < 3 && s->mode[i]; i++)
   {
      system->mode[i] = rows_vector(s, where, s->mode[i], &system->ij_mode[i]);
      system->n_modes++;
   }
   HYPRE_ParVectorInnerProd(system->b, system->b, &square);
   system->norm_b = sqrt(square);
   return tsw_hypre_well("the matrix");
}

void tsw_system_solve(const tsw_system *system, const tsw_machine *machine, tsw_krylov krylov,
                      HYPRE_Solver solver, bool setup, double seconds[2])
{
   const tsw_krylov_calls *call = tsw_krylov_find(krylov);
   const HYPRE_Matrix      a = (HYPRE_Matrix) system->a;
   const HYPRE_Vector      b = (HYPRE_Vector) system->b, x = (HYPRE_Vector) system->x;
   HYPRE_ParVectorSetConstantValues(system->x, 0.0);
   const double start = tsw_machine_lap(machine, 0.0);
   if (setup)
   {
      call->setup(solver, a, b, x);
   }
   seconds[0] = tsw_machine_lap(machine, start);
   const bool   well = tsw_all((HYPRE_GetError() & ~HYPRE_ERROR_CONV) == 0);
   const double begin = tsw_machine_lap(machine, 0.0);
   if (well)
   {
      call->solve(solver, a, b, x);
   }
   seconds[1] = tsw_machine_lap(machine, begin);
}

double tsw_system_residual(const tsw_system *system)
{
   double square = 0.0;
   HYPRE_ParVectorCopy(system->b, system->r);
   HYPRE_ParCSRMatrixMatvec(-1.0, system->a, system->x, 1.0, system->r);
   HYPRE_ParVectorInnerProd(system->r, system->r, &square);
   return sqrt(square) / (system->norm_b > 0.0 ? system->norm_b : 1.0);
}

void tsw_system_destroy(tsw_system *system)
{
   if (system->ij_a)
   {
      HYPRE_IJMatrixDestroy(system->ij_a);
      HYPRE_IJVectorDestroy(system->ij_b);
      HYPRE_IJVectorDestroy(system->ij_x);
      HYPRE_IJVectorDestroy(system->ij_r);
   }
   for (int i = 0; i < system->n_modes; i++)
   {
      HYPRE_IJVectorDestroy(system->ij_mode[i]);
   }
   *system = (tsw_system){ .n_modes = 0 };
}
