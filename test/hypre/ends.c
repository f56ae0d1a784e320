/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Statistics at the end of a process: the relative name of the file is of the folder in which the
 * program started, a forked process that ends before does not write it, and if the disk is full (a
 * limit for files), the old file stays as it is. A program may end within a setup.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* RTLD_DEFAULT, mkdtemp */
#endif
#include "hypre/support.h"

#include <dlfcn.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum
{
   EDGE = 8,
   FEW_BYTES = 100,
   SKIPPED = 77
};

static char statistics[64];

static long size_of(const char *name)
{
   struct stat what;
   return stat(name, &what) == 0 ? (long) what.st_size : -1;
}

static void check_end(int child)
{
   int status = -1;
   TEST_CHECK(child > 0 && waitpid(child, &status, 0) == child && status == 0);
}

static HYPRE_Solver leaves; /* end the process within the setup of this solver */

/* hypre's setup calls this function after the plug has seen level 0. */
__attribute__((visibility("default"))) int MPI_Allreduce(const void *from, void *to, int n,
                                                         MPI_Datatype type, MPI_Op op,
                                                         MPI_Comm comm)
{
   if (leaves && test_sweeps(leaves, 0) >= 0)
   {
      exit(0);
   }
   return PMPI_Allreduce(from, to, n, type, op, comm);
}

static int solve(int argc, char **argv, bool within)
{
   test_start(&argc, &argv);
   test_system  system = test_system_create(EDGE, 1.0, false);
   HYPRE_Solver amg = test_amg_create(1006);
   leaves = within ? amg : NULL;
   HYPRE_BoomerAMGSetup(amg, system.a, system.b, system.x);
   TEST_CHECK(!within && chdir("/") == 0);
   const pid_t child = fork();
   if (child == 0)
   {
      exit(0);
   }
   check_end(child);
   TEST_CHECK(size_of(statistics) < FEW_BYTES);
   HYPRE_BoomerAMGDestroy(amg);
   test_system_destroy(&system);
   return test_end();
}

/* Solve in a process of its own. */
static void run(int argc, char **argv, bool is_full, bool within)
{
   const struct rlimit few = { FEW_BYTES, FEW_BYTES };
   const pid_t         child = fork();
   if (child == 0)
   {
      const int status = solve(argc, argv, within);
      if (is_full)
      {
         signal(SIGXFSZ, SIG_IGN);
         setrlimit(RLIMIT_FSIZE, &few);
      }
      exit(status);
   }
   check_end(child);
}

int main(int argc, char **argv)
{
   char folder[] = "/tmp/trisweep-ends.XXXXXX";
   if (!dlsym(RTLD_DEFAULT, "cJSON_InitHooks"))
   {
      return SKIPPED; /* this build writes no file */
   }
   TEST_CHECK(mkdtemp(folder) && chdir(folder) == 0);
   snprintf(statistics, sizeof statistics, "%s/stats.json", folder);
   setenv("TRISWEEP_STATS", "stats.json", 1);
   FILE *old = fopen(statistics, "w");
   TEST_CHECK(old && fputs("old", old) >= 0 && fclose(old) == 0);
   run(argc, argv, true, false);
   TEST_CHECK(size_of(statistics) == 3);
   for (int within = 0; within < 2; within++)
   {
      run(argc, argv, false, within > 0);
      TEST_CHECK(size_of(statistics) > FEW_BYTES && unlink(statistics) == 0);
   }
   unsetenv("TRISWEEP_STATS"); /* the end of this process, too, reads the variable */
   TEST_CHECK(chdir("/") == 0 && rmdir(folder) == 0);
   test_start(&argc, &argv);
   return test_end();
}
