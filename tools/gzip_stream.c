/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* zlib under a stdio stream, for readers that want a FILE. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* fopencookie */
#endif
#include "tools/gzip_stream.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include <zlib.h>

/* zlib gives the text before the place of damage and tells of the damage later. */
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

/* Keep the first entry. */
static void watch(tsw_gzip_stream *s, const char *text, ssize_t n)
{
   for (ssize_t i = 0; i < n && s->n_lines <= 2; i++)
   {
      if (text[i] == '\n')
      {
         s->line = TSW_LINE_BLANK;
      }
      else if (s->line == TSW_LINE_BLANK && !strchr(" \t\r", text[i]))
      {
         s->line = text[i] == '%' ? TSW_LINE_COMMENT : TSW_LINE_CONTENT;
         s->n_lines += s->line == TSW_LINE_CONTENT;
      }
      if (s->line == TSW_LINE_CONTENT && s->n_lines == 2 && s->n_entry < (int) sizeof s->entry - 1)
      {
         s->entry[s->n_entry++] = text[i];
      }
   }
}

static ssize_t pass_on(void *cookie, char *buffer, size_t size)
{
   tsw_gzip_stream *s = cookie;
   const int        rest = s->n_head - s->n_given;
   const unsigned   wanted = size > 1u << 30 ? 1u << 30 : (unsigned) size;
   if (rest > 0)
   {
      const int n = wanted < (unsigned) rest ? (int) wanted : rest;
      memcpy(buffer, s->head + s->n_given, (size_t) n);
      s->n_given += n;
      watch(s, buffer, n);
      return n;
   }
   const int n = gzread(s->file, buffer, wanted);
   if (n < (int) wanted)
   {
      note_fault(s);
   }
   watch(s, buffer, n);
   return n;
}

bool tsw_gzip_open(const char *name, tsw_gzip_stream *s)
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
   s->n_head = gzread(s->file, s->head, TSW_HEAD_SIZE - 1);
   if (s->n_head < TSW_HEAD_SIZE - 1)
   {
      note_fault(s);
   }
   if (!s->fault[0])
   {
      s->stream = fopencookie(s, "r", (cookie_io_functions_t){ .read = pass_on });
      if (s->stream)
      {
         return true;
      }
      snprintf(s->fault, sizeof s->fault, "%s", strerror(ENOMEM));
   }
   gzclose(s->file);
   return false;
}

void tsw_gzip_close(tsw_gzip_stream *s)
{
   fclose(s->stream);
   gzclose(s->file);
}
