/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A second host thread with a stream of its own, which keeps the GPU full of sweeps. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "load/load.h"

#include <HYPRE_config.h>

#if defined(HYPRE_USING_CUDA) && defined(HAVE_CUDA)
#include <pthread.h>
#include <stdatomic.h>

#include <_hypre_parcsr_mv.h>
#include <cuda_runtime_api.h>
#include <trisweep.h>

enum
{
   SIDE = 96, /* of the grid: more rows than a GPU has threads */
   AHEAD = 16 /* sweeps that are queued before the thread waits for them */
};

static pthread_t   thread;
static atomic_bool stopping;
static int64_t     n_sweeps; /* the thread's, until it has ended */
static load_system grid;
static int         device;

static bool sweep_until_stopped(trisweep_smoother *s, double *b, double *x, cudaStream_t stream)
{
   trisweep_sweep sweep = TRISWEEP_SWEEP_INIT;
   bool           fine = true;
   sweep.direction = TRISWEEP_SYMMETRIC;
   sweep.b = b;
   sweep.x = x;
   while (fine && !atomic_load(&stopping))
   {
      for (int k = 0; fine && k < AHEAD; k++)
      {
         fine = trisweep_smoother_sweep(s, &sweep, stream) == TRISWEEP_OK;
         n_sweeps += fine;
      }
      fine = cudaStreamSynchronize(stream) == cudaSuccess && fine;
   }
   return fine;
}

static void *crowd(void *unused)
{
   hypre_CSRMatrix   *diag = hypre_ParCSRMatrixDiag((hypre_ParCSRMatrix *) grid.a);
   trisweep_csr       block = { hypre_CSRMatrixNumRows(diag),
                                hypre_CSRMatrixNumRows(diag),
                                hypre_CSRMatrixNumNonzeros(diag),
                                hypre_CSRMatrixI(diag),
                                hypre_CSRMatrixJ(diag),
                                hypre_CSRMatrixData(diag),
                                TRISWEEP_DEVICE };
   trisweep_context  *ctx = NULL;
   trisweep_smoother *s = NULL;
   cudaStream_t       stream = NULL;
   (void) unused;
   if (cudaSetDevice(device) != cudaSuccess ||
       cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) != cudaSuccess ||
       trisweep_context_create("schedule=levels", &ctx) != TRISWEEP_OK ||
       trisweep_smoother_create(ctx, &s) != TRISWEEP_OK ||
       trisweep_smoother_analyse(s, &block, stream) != TRISWEEP_OK ||
       trisweep_smoother_update_values(s, &block, NULL, stream) != TRISWEEP_OK ||
       !sweep_until_stopped(
          s, hypre_VectorData(hypre_ParVectorLocalVector((hypre_ParVector *) grid.b)),
          hypre_VectorData(hypre_ParVectorLocalVector((hypre_ParVector *) grid.x)), stream))
   {
      load_fail("the thread beside: %s", trisweep_message());
   }
   trisweep_smoother_destroy(&s);
   trisweep_context_destroy(&ctx);
   cudaStreamDestroy(stream);
   return NULL;
}

bool load_crowd_start(void)
{
   grid = load_create(SIDE, false, 1.0);
   n_sweeps = 0;
   atomic_store(&stopping, false);
   cudaDeviceSynchronize();
   return cudaGetDevice(&device) == cudaSuccess && pthread_create(&thread, NULL, crowd, NULL) == 0;
}

int64_t load_crowd_stop(void)
{
   atomic_store(&stopping, true);
   pthread_join(thread, NULL);
   load_destroy(&grid);
   return n_sweeps;
}
#else
bool load_crowd_start(void)
{
   return false;
}

int64_t load_crowd_stop(void)
{
   return 0;
}
#endif
