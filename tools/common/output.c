/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tools/common/output.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *name;
static int         failed;

/* exit() calls this function before flushing. Here only _exit() can change the status. */
static void check(void)
{
   const int before = ferror(stdout);
   errno = 0;
   if (fflush(stdout) != 0 || before)
   {
      fprintf(stderr, "%s: standard output cannot be written%s%s\n", name, errno ? ": " : "",
              errno ? strerror(errno) : "");
      _exit(failed);
   }
}

void tsw_watch_output(const char *program, int status)
{
   name = program;
   failed = status;
   atexit(check);
}
