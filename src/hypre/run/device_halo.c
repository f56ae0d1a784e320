/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "hypre/run/device_halo.h"

#include "hypre/base/device.h"
#include "hypre/base/notice.h"

#if TSW_HAS_DEVICE

#include <cuda_runtime_api.h>

#include "hypre/base/device_kernels.h"

static cudaEvent_t packed; /* The values for other ranks are ready to be sent. */

static void reserve(double **buffer, size_t *size, size_t count)
{
   if (count > *size)
   {
      hypre_TFree(*buffer, HYPRE_MEMORY_DEVICE);
      *buffer = hypre_TAlloc(double, count, HYPRE_MEMORY_DEVICE);
      *size = count;
   }
}

/*
 * Queue the packing of values for other ranks, then a copy of f to rhs. Wait for the packing.
 */
static cudaError_t pack(tsw_level *level, hypre_ParCSRCommPkg *pkg, HYPRE_Int n_send,
                        const double *u, const double *f, double *rhs, size_t n_rows)
{
   cudaStream_t stream = tsw_device_stream();
   hypre_ParCSRCommPkgCopySendMapElmtsToDevice(pkg);
   cudaError_t error =
      packed ? cudaSuccess : cudaEventCreateWithFlags(&packed, cudaEventDisableTiming);
   error =
      error ? error
            : tsw_pack(u, hypre_ParCSRCommPkgDeviceSendMapElmts(pkg), n_send, level->send, stream);
   error = error ? error : cudaEventRecord(packed, stream);
   if (error == cudaSuccess && n_rows > 0)
   {
      error = cudaMemcpyAsync(rhs, f, n_rows * sizeof *f, cudaMemcpyDeviceToDevice, stream);
   }
   return error == cudaSuccess ? cudaEventSynchronize(packed) : error;
}

/* Exchange values of u with other ranks; the copy of n_rows values of f to rhs overlaps this. */
static cudaError_t exchange(tsw_level *level, const double *u, const double *f, double *rhs,
                            size_t n_rows)
{
   hypre_ParCSRMatrix *matrix = level->matrix;
   if (!hypre_ParCSRMatrixCommPkg(matrix))
   {
      hypre_MatvecCommPkgCreate(matrix);
   }
   hypre_ParCSRCommPkg *pkg = hypre_ParCSRMatrixCommPkg(matrix);
   /* An earlier product with several vectors may have changed the layout of the package. */
   hypre_ParCSRCommPkgUpdateVecStarts(pkg, 1, 0, 1);
   const HYPRE_Int n_send = hypre_ParCSRCommPkgSendMapStart(pkg, hypre_ParCSRCommPkgNumSends(pkg));
   reserve(&level->send, &level->send_size, (size_t) n_send);
   reserve(&level->external, &level->external_size,
           (size_t) hypre_CSRMatrixNumCols(hypre_ParCSRMatrixOffd(matrix)));
   const cudaError_t error = pack(level, pkg, n_send, u, f, rhs, n_rows);
   /* Exchange also after a failure on this rank, because the other ranks wait for the messages. */
   hypre_ParCSRCommHandle *handle = hypre_ParCSRCommHandleCreate_v2(
      1, pkg, HYPRE_MEMORY_DEVICE, level->send, HYPRE_MEMORY_DEVICE, level->external);
   hypre_ParCSRCommHandleDestroy(handle);
   return error;
}

static bool is_coupled(const tsw_level *level)
{
   return hypre_CSRMatrixNumCols(hypre_ParCSRMatrixOffd(level->matrix)) > 0;
}

static bool check(const tsw_level *level, cudaError_t error)
{
   if (error != cudaSuccess)
   {
      tsw_notice("rank %d, level %d: the exchange of off-process values failed: %s", level->rank,
                 level->index, cudaGetErrorString(error));
   }
   return error == cudaSuccess;
}

