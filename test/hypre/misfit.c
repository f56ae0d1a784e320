/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * A hypre other than that of the plug's build, imitated by behind.c, and an MPI other than that, by
 * this program: the plug reports the difference before any other access to hypre. Each case has its
 * own process. More cases: the program's first call destroys a matrix.
 */
#include "hypre/behind.h"

#include <mpi.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <HYPRE_parcsr_ls.h>
#include <_hypre_parcsr_mv.h>

#include <trisweep/hypre.h>

static const struct
{
   const char *what;
   const char *words; /* in the reason */
} misfits[] = {
   { "none", "" },
   { "version", "the plug was built for hypre" },
   { "mpi", "but the MPI of this program is" },
   { "field", "RelaxOrder elsewhere" },
   { "width", "HYPRE_BigInt" },
};

enum
{
   N_MISFITS = (int) (sizeof misfits / sizeof misfits[0])
};

enum
{
   RETURNED = 5,       /* exit status if the call did not end the process */
   LONG_VERSION = 8000 /* bytes */
};

/* The MPI of another family. MPICH's text, with its build options, is longer than Open MPI's. */
__attribute__((visibility("default"))) int MPI_Get_library_version(char *version, int *length)
{
   const bool is_other = test_behind_misfit && !strcmp(test_behind_misfit, "mpi");
#if defined(OPEN_MPI)
   const char *other = "MPICH Version:\t9.9\nMPICH Release date:\tunknown";
#else
   const char *other = "Open MPI v9.9, package: unknown";
#endif
   (void) PMPI_Get_library_version(version, length);
   *length = is_other ? sprintf(version, "%s%*s", other, LONG_VERSION, "") : *length;
   return MPI_SUCCESS;
}

/*
 * The destruction of a matrix is the first call. The plug must end the process in this call if a
 * variable asks for the plug, or in a later call with a number of trisweep. Otherwise the program
 * goes on.
 */
static int call_first(const char *what, const char *how)
{
   HYPRE_Solver solver = NULL;
   MPI_Init(NULL, NULL);
   test_behind_misfit = what;
   if (!strcmp(how, "asked"))
   {
      setenv("TRISWEEP_REPLACE", "6", 1);
   }
   (void) hypre_ParCSRMatrixDestroy((hypre_ParCSRMatrix *) test_behind_memory);
   HYPRE_BoomerAMGCreate(&solver);
   HYPRE_BoomerAMGSetRelaxType(solver, !strcmp(how, "number") ? 1006 : 6);
   HYPRE_BoomerAMGDestroy(solver);
   MPI_Finalize();
   return RETURNED;
}

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

static bool try_in_process(const char *program, const char *what, const char *how, int expected)
{
   int         status = 0;
   const pid_t child = fork();
   if (child == 0)
   {
      execl(program, program, what, how, (char *) NULL);
      _exit(3);
   }
   if (child < 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status) ||
       WEXITSTATUS(status) != expected)
   {
      printf("FAIL: misfit %s, %s: wait status %d\n", what, how, status);
      return false;
   }
   return true;
}

int main(int argc, char **argv)
{
   int n_failed = 0, n_tests = 4;
   if (argc == 3)
   {
      return !strcmp(argv[2], "usual") ? try_misfit(argv[1]) : call_first(argv[1], argv[2]);
   }
   for (int i = 0; i < N_MISFITS; i++, n_tests++)
   {
      n_failed += !try_in_process(argv[0], misfits[i].what, "usual", 0);
   }
   n_failed += !try_in_process(argv[0], "version", "asked", 1);
   n_failed += !try_in_process(argv[0], "version", "number", 1);
   n_failed += !try_in_process(argv[0], "version", "plain", RETURNED);
   n_failed += !try_in_process(argv[0], "mpi", "plain", RETURNED);
   printf("[  PASSED  ] %d test(s).\n", n_tests - n_failed);
   if (n_failed > 0)
   {
      printf("[  FAILED  ] %d test(s).\n", n_failed);
   }
   return n_failed > 0;
}
