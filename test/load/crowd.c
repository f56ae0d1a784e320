/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * A second host thread with its own smoother. On a GPU the thread has its own stream and queues the
 * next sweeps before the previous ones have ended, so that the GPU is always busy.
 */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "load/load.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <_hypre_parcsr_mv.h>
#include <trisweep.h>

#if defined(HYPRE_USING_CUDA) && defined(HAVE_CUDA)
#include <cuda_runtime_api.h>
#endif

enum
{
   HOST_SIDE = 24,
   DEVICE_SIDE = 96, /* of the grid: more rows than a GPU has threads */
   BATCH = 16        /* sweeps; on a GPU two batches are queued */
};

static pthread_t         thread;
static bool              has_thread;
static atomic_bool       stopping, ended;
static atomic_llong      n_swept;
static load_crowd        result; /* owned by the thread until its end */
static load_system       grid;
static trisweep_context *ctx;

static bool fail(const char *what, const char *why)
{
   if (!result.reason[0])
   {
      snprintf(result.reason, sizeof result.reason, "%s: %s", what, why);
   }
   return false;
}

/* ---- the queue: a stream, and an event at the end of every other batch ------------------- */

#if defined(HYPRE_USING_CUDA) && defined(HAVE_CUDA)
static int          device;
static cudaStream_t stream;
static cudaEvent_t  ends[2];

static bool fine(const char *what, cudaError_t error)
{
   return error == cudaSuccess || fail(what, cudaGetErrorString(error));
}

/* Called by the thread that created the grid: store its device, and wait for the grid. */
static bool queue_prepare(void)
{
   return !load_on_device || (fine("cudaGetDevice", cudaGetDevice(&device)) &&
                              fine("the grid", cudaDeviceSynchronize()));
}

static bool queue_open(void)
{
   const unsigned flags = cudaEventDisableTiming;
   return !load_on_device ||
          (fine("cudaSetDevice", cudaSetDevice(device)) &&
           fine("stream", cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking)) &&
           fine("event", cudaEventCreateWithFlags(&ends[0], flags)) &&
           fine("event", cudaEventCreateWithFlags(&ends[1], flags)));
}

static void *queue_stream(void)
{
   return stream;
}

/* Wait for the end of batch k - 1, and count batch k as dry if batch k has ended, too. */
static bool queue_turn(int64_t k)
{
   if (!load_on_device)
   {
      return true;
   }
   bool good = fine("cudaEventRecord", cudaEventRecord(ends[k % 2], stream)) &&
               (k == 0 || fine("sweeps", cudaEventSynchronize(ends[(k - 1) % 2])));
   const cudaError_t now = cudaEventQuery(ends[k % 2]);
   result.n_dry += now == cudaSuccess;
   return good && (now == cudaErrorNotReady || fine("sweeps", now));
}

static bool queue_close(void)
{
   return !load_on_device ||
          (fine("sweeps", cudaStreamSynchronize(stream)) &&
           fine("event", cudaEventDestroy(ends[0])) && fine("event", cudaEventDestroy(ends[1])) &&
           fine("stream", cudaStreamDestroy(stream)));
}
#else
static bool queue_prepare(void)
{
   return true;
}

static bool queue_open(void)
{
   return true;
}

static void *queue_stream(void)
{
   return NULL;
}

static bool queue_turn(int64_t k)
{
   (void) k;
   return true;
}

static bool queue_close(void)
{
   return true;
}
#endif

/* ---- the thread --------------------------------------------------------------------------- */

static bool good(const char *what, trisweep_status status)
{
   return status == TRISWEEP_OK || fail(what, trisweep_message());
}

static bool sweep_until_stopped(trisweep_smoother *s)
{
   trisweep_sweep sweep = TRISWEEP_SWEEP_INIT;
   bool           going = true;
   sweep.direction = TRISWEEP_SYMMETRIC;
   sweep.b = hypre_VectorData(hypre_ParVectorLocalVector((hypre_ParVector *) grid.b));
   sweep.x = hypre_VectorData(hypre_ParVectorLocalVector((hypre_ParVector *) grid.x));
   while (going && !atomic_load(&stopping))
   {
      for (int k = 0; going && k < BATCH; k++)
      {
         going = good("sweep", trisweep_smoother_sweep(s, &sweep, queue_stream()));
      }
      going = going && queue_turn(result.n_batches);
      result.n_batches += going;
      atomic_store(&n_swept, BATCH * result.n_batches);
   }
   return going;
}

static void *crowd(void *unused)
{
   hypre_CSRMatrix   *diag = hypre_ParCSRMatrixDiag((hypre_ParCSRMatrix *) grid.a);
   const trisweep_csr block = { hypre_CSRMatrixNumRows(diag),
                                hypre_CSRMatrixNumRows(diag),
                                hypre_CSRMatrixNumNonzeros(diag),
                                hypre_CSRMatrixI(diag),
                                hypre_CSRMatrixJ(diag),
                                hypre_CSRMatrixData(diag),
                                load_on_device ? TRISWEEP_DEVICE : TRISWEEP_HOST };
   trisweep_smoother *s = NULL;
   (void) unused;
   (void) (queue_open() && good("smoother", trisweep_smoother_create(ctx, &s)) &&
           good("analysis", trisweep_smoother_analyse(s, &block, queue_stream())) &&
           good("values", trisweep_smoother_update_values(s, &block, NULL, queue_stream())) &&
           sweep_until_stopped(s));
   (void) queue_close();
   trisweep_smoother_destroy(&s);
   atomic_store(&ended, true);
   return NULL;
}

/* auto: few colours, whose sweeps fill the GPU. TRISWEEP_OPTIONS applies to the solvers only. */
static bool create_context(void)
{
   const char *options = getenv("TRISWEEP_OPTIONS");
   char       *kept = options ? strdup(options) : NULL;
   unsetenv("TRISWEEP_OPTIONS");
   const bool created = good("context", trisweep_context_create("ordering=auto", &ctx));
   if (kept)
   {
      setenv("TRISWEEP_OPTIONS", kept, 1);
   }
   free(kept);
   return created;
}

bool load_crowd_start(void)
{
   result = (load_crowd){ .n_sweeps = 0 };
   atomic_store(&n_swept, 0);
   atomic_store(&stopping, false);
   atomic_store(&ended, false);
   grid = load_create(load_on_device ? DEVICE_SIDE : HOST_SIDE, false, 1.0);
   if (queue_prepare() && create_context())
   {
      const int error = pthread_create(&thread, NULL, crowd, NULL);
      has_thread = error == 0 || fail("thread", strerror(error));
   }
   while (has_thread && !atomic_load(&ended) && atomic_load(&n_swept) == 0)
   {
      sched_yield();
   }
   return has_thread && !atomic_load(&ended);
}

load_crowd load_crowd_stop(void)
{
   atomic_store(&stopping, true);
   if (has_thread)
   {
      pthread_join(thread, NULL);
   }
   has_thread = false;
   result.n_sweeps = atomic_load(&n_swept);
   trisweep_context_destroy(&ctx);
   load_destroy(&grid);
   return result;
}
