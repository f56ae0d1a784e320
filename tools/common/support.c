/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tools/common/support.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <mpi.h>

const char *tsw_program = "";

void tsw_complain(const char *format, ...)
{
   char    text[2048];
   va_list arguments;
   va_start(arguments, format);
   vsnprintf(text, sizeof text, format, arguments);
   va_end(arguments);
   fflush(stdout);
   fprintf(stderr, "%s: %s\n", tsw_program, text);
   fflush(stderr);
}

void *tsw_get(size_t count, size_t size)
{
   void *memory = calloc(count ? count : 1, size);
   if (!memory)
   {
      tsw_complain("not enough memory for %zu times %zu bytes", count, size);
   }
   return memory;
}

bool tsw_all(bool condition)
{
   int mine = condition, all = 0;
   MPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
   return all != 0;
}

bool tsw_create_file(const char *name, tsw_new_file *file)
{
   const bool good = tsw_new_file_open(file, name);
   if (!good)
   {
      tsw_complain("%s: cannot be written: %s", name, strerror(errno));
   }
   return good;
}

bool tsw_finish_file(const char *name, tsw_new_file *file, bool written)
{
   const bool good = tsw_new_file_close(file, written);
   if (!good)
   {
      tsw_complain("%s: cannot be written: %s", name, strerror(errno));
   }
   return good;
}

void tsw_ignore_replace(int rank)
{
   if (getenv("TRISWEEP_REPLACE"))
   {
      unsetenv("TRISWEEP_REPLACE");
      if (rank == 0)
      {
         tsw_complain(
            "TRISWEEP_REPLACE is ignored: it would turn hypre's own sweeps into trisweep's");
      }
   }
}
