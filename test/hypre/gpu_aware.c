/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * MPI_Isend, MPI_Irecv and MPI_Waitall of this program, by MPI's profiling interface. hypre sends
 * device memory by no other calls.
 */
#include "hypre/gpu_aware.h"

long test_device_messages;

#ifdef HAVE_CUDA

#include <stdio.h>
#include <stdlib.h>

#include <cuda_runtime_api.h>
#include <mpi.h>

/* The host buffer of a message of device memory. */
typedef struct staged
{
   MPI_Request request;
   void       *host;
   void       *device; /* NULL: a message to another rank */
   size_t      bytes;
} staged;

enum
{
   MOST = 256
};

static staged messages[MOST + 1]; /* the last one is never in use */
static int    n_messages;

static int is_device(const void *data)
{
   struct cudaPointerAttributes a;
   const cudaError_t            error = cudaPointerGetAttributes(&a, data);
   (void) cudaGetLastError();
   return error == cudaSuccess && a.type == cudaMemoryTypeDevice;
}

static void *stage(int count, MPI_Datatype type, void *device, const void *source)
{
   int size;
   MPI_Type_size(type, &size);
   staged *s = &messages[n_messages];
   *s = (staged){ MPI_REQUEST_NULL, NULL, device, (size_t) count * (size_t) size };
   s->host = malloc(s->bytes + 1);
   if (n_messages == MOST || !s->host ||
       (source && cudaMemcpy(s->host, source, s->bytes, cudaMemcpyDeviceToHost) != cudaSuccess))
   {
      fprintf(stderr, "gpu_aware: a message cannot go through the host\n");
      abort();
   }
   test_device_messages++;
   return s->host;
}

int MPI_Isend(const void *data, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm,
              MPI_Request *request)
{
   if (count == 0 || !is_device(data))
   {
      return PMPI_Isend(data, count, type, to, tag, comm, request);
   }
   const int status =
      PMPI_Isend(stage(count, type, NULL, data), count, type, to, tag, comm, request);
   messages[n_messages++].request = *request;
   return status;
}

int MPI_Irecv(void *data, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm,
              MPI_Request *request)
{
   if (count == 0 || !is_device(data))
   {
      return PMPI_Irecv(data, count, type, from, tag, comm, request);
   }
   const int status =
      PMPI_Irecv(stage(count, type, data, NULL), count, type, from, tag, comm, request);
   messages[n_messages++].request = *request;
   return status;
}

/* Complete the message of a request, if the message is one of device memory. */
static void complete(MPI_Request request)
{
   for (int k = 0; k < n_messages; k++)
   {
      staged *s = &messages[k];
      if (s->request == request && request != MPI_REQUEST_NULL)
      {
         if (s->device &&
             cudaMemcpy(s->device, s->host, s->bytes, cudaMemcpyHostToDevice) != cudaSuccess)
         {
            abort();
         }
         free(s->host);
         *s = messages[--n_messages];
         return;
      }
   }
}

int MPI_Waitall(int n, MPI_Request *requests, MPI_Status *statuses)
{
   MPI_Request *known = malloc(((size_t) n + 1) * sizeof *known);
   if (!known)
   {
      abort();
   }
   for (int k = 0; k < n; k++)
   {
      known[k] = requests[k]; /* MPI_Waitall overwrites requests */
   }
   const int status = PMPI_Waitall(n, requests, statuses);
   for (int k = 0; k < n; k++)
   {
      complete(known[k]);
   }
   free(known);
   return status;
}

#endif
