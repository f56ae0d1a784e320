/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "extensions/exchange/link.h"

#include <string.h>

#include "hypre/base/device_call.h"
#include "hypre/base/fields.h"

static bool check(cudaError_t error)
{
   return tsw_cuda_check(error, "an exchange with another GPU");
}

static bool multiply(const tsw_carrier *carrier, double alpha, const double *u, double *y)
{
   const tsw_link      *link = (const tsw_link *) carrier;
   const tsw_device_csr a = tsw_csr_of(hypre_ParCSRMatrixOffd(link->matrix));
   const tsw_row_list   rows = { link->rows, link->n_rows, link->most_rows };
   return check(tsw_exchange_multiply(&link->forward.view, link->sent, u, &a, &rows, alpha, y,
                                      tsw_device_stream()));
}

static bool restrict_to(const tsw_carrier *carrier, const double *r, double *f)
{
   const tsw_link      *link = (const tsw_link *) carrier;
   hypre_CSRMatrix     *t = hypre_ParCSRMatrixOffdT(link->matrix);
   const tsw_device_csr sent = t ? tsw_csr_of(t) : (tsw_device_csr){ 0 };
   const tsw_device_csr own = tsw_csr_of(hypre_ParCSRMatrixDiagT(link->matrix));
   const tsw_slot_lists slots = { link->first_slot, link->next_slot };
   return check(tsw_exchange_restrict(&link->transposed.view, &sent, &own, &slots, link->sent, r, f,
                                      tsw_device_stream()));
}

static bool interpolate(const tsw_carrier *carrier, const double *e, const double *u, double *y)
{
   const tsw_link      *link = (const tsw_link *) carrier;
   const tsw_device_csr own = tsw_csr_of(hypre_ParCSRMatrixDiag(link->matrix));
   const tsw_device_csr external = tsw_csr_of(hypre_ParCSRMatrixOffd(link->matrix));
   const tsw_row_list   rows = { link->rows, link->n_rows, link->most_rows };
   return check(tsw_exchange_interpolate(&link->forward.view, link->sent, &own, &external, &rows, e,
                                         u, y, tsw_device_stream()));
}

bool tsw_link_plan(tsw_link *link, hypre_ParCSRMatrix *matrix, bool is_interpolation)
{
   hypre_ParCSRCommPkg *pkg = tsw_comm_pkg(matrix);
   hypre_CSRMatrix     *offd = hypre_ParCSRMatrixOffd(matrix);
   hypre_ParCSRCommPkgCopySendMapElmtsToDevice(pkg);
   memset(link, 0, sizeof *link);
   link->carrier = (tsw_carrier){ multiply, restrict_to, interpolate };
   link->matrix = matrix;
   link->most_rows = hypre_CSRMatrixNumNonzeros(offd) < hypre_CSRMatrixNumRows(offd)
                        ? hypre_CSRMatrixNumNonzeros(offd)
                        : hypre_CSRMatrixNumRows(offd);
   const bool has_values = link->most_rows == 0 || hypre_CSRMatrixI(offd);
   const bool has_transpose =
      !is_interpolation || hypre_CSRMatrixNumCols(offd) == 0 || hypre_ParCSRMatrixOffdT(matrix);
   return has_values && has_transpose && tsw_exchange_plan_pkg(&link->forward, pkg, false) &&
          link->forward.view.n_received == hypre_CSRMatrixNumCols(offd) &&
          (!is_interpolation || tsw_exchange_plan_pkg(&link->transposed, pkg, true));
}

/* Rows of the lists of slots: those of the coarse level, if an interpolation has neighbours. */
static size_t n_listed(const tsw_link *link)
{
   return link->transposed.view.n_to > 0
             ? (size_t) hypre_CSRMatrixNumCols(hypre_ParCSRMatrixDiag(link->matrix))
             : 0;
}

size_t tsw_link_bytes(const tsw_link *link)
{
   return sizeof(int32_t) * ((size_t) link->most_rows + 1 + (size_t) link->forward.view.n_values +
                             n_listed(link) + (size_t) link->transposed.view.n_received);
}

/* Read the number of rows with entries, which chooses the shape of the kernels. */
static bool count_rows(tsw_link *link, cudaStream_t stream)
{
   int32_t    n = 0;
   const bool good =
      check(cudaMemcpyAsync(&n, link->n_rows, sizeof n, cudaMemcpyDeviceToHost, stream)) &&
      check(cudaStreamSynchronize(stream));
   link->most_rows = n;
   return good;
}

bool tsw_link_lay_out(tsw_link *link, char *memory)
{
   hypre_CSRMatrix     *offd = hypre_ParCSRMatrixOffd(link->matrix);
   hypre_ParCSRCommPkg *pkg = hypre_ParCSRMatrixCommPkg(link->matrix);
   cudaStream_t         stream = tsw_device_stream();
   link->n_rows = (int32_t *) memory;
   link->rows = link->n_rows + 1;
   link->sent = link->rows + link->most_rows;
   link->first_slot = link->sent + link->forward.view.n_values;
   link->next_slot = link->first_slot + n_listed(link);
   return check(tsw_copy_strided(hypre_ParCSRCommPkgDeviceSendMapElmts(pkg),
                                 hypre_ParCSRCommPkgNumComponents(pkg), link->forward.view.n_values,
                                 link->sent, stream)) &&
          check(tsw_exchange_list_slots(&link->transposed.view, link->sent, link->first_slot,
                                        link->next_slot, stream)) &&
          (link->most_rows == 0 ||
           (check(tsw_list_rows(hypre_CSRMatrixI(offd), hypre_CSRMatrixNumRows(offd), link->rows,
                                link->n_rows, stream)) &&
            count_rows(link, stream)));
}
