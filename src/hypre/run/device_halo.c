/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <cuda_runtime_api.h>

#include "hypre/base/device.h"
#include "hypre/base/device_call.h"
#include "hypre/base/fields.h"
#include "hypre/base/notice.h"
#include "hypre/run/halo.h"

static cudaEvent_t packed; /* The values for other ranks are ready to be sent. */

bool tsw_device_reserve(double **buffer, size_t *size, size_t count)
{
   if (count > *size)
   {
      tsw_device_give(*buffer);
      *buffer = tsw_device_take(count * sizeof(double));
      *size = *buffer ? count : 0;
   }
   return count <= *size;
}

/* Right-hand sides that a sweep needs: rhs = f, copied while values travel; rhs.n is 0: no copy. */
typedef struct copies
{
   tsw_columns f, rhs;
   size_t      n_rows;
} copies;

static cudaError_t copy(const copies *c, cudaStream_t stream)
{
   cudaError_t error = cudaSuccess;
   for (HYPRE_Int i = 0; i < c->rhs.n && c->n_rows > 0 && error == cudaSuccess; i++)
   {
      error = cudaMemcpyAsync(c->rhs.data + (ptrdiff_t) i * c->rhs.stride,
                              c->f.data + (ptrdiff_t) i * c->f.stride, c->n_rows * sizeof(double),
                              cudaMemcpyDeviceToDevice, stream);
   }
   return error;
}

/* Queue the packing of values for other ranks, then the copies. Wait for the packing. */
static cudaError_t pack(tsw_level *level, hypre_ParCSRCommPkg *pkg, HYPRE_Int n_send, tsw_columns u,
                        const copies *c)
{
   cudaStream_t stream = tsw_device_stream();
   hypre_ParCSRCommPkgCopySendMapElmtsToDevice(pkg);
   cudaError_t error =
      packed ? cudaSuccess : cudaEventCreateWithFlags(&packed, cudaEventDisableTiming);
   error =
      error ? error
            : tsw_pack(u.data, u.stride, u.n, hypre_ParCSRCommPkgDeviceSendMapElmts(pkg),
                       hypre_ParCSRCommPkgNumComponents(pkg), n_send, level->buffers.send, stream);
   error = error ? error : cudaEventRecord(packed, stream);
   error = error ? error : copy(c, stream);
   return error == cudaSuccess ? cudaEventSynchronize(packed) : error;
}

/*
 * Exchange as many columns of u as the package has values for each index (halo.c): hypre 3.1 loses
 * the lists of a package when the number becomes smaller.
 */
static cudaError_t exchange(tsw_level *level, tsw_columns u, const copies *c)
{
   hypre_ParCSRMatrix  *matrix = level->matrix;
   hypre_ParCSRCommPkg *pkg = tsw_comm_pkg(matrix);
   const HYPRE_Int n_send = hypre_ParCSRCommPkgSendMapStart(pkg, hypre_ParCSRCommPkgNumSends(pkg));
   const cudaError_t error = pack(level, pkg, n_send, u, c);
   /* Exchange also after a failure on this rank, because the other ranks wait for the messages. */
   hypre_ParCSRCommHandle *handle =
      hypre_ParCSRCommHandleCreate_v2(1, pkg, HYPRE_MEMORY_DEVICE, level->buffers.send,
                                      HYPRE_MEMORY_DEVICE, level->buffers.external);
   hypre_ParCSRCommHandleDestroy(handle);
   return error;
}

static bool is_coupled(const tsw_level *level)
{
   return hypre_CSRMatrixNumCols(hypre_ParCSRMatrixOffd(level->matrix)) > 0;
}

static bool check(const tsw_level *level, cudaError_t error, const char *purpose)
{
   if (error != cudaSuccess)
   {
      tsw_notice("rank %d, level %d: the %s failed: %s", level->rank, level->index, purpose,
                 cudaGetErrorString(error));
   }
   return error == cudaSuccess;
}

