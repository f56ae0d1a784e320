/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "base/memory_cuda.h"
#include "bench/boards/space.h"
#include "bench/boards/yardstick.h"

#include <stdio.h>
#include <stdlib.h>

#include <cuda_runtime.h>
#include <cusparse.h>

#include "kernels/cuda/gpu.h"
#include "tools/common/random.h"

namespace {

cudaStream_t     stream;
cudaEvent_t      begin_mark;
cudaEvent_t      end_mark;
cusparseHandle_t sparse;

constexpr int BLOCK = 256;

void cuda(cudaError_t status, const char *what)
{
   if (status != cudaSuccess)
   {
      fprintf(stderr, "trisweep-bench: %s: %s\n", what, cudaGetErrorString(status));
      exit(EXIT_FAILURE);
   }
}

void cusparse(cusparseStatus_t status, const char *what)
{
   if (status != CUSPARSE_STATUS_SUCCESS)
   {
      fprintf(stderr, "trisweep-bench: %s: %s\n", what, cusparseGetErrorString(status));
      exit(EXIT_FAILURE);
   }
}

unsigned blocks(int64_t n)
{
   return (unsigned) ((n + BLOCK - 1) / BLOCK);
}

__global__ void fill_random(double *x, int64_t n, uint64_t seed)
{
   const int64_t i = (int64_t) blockIdx.x * BLOCK + threadIdx.x;
   if (i < n)
   {
      x[i] = tsw_random_at(seed, i);
   }
}

__global__ void add(double *x, const double *z, int64_t n)
{
   const int64_t i = (int64_t) blockIdx.x * BLOCK + threadIdx.x;
   if (i < n)
   {
      x[i] += z[i];
   }
}

__global__ void scaled_sum(double a, const double *x, double b, double *y, int64_t n)
{
   const int64_t i = (int64_t) blockIdx.x * BLOCK + threadIdx.x;
   if (i < n)
   {
      y[i] = a * x[i] + (b == 0.0 ? 0.0 : b * y[i]);
   }
}

/* The sum of a value of each thread of the block, in thread 0. */
__device__ double block_sum(double mine)
{
   __shared__ double part[BLOCK];
   part[threadIdx.x] = mine;
   __syncthreads();
   for (int step = BLOCK / 2; step > 0; step /= 2)
   {
      if ((int) threadIdx.x < step)
      {
         part[threadIdx.x] += part[threadIdx.x + step];
      }
      __syncthreads();
   }
   return part[0];
}

/* y = NULL: the sum of x. */
__global__ void partial_dots(const double *x, const double *y, int64_t n, double *part)
{
   double sum = 0.0;
   for (int64_t i = (int64_t) blockIdx.x * BLOCK + threadIdx.x; i < n;
        i += (int64_t) gridDim.x * BLOCK)
   {
      sum += y ? x[i] * y[i] : x[i];
   }
   sum = block_sum(sum);
   if (threadIdx.x == 0)
   {
      part[blockIdx.x] = sum;
   }
}

bool device_open(tsw_bench_info *info)
{
   int               n_devices = 0;
   int               number = 0;
   const cudaError_t status = cudaGetDeviceCount(&n_devices);
   if (status != cudaSuccess || n_devices == 0)
   {
      fprintf(stderr, "trisweep-bench: no CUDA device: %s\n", cudaGetErrorString(status));
      return false;
   }
   cuda(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "cudaStreamCreateWithFlags");
   tsw_memory_use_stream(stream);
   cuda(cudaEventCreate(&begin_mark), "cudaEventCreate");
   cuda(cudaEventCreate(&end_mark), "cudaEventCreate");
   cusparse(cusparseCreate(&sparse), "cusparseCreate");
   cusparse(cusparseSetStream(sparse, stream), "cusparseSetStream");
   if (tsw_measure_gpu(&info->device) != TRISWEEP_OK)
   {
      fprintf(stderr, "trisweep-bench: %s\n", trisweep_message());
      return false;
   }
   snprintf(info->gpu, sizeof info->gpu, "%s", info->device.name);
   cuda(cudaRuntimeGetVersion(&number), "cudaRuntimeGetVersion");
   snprintf(info->cuda, sizeof info->cuda, "%d.%d", number / 1000, number % 1000 / 10);
   cusparse(cusparseGetVersion(sparse, &number), "cusparseGetVersion");
   snprintf(info->cusparse, sizeof info->cusparse, "%d.%d.%d", number / 1000, number / 100 % 10,
            number % 100);
   return true;
}

void *device_stream()
{
   return stream;
}

void *device_alloc(size_t bytes)
{
   void *memory;
   cuda(cudaMalloc(&memory, bytes > 0 ? bytes : 1), "cudaMalloc");
   return memory;
}

void device_free(void *memory)
{
   cuda(cudaFree(memory), "cudaFree");
}

void device_wait()
{
   cuda(cudaStreamSynchronize(stream), "cudaStreamSynchronize");
}

void device_put(void *device, const void *host, size_t bytes)
{
   cuda(cudaMemcpyAsync(device, host, bytes, cudaMemcpyHostToDevice, stream), "copy to device");
   device_wait();
}

void device_get(void *host, const void *device, size_t bytes)
{
   cuda(cudaMemcpyAsync(host, device, bytes, cudaMemcpyDeviceToHost, stream), "copy to host");
   device_wait();
}

void device_random(double *device, int64_t n, uint64_t seed)
{
   if (n > 0)
   {
      fill_random<<<blocks(n), BLOCK, 0, stream>>>(device, n, seed);
      cuda(cudaGetLastError(), "random numbers");
   }
}

double device_dot(const double *x, const double *y, int64_t n)
{
   static constexpr unsigned MOST_BLOCKS = 1024;
   static double            *part;
   double                   *result;
   double                    sum;
   if (!part)
   {
      part = (double *) device_alloc((MOST_BLOCKS + 1) * sizeof *part);
   }
   result = part + MOST_BLOCKS;
   const unsigned n_blocks = blocks(n) < MOST_BLOCKS ? blocks(n) : MOST_BLOCKS;
   partial_dots<<<n_blocks, BLOCK, 0, stream>>>(x, y, n, part);
   partial_dots<<<1, BLOCK, 0, stream>>>(part, NULL, n_blocks, result);
   cuda(cudaGetLastError(), "an inner product");
   device_get(&sum, result, sizeof sum);
   return sum;
}

void device_add(double a, const double *x, double b, double *y, int64_t n)
{
   scaled_sum<<<blocks(n), BLOCK, 0, stream>>>(a, x, b, y, n);
   cuda(cudaGetLastError(), "a vector update");
}

void device_begin()
{
   cuda(cudaEventRecord(begin_mark, stream), "cudaEventRecord");
}

double device_end()
{
   float ms;
   cuda(cudaEventRecord(end_mark, stream), "cudaEventRecord");
   cuda(cudaEventSynchronize(end_mark), "cudaEventSynchronize");
   cuda(cudaEventElapsedTime(&ms, begin_mark, end_mark), "cudaEventElapsedTime");
   return ms;
}

} // namespace

