/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * cusparse: the triangular solve of NVIDIA's cuSPARSE (SpSV), the reference for all schedules.
 * The triangle includes the diagonal m_i / relax_weight. Kept rows are unit rows with a zero
 * right-hand side. The analysis reads the pattern once. updateMatrix replaces the values at a
 * load, and in a pass with another scaling or weight than before, or with cf_marker.
 *
 * Needs: its own copy of both triangles. Extra bytes: 16 a row and 12 an entry for each, and
 * SpSV's buffers. Deterministic and progress: as cuSPARSE documents.
 */
#include <cusparse.h>

#include "base/device/each.cuh"
#include "base/memory_cuda.h"
#include "kernels/cuda/triangles.h"

namespace {

/* Parameters of a pass that determine the values of a triangle. loaded: the values are valid. */
struct scaling
{
   bool          loaded;
   const double *inv_scale;
   double        relax_weight;
};

struct spsv_triangle
{
   int32_t             *row_ptr; /* [n_rows + 1] */
   int32_t             *col_idx; /* [row_ptr[n_rows]] ascending, with the diagonal */
   double              *val;
   int64_t              nnz;
   cusparseSpMatDescr_t matrix;
   cusparseSpSVDescr_t  analysed;
   void                *buffer;
   scaling              held; /* parameters of the values in val */
};

struct spsv_state
{
   cusparseHandle_t     handle;
   cusparseDnVecDescr_t in;
   cusparseDnVecDescr_t out;
   double              *rhs; /* [n_rows] right-hand side with zeros in kept rows */
   spsv_triangle        triangle[2];
};

trisweep_status checked(cusparseStatus_t status, const char *call)
{
   if (status == CUSPARSE_STATUS_SUCCESS)
   {
      return TRISWEEP_OK;
   }
   return status == CUSPARSE_STATUS_ALLOC_FAILED
             ? TSW_ERROR(MEMORY, "%s: %s", call, cusparseGetErrorString(status))
             : TSW_ERROR(CUDA, "%s: %s", call, cusparseGetErrorString(status));
}

/* The place of entry e of strict row i. The diagonal is last in lower, first in upper rows. */
__device__ int32_t strict_place(const int32_t *row_ptr, int32_t i, int32_t e, bool upper)
{
   return upper ? row_ptr[i + 1] + i - (e - row_ptr[i]) : e + i;
}

__device__ int32_t diagonal_place(const int32_t *row_ptr, int32_t i, bool upper)
{
   return upper ? row_ptr[i] + i : row_ptr[i + 1] + i;
}

trisweep_status fill_pattern(const tsw_entries &strict, int64_t n_rows, bool upper,
                             const spsv_triangle &t, cudaStream_t stream)
{
   TSW_CUDA(cudaMemsetAsync(t.row_ptr, 0, sizeof *t.row_ptr, stream));
   return tsw_each(n_rows, stream, [=] __device__(int64_t k) {
      const int32_t i = (int32_t) k;
      for (int32_t e = strict.ptr[i]; e < strict.ptr[i + 1]; e++)
      {
         const int32_t at = strict_place(strict.ptr, i, e, upper);
         t.col_idx[at] = strict.idx[e];
         t.val[at] = 0.0;
      }
      const int32_t at = diagonal_place(strict.ptr, i, upper);
      t.col_idx[at] = i;
      t.val[at] = 1.0;
      t.row_ptr[i + 1] = strict.ptr[i + 1] + i + 1;
   });
}

trisweep_status fill_values(const tsw_entries &strict, const tsw_zero &z, double *val,
                            cudaStream_t stream)
{
   return tsw_each(z.n_rows, stream, [=] __device__(int64_t k) {
      const int32_t i = (int32_t) k;
      const double  inv = z.inv_scale ? z.inv_scale[i] : 1.0;
      const bool    kept = tsw_is_kept(z, i, inv);
      for (int32_t e = strict.ptr[i]; e < strict.ptr[i + 1]; e++)
      {
         val[strict_place(strict.ptr, i, e, z.backward)] = kept ? 0.0 : strict.val[e];
      }
      val[diagonal_place(strict.ptr, i, z.backward)] = kept ? 1.0 : 1.0 / (z.relax_weight * inv);
   });
}

trisweep_status fill_rhs(const tsw_zero &z, double *rhs, void *stream)
{
   return tsw_each(z.n_rows, stream, [=] __device__(int64_t i) {
      rhs[i] = z.prepare((int32_t) i).kept ? 0.0 : z.b[i];
   });
}

/* t_i = x_i m_i / relax_weight, in rows that are not kept. */
trisweep_status fill_t(const tsw_zero &z, void *stream)
{
   return tsw_each(z.n_rows, stream, [=] __device__(int64_t i) {
      const tsw_zero::ready p = z.prepare((int32_t) i);
      if (!p.kept)
      {
         z.t[i] = z.x[i] / (z.relax_weight * p.scale);
      }
   });
}

trisweep_status make_pattern(const tsw_packed *p, bool upper, cudaStream_t stream,
                             tsw_memory *owner, spsv_triangle *t)
{
   const tsw_entries strict = tsw_triangle_rows(p, upper);
   t->nnz = p->n_entries[upper] + p->n_rows;
   if (t->nnz > INT32_MAX)
   {
      return TSW_ERROR(UNSUPPORTED, "a triangle with its diagonal has more entries than 32-bit "
                                    "offsets can count; use another schedule than cusparse");
   }
   TSW_TRY(TSW_ALLOC_DEVICE(owner, &t->row_ptr, p->n_rows + 1, "cuSPARSE's triangle"));
   TSW_TRY(TSW_ALLOC_DEVICE(owner, &t->col_idx, t->nnz, "cuSPARSE's triangle"));
   TSW_TRY(TSW_ALLOC_DEVICE(owner, &t->val, t->nnz, "cuSPARSE's triangle"));
   return fill_pattern(strict, p->n_rows, upper, *t, stream);
}

#define SPARSE(call) TSW_TRY(checked((call), #call))

trisweep_status analyse(spsv_state *s, int64_t n_rows, bool upper, tsw_memory *owner)
{
   const double       one = 1.0;
   cusparseFillMode_t fill = upper ? CUSPARSE_FILL_MODE_UPPER : CUSPARSE_FILL_MODE_LOWER;
   cusparseDiagType_t diagonal = CUSPARSE_DIAG_TYPE_NON_UNIT;
   spsv_triangle     *t = &s->triangle[upper];
   size_t             bytes;
   SPARSE(cusparseCreateCsr(&t->matrix, n_rows, n_rows, t->nnz, t->row_ptr, t->col_idx, t->val,
                            CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO,
                            CUDA_R_64F));
   SPARSE(cusparseSpMatSetAttribute(t->matrix, CUSPARSE_SPMAT_FILL_MODE, &fill, sizeof fill));
   SPARSE(
      cusparseSpMatSetAttribute(t->matrix, CUSPARSE_SPMAT_DIAG_TYPE, &diagonal, sizeof diagonal));
   SPARSE(cusparseSpSV_createDescr(&t->analysed));
   SPARSE(cusparseSpSV_bufferSize(s->handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, t->matrix,
                                  s->in, s->out, CUDA_R_64F, CUSPARSE_SPSV_ALG_DEFAULT, t->analysed,
                                  &bytes));
   TSW_TRY(tsw_memory_alloc_device(owner, &t->buffer, (int64_t) bytes, 1, "cuSPARSE's buffer"));
   SPARSE(cusparseSpSV_analysis(s->handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, t->matrix, s->in,
                                s->out, CUDA_R_64F, CUSPARSE_SPSV_ALG_DEFAULT, t->analysed,
                                t->buffer));
   return TRISWEEP_OK;
}

trisweep_status spsv_plan(const tsw_packed *p, void *stream, tsw_memory *owner, void *state)
{
   spsv_state *s = (spsv_state *) state;
   SPARSE(cusparseCreate(&s->handle));
   SPARSE(cusparseSetStream(s->handle, (cudaStream_t) stream));
   TSW_TRY(TSW_ALLOC_DEVICE(owner, &s->rhs, p->n_rows, "cuSPARSE's right-hand side"));
   SPARSE(cusparseCreateDnVec(&s->in, p->n_rows, s->rhs, CUDA_R_64F));
   SPARSE(cusparseCreateDnVec(&s->out, p->n_rows, s->rhs, CUDA_R_64F));
   for (int upper = 0; upper < 2; upper++)
   {
      TSW_TRY(make_pattern(p, upper != 0, (cudaStream_t) stream, owner, &s->triangle[upper]));
      TSW_TRY(analyse(s, p->n_rows, upper != 0, owner));
   }
   return TSW_CUDA_STATUS(cudaStreamSynchronize((cudaStream_t) stream));
}

trisweep_status put_values(spsv_state *s, const tsw_packed *p, const tsw_zero &z,
                           cudaStream_t stream)
{
   spsv_triangle *t = &s->triangle[z.backward];
   TSW_TRY(fill_values(tsw_triangle_rows(p, z.backward), z, t->val, stream));
   SPARSE(cusparseSpSV_updateMatrix(s->handle, t->analysed, t->val, CUSPARSE_SPSV_UPDATE_GENERAL));
   t->held = { !z.cf_marker, z.inv_scale, z.relax_weight };
   return TRISWEEP_OK;
}

trisweep_status spsv_load(void *state, const tsw_packed *p, void *stream)
{
   spsv_state *s = (spsv_state *) state;
   SPARSE(cusparseSetStream(s->handle, (cudaStream_t) stream));
   for (int upper = 0; upper < 2; upper++)
   {
      tsw_pass pass = {};
      pass.backward = upper != 0;
      pass.inv_scale = p->inv_diag;
      pass.relax_weight = 1.0;
      pass.omega = 1.0;
      TSW_TRY(put_values(s, p, tsw_pass_zero(p, &pass), (cudaStream_t) stream));
   }
   return TRISWEEP_OK;
}

trisweep_status spsv_solve(const void *state, const tsw_packed *p, const tsw_pass *pass,
                           void *stream)
{
   spsv_state    *s = (spsv_state *) state; /* not const: a pass changes descriptors */
   spsv_triangle *t = &s->triangle[pass->backward];
   const tsw_zero z = tsw_pass_zero(p, pass);
   const bool     some_kept =
      z.cf_marker || (z.inv_scale && (z.inv_scale != p->inv_diag || p->n_zero_diagonals > 0));
   const double *rhs = some_kept ? s->rhs : z.b;
   SPARSE(cusparseSetStream(s->handle, (cudaStream_t) stream));
   if (!t->held.loaded || t->held.inv_scale != z.inv_scale ||
       t->held.relax_weight != z.relax_weight || z.cf_marker)
   {
      TSW_TRY(put_values(s, p, z, (cudaStream_t) stream));
   }
   if (some_kept)
   {
      TSW_TRY(fill_rhs(z, s->rhs, stream));
   }
   SPARSE(cusparseDnVecSetValues(s->in, (void *) rhs));
   SPARSE(cusparseDnVecSetValues(s->out, z.x));
   SPARSE(cusparseSpSV_solve(s->handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &z.omega, t->matrix,
                             s->in, s->out, CUDA_R_64F, CUSPARSE_SPSV_ALG_DEFAULT, t->analysed));
   return z.t ? fill_t(z, stream) : TRISWEEP_OK;
}

void free_triangle(tsw_memory *owner, spsv_triangle *t)
{
   if (t->analysed)
   {
      cusparseSpSV_destroyDescr(t->analysed);
   }
   if (t->matrix)
   {
      cusparseDestroySpMat(t->matrix);
   }
   tsw_memory_free_device(owner, &t->buffer);
   tsw_memory_free_device(owner, &t->row_ptr);
   tsw_memory_free_device(owner, &t->col_idx);
   tsw_memory_free_device(owner, &t->val);
}

void spsv_free(tsw_memory *owner, void *state)
{
   spsv_state *s = (spsv_state *) state;
   free_triangle(owner, &s->triangle[0]);
   free_triangle(owner, &s->triangle[1]);
   if (s->in)
   {
      cusparseDestroyDnVec(s->in);
   }
   if (s->out)
   {
      cusparseDestroyDnVec(s->out);
   }
   tsw_memory_free_device(owner, &s->rhs);
   if (s->handle)
   {
      cusparseDestroy(s->handle);
   }
}

} // namespace

extern "C" const tsw_sptrsv tsw_sptrsv_cusparse = {
   .name = "cusparse",
   .summary = "cuSPARSE's SpSV",
   .source = "NVIDIA cuSPARSE",
   .deterministic = true,
   .state_bytes = sizeof(spsv_state),
   .plan = spsv_plan,
   .load = spsv_load,
   .solve = spsv_solve,
   .free = spsv_free,
};
