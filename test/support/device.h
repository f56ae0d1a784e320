/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Blocks and vectors in device memory, for tests; failures of CUDA fail the test. */
#ifndef TEST_SUPPORT_DEVICE_H
#define TEST_SUPPORT_DEVICE_H

#include <cuda_runtime_api.h>

#include "kernels/registry.h"
#include "support/blocks.h"
#include "support/sweeps.h"

/** The call must succeed. */
#define assert_cuda(call) device_check((call), #call, __FILE__, __LINE__)

/** A block and its copy on the device. */
typedef struct device_block
{
   trisweep_csr view;   /* device arrays */
   double      *l1;     /* device */
   int32_t     *marker; /* device */
} device_block;

void device_check(cudaError_t error, const char *call, const char *file, int line);

/**
 * Called first by main() of a device test: 0 if there is a device; else 77 (skipped), or 1 if
 * TRISWEEP_TEST_REQUIRE_GPU is set, and the reason is printed.
 */
int device_missing(void);

/** Do options name a schedule that this device refuses: onchip without clusters of blocks? */
bool device_refuses(const char *options);

/** The stream of the tests, made at the first call; the library allocates and frees on it. */
cudaStream_t device_stream(void);

/** A device copy of bytes, in order on the stream; free it with cudaFree. */
void *device_put(const void *host, size_t bytes);

/**
 * Copy to device memory, in order on the stream, and wait. cudaMemcpy may return before the bytes
 * have arrived, and kernels of this stream do not wait for it.
 */
void device_write(const void *device, const void *host, size_t bytes);

/** Wait for the stream and copy to the host. */
void device_get(void *host, const void *device, size_t bytes);

void device_block_open(const test_block *m, device_block *d);
void device_block_close(device_block *d);

/**
 * Analyse the block and load values and norms; if queued, by an asynchronous setup (which must not
 * decline) and settle. Returns the first status that is not OK.
 */
trisweep_status device_load(trisweep_smoother *s, const device_block *d, bool queued);

/** A smoother of a device block, and b and x of ones on the device, which sweep names. */
typedef struct device_fixture
{
   test_block         m;
   device_block       d;
   trisweep_context  *ctx;
   trisweep_smoother *s;
   trisweep_sweep     sweep;
   double            *ones; /* host */
   double            *b, *x;
} device_fixture;

/** Create a smoother and the arrays; load nothing. device_fixture_close frees the block, too. */
void device_fixture_open(const char *options, test_block m, device_fixture *f);
void device_fixture_close(device_fixture *f);

/** x after f->sweep from x of ones, on the device and of another smoother on the host: [n] each. */
void device_fixture_sweep(const device_fixture *f, double *device, double *host);

/** A smoother of its own context, loaded. */
typedef struct device_sweeps
{
   trisweep_context  *ctx;
   trisweep_smoother *s;
} device_sweeps;

device_sweeps device_sweeps_open(const char *options, const device_block *b);
void          device_sweeps_close(device_sweeps *d);

/** Analyse the block and load its values. */
void device_sweeps_load(const device_sweeps *d, const device_block *b);

/** x after a variant of the case; the caller frees x. */
double *device_sweeps_run(const device_sweeps *d, const sweep_case *c, const device_block *b,
                          int variant);

/** Compare variants of two smoothers: equal up to error times the largest x; 0: bit by bit. */
void device_sweeps_compare(const device_sweeps *one, const device_sweeps *other,
                           const sweep_case *c, const device_block *b, double error);

#endif
