/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A symmetric grid matrix of hypre with constant couplings, for the programs of this folder. */
#include <HYPRE.h>
#include <HYPRE_IJ_mv.h>
#include <HYPRE_parcsr_ls.h>
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct
{
   HYPRE_ParCSRMatrix a;
   HYPRE_ParVector    b, x;
} grid_system;

static HYPRE_ParVector grid_vector(HYPRE_BigInt n, int wave)
{
   HYPRE_IJVector  v;
   HYPRE_ParVector result;
   HYPRE_IJVectorCreate(MPI_COMM_WORLD, 0, n - 1, &v);
   HYPRE_IJVectorSetObjectType(v, HYPRE_PARCSR);
   HYPRE_IJVectorInitialize(v);
   for (HYPRE_BigInt i = 0; i < n; i++)
   {
      const double value = wave ? 1.0 + 0.25 * sin((double) i + 1.0) : 0.0;
      HYPRE_IJVectorSetValues(v, 1, &i, &value);
   }
   HYPRE_IJVectorAssemble(v);
   HYPRE_IJVectorGetObject(v, (void **) &result);
   return result;
}

/*
 * n points in each of n_dims dimensions (2 or 3); coupling[k]: the entry towards neighbours in
 * dimension k; the diagonal is minus the sum for negative couplings. descending: the off-diagonal
 * entries of a row are given in descending order. One process.
 */
static grid_system grid_create(int n, int n_dims, const double *coupling, int descending)
{
   const int      size = n_dims == 3 ? n * n * n : n * n;
   const int      stride[3] = { 1, n, n * n };
   HYPRE_IJMatrix ij;
   grid_system    s;
   HYPRE_IJMatrixCreate(MPI_COMM_WORLD, 0, size - 1, 0, size - 1, &ij);
   HYPRE_IJMatrixSetObjectType(ij, HYPRE_PARCSR);
   HYPRE_IJMatrixInitialize(ij);
   for (HYPRE_BigInt row = 0; row < size; row++)
   {
      HYPRE_BigInt cols[7] = { row };
      double       values[7] = { 0.0 };
      HYPRE_Int    m = 1;
      for (int q = 0; q < 2 * n_dims; q++)
      {
         const int p = descending ? 2 * n_dims - 1 - q : q; /* -z -y -x x y z */
         const int k = p < n_dims ? n_dims - 1 - p : p - n_dims;
         const int side = p < n_dims ? -1 : 1;
         const int place = (int) (row / stride[k] % n) + side;
         values[0] += fabs(coupling[k]);
         if (place >= 0 && place < n)
         {
            cols[m] = row + side * stride[k];
            values[m++] = coupling[k];
         }
      }
      HYPRE_IJMatrixSetValues(ij, 1, &m, &row, cols, values);
   }
   HYPRE_IJMatrixAssemble(ij);
   HYPRE_IJMatrixGetObject(ij, (void **) &s.a);
   s.b = grid_vector(size, 1);
   s.x = grid_vector(size, 0);
   return s;
}
