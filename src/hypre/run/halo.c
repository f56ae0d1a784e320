/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Off-process values, exchanged once for each sweep as in hypre, with hypre's communication
 * package. A product of hypre with k vectors changes the layout of the package to k values for each
 * index; the layout persists. Then k columns are sent in one message.
 */
#include "hypre/run/halo.h"

#include <string.h>

#include "hypre/base/fields.h"
#include "hypre/base/notice.h"

static HYPRE_Int count_sent(hypre_ParCSRCommPkg *pkg)
{
   return hypre_ParCSRCommPkgSendMapStart(pkg, hypre_ParCSRCommPkgNumSends(pkg));
}

static HYPRE_Int count_external(const tsw_level *level)
{
   return hypre_CSRMatrixNumCols(hypre_ParCSRMatrixOffd(level->matrix));
}

/* Allocate the buffers for n vectors, sent k values for each index. False: no memory. */
static bool reserve(tsw_level *level, HYPRE_Int n, HYPRE_Int k)
{
   const bool           on_device = level->block.space == TRISWEEP_DEVICE;
   hypre_ParCSRCommPkg *pkg = hypre_ParCSRMatrixCommPkg(level->matrix);
   const size_t         n_external = (size_t) count_external(level);
   const size_t         n_rhs = n_external > 0 ? (size_t) level->block.n_rows : 0;
   const size_t         n_mixed = k > 1 ? (size_t) k : 0;
   /*
    * Layout of buffers.external: on hosts the columns, then the received values if these are
    * interleaved; on devices only the received values of an exchange.
    */
   const size_t n_columns = !on_device ? (size_t) n + n_mixed : n_mixed ? n_mixed : 1;
   bool (*const reserve_one)(double **buffer, size_t *size, size_t count) =
      on_device ? tsw_device_reserve : tsw_level_reserve;
   return (!pkg || reserve_one(&level->buffers.send, &level->buffers.send_size,
                               (size_t) count_sent(pkg))) &&
          reserve_one(&level->buffers.external, &level->buffers.external_size,
                      n_columns * n_external) &&
          reserve_one(&level->buffers.rhs, &level->buffers.rhs_size, (size_t) n * n_rhs);
}

bool tsw_halo_reserve(tsw_level *level)
{
   hypre_ParCSRCommPkg *pkg = hypre_ParCSRMatrixCommPkg(level->matrix);
   if (level->n_ranks == 1)
   {
      return true;
   }
   level->loaded.halo_components = pkg ? hypre_ParCSRCommPkgNumComponents(pkg) : 0;
   return reserve(level, 1, level->loaded.halo_components);
}

/* Did all ranks get memory? If not, the level fails on all. Collective, one reduction. */
static bool agree(tsw_level *level, bool success)
{
   const bool all = tsw_all_ranks(hypre_ParCSRMatrixComm(level->matrix), success);
   if (!success)
   {
      tsw_level_no_memory(level, "values of other ranks");
      tsw_level_fail(level, level->plan.message);
   }
   else if (!all)
   {
      tsw_level_fail_elsewhere(level);
   }
   return all;
}

bool tsw_halo_enlarge(tsw_level *level, HYPRE_Int n)
{
   if (level->n_ranks == 1)
   {
      return true;
   }
   const HYPRE_Int k = hypre_ParCSRCommPkgNumComponents(tsw_comm_pkg(level->matrix));
   if (n <= level->loaded.halo_vectors && k <= level->loaded.halo_components)
   {
      return true;
   }
   const HYPRE_Int n_max = n > level->loaded.halo_vectors ? n : level->loaded.halo_vectors;
   const HYPRE_Int k_max = k > level->loaded.halo_components ? k : level->loaded.halo_components;
   if (!agree(level, reserve(level, n_max, k_max)))
   {
      level->loaded.halo_vectors = 0; /* an allocation that failed has freed the old buffer */
      return false;
   }
   level->loaded.halo_vectors = n_max;
   level->loaded.halo_components = k_max;
   return true;
}

/* Pack columns first .. first + k - 1 of x, k values for each index; zeros for columns >= x.n. */
static void pack(hypre_ParCSRCommPkg *pkg, HYPRE_Int k, tsw_columns x, HYPRE_Int first,
                 double *send)
{
   const HYPRE_Int  end = count_sent(pkg);
   const HYPRE_Int *rows = hypre_ParCSRCommPkgSendMapElmts(pkg);
   for (HYPRE_Int i = 0; i < end; i += k)
   {
      for (HYPRE_Int j = 0; j < k; j++)
      {
         const ptrdiff_t column = (ptrdiff_t) (first + j) * x.stride;
         send[i + j] = first + j < x.n ? x.data[column + rows[i]] : 0.0;
      }
   }
}

