/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "extensions/products/matmat.h"

#include <limits.h>

#include "extensions/products/local_product.h"
#include "hypre/base/device.h"
#include "hypre/base/device_call.h"
#include "hypre/base/fields.h"
#include "hypre/base/notice.h"

static tsw_global_columns columns_of(const hypre_ParCSRMatrix *b)
{
   return (tsw_global_columns){ sizeof(HYPRE_BigInt) == 8, hypre_ParCSRMatrixFirstColDiag(b),
                                hypre_CSRMatrixNumCols(hypre_ParCSRMatrixDiag(b)) };
}

/* ---- the product of ranks ------------------------------------------------------ */

static tsw_column_set take_set(const hypre_ParCSRMatrix *b, bool *good)
{
   tsw_column_set set = { .n_words = hypre_ParCSRMatrixGlobalNumCols(b) / 32 + 1 };
   const size_t   bytes = (size_t) (set.n_words + 1) * sizeof(uint32_t);
   set.bits = tsw_product_take(bytes, good);
   set.before = tsw_product_take(bytes, good);
   *good = *good && tsw_product_works(cudaMemsetAsync(set.bits, 0, bytes, tsw_device_stream()));
   return set;
}

/* The rows of a matrix whose rows are in parts; as tsw_product_matrix. */
static hypre_CSRMatrix *join(const tsw_row_sources *from, bool *good)
{
   hypre_CSRMatrix *all =
      tsw_product_matrix(from->diag.n_rows + from->external.n_rows, 0,
                         from->diag.nnz + from->offd.nnz + from->external.nnz, true, good);
   *good =
      *good && tsw_product_works(tsw_rows_join(from, hypre_CSRMatrixI(all), hypre_CSRMatrixJ(all),
                                               hypre_CSRMatrixData(all), tsw_device_stream()));
   return all;
}

/*
 * Join the rows of b and those of other ranks; counts the columns of other ranks: all, or, as hypre
 * does in the product with a transpose, those of the rows k of b with used[k] < used[k + 1].
 */
static hypre_CSRMatrix *join_right(hypre_ParCSRMatrix *b, const hypre_CSRMatrix *external,
                                   const int32_t *used, const tsw_column_set *set, bool *good)
{
   cudaStream_t    stream = tsw_device_stream();
   size_t          bytes;
   tsw_row_sources from = { tsw_csr_of(hypre_ParCSRMatrixDiag(b)),
                            tsw_csr_of(hypre_ParCSRMatrixOffd(b)),
                            tsw_csr_of(external),
                            hypre_ParCSRMatrixDeviceColMapOffd(b),
                            hypre_CSRMatrixBigJ(external),
                            columns_of(b),
                            *set };
   void           *workspace = tsw_take_workspace(set->n_words + 1, &bytes, good);
   const int64_t   n_map = hypre_CSRMatrixNumCols(hypre_ParCSRMatrixOffd(b));
   *good = *good &&
           tsw_product_works(
              used ? tsw_columns_insert_rows(set, &from.columns, &from.offd, from.map, used, stream)
                   : tsw_columns_insert(set, &from.columns, from.map, n_map, stream)) &&
           tsw_product_works(tsw_columns_insert(set, &from.columns, from.external_col,
                                                from.external.nnz, stream)) &&
           tsw_product_works(tsw_columns_count(set, workspace, bytes, stream));
   hypre_CSRMatrix *all = join(&from, good);
   tsw_device_give(workspace);
   return all;
}

/* Give c the columns of other ranks, before the device is at work on the entries. */
static bool set_columns(hypre_ParCSRMatrix *c, const tsw_column_set *set, int32_t n)
{
   bool          good = true;
   HYPRE_BigInt *map = n > 0 ? tsw_product_take((size_t) n * sizeof *map, &good) : NULL;
   if (map)
   {
      hypre_CSRMatrixNumCols(hypre_ParCSRMatrixOffd(c)) = n;
      hypre_ParCSRMatrixDeviceColMapOffd(c) = map;
      good = tsw_product_works(
         tsw_columns_list(set, sizeof(HYPRE_BigInt) == 8, map, tsw_device_stream()));
      hypre_ParCSRMatrixCopyColMapOffdToHost(c);
   }
   return good;
}

