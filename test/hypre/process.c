/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* dladdr */
#endif
#include "hypre/process.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

int test_process_run(char **arguments, const char *preload, char *output, size_t size)
{
   int    ends[2], status = -1;
   size_t n = 0;
   if (pipe(ends))
   {
      return -1;
   }
   const pid_t child = fork();
   if (child == 0)
   {
      dup2(ends[1], 1);
      dup2(ends[1], 2);
      setenv("LD_PRELOAD", preload, 1);
      execv(arguments[0], arguments);
      _exit(127);
   }
   close(ends[1]);
   for (ssize_t got = 1; got > 0 && n + 1 < size; n += got > 0 ? (size_t) got : 0)
   {
      got = read(ends[0], output + n, size - 1 - n);
   }
   output[n] = '\0';
   close(ends[0]);
   return waitpid(child, &status, 0) == child && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

bool test_process_copy_hypre(const char *folder, char *copy, size_t size)
{
   char    name[4096], command[9000];
   Dl_info info;
   snprintf(name, sizeof name, "%s/.libs/libtest-solver.so", folder);
   void *library = dlopen(name, RTLD_LAZY);
   void *symbol = library ? dlsym(library, "HYPRE_IJMatrixCreate") : NULL;
   snprintf(copy, size, "%s/libtest-hypre-%ld.so", folder, (long) getpid());
   if (!symbol || !dladdr(symbol, &info))
   {
      return false;
   }
   snprintf(command, sizeof command, "cp '%s' '%s'", info.dli_fname, copy);
   return system(command) == 0; /* NOLINT */
}
