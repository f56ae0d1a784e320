/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "hypre/run/device.h"

#include "hypre/report/notice.h"

#if TSW_HAS_DEVICE

#include <cuda_runtime_api.h>

#include "hypre/run/device_kernels.h"

static cudaStream_t side_stream;
static cudaEvent_t  forked; /* what the side stream waits for */
static cudaEvent_t  packed; /* values for other ranks are ready to be sent */

void *tsw_device_stream(void)
{
   return tsw_hypre_stream(hypre_HandleDeviceData(hypre_handle()));
}

/* What CUDA has failed to do, forgotten by CUDA; NULL if nothing. */
static const char *fault_of(cudaError_t error)
{
   if (error)
   {
      (void) cudaGetLastError();
   }
   return error ? cudaGetErrorString(error) : NULL;
}

static cudaError_t make_side_stream(void)
{
   int         least, greatest;
   cudaError_t error = cudaDeviceGetStreamPriorityRange(&least, &greatest);
   error = error || forked ? error : cudaEventCreateWithFlags(&forked, cudaEventDisableTiming);
   error = error || packed ? error : cudaEventCreateWithFlags(&packed, cudaEventDisableTiming);
   return error ? error : cudaStreamCreateWithPriority(&side_stream, cudaStreamNonBlocking, least);
}

void *tsw_device_side_stream(void)
{
   return side_stream;
}

/* Non-blocking: neither do hypre's copies on the default stream wait for it nor it for them. */
const char *tsw_device_fork(int *device)
{
   cudaError_t error = side_stream ? cudaSuccess : make_side_stream();
   error = error ? error : cudaGetDevice(device);
   error = error ? error : cudaEventRecord(forked, tsw_device_stream());
   error = error ? error : cudaStreamWaitEvent(side_stream, forked, 0);
   return fault_of(error);
}

void tsw_device_join(void)
{
   cudaError_t error = cudaEventRecord(forked, side_stream);
   error = error ? error : cudaStreamWaitEvent(tsw_device_stream(), forked, 0);
   if (error)
   {
      tsw_notice("rank %d: hypre's stream cannot wait for the analysis: %s", tsw_world_rank(),
                 fault_of(error));
      tsw_raise("hypre's stream cannot wait for trisweep's");
   }
}

const char *tsw_device_use(int device)
{
   return fault_of(cudaSetDevice(device));
}

static void reserve(double **buffer, size_t *size, size_t count)
{
   if (count > *size)
   {
      hypre_TFree(*buffer, HYPRE_MEMORY_DEVICE);
      *buffer = hypre_TAlloc(double, count, HYPRE_MEMORY_DEVICE);
      *size = count;
   }
}

/* Queue values for other ranks, then f into level->rhs; wait for the former. */
static cudaError_t pack(tsw_level *level, hypre_ParCSRCommPkg *pkg, HYPRE_Int n_send,
                        const double *u, const double *f, size_t n_rows)
{
   cudaStream_t stream = tsw_device_stream();
   hypre_ParCSRCommPkgCopySendMapElmtsToDevice(pkg);
   cudaError_t error =
      tsw_pack(u, hypre_ParCSRCommPkgDeviceSendMapElmts(pkg), n_send, level->send, stream);
   error = error ? error : cudaEventRecord(packed, stream);
   if (error == cudaSuccess && n_rows > 0)
   {
      error = cudaMemcpyAsync(level->rhs, f, n_rows * sizeof *f, cudaMemcpyDeviceToDevice, stream);
   }
   return error == cudaSuccess ? cudaEventSynchronize(packed) : error;
}