static void set_parts(hypre_ParCSRMatrix *c, hypre_CSRMatrix *diag, hypre_CSRMatrix *offd)
{
   hypre_CSRMatrixDestroy(hypre_ParCSRMatrixDiag(c));
   hypre_CSRMatrixDestroy(hypre_ParCSRMatrixOffd(c));
   hypre_ParCSRMatrixDiag(c) = diag;
   hypre_ParCSRMatrixOffd(c) = offd;
}

/* Split the rows of the product into the parts of c. */
static bool split(const tsw_local_product *m, bool diagonal_first, hypre_ParCSRMatrix *c)
{
   const tsw_device_csr rows = tsw_csr_of(m->rows);
   const int32_t        n_own = m->pattern.n_own;
   bool                 good = true;
   hypre_CSRMatrix     *diag =
      tsw_product_matrix(rows.n_rows, n_own, (int64_t) (m->sizes.nnz & 0xffffffffu), true, &good);
   hypre_CSRMatrix     *offd = tsw_product_matrix(rows.n_rows, m->sizes.n_members,
                                                  (int64_t) (m->sizes.nnz >> 32), true, &good);
   const tsw_split_rows to = { hypre_CSRMatrixI(diag),    hypre_CSRMatrixJ(diag),
                               hypre_CSRMatrixI(offd),    hypre_CSRMatrixJ(offd),
                               hypre_CSRMatrixData(diag), hypre_CSRMatrixData(offd) };
   good = good && tsw_product_works(tsw_rows_split(&rows, n_own, m->pattern.place, diagonal_first,
                                                   &to, tsw_device_stream()));
   set_parts(c, diag, offd);
   return good;
}

/*
 * The rows of left times those of b and of other ranks, which external lists; good: left has them.
 * Frees left and external. used: of join_right, in products with a transpose.
 */
static bool multiply_ranks(hypre_CSRMatrix *left, hypre_ParCSRMatrix *b, hypre_CSRMatrix *external,
                           const int32_t *used, hypre_ParCSRMatrix *c, bool good)
{
   tsw_column_set   set = take_set(b, &good);
   hypre_CSRMatrix *right = join_right(b, external, used, &set, &good);
   hypre_CSRMatrixDestroy(external);
   const tsw_device_csr l = tsw_csr_of(left), r = tsw_csr_of(right);
   tsw_local_product    m = { 0 };
   good = good && tsw_local_product_begin(&l, &r, columns_of(b).n_own, &set, &m) &&
          set_columns(c, &set, m.sizes.n_members);
   tsw_device_give(set.bits);
   tsw_device_give(set.before);
   good = tsw_local_product_end(&m, good);
   hypre_CSRMatrixDestroy(left);
   hypre_CSRMatrixDestroy(right);
   good = good && split(&m, used != NULL, c);
   tsw_device_give(m.pattern.place);
   hypre_CSRMatrixDestroy(m.rows);
   return good;
}

/* The product of matrices of one rank. */
static bool multiply_one(const hypre_CSRMatrix *left, const hypre_CSRMatrix *right,
                         bool diagonal_first, hypre_ParCSRMatrix *c)
{
   const tsw_device_csr l = tsw_csr_of(left), r = tsw_csr_of(right);
   tsw_local_product    m = { 0 };
   bool good = tsw_local_product_begin(&l, &r, hypre_CSRMatrixNumCols(right), NULL, &m);
   good = tsw_local_product_end(&m, good);
   const size_t     bytes = (size_t) (l.n_rows + 1) * sizeof(HYPRE_Int);
   hypre_CSRMatrix *offd = tsw_product_matrix(l.n_rows, 0, 0, true, &good);
   set_parts(c, m.rows, offd);
   good = good &&
          tsw_product_works(cudaMemsetAsync(hypre_CSRMatrixI(offd), 0, bytes, tsw_device_stream()));
   if (good && diagonal_first)
   {
      hypre_CSRMatrixMoveDiagFirstDevice(m.rows);
   }
   tsw_device_give(m.pattern.place);
   return good;
}

/*
 * All ranks keep the product, or none does: then all call hypre's product, in which they wait for
 * one another. Collective.
 */
static hypre_ParCSRMatrix *agree(hypre_ParCSRMatrix *c, bool good)
{
   if (!tsw_all_ranks(hypre_ParCSRMatrixComm(c), good))
   {
      hypre_ParCSRMatrixDestroy(c);
      return NULL;
   }
   hypre_SyncComputeStream(); /* in unified memory only */
   return c;
}

static bool is_alone(const hypre_ParCSRMatrix *a)
{
   return tsw_ranks_of(hypre_ParCSRMatrixComm(a)) == 1;
}