/* Subtract the product with the received values from y. error: status of the exchange. */
static bool subtract(const tsw_level *level, cudaError_t error, double *y)
{
   hypre_CSRMatrix *offd = hypre_ParCSRMatrixOffd(level->matrix);
   if (error == cudaSuccess && is_coupled(level))
   {
      error = tsw_subtract_product(hypre_CSRMatrixI(offd), hypre_CSRMatrixJ(offd),
                                   hypre_CSRMatrixData(offd), hypre_CSRMatrixNumRows(offd),
                                   level->external, y, tsw_device_stream());
   }
   return check(level, error);
}

/* rhs = f minus the off-process part of A u; rhs may be f. Collective. */
static bool find_rhs(tsw_level *level, const double *u, const double *f, double *rhs)
{
   const size_t n_copied = is_coupled(level) && rhs != f ? (size_t) level->block.n_rows : 0;
   if (!level->link)
   {
      return subtract(level, exchange(level, u, f, rhs, n_copied), rhs);
   }
   const cudaError_t error = n_copied == 0
                                ? cudaSuccess
                                : cudaMemcpyAsync(rhs, f, n_copied * sizeof *f,
                                                  cudaMemcpyDeviceToDevice, tsw_device_stream());
   /* Exchange also after a failure on this rank, because the other ranks wait for the values. */
   return tsw_link_multiply(level->link, -1.0, u, rhs) && check(level, error);
}

const double *tsw_device_rhs(tsw_level *level, tsw_columns u, tsw_columns f, bool in_place,
                             HYPRE_Int *stride)
{
   const HYPRE_Int n_rows = (HYPRE_Int) level->block.n_rows;
   bool            good = true;
   if (!in_place)
   {
      reserve(&level->rhs, &level->rhs_size, (size_t) n_rows * (size_t) f.n);
   }
   for (HYPRE_Int c = 0; c < f.n; c++)
   {
      double *const from = f.data + (ptrdiff_t) c * f.stride;
      double *const rhs = in_place ? from : level->rhs + (ptrdiff_t) c * n_rows;
      good = find_rhs(level, u.data + (ptrdiff_t) c * u.stride, from, rhs) && good;
   }
   const bool stays = in_place || !is_coupled(level);
   *stride = stays ? f.stride : n_rows;
   return !good ? NULL : stays ? f.data : level->rhs;
}

bool tsw_device_subtract(tsw_level *level, const double *u, double *y)
{
   if (level->link)
   {
      return tsw_link_multiply(level->link, -1.0, u, y);
   }
   return subtract(level, exchange(level, u, NULL, NULL, 0), y);
}

bool tsw_device_add_difference(const tsw_level *level, const double *f, const double *b, double *y)
{
   const cudaError_t error = tsw_add_difference(f, b, level->block.n_rows, y, tsw_device_stream());
   if (error != cudaSuccess)
   {
      tsw_notice("rank %d, level %d: the computation of the residual failed: %s", level->rank,
                 level->index, cudaGetErrorString(error));
   }
   return error == cudaSuccess;
}

void tsw_device_free_buffers(tsw_level *level)
{
   hypre_TFree(level->send, HYPRE_MEMORY_DEVICE);
   hypre_TFree(level->external, HYPRE_MEMORY_DEVICE);
   hypre_TFree(level->rhs, HYPRE_MEMORY_DEVICE);
}

#else

#pragma GCC diagnostic ignored "-Wunused-parameter"
TSW_DEVICE_ABSENT(const double *, tsw_device_rhs, tsw_level *level, tsw_columns u, tsw_columns f,
                  bool in_place, HYPRE_Int *stride)
TSW_DEVICE_ABSENT(bool, tsw_device_subtract, tsw_level *level, const double *u, double *y)
TSW_DEVICE_ABSENT(bool, tsw_device_add_difference, const tsw_level *level, const double *f,
                  const double *b, double *y)
TSW_DEVICE_ABSENT(void, tsw_device_free_buffers, tsw_level *level)

#endif
