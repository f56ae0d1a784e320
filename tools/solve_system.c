/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* hypre's matrix and vectors for the rows of each rank. */
#include "tools/solve.h"

#include <math.h>
#include <stdlib.h>

#include <HYPRE.h>

/* Both are filled in host memory; on devices, hypre takes them there. */
static void create_vector(const tsw_rows *rows, const HYPRE_BigInt *number, const double *val,
                          HYPRE_IJVector *ij, HYPRE_ParVector *vector)
{
   HYPRE_IJVectorCreate(MPI_COMM_WORLD, rows->first, rows->first + rows->n_rows - 1, ij);
   HYPRE_IJVectorSetObjectType(*ij, HYPRE_PARCSR);
   HYPRE_IJVectorInitialize_v2(*ij, HYPRE_MEMORY_HOST);
   if (rows->n_rows > 0 && val)
   {
      HYPRE_IJVectorSetValues(*ij, rows->n_rows, number, val);
   }
   HYPRE_IJVectorAssemble(*ij);
#ifdef HYPRE_USING_GPU
   if (rows->on_device)
   {
      HYPRE_IJVectorMigrate(*ij, HYPRE_MEMORY_DEVICE);
   }
#endif
   HYPRE_IJVectorGetObject(*ij, (void **) vector);
}

static void create_matrix(const tsw_rows *rows, const HYPRE_BigInt *number, tsw_system *system)
{
   const HYPRE_BigInt last = rows->first + rows->n_rows - 1;
   HYPRE_IJMatrixCreate(MPI_COMM_WORLD, rows->first, last, rows->first, last, &system->ij_a);
   HYPRE_IJMatrixSetObjectType(system->ij_a, HYPRE_PARCSR);
   HYPRE_IJMatrixSetRowSizes(system->ij_a, rows->length);
   HYPRE_IJMatrixInitialize_v2(system->ij_a, HYPRE_MEMORY_HOST);
   if (rows->n_rows > 0)
   {
      HYPRE_IJMatrixSetValues(system->ij_a, rows->n_rows, rows->length, number, rows->col_idx,
                              rows->val);
   }
   HYPRE_IJMatrixAssemble(system->ij_a);
#ifdef HYPRE_USING_GPU
   if (rows->on_device)
   {
      HYPRE_IJMatrixMigrate(system->ij_a, HYPRE_MEMORY_DEVICE);
   }
#endif
   HYPRE_IJMatrixGetObject(system->ij_a, (void **) &system->a);
}

bool tsw_system_create(const tsw_rows *rows, tsw_system *system)
{
   double        square = 0.0;
   HYPRE_BigInt *number = tsw_get((size_t) rows->n_rows, sizeof *number);
   *system = (tsw_system){ .n_modes = 0 };
   if (!tsw_all(number != NULL))
   {
      free(number);
      return false;
   }
   for (int i = 0; i < rows->n_rows; i++)
   {
      number[i] = rows->first + i;
   }
   create_matrix(rows, number, system);
   create_vector(rows, number, rows->rhs, &system->ij_b, &system->b);
   create_vector(rows, number, NULL, &system->ij_x, &system->x);
   create_vector(rows, number, NULL, &system->ij_r, &system->r);
   for (; system->n_modes < 3 && rows->mode[system->n_modes]; system->n_modes++)
   {
      create_vector(rows, number, rows->mode[system->n_modes], &system->ij_mode[system->n_modes],
                    &system->mode[system->n_modes]);
   }
   free(number);
   HYPRE_ParVectorInnerProd(system->b, system->b, &square);
   system->norm_b = sqrt(square);
   const HYPRE_Int fault = HYPRE_GetError();
   if (!tsw_all(fault == 0))
   {
      char text[256];
      HYPRE_DescribeError(fault, text);
      if (fault)
      {
         tsw_complain("hypre cannot take the matrix: %s", text);
      }
      return false;
   }
   return true;
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
   HYPRE_IJMatrixDestroy(system->ij_a);
   HYPRE_IJVectorDestroy(system->ij_b);
   HYPRE_IJVectorDestroy(system->ij_x);
   HYPRE_IJVectorDestroy(system->ij_r);
   for (int i = 0; i < system->n_modes; i++)
   {
      HYPRE_IJVectorDestroy(system->ij_mode[i]);
   }
   *system = (tsw_system){ .n_modes = 0 };
}