static bool multiply_with_others(hypre_ParCSRMatrix *a, hypre_ParCSRMatrix *b,
                                 hypre_ParCSRMatrix *c)
{
   void *request;
   bool  good = true;
   hypre_ParCSRMatrixExtractBExtDeviceInit(b, a, 1, &request);
   hypre_ParCSRMatrixCopyColMapOffdToDevice(b);
   const tsw_row_sources from = { .diag = tsw_csr_of(hypre_ParCSRMatrixDiag(a)),
                                  .offd = tsw_csr_of(hypre_ParCSRMatrixOffd(a)),
                                  .columns = {
                                     .n_own = hypre_CSRMatrixNumCols(hypre_ParCSRMatrixDiag(a)) } };
   hypre_CSRMatrix      *left = join(&from, &good);
   hypre_CSRMatrix      *external = hypre_ParCSRMatrixExtractBExtDeviceWait(request);
   return multiply_ranks(left, b, external, NULL, c, good);
}

hypre_ParCSRMatrix *tsw_matmat(hypre_ParCSRMatrix *a, hypre_ParCSRMatrix *b)
{
   hypre_ParCSRMatrix *c =
      hypre_ParCSRMatrixCreate(hypre_ParCSRMatrixComm(a), hypre_ParCSRMatrixGlobalNumRows(a),
                               hypre_ParCSRMatrixGlobalNumCols(b), hypre_ParCSRMatrixRowStarts(a),
                               hypre_ParCSRMatrixColStarts(b), 0, 0, 0);
   return agree(c, is_alone(a)
                      ? multiply_one(hypre_ParCSRMatrixDiag(a), hypre_ParCSRMatrixDiag(b), false, c)
                      : multiply_with_others(a, b, c));
}

/* ---- the product with a transpose ---------------------------------------------- */

static hypre_CSRMatrix *transpose_of(hypre_CSRMatrix *part, hypre_CSRMatrix *stored)
{
   if (!stored)
   {
      hypre_CSRMatrixTransposeDevice(part, &stored, 1);
   }
   return stored;
}

static void keep_or_destroy(hypre_CSRMatrix *transpose, hypre_CSRMatrix **kept, HYPRE_Int keep)
{
   if (*kept == transpose)
   {
      return;
   }
   if (keep)
   {
      *kept = transpose;
   }
   else
   {
      hypre_CSRMatrixDestroy(transpose);
   }
}

/* The rows of the product for other ranks, with global columns. */
static hypre_CSRMatrix *multiply_sent(const hypre_CSRMatrix *rows, hypre_ParCSRMatrix *b,
                                      bool *good)
{
   const tsw_row_sources from = { .diag = tsw_csr_of(hypre_ParCSRMatrixDiag(b)),
                                  .offd = tsw_csr_of(hypre_ParCSRMatrixOffd(b)),
                                  .columns = columns_of(b) };
   hypre_CSRMatrix      *right = join(&from, good);
   const tsw_device_csr  l = tsw_csr_of(rows), r = tsw_csr_of(right);
   tsw_local_product     m = { 0 };
   *good = *good && tsw_local_product_begin(&l, &r, from.columns.n_own, NULL, &m);
   *good = tsw_local_product_end(&m, *good);
   hypre_CSRMatrix *sent = m.rows;
   const HYPRE_Int  nnz = hypre_CSRMatrixNumNonzeros(sent);
   hypre_CSRMatrixNumCols(sent) = INT_MAX;
   hypre_CSRMatrixBigJ(sent) = tsw_product_take((size_t) nnz * sizeof(HYPRE_BigInt), good);
   *good = *good &&
           tsw_product_works(tsw_columns_global(&from.columns, hypre_CSRMatrixJ(sent), nnz,
                                                hypre_ParCSRMatrixDeviceColMapOffd(b),
                                                hypre_CSRMatrixBigJ(sent), tsw_device_stream()));
   hypre_TFree(hypre_CSRMatrixJ(sent), HYPRE_MEMORY_DEVICE);
   tsw_device_give(m.pattern.place);
   hypre_CSRMatrixDestroy(right);
   return sent;
}

