/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "support/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory_cuda.h"
#include "device/support.h"

void device_check(cudaError_t error, const char *call, const char *file, int line)
{
   if (error != cudaSuccess)
   {
      print_error("%s: %s\n", call, cudaGetErrorString(error));
      _fail(file, line);
   }
}

int device_missing(void)
{
   int         n_devices = 0;
   char        text[256] = "";
   const char *why = "there is no CUDA device";
   if (trisweep_device_query(&n_devices, text, sizeof text) != TRISWEEP_OK)
   {
      why = trisweep_message();
   }
   if (n_devices > 0)
   {
      return 0;
   }
   const bool required = getenv("TRISWEEP_TEST_REQUIRE_GPU") != NULL;
   printf("%s: %s\n", required ? "TRISWEEP_TEST_REQUIRE_GPU is set" : "SKIP", why);
   return required ? 1 : 77;
}

cudaStream_t device_stream(void)
{
   static cudaStream_t stream;
   if (!stream)
   {
      assert_cuda(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
   }
   tsw_memory_use_stream(stream);
   return stream;
}

void *device_put(const void *host, size_t bytes)
{
   void *device;
   assert_cuda(cudaMalloc(&device, bytes > 0 ? bytes : 1));
   assert_cuda(cudaMemcpyAsync(device, host, bytes, cudaMemcpyHostToDevice, device_stream()));
   assert_cuda(cudaStreamSynchronize(device_stream()));
   return device;
}

void device_get(void *host, const void *device, size_t bytes)
{
   assert_cuda(cudaMemcpyAsync(host, device, bytes, cudaMemcpyDeviceToHost, device_stream()));
   assert_cuda(cudaStreamSynchronize(device_stream()));
}

void device_block_open(const test_block *m, device_block *d)
{
   const size_t n = (size_t) m->n;
   const size_t nnz = (size_t) m->nnz;
   d->view = block_view(m);
   d->view.space = TRISWEEP_DEVICE;
   d->view.row_ptr = device_put(m->row_ptr, (n + 1) * sizeof *m->row_ptr);
   d->view.col_idx = device_put(m->col_idx, nnz * sizeof *m->col_idx);
   d->view.val = device_put(m->val, nnz * sizeof *m->val);
   d->l1 = device_put(m->l1, n * sizeof *m->l1);
   d->marker = device_put(m->marker, n * sizeof *m->marker);
}

void device_block_close(device_block *d)
{
   cudaFree((void *) (uintptr_t) d->view.row_ptr);
   cudaFree((void *) (uintptr_t) d->view.col_idx);
   cudaFree((void *) (uintptr_t) d->view.val);
   cudaFree(d->l1);
   cudaFree(d->marker);
}
