/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "extensions/resetup/galerkin_plan.h"

#include <stdlib.h>

enum
{
   TAG = 1017
};

tsw_galerkin_factors tsw_galerkin_plan_factors(const tsw_galerkin_plan  *plan,
                                               const hypre_ParCSRMatrix *a,
                                               const hypre_ParCSRMatrix *p)
{
   return (tsw_galerkin_factors){ tsw_part_of(hypre_ParCSRMatrixDiag(a)),
                                  tsw_part_of(hypre_ParCSRMatrixOffd(a)),
                                  plan->p.row_ptr ? plan->p
                                                  : tsw_part_of(hypre_ParCSRMatrixDiag(p)) };
}

tsw_product_rows tsw_galerkin_plan_rows(const tsw_galerkin_plan *plan, const hypre_ParCSRMatrix *c)
{
   return (tsw_product_rows){ tsw_part_of(hypre_ParCSRMatrixDiag(c)),
                              tsw_part_of(hypre_ParCSRMatrixOffd(c)), plan->offd_col };
}

/* Send this rank's part of the rows of other ranks. */
static void begin_exchange(tsw_galerkin_plan *plan, MPI_Comm comm)
{
   const tsw_neighbours *to = &plan->to, *from = &plan->from;
   for (int q = 0; q < from->n; q++)
   {
      MPI_Irecv(plan->received + from->begin[q], from->begin[q + 1] - from->begin[q], MPI_DOUBLE,
                from->ranks[q], TAG, comm, plan->requests + q);
   }
   for (int q = 0; q < to->n; q++)
   {
      MPI_Isend(plan->foreign.val + to->begin[q], to->begin[q + 1] - to->begin[q], MPI_DOUBLE,
                to->ranks[q], TAG, comm, plan->requests + from->n + q);
   }
}

/* Add the parts of this rank's rows that other ranks have sent. */
static void add_received(const tsw_galerkin_plan *plan, const tsw_product_rows *rows)
{
   const HYPRE_Int n_diag = rows->diag.nnz;
   for (int e = 0; e < plan->from.begin[plan->from.n]; e++)
   {
      const HYPRE_Int k = plan->place[e];
      *(k < n_diag ? rows->diag.val + k : rows->offd.val + (k - n_diag)) += plan->received[e];
   }
}

bool tsw_galerkin_plan_run(tsw_galerkin_plan *plan, hypre_ParCSRMatrix *a, hypre_ParCSRMatrix *p,
                           hypre_ParCSRMatrix *c)
{
   const tsw_galerkin_factors factors = tsw_galerkin_plan_factors(plan, a, p);
   const tsw_product_rows     rows = tsw_galerkin_plan_rows(plan, c);
   const tsw_product_rows     foreign = { .diag = plan->foreign };
   bool                       good = true;
   if (plan->requests)
   {
      good = tsw_galerkin_multiply(&plan->pt_offd, &factors, &foreign, &plan->scratch);
      begin_exchange(plan, hypre_ParCSRMatrixComm(a));
   }
   good = tsw_galerkin_multiply(&plan->pt, &factors, &rows, &plan->scratch) && good;
   if (plan->requests)
   {
      MPI_Waitall(plan->to.n + plan->from.n, plan->requests, MPI_STATUSES_IGNORE);
      add_received(plan, &rows);
   }
   return good;
}

void tsw_galerkin_plan_free(tsw_galerkin_plan **plan)
{
   tsw_galerkin_plan *p = *plan;
   if (p)
   {
      tsw_part_free(&p->pt);
      tsw_part_free(&p->pt_offd);
      tsw_part_free(&p->p);
      tsw_part_free(&p->foreign);
      free(p->offd_col);
      tsw_row_scratch_free(&p->scratch);
      free(p->to.ranks);
      free(p->to.begin);
      free(p->from.ranks);
      free(p->from.begin);
      free(p->received);
      free(p->place);
      free(p->requests);
      free(p);
      *plan = NULL;
   }
}