extern "C" const tsw_bench_space tsw_bench_device = {
   TRISWEEP_DEVICE, device_open,  device_stream, device_alloc,  device_free,
   device_put,      device_get,   device_wait,   device_random, device_dot,
   device_add,      device_begin, device_end,
};

struct tsw_yardstick
{
   int64_t              n_rows;
   bool                 solves;
   cusparseSpMatDescr_t full;
   cusparseSpMatDescr_t triangle[2];
   cusparseSpSVDescr_t  analysed[2];
   cusparseDnVecDescr_t in;
   cusparseDnVecDescr_t out;
   void                *spmv_buffer;
   void                *solve_buffer[2];
   double              *r;
   double              *z;
};

namespace {

const double ONE = 1.0;
const double MINUS_ONE = -1.0;
const double ZERO = 0.0;

cusparseSpMatDescr_t describe(const trisweep_csr *a)
{
   cusparseSpMatDescr_t matrix;
   cusparse(cusparseCreateCsr(&matrix, a->n_rows, a->n_cols, a->nnz, (void *) a->row_ptr,
                              (void *) a->col_idx, (void *) a->val, CUSPARSE_INDEX_32I,
                              CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F),
            "cusparseCreateCsr");
   return matrix;
}

void analyse(tsw_yardstick *y, const trisweep_csr *a, int upper)
{
   cusparseFillMode_t fill = upper ? CUSPARSE_FILL_MODE_UPPER : CUSPARSE_FILL_MODE_LOWER;
   cusparseDiagType_t diagonal = CUSPARSE_DIAG_TYPE_NON_UNIT;
   size_t             bytes;
   y->triangle[upper] = describe(a);
   cusparse(
      cusparseSpMatSetAttribute(y->triangle[upper], CUSPARSE_SPMAT_FILL_MODE, &fill, sizeof fill),
      "cusparseSpMatSetAttribute");
   cusparse(cusparseSpMatSetAttribute(y->triangle[upper], CUSPARSE_SPMAT_DIAG_TYPE, &diagonal,
                                      sizeof diagonal),
            "cusparseSpMatSetAttribute");
   cusparse(cusparseSpSV_createDescr(&y->analysed[upper]), "cusparseSpSV_createDescr");
   cusparse(cusparseSpSV_bufferSize(sparse, CUSPARSE_OPERATION_NON_TRANSPOSE, &ONE,
                                    y->triangle[upper], y->in, y->out, CUDA_R_64F,
                                    CUSPARSE_SPSV_ALG_DEFAULT, y->analysed[upper], &bytes),
            "cusparseSpSV_bufferSize");
   y->solve_buffer[upper] = device_alloc(bytes);
   cusparse(cusparseSpSV_analysis(
               sparse, CUSPARSE_OPERATION_NON_TRANSPOSE, &ONE, y->triangle[upper], y->in, y->out,
               CUDA_R_64F, CUSPARSE_SPSV_ALG_DEFAULT, y->analysed[upper], y->solve_buffer[upper]),
            "cusparseSpSV_analysis");
}

} // namespace