/* Exchange rows; frees sent. Returns rows for this rank. */
static hypre_CSRMatrix *exchange_rows(hypre_CSRMatrix *sent, hypre_ParCSRCommPkg *pkg)
{
   void *request;
   if (hypre_GetGpuAwareMPI())
   {
      (void) tsw_product_works(cudaStreamSynchronize(tsw_device_stream()));
   }
   hypre_ExchangeExternalRowsDeviceInit(sent, pkg, 1, &request);
   hypre_CSRMatrix *received = hypre_ExchangeExternalRowsDeviceWait(request);
   hypre_CSRMatrixDestroy(sent);
   return received;
}

/* Append to row i of the transpose an entry 1 for each received row that is to be added to it. */
static hypre_CSRMatrix *append_received(const hypre_CSRMatrix *transpose, HYPRE_Int n_fine,
                                        hypre_ParCSRCommPkg *pkg, bool *good)
{
   const HYPRE_Int  n = hypre_CSRMatrixNumRows(transpose);
   const HYPRE_Int  nnz = hypre_ParCSRCommPkgSendMapStart(pkg, hypre_ParCSRCommPkgNumSends(pkg));
   hypre_CSRMatrix *added = tsw_product_matrix(n, nnz, nnz, true, good);
   size_t           bytes;
   void            *workspace = tsw_take_workspace(n + 1, &bytes, good);
   hypre_ParCSRCommPkgCopySendMapElmtsToDevice(pkg);
   const tsw_selection s = { hypre_ParCSRCommPkgDeviceSendMapElmts(pkg),
                             hypre_CSRMatrixI(added),
                             tsw_product_take((size_t) n * sizeof(int32_t), good),
                             hypre_CSRMatrixJ(added),
                             hypre_CSRMatrixData(added),
                             n,
                             nnz };
   *good =
      *good && tsw_product_works(tsw_selection_fill(&s, workspace, bytes, tsw_device_stream()));
   const tsw_row_sources from = { .diag = tsw_csr_of(transpose),
                                  .offd = tsw_csr_of(added),
                                  .columns = { .n_own = n_fine } };
   hypre_CSRMatrix      *all = join(&from, good);
   tsw_device_give(s.next);
   tsw_device_give(workspace);
   hypre_CSRMatrixDestroy(added);
   return all;
}

static bool multiply_transposed(hypre_CSRMatrix *transpose[2], hypre_ParCSRMatrix *a,
                                hypre_ParCSRMatrix *b, hypre_ParCSRMatrix *c)
{
   hypre_ParCSRCommPkg *pkg = tsw_comm_pkg(a);
   bool                 good = true;
   hypre_ParCSRMatrixCopyColMapOffdToDevice(b);
   hypre_CSRMatrix *sent = multiply_sent(transpose[1], b, &good);
   if (!tsw_all_ranks(hypre_ParCSRMatrixComm(a), good))
   {
      hypre_CSRMatrixDestroy(sent);
      return false;
   }
   hypre_CSRMatrix *external = exchange_rows(sent, pkg);
   hypre_CSRMatrix *left =
      append_received(transpose[0], hypre_CSRMatrixNumRows(hypre_ParCSRMatrixDiag(b)), pkg, &good);
   return multiply_ranks(left, b, external, hypre_CSRMatrixI(hypre_ParCSRMatrixDiag(a)), c, good);
}

hypre_ParCSRMatrix *tsw_transposed_matmat(hypre_ParCSRMatrix *a, hypre_ParCSRMatrix *b,
                                          HYPRE_Int keep)
{
   bool                good;
   hypre_CSRMatrix    *transpose[2] = { NULL, NULL };
   hypre_ParCSRMatrix *c =
      hypre_ParCSRMatrixCreate(hypre_ParCSRMatrixComm(a), hypre_ParCSRMatrixGlobalNumCols(a),
                               hypre_ParCSRMatrixGlobalNumCols(b), hypre_ParCSRMatrixColStarts(a),
                               hypre_ParCSRMatrixColStarts(b), 0, 0, 0);
   transpose[0] = transpose_of(hypre_ParCSRMatrixDiag(a), hypre_ParCSRMatrixDiagT(a));
   if (is_alone(a))
   {
      good = multiply_one(transpose[0], hypre_ParCSRMatrixDiag(b), true, c);
   }
   else
   {
      transpose[1] = transpose_of(hypre_ParCSRMatrixOffd(a), hypre_ParCSRMatrixOffdT(a));
      good = multiply_transposed(transpose, a, b, c);
      keep_or_destroy(transpose[1], &hypre_ParCSRMatrixOffdT(a), keep);
   }
   keep_or_destroy(transpose[0], &hypre_ParCSRMatrixDiagT(a), keep);
   return agree(c, good);
}
