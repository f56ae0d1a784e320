/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * trisweep-bench calibrate: run boards on this GPU and fit a table of constants to the results.
 * fit_tuning.py does both; fit_tuning.py calls this program to run the boards.
 */
#include "bench/boards/calibrate.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "plan/data_folder.h"
#include "plan/tune.h"

#define SCRIPT "fit_tuning.py"

static bool find_self(char self[PATH_MAX])
{
   const ssize_t length = readlink("/proc/self/exe", self, PATH_MAX - 1);
   self[length > 0 ? length : 0] = '\0';
   return length > 0;
}

/* Find the script in the data folder or, if moved, in ../share/trisweep from this program. */
static bool find_script(const char *self, char script[PATH_MAX])
{
   const int folder = (int) (strrchr(self, '/') - self);
   snprintf(script, PATH_MAX, "%s/%s", TSW_DATA_FOLDER, SCRIPT);
   if (access(script, R_OK) == 0)
   {
      return true;
   }
   snprintf(script, PATH_MAX, "%.*s/../share/trisweep/%s", folder, self, SCRIPT);
   return access(script, R_OK) == 0;
}

int tsw_bench_calibrate(int n_folders, char **folders)
{
   char self[PATH_MAX];
   char script[PATH_MAX];
   if (n_folders > 1)
   {
      fprintf(stderr, "trisweep-bench: calibrate takes one folder\n");
      return EXIT_FAILURE;
   }
   if (!find_self(self))
   {
      fprintf(stderr, "trisweep-bench: /proc/self/exe: %s\n", strerror(errno));
      return EXIT_FAILURE;
   }
   if (!find_script(self, script))
   {
      fprintf(stderr,
              "trisweep-bench: there is no %s/%s; install trisweep, or run\n"
              "bench/%s --calibrate FOLDER --bench %s\n",
              TSW_DATA_FOLDER, SCRIPT, SCRIPT, self);
      return EXIT_FAILURE;
   }
   const char *folder = n_folders > 0 ? folders[0] : tsw_tune_folder();
   execlp("python3", "python3", script, "--calibrate", folder, "--bench", self, (char *) NULL);
   fprintf(stderr, "trisweep-bench: python3, which fits the table, cannot be run: %s\n",
           strerror(errno));
   return EXIT_FAILURE;
}
