/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "support/check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory_cuda.h"
#include "kernels/cuda/gpu.h"
#include "support/device.h"

enum
{
   STRIDE = 7 /* from variant to variant */
};

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

bool device_refuses(const char *options)
{
   tsw_gpu gpu;
   assert_ok(tsw_measure_gpu(&gpu));
   return strstr(options, "onchip") && !tsw_gpu_has_clusters(&gpu);
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
   device_write(device, host, bytes);
   return device;
}

void device_write(const void *device, const void *host, size_t bytes)
{
   assert_cuda(cudaMemcpyAsync((void *) (uintptr_t) device, host, bytes, cudaMemcpyHostToDevice,
                               device_stream()));
   assert_cuda(cudaStreamSynchronize(device_stream()));
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

trisweep_status device_load(trisweep_smoother *s, const device_block *d, bool queued)
{
   trisweep_status status;
   int             is_queued = -1;
   if (!queued)
   {
      status = trisweep_smoother_analyse(s, &d->view, device_stream());
      return status == TRISWEEP_OK
                ? trisweep_smoother_update_values(s, &d->view, d->l1, device_stream())
                : status;
   }
   status = trisweep_smoother_setup_async(s, &d->view, d->l1, device_stream(), &is_queued);
   assert_true(status != TRISWEEP_OK || is_queued == 1);
   return status == TRISWEEP_OK ? trisweep_smoother_wait(s) : status;
}

void device_fixture_open(const char *options, test_block m, device_fixture *f)
{
   const size_t n = (size_t) m.n;
   f->m = m;
   device_block_open(&f->m, &f->d);
   f->ctx = check_context(options);
   f->s = check_smoother(f->ctx);
   f->ones = check_alloc(n, sizeof *f->ones);
   for (size_t i = 0; i < n; i++)
   {
      f->ones[i] = 1.0;
   }
   f->b = device_put(f->ones, n * sizeof *f->ones);
   f->x = device_put(f->ones, n * sizeof *f->ones);
   f->sweep = (trisweep_sweep) TRISWEEP_SWEEP_INIT;
   f->sweep.b = f->b;
   f->sweep.x = f->x;
}

void device_fixture_close(device_fixture *f)
{
   trisweep_smoother_destroy(&f->s);
   trisweep_context_destroy(&f->ctx);
   device_block_close(&f->d);
   block_free(&f->m);
   cudaFree(f->b);
   cudaFree(f->x);
   free(f->ones);
}

void device_fixture_sweep(const device_fixture *f, double *device, double *host)
{
   const size_t       bytes = (size_t) f->m.n * sizeof(double);
   const trisweep_csr a = block_view(&f->m);
   trisweep_context  *ctx = check_context("schedule=serial");
   trisweep_smoother *s = check_smoother(ctx);
   trisweep_sweep     sweep = f->sweep;
   memcpy(host, f->ones, bytes);
   sweep.b = f->ones;
   sweep.x = host;
   assert_ok(trisweep_smoother_analyse(s, &a, NULL));
   assert_ok(trisweep_smoother_update_values(s, &a, f->m.l1, NULL));
   assert_ok(trisweep_smoother_sweep(s, &sweep, NULL));
   assert_cuda(cudaMemcpyAsync(f->x, f->ones, bytes, cudaMemcpyHostToDevice, device_stream()));
   assert_ok(trisweep_smoother_sweep(f->s, &f->sweep, device_stream()));
   device_get(device, f->x, bytes);
   trisweep_smoother_destroy(&s);
   trisweep_context_destroy(&ctx);
}

void device_sweeps_load(const device_sweeps *d, const device_block *b)
{
   assert_ok(trisweep_smoother_analyse(d->s, &b->view, device_stream()));
   assert_ok(trisweep_smoother_update_values(d->s, &b->view, b->l1, device_stream()));
}

device_sweeps device_sweeps_open(const char *options, const device_block *b)
{
   device_sweeps d;
   d.ctx = check_context(options);
   d.s = check_smoother(d.ctx);
   device_sweeps_load(&d, b);
   return d;
}

void device_sweeps_close(device_sweeps *d)
{
   trisweep_smoother_destroy(&d->s);
   trisweep_context_destroy(&d->ctx);
}

double *device_sweeps_run(const device_sweeps *d, const sweep_case *c, const device_block *b,
                          int variant)
{
   const test_block *m = c->m;
   trisweep_sweep    how = variant_get(variant, m);
   double           *x = check_alloc(variant_x_size(m), sizeof *x);
   double           *device_b = device_put(c->b, variant_b_size(m) * sizeof *c->b);
   double           *device_x = device_put(c->x, variant_x_size(m) * sizeof *x);
   how.b = device_b;
   how.x = device_x;
   how.cf_marker = how.cf_marker ? b->marker : NULL;
   assert_ok(trisweep_smoother_sweep(d->s, &how, device_stream()));
   device_get(x, device_x, variant_x_size(m) * sizeof *x);
   cudaFree(device_b);
   cudaFree(device_x);
   return x;
}

void device_sweeps_compare(const device_sweeps *one, const device_sweeps *other,
                           const sweep_case *c, const device_block *b, double error)
{
   for (int v = 0; v < VARIANT_COUNT; v += STRIDE)
   {
      const trisweep_sweep how = variant_get(v, c->m);
      double              *got = device_sweeps_run(one, c, b, v);
      double              *want = device_sweeps_run(other, c, b, v);
      double               size = 0.0;
      double               worst = 0.0;
      for (size_t k = 0; k < variant_x_size(c->m); k++)
      {
         const double apart = fabs(got[k] - want[k]);
         size = fmax(size, fabs(want[k]));
         worst = apart <= worst ? worst : apart;
      }
      if (error == 0.0)
      {
         sweep_case_same_bits(c, &how, got, want);
      }
      else if (!(worst <= error * size))
      {
         sweep_case_print(c, &how);
         fail_msg("apart by %g of %g", worst, size);
      }
      free(got);
      free(want);
   }
}
