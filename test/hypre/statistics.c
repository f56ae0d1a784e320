/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The file of the statistics is written at the end of a process that has memory for all parts, and
 * not written at all if memory for a part is missing. Each case is a process of its own.
 */
#include "hypre/support.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum
{
   EDGE = 8,
   NEVER = 1 << 30,
   STATUS_NO_JSON = 77
};

/* cJSON_Hooks of cJSON.h, which need not be installed. */
typedef struct json_hooks
{
   void *(*allocate)(size_t size);
   void (*release)(void *memory);
} json_hooks;

static int left; /* allocations until one fails */

static void *allocate(size_t size)
{
   return left-- > 0 ? malloc(size) : NULL;
}

/* The parts of the statistics are made when the solver is destroyed. Returns the exit status. */
static int solve(int argc, char **argv)
{
   void (*set_hooks)(json_hooks *);
   json_hooks hooks = { allocate, free };
   test_start(&argc, &argv);
   *(void **) &set_hooks = dlsym(RTLD_DEFAULT, "cJSON_InitHooks");
   test_system  system = test_system_create(EDGE, 1.0, false);
   HYPRE_Solver amg = test_amg_create(1006);
   TEST_CHECK(HYPRE_BoomerAMGSetup(amg, system.a, system.b, system.x) == 0);
   if (set_hooks)
   {
      set_hooks(&hooks);
   }
   HYPRE_BoomerAMGDestroy(amg);
   if (set_hooks)
   {
      set_hooks(NULL);
   }
   test_system_destroy(&system);
   const int failed = test_end();
   return set_hooks ? failed : STATUS_NO_JSON;
}

/* The exit status of a process in which the allocation after these fails. */
static int run(int n_allocations, int argc, char **argv)
{
   int         status = -1;
   const pid_t child = fork();
   if (child == 0)
   {
      left = n_allocations;
      exit(solve(argc, argv));
   }
   return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status)
             ? WEXITSTATUS(status)
             : -1;
}

int main(int argc, char **argv)
{
   static const struct
   {
      int  n_allocations;
      bool has_file;
   } cases[] = { { NEVER, true }, { 0, false }, { 1, false }, { 40, false } };
   char folder[] = "/tmp/trisweep-statistics.XXXXXX", file[64];
   int  n_failed = 0;
   if (!mkdtemp(folder))
   {
      perror(folder);
      return 1;
   }
   snprintf(file, sizeof file, "%s/stats.json", folder);
   setenv("TRISWEEP_STATS", file, 1);
   for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
   {
      const int  status = run(cases[i].n_allocations, argc, argv);
      const bool has_file = unlink(file) == 0;
      if (status == STATUS_NO_JSON)
      {
         puts("SKIP: this build writes no statistics as JSON");
         n_failed = status;
         break;
      }
      if (status != 0 || has_file != cases[i].has_file)
      {
         fprintf(stderr, "memory for %d allocations: exit status %d, %s\n", cases[i].n_allocations,
                 status, has_file ? "a file" : "no file");
         n_failed = 1;
      }
   }
   unsetenv("TRISWEEP_STATS"); /* the end of this process, too, reads the variable */
   rmdir(folder);
   return n_failed;
}
