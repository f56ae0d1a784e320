/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A stdio stream that reads through zlib, for readers that take a FILE. */
#include "tools/matrix/gzip_stream.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include <zlib.h>

/* Set fault if zlib has an error. zlib first returns the text before damaged data. */
static void note_fault(tsw_gzip_stream *s)
{
   int code = Z_OK;
   gzerror(s->file, &code);
   if (code == Z_BUF_ERROR)
   {
      snprintf(s->fault, sizeof s->fault, "the compressed file ends too early; get it again");
   }
   else if (code == Z_ERRNO)
   {
      snprintf(s->fault, sizeof s->fault, "%s", strerror(errno));
   }
   else if (code != Z_OK && code != Z_STREAM_END)
   {
      snprintf(s->fault, sizeof s->fault, "the compressed file is damaged; get it again");
   }
}

static ssize_t pass_on(void *cookie, char *buffer, size_t size)
{
   tsw_gzip_stream *s = cookie;
   const unsigned   wanted = size > 1u << 30 ? 1u << 30 : (unsigned) size;
   const int        n = s->fault[0] ? 0 : gzread(s->file, buffer, wanted);
   if (n < (int) wanted && !s->fault[0])
   {
      note_fault(s);
   }
   if (n > 0 && !tsw_market_check_text(&s->check, buffer, (size_t) n) && !s->fault[0])
   {
      memcpy(s->fault, s->check.fault, sizeof s->fault);
   }
   return s->fault[0] ? 0 : n;
}

bool tsw_gzip_open(const char *name, int64_t vector_rows, tsw_gzip_stream *s)
{
   struct stat what;
   memset(s, 0, sizeof *s);
   errno = 0;
   if (stat(name, &what) == 0 && S_ISDIR(what.st_mode))
   {
      errno = EISDIR;
   }
   s->file = errno ? NULL : gzopen(name, "rb");
   if (!s->file)
   {
      snprintf(s->fault, sizeof s->fault, "%s", strerror(errno ? errno : ENOMEM));
      return false;
   }
   gzbuffer(s->file, 1u << 17);
   tsw_market_check_start(&s->check, tsw_market_most_text(name, !gzdirect(s->file)), vector_rows);
   s->stream = fopencookie(s, "r", (cookie_io_functions_t){ .read = pass_on });
   if (s->stream)
   {
      return true;
   }
   snprintf(s->fault, sizeof s->fault, "%s", strerror(ENOMEM));
   gzclose(s->file);
   return false;
}

bool tsw_gzip_finish(tsw_gzip_stream *s)
{
   char rest[4096];
   while (!s->fault[0] && fread(rest, 1, sizeof rest, s->stream) > 0)
   {
   }
   if (!s->fault[0] && !tsw_market_check_end(&s->check))
   {
      memcpy(s->fault, s->check.fault, sizeof s->fault);
   }
   return !s->fault[0];
}

void tsw_gzip_close(tsw_gzip_stream *s)
{
   fclose(s->stream);
   gzclose(s->file);
}
