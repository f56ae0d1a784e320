/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * A library to preload into a program with hypre on one rank, such as ij: after the first setup of
 * BoomerAMG it writes the matrices of levels 0 to 3 as NAME_level<k>.mtx, where NAME is the value
 * of TRISWEEP_LEVELS, and ends the program.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* RTLD_NEXT */
#endif
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

#include <HYPRE.h>
#include <_hypre_parcsr_ls.h>

/* The library is preloaded into shells and launchers, too, which are without hypre. */
#pragma weak hypre_ParCSRMatrixClone_v2
#pragma weak hypre_ParCSRMatrixDestroy

enum
{
   LEVELS = 4,
   NAME_SIZE = 4096,
   BUFFER = 1 << 20
};

static void write_matrix(hypre_ParCSRMatrix *matrix, const char *path)
{
   hypre_ParCSRMatrix *host = hypre_ParCSRMatrixClone_v2(matrix, 1, HYPRE_MEMORY_HOST);
   hypre_CSRMatrix    *a = hypre_ParCSRMatrixDiag(host);
   const HYPRE_Int     n = hypre_CSRMatrixNumRows(a);
   const HYPRE_Int    *row_ptr = hypre_CSRMatrixI(a);
   FILE               *file = fopen(path, "w");
   if (!file)
   {
      perror(path);
      exit(EXIT_FAILURE);
   }
   setvbuf(file, NULL, _IOFBF, BUFFER);
   fprintf(file, "%%%%MatrixMarket matrix coordinate real general\n%lld %lld %lld\n", (long long) n,
           (long long) n, (long long) row_ptr[n]);
   for (HYPRE_Int i = 0; i < n; i++)
   {
      for (HYPRE_Int e = row_ptr[i]; e < row_ptr[i + 1]; e++)
      {
         fprintf(file, "%lld %lld %.8g\n", (long long) i + 1,
                 (long long) hypre_CSRMatrixJ(a)[e] + 1, (double) hypre_CSRMatrixData(a)[e]);
      }
   }
   if (fclose(file))
   {
      perror(path);
      exit(EXIT_FAILURE);
   }
   hypre_ParCSRMatrixDestroy(host);
}

__attribute__((visibility("default"))) HYPRE_Int HYPRE_BoomerAMGSetup(HYPRE_Solver       solver,
                                                                      HYPRE_ParCSRMatrix a,
                                                                      HYPRE_ParVector    b,
                                                                      HYPRE_ParVector    x)
{
   HYPRE_Int (*setup)(HYPRE_Solver, HYPRE_ParCSRMatrix, HYPRE_ParVector, HYPRE_ParVector);
   *(void **) &setup = dlsym(RTLD_NEXT, "HYPRE_BoomerAMGSetup");
   const char *name = getenv("TRISWEEP_LEVELS");
   if (!setup || !name)
   {
      fprintf(stderr, "levels: no hypre after this library, or no TRISWEEP_LEVELS\n");
      exit(EXIT_FAILURE);
   }
   const HYPRE_Int   error = setup(solver, a, b, x);
   hypre_ParAMGData *amg = (hypre_ParAMGData *) solver;
   for (HYPRE_Int k = 0; k < LEVELS && k < hypre_ParAMGDataNumLevels(amg) && !error; k++)
   {
      char path[NAME_SIZE];
      snprintf(path, sizeof path, "%s_level%d.mtx", name, (int) k);
      write_matrix(hypre_ParAMGDataAArray(amg)[k], path);
   }
   _Exit(error ? EXIT_FAILURE : EXIT_SUCCESS);
}