/* Values of u that other ranks need, and theirs that we need; f into level->rhs meanwhile. */
static cudaError_t exchange(tsw_level *level, const double *u, size_t n_external, const double *f,
                            size_t n_rows)
{
   hypre_ParCSRMatrix *matrix = level->matrix;
   if (!hypre_ParCSRMatrixCommPkg(matrix))
   {
      hypre_MatvecCommPkgCreate(matrix);
   }
   hypre_ParCSRCommPkg *pkg = hypre_ParCSRMatrixCommPkg(matrix);
   /* A product with several vectors leaves the package laid out for them. */
   hypre_ParCSRCommPkgUpdateVecStarts(pkg, 1, 0, 1);
   const HYPRE_Int n_send = hypre_ParCSRCommPkgSendMapStart(pkg, hypre_ParCSRCommPkgNumSends(pkg));
   reserve(&level->send, &level->send_size, (size_t) n_send);
   reserve(&level->external, &level->external_size, n_external);
   reserve(&level->rhs, &level->rhs_size, n_rows);
   const cudaError_t error = pack(level, pkg, n_send, u, f, n_rows);
   /* Whatever happened here, the other ranks wait for the messages. */
   hypre_ParCSRCommHandle *handle = hypre_ParCSRCommHandleCreate_v2(
      1, pkg, HYPRE_MEMORY_DEVICE, level->send, HYPRE_MEMORY_DEVICE, level->external);
   hypre_ParCSRCommHandleDestroy(handle);
   return error;
}

static bool is_coupled(const tsw_level *level)
{
   return hypre_CSRMatrixNumCols(hypre_ParCSRMatrixOffd(level->matrix)) > 0;
}

/* y less the product with the values received; error: of their exchange. */
static bool subtract(const tsw_level *level, cudaError_t error, double *y)
{
   hypre_CSRMatrix *offd = hypre_ParCSRMatrixOffd(level->matrix);
   if (error == cudaSuccess && is_coupled(level))
   {
      error = tsw_subtract_product(hypre_CSRMatrixI(offd), hypre_CSRMatrixJ(offd),
                                   hypre_CSRMatrixData(offd), hypre_CSRMatrixNumRows(offd),
                                   level->external, y, tsw_device_stream());
   }
   if (error != cudaSuccess)
   {
      tsw_notice("rank %d, level %d: the exchange of off-process values failed: %s", level->rank,
                 level->index, cudaGetErrorString(error));
   }
   return error == cudaSuccess;
}

const double *tsw_device_rhs(tsw_level *level, const double *u, const double *f)
{
   hypre_CSRMatrix  *offd = hypre_ParCSRMatrixOffd(level->matrix);
   const size_t      n_copied = is_coupled(level) ? (size_t) hypre_CSRMatrixNumRows(offd) : 0;
   const cudaError_t error = exchange(level, u, (size_t) hypre_CSRMatrixNumCols(offd), f, n_copied);
   return !subtract(level, error, level->rhs) ? NULL : is_coupled(level) ? level->rhs : f;
}

bool tsw_device_subtract(tsw_level *level, const double *u, double *y)
{
   hypre_CSRMatrix *offd = hypre_ParCSRMatrixOffd(level->matrix);
   return subtract(level, exchange(level, u, (size_t) hypre_CSRMatrixNumCols(offd), NULL, 0), y);
}

bool tsw_device_add_difference(const tsw_level *level, const double *f, const double *b, double *y)
{
   const cudaError_t error = tsw_add_difference(f, b, level->block.n_rows, y, tsw_device_stream());
   if (error != cudaSuccess)
   {
      tsw_notice("rank %d, level %d: the residual failed: %s", level->rank, level->index,
                 cudaGetErrorString(error));
   }
   return error == cudaSuccess;
}

void tsw_device_free_buffers(tsw_level *level)
{
   hypre_TFree(level->send, HYPRE_MEMORY_DEVICE);
   hypre_TFree(level->external, HYPRE_MEMORY_DEVICE);
   hypre_TFree(level->rhs, HYPRE_MEMORY_DEVICE);
}

