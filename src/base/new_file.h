/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Files that are written beside the file of their name, and take its place when they are complete:
 * if the disk is full, the old file stays. A device or a pipe is written at once.
 */
#pragma once

#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct tsw_new_file
{
   FILE *stream;
   char  name[PATH_MAX]; /* of the file, not of a link to it */
   char  beside[PATH_MAX + 32];
} tsw_new_file;

/** Open a file for writing. False, with errno, on failure. */
static inline bool tsw_new_file_open(tsw_new_file *f, const char *name)
{
   struct stat old;
   const bool  exists = stat(name, &old) == 0;
   f->stream = NULL;
   f->beside[0] = '\0';
   if (exists && !S_ISREG(old.st_mode))
   {
      f->stream = fopen(name, "w");
   }
   else if (exists ? realpath(name, f->name) && access(name, W_OK) == 0
                   : snprintf(f->name, sizeof f->name, "%s", name) < (int) sizeof f->name)
   {
      snprintf(f->beside, sizeof f->beside, "%s.%ld.new", f->name, (long) getpid());
      f->stream = fopen(f->beside, "w");
   }
   if (f->stream && f->beside[0] && exists)
   {
      (void) fchmod(fileno(f->stream), old.st_mode & 0777);
   }
   return f->stream != NULL;
}

/** Close the file; keep it if it was written. False, with errno, if it is not kept. */
static inline bool tsw_new_file_close(tsw_new_file *f, bool written)
{
   bool good = !ferror(f->stream) && written;
   good = fclose(f->stream) == 0 && good;
   if (f->beside[0])
   {
      const int error = good ? 0 : errno;
      good = good && rename(f->beside, f->name) == 0;
      good ? (void) 0 : (void) unlink(f->beside);
      errno = error ? error : errno;
   }
   return good;
}
