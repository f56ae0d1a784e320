/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "hypre/peer/pinned.h"

#include "hypre/base/device_call.h"

/* A free buffer, kept for later exchanges. */
typedef struct buffer
{
   size_t         bytes; /* of the data behind this head */
   struct buffer *next;
} buffer;

enum
{
   HEAD_BYTES = 64
};

static buffer *free_buffers;

char *tsw_pinned_take(size_t bytes)
{
   buffer **at = &free_buffers;
   while (*at && (*at)->bytes < bytes)
   {
      at = &(*at)->next;
   }
   buffer *b = *at;
   if (b)
   {
      *at = b->next;
      return (char *) b + HEAD_BYTES;
   }
   const size_t size = bytes < 65536 ? 65536 : bytes + bytes / 2;
   if (tsw_cuda_fails(cudaHostAlloc((void **) &b, HEAD_BYTES + size, cudaHostAllocPortable)))
   {
      return NULL;
   }
   b->bytes = size;
   return (char *) b + HEAD_BYTES;
}

void tsw_pinned_give(char *data)
{
   if (data)
   {
      buffer  *b = (buffer *) (data - HEAD_BYTES);
      buffer **at = &free_buffers;
      while (*at && (*at)->bytes < b->bytes)
      {
         at = &(*at)->next;
      }
      b->next = *at;
      *at = b;
   }
}
