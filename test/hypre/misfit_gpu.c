/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * A plug for a hypre without GPUs refuses a hypre with the product on GPUs, whose symbol this
 * program defines. A plug for GPUs accepts its own hypre. Linked twice: with the shared plug, and
 * with the archive for a static hypre.
 */
#include <HYPRE_config.h>
#include <mpi.h>
#include <stdio.h>
#include <string.h>

#include <trisweep/hypre.h>

#if defined(HYPRE_USING_GPU)
static const int  wanted = 1;
static const char words[] = "";
#else
static const int  wanted = 0;
static const char words[] = "hypre without GPU support, and this one is with";

__attribute__((visibility("default"))) const char product[1] __asm__("hypre_CSRMatrixMatvecDevice");
const char                                        product[1] = { 0 };
#endif

int main(int argc, char **argv)
{
   int         live = -1;
   const char *reason = "";
   MPI_Init(&argc, &argv);
   const int good = trisweep_hypre_hooks_live(&live, &reason) == TRISWEEP_OK && live == wanted &&
                    strstr(reason, words);
   printf("%s: live %d: %s\n", good ? "good" : "FAIL", live, reason);
   MPI_Finalize();
   return !good;
}