/* Scatter received values, k for each index, to columns of n_external values. */
static void unpack(const double *received, HYPRE_Int k, HYPRE_Int n_external, HYPRE_Int n_columns,
                   double *external)
{
   for (HYPRE_Int j = 0; j < n_columns; j++)
   {
      for (HYPRE_Int i = 0; i < n_external; i++)
      {
         external[(ptrdiff_t) j * n_external + i] = received[(ptrdiff_t) i * k + j];
      }
   }
}

static void exchange(hypre_ParCSRCommPkg *pkg, double *send, double *receive)
{
   hypre_ParCSRCommHandle *handle = hypre_ParCSRCommHandleCreate(1, pkg, send, receive);
   hypre_ParCSRCommHandleDestroy(handle);
}

bool tsw_halo_exchange(tsw_level *level, tsw_columns x)
{
   hypre_ParCSRCommPkg *pkg = tsw_comm_pkg(level->matrix);
   const HYPRE_Int      k = hypre_ParCSRCommPkgNumComponents(pkg);
   const HYPRE_Int      n_external = count_external(level);
   const size_t         n_sorted = (size_t) x.n * (size_t) n_external;
   if (!tsw_halo_enlarge(level, x.n))
   {
      return false;
   }
   for (HYPRE_Int first = 0; first < x.n; first += k)
   {
      double *sorted =
         n_sorted ? level->buffers.external + (size_t) first * (size_t) n_external : NULL;
      pack(pkg, k, x, first, level->buffers.send);
      if (k == 1)
      {
         exchange(pkg, level->buffers.send, sorted);
         continue;
      }
      double *mixed = level->buffers.external + n_sorted;
      exchange(pkg, level->buffers.send, mixed);
      unpack(mixed, k, n_external, x.n - first < k ? x.n - first : k, sorted);
   }
   return true;
}

/* y -= A x. Most rows are empty; hypre usually stores a list of the nonempty rows (rownnz). */
static void subtract_product(const hypre_CSRMatrix *a, const double *x, double *y)
{
   const HYPRE_Int *row_ptr = hypre_CSRMatrixI(a);
   const HYPRE_Int *col_idx = hypre_CSRMatrixJ(a);
   const double    *val = hypre_CSRMatrixData(a);
   const HYPRE_Int *rows = hypre_CSRMatrixRownnz(a);
   const HYPRE_Int  n = rows ? hypre_CSRMatrixNumRownnz(a) : hypre_CSRMatrixNumRows(a);
   for (HYPRE_Int k = 0; k < n; k++)
   {
      const HYPRE_Int i = rows ? rows[k] : k;
      for (HYPRE_Int j = row_ptr[i]; j < row_ptr[i + 1]; j++)
      {
         y[i] -= val[j] * x[col_idx[j]];
      }
   }
}

void tsw_halo_subtract(const tsw_level *level, tsw_columns in, tsw_columns out)
{
   hypre_CSRMatrix *offd = hypre_ParCSRMatrixOffd(level->matrix);
   const HYPRE_Int  n_rows = hypre_CSRMatrixNumRows(offd);
   const HYPRE_Int  n_external = hypre_CSRMatrixNumCols(offd);
   for (HYPRE_Int c = 0; c < in.n && n_external > 0; c++)
   {
      const double *from = in.data + (ptrdiff_t) c * in.stride;
      double       *to = out.data + (ptrdiff_t) c * out.stride;
      if (to != from && n_rows > 0)
      {
         memcpy(to, from, (size_t) n_rows * sizeof *to);
      }
      subtract_product(offd, level->buffers.external + (ptrdiff_t) c * n_external, to);
   }
}

const double *tsw_halo_rhs(tsw_level *level, tsw_columns f, HYPRE_Int *stride)
{
   hypre_CSRMatrix *offd = hypre_ParCSRMatrixOffd(level->matrix);
   const HYPRE_Int  n_rows = hypre_CSRMatrixNumRows(offd);
   *stride = f.stride;
   if (hypre_CSRMatrixNumCols(offd) == 0)
   {
      return f.data;
   }
   tsw_halo_subtract(level, f, (tsw_columns){ level->buffers.rhs, f.n, n_rows });
   *stride = n_rows;
   return level->buffers.rhs;
}