bool tsw_device_multiply(hypre_CSRMatrix *a, double alpha, const double *x, double beta,
                         const double *z, double *y)
{
   const tsw_device_csr m = { hypre_CSRMatrixI(a), hypre_CSRMatrixJ(a), hypre_CSRMatrixData(a),
                              hypre_CSRMatrixNumRows(a), hypre_CSRMatrixNumNonzeros(a) };
   const cudaError_t    error = tsw_multiply(&m, alpha, x, beta, z, y, tsw_device_stream());
   if (error != cudaSuccess)
   {
      tsw_notice("rank %d: a product failed: %s", tsw_world_rank(), cudaGetErrorString(error));
   }
   return error == cudaSuccess;
}

/* Only this thread's calls are recorded, and others may allocate meanwhile. */
bool tsw_device_record(void)
{
   const bool begun =
      cudaStreamBeginCapture(tsw_device_stream(), cudaStreamCaptureModeThreadLocal) == cudaSuccess;
   (void) cudaGetLastError();
   return begun;
}

void *tsw_device_recorded(void)
{
   cudaGraph_t     graph = NULL;
   cudaGraphExec_t record = NULL;
   const bool good = cudaStreamEndCapture(tsw_device_stream(), &graph) == cudaSuccess && graph &&
                     cudaGraphInstantiate(&record, graph, 0) == cudaSuccess &&
                     cudaGraphUpload(record, tsw_device_stream()) == cudaSuccess;
   if (!good && record)
   {
      cudaGraphExecDestroy(record);
      record = NULL;
   }
   if (graph)
   {
      cudaGraphDestroy(graph);
   }
   (void) cudaGetLastError();
   return record;
}

bool tsw_device_play(void *record)
{
   const cudaError_t error = cudaGraphLaunch(record, tsw_device_stream());
   if (error != cudaSuccess)
   {
      tsw_notice("rank %d: a recorded cycle failed: %s", tsw_world_rank(),
                 cudaGetErrorString(error));
   }
   return error == cudaSuccess;
}

void tsw_device_record_free(void **record)
{
   if (*record)
   {
      cudaGraphExecDestroy(*record);
      *record = NULL;
   }
}

void *tsw_device_mark(void *stream)
{
   cudaEvent_t event;
   if (cudaEventCreate(&event) != cudaSuccess)
   {
      return NULL;
   }
   if (cudaEventRecord(event, stream) != cudaSuccess)
   {
      cudaEventDestroy(event);
      return NULL;
   }
   return event;
}

bool tsw_device_mark_seconds(void *origin, void *mark, double *seconds)
{
   float ms;
   if (!origin || !mark || cudaEventSynchronize(mark) != cudaSuccess ||
       cudaEventElapsedTime(&ms, origin, mark) != cudaSuccess)
   {
      return false;
   }
   *seconds = 1e-3 * (double) ms;
   return true;
}

void tsw_device_mark_free(void **mark)
{
   if (*mark)
   {
      cudaEventDestroy(*mark);
      *mark = NULL;
   }
}

#else

/* A matrix in device memory is refused here (tsw_space_obstacle) before one of these is called. */
#pragma GCC diagnostic ignored "-Wunused-parameter"
#define ABSENT(type, name, ...)                                 \
   type name(__VA_ARGS__)                                       \
   {                                                            \
      tsw_abort("%s is called in a build without CUDA", #name); \
   }
ABSENT(void *, tsw_device_stream, void)
ABSENT(void *, tsw_device_side_stream, void)
ABSENT(const char *, tsw_device_fork, int *device)
ABSENT(void, tsw_device_join, void)
ABSENT(const char *, tsw_device_use, int device)
ABSENT(const double *, tsw_device_rhs, tsw_level *level, const double *u, const double *f)
ABSENT(bool, tsw_device_subtract, tsw_level *level, const double *u, double *y)
ABSENT(bool, tsw_device_add_difference, const tsw_level *level, const double *f, const double *b,
       double *y)
ABSENT(void, tsw_device_free_buffers, tsw_level *level)
ABSENT(void *, tsw_device_mark, void *stream)
ABSENT(bool, tsw_device_mark_seconds, void *origin, void *mark, double *seconds)
ABSENT(void, tsw_device_mark_free, void **mark)

#endif