tsw_yardstick *tsw_yardstick_open(const trisweep_csr *a, bool solves, double ms_analysis[2])
{
   tsw_yardstick *y = new tsw_yardstick{};
   size_t         bytes;
   y->n_rows = a->n_rows;
   y->solves = solves;
   y->full = describe(a);
   y->r = (double *) device_alloc((size_t) a->n_rows * sizeof(double));
   y->z = (double *) device_alloc((size_t) a->n_rows * sizeof(double));
   cusparse(cusparseCreateDnVec(&y->in, a->n_rows, y->r, CUDA_R_64F), "cusparseCreateDnVec");
   cusparse(cusparseCreateDnVec(&y->out, a->n_rows, y->z, CUDA_R_64F), "cusparseCreateDnVec");
   cusparse(cusparseSpMV_bufferSize(sparse, CUSPARSE_OPERATION_NON_TRANSPOSE, &ONE, y->full, y->in,
                                    &ZERO, y->out, CUDA_R_64F, CUSPARSE_SPMV_ALG_DEFAULT, &bytes),
            "cusparseSpMV_bufferSize");
   y->spmv_buffer = device_alloc(bytes);
   for (int upper = 0; upper < 2 && solves; upper++)
   {
      device_begin();
      analyse(y, a, upper);
      ms_analysis[upper] = device_end();
   }
   return y;
}

void tsw_yardstick_close(tsw_yardstick *y)
{
   for (int upper = 0; upper < 2 && y->solves; upper++)
   {
      cusparse(cusparseSpSV_destroyDescr(y->analysed[upper]), "cusparseSpSV_destroyDescr");
      cusparse(cusparseDestroySpMat(y->triangle[upper]), "cusparseDestroySpMat");
      device_free(y->solve_buffer[upper]);
   }
   cusparse(cusparseDestroySpMat(y->full), "cusparseDestroySpMat");
   cusparse(cusparseDestroyDnVec(y->in), "cusparseDestroyDnVec");
   cusparse(cusparseDestroyDnVec(y->out), "cusparseDestroyDnVec");
   device_free(y->spmv_buffer);
   device_free(y->r);
   device_free(y->z);
   delete y;
}

static void spmv(tsw_yardstick *y, const double *factor, const double *x, const double *keep,
                 double *ax)
{
   cusparse(cusparseDnVecSetValues(y->in, (void *) x), "cusparseDnVecSetValues");
   cusparse(cusparseDnVecSetValues(y->out, ax), "cusparseDnVecSetValues");
   cusparse(cusparseSpMV(sparse, CUSPARSE_OPERATION_NON_TRANSPOSE, factor, y->full, y->in, keep,
                         y->out, CUDA_R_64F, CUSPARSE_SPMV_ALG_DEFAULT, y->spmv_buffer),
            "cusparseSpMV");
}

void tsw_yardstick_spmv(tsw_yardstick *y, const double *x, double *ax)
{
   spmv(y, &ONE, x, &ZERO, ax);
}

void tsw_yardstick_solve(tsw_yardstick *y, bool upper, const double *b, double *x)
{
   cusparse(cusparseDnVecSetValues(y->in, (void *) b), "cusparseDnVecSetValues");
   cusparse(cusparseDnVecSetValues(y->out, x), "cusparseDnVecSetValues");
   cusparse(cusparseSpSV_solve(sparse, CUSPARSE_OPERATION_NON_TRANSPOSE, &ONE, y->triangle[upper],
                               y->in, y->out, CUDA_R_64F, CUSPARSE_SPSV_ALG_DEFAULT,
                               y->analysed[upper]),
            "cusparseSpSV_solve");
}

void tsw_yardstick_sweep(tsw_yardstick *y, bool upper, const double *b, double *x)
{
   cuda(cudaMemcpyAsync(y->r, b, (size_t) y->n_rows * sizeof(double), cudaMemcpyDeviceToDevice,
                        stream),
        "copy of b");
   spmv(y, &MINUS_ONE, x, &ONE, y->r);
   tsw_yardstick_solve(y, upper, y->r, y->z);
   add<<<blocks(y->n_rows), BLOCK, 0, stream>>>(x, y->z, y->n_rows);
   cuda(cudaGetLastError(), "x += z");
}