/* Subtract the products with the received values from y. error: status of the exchange. */
static bool subtract(const tsw_level *level, cudaError_t error, tsw_columns y)
{
   const tsw_device_csr a = tsw_csr_of(hypre_ParCSRMatrixOffd(level->matrix));
   const HYPRE_Int k = hypre_ParCSRCommPkgNumComponents(hypre_ParCSRMatrixCommPkg(level->matrix));
   for (HYPRE_Int c = 0; c < y.n && error == cudaSuccess && is_coupled(level); c++)
   {
      error = tsw_subtract_product(&a, level->buffers.external + c, k,
                                   y.data + (ptrdiff_t) c * y.stride, tsw_device_stream());
   }
   return check(level, error, "exchange of off-process values");
}

/* y -= the off-process part of A u, after the copies. Collective. */
static bool subtract_off_process(tsw_level *level, tsw_columns u, tsw_columns y, const copies *c)
{
   if (!level->carrier)
   {
      return subtract(level, exchange(level, u, c), y);
   }
   const cudaError_t error = copy(c, tsw_device_stream());
   bool              good = true;
   /* Exchange also after a failure on this rank, because the other ranks wait for the values. */
   for (HYPRE_Int i = 0; i < u.n; i++)
   {
      good = level->carrier->multiply(level->carrier, -1.0, u.data + (ptrdiff_t) i * u.stride,
                                      y.data + (ptrdiff_t) i * y.stride) &&
             good;
   }
   return check(level, error, "exchange of off-process values") && good;
}

/* The number of columns in one exchange. */
static HYPRE_Int columns_at_once(const tsw_level *level, HYPRE_Int n)
{
   const HYPRE_Int k =
      level->carrier ? n : hypre_ParCSRCommPkgNumComponents(tsw_comm_pkg(level->matrix));
   return k < n ? k : n;
}

static tsw_columns part_of(tsw_columns all, HYPRE_Int first, HYPRE_Int n)
{
   return (tsw_columns){ all.data + (ptrdiff_t) first * all.stride, n, all.stride };
}

bool tsw_device_rhs(tsw_level *level, tsw_columns u, tsw_columns f, bool may_change_f,
                    const double **b, HYPRE_Int *stride)
{
   const HYPRE_Int n_rows = (HYPRE_Int) level->block.n_rows;
   const bool      copied = !may_change_f && is_coupled(level);
   const HYPRE_Int k = columns_at_once(level, f.n);
   bool            good = true;
   if (!tsw_halo_enlarge(level, f.n))
   {
      return false;
   }
   const tsw_columns rhs = copied ? (tsw_columns){ level->buffers.rhs, f.n, n_rows } : f;
   for (HYPRE_Int first = 0; first < f.n; first += k)
   {
      const HYPRE_Int   n = f.n - first < k ? f.n - first : k;
      const tsw_columns to = part_of(rhs, first, n);
      const copies c = { part_of(f, first, n), copied ? to : (tsw_columns){ 0 }, (size_t) n_rows };
      good = subtract_off_process(level, part_of(u, first, n), to, &c) && good;
   }
   *b = rhs.data;
   *stride = rhs.stride;
   return good;
}

bool tsw_device_subtract(tsw_level *level, const double *u, double *y)
{
   const copies none = { 0 };
   return tsw_halo_enlarge(level, 1) &&
          subtract_off_process(level, (tsw_columns){ (double *) (uintptr_t) u, 1, 0 },
                               (tsw_columns){ y, 1, 0 }, &none);
}

bool tsw_device_add_difference(const tsw_level *level, const double *f, const double *b, double *y)
{
   return check(level, tsw_add_difference(f, b, level->block.n_rows, y, tsw_device_stream()),
                "computation of the residual");
}

void tsw_device_free_buffers(tsw_level *level)
{
   tsw_device_give(level->buffers.send);
   tsw_device_give(level->buffers.external);
   tsw_device_give(level->buffers.rhs);
}
