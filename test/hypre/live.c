/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Prints the result of trisweep_hypre_hooks_live, "live 1: " or "live 0: REASON". programs.py runs
 * this program linked with the libraries in the right and in the wrong order.
 */
#include <HYPRE.h>
#include <HYPRE_parcsr_ls.h>
#include <mpi.h>
#include <stdio.h>

#include <trisweep/hypre.h>

int main(int argc, char **argv)
{
   HYPRE_Solver amg;
   int          live;
   const char  *reason;
   MPI_Init(&argc, &argv);
   HYPRE_Init();
   HYPRE_BoomerAMGCreate(&amg);
   const trisweep_status status = trisweep_hypre_hooks_live(&live, &reason);
   if (status == TRISWEEP_OK)
   {
      printf("live %d: %s\n", live, reason);
   }
   HYPRE_BoomerAMGDestroy(amg);
   HYPRE_Finalize();
   MPI_Finalize();
   return status != TRISWEEP_OK;
}
