/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * A hypre other than that of the plug's build, imitated by behind.c: the plug reports the
 * difference before any other access to hypre. Each case has its own process.
 */
#include "hypre/behind.h"

#include <mpi.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <trisweep/hypre.h>

static const struct
{
   const char *what;
   const char *words; /* in the reason */
} misfits[] = {
   { "none", "" },
   { "version", "the plug was built for hypre" },
   { "field", "RelaxOrder elsewhere" },
   { "width", "HYPRE_BigInt" },
};

enum
{
   N_MISFITS = (int) (sizeof misfits / sizeof misfits[0])
};

static int try_misfit(const char *what)
{
   int         live = -1, good = 0;
   const char *reason = "";
   MPI_Init(NULL, NULL);
   test_behind_misfit = what;
   for (int i = 0; i < N_MISFITS; i++)
   {
      if (!strcmp(misfits[i].what, what))
      {
         good = trisweep_hypre_hooks_live(&live, &reason) == TRISWEEP_OK && live == (i == 0) &&
                strstr(reason, misfits[i].words);
         printf("%s: live %d: %s\n", what, live, reason);
      }
   }
   MPI_Finalize();
   return !good;
}

static bool try_in_process(const char *program, const char *what)
{
   int         status = 0;
   const pid_t child = fork();
   if (child == 0)
   {
      execl(program, program, what, (char *) NULL);
      _exit(3);
   }
   if (child < 0 || waitpid(child, &status, 0) != child || status != 0)
   {
      printf("FAIL: misfit %s: wait status %d\n", what, status);
      return false;
   }
   return true;
}

int main(int argc, char **argv)
{
   int n_failed = 0;
   if (argc == 2)
   {
      return try_misfit(argv[1]);
   }
   for (int i = 0; i < N_MISFITS; i++)
   {
      n_failed += !try_in_process(argv[0], misfits[i].what);
   }
   printf("[  PASSED  ] %d test(s).\n", N_MISFITS - n_failed);
   if (n_failed > 0)
   {
      printf("[  FAILED  ] %d test(s).\n", n_failed);
   }
   return n_failed > 0;
}
