/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The making of the plans of galerkin_plan.h.
 *
 * Columns of P on several ranks: first the coarse points of this rank, then those of other ranks
 * in the order of their global numbers. Rows of P on several ranks: those of this rank, then those
 * of the off-process columns of A, which other ranks send.
 */
#include "extensions/resetup/galerkin_plan.h"

#include <limits.h>
#include <stdlib.h>

#include "hypre/base/comm_pkg.h"
#include "hypre/base/notice.h"

/* What only the making of a plan needs. Matrices have global columns. */
typedef struct making
{
   hypre_ParCSRMatrix *a, *p, *c;
   MPI_Comm            comm;
   tsw_part            p_diag, p_offd;
   HYPRE_Int           n_own;         /* coarse points of this rank */
   HYPRE_BigInt        first;         /* the first of them */
   HYPRE_BigInt       *foreign;       /* coarse points of other ranks, sorted */
   HYPRE_Int           n_foreign;     /* their number */
   hypre_CSRMatrix    *rows[2];       /* of P: of this rank, and from other ranks */
   hypre_CSRMatrix    *given, *taken; /* rows of the product: to other ranks, and from these */
} making;

static size_t n_columns(const hypre_ParCSRMatrix *matrix)
{
   return (size_t) hypre_CSRMatrixNumCols(hypre_ParCSRMatrixDiag(matrix)) +
          (size_t) hypre_CSRMatrixNumCols(hypre_ParCSRMatrixOffd(matrix));
}

/* ---- columns of P --------------------------------------------------------------- */

static int compare(const void *a, const void *b)
{
   const HYPRE_BigInt x = *(const HYPRE_BigInt *) a, y = *(const HYPRE_BigInt *) b;
   return (x > y) - (x < y);
}

/* The column of P of a coarse point; -1: there is none. */
static HYPRE_Int column_of(const making *m, HYPRE_BigInt point)
{
   if (point >= m->first && point < m->first + m->n_own)
   {
      return (HYPRE_Int) (point - m->first);
   }
   const HYPRE_BigInt *found =
      bsearch(&point, m->foreign, (size_t) m->n_foreign, sizeof point, compare);
   return found ? m->n_own + (HYPRE_Int) (found - m->foreign) : -1;
}

static HYPRE_BigInt point_of(const making *m, HYPRE_Int column)
{
   return column < m->n_own ? m->first + column : m->foreign[column - m->n_own];
}

static HYPRE_Int n_entries(const hypre_CSRMatrix *rows)
{
   return hypre_CSRMatrixI(rows)[hypre_CSRMatrixNumRows(rows)];
}

/* Find the coarse points of other ranks in the rows of P, and in the columns of c. */
static bool number_columns(making *m)
{
   const HYPRE_Int n_p = hypre_CSRMatrixNumCols(hypre_ParCSRMatrixOffd(m->p));
   const HYPRE_Int n_c = hypre_CSRMatrixNumCols(hypre_ParCSRMatrixOffd(m->c));
   const size_t    n_external = (size_t) n_entries(m->rows[1]);
   size_t          n = 0, n_different = 0;
   m->foreign = malloc((n_external + (size_t) n_p + (size_t) n_c + 1) * sizeof *m->foreign);
   if (!m->foreign)
   {
      return false;
   }
   for (HYPRE_Int j = 0; j < n_p; j++)
   {
      m->foreign[n++] = hypre_ParCSRMatrixColMapOffd(m->p)[j];
   }
   for (HYPRE_Int j = 0; j < n_c; j++)
   {
      m->foreign[n++] = hypre_ParCSRMatrixColMapOffd(m->c)[j];
   }
   for (size_t e = 0; e < n_external; e++)
   {
      const HYPRE_BigInt point = hypre_CSRMatrixBigJ(m->rows[1])[e];
      m->foreign[n] = point;
      n += point < m->first || point >= m->first + m->n_own;
   }
   qsort(m->foreign, n, sizeof *m->foreign, compare);
   for (size_t k = 0; k < n; k++)
   {
      if (n_different == 0 || m->foreign[k] != m->foreign[n_different - 1])
      {
         m->foreign[n_different++] = m->foreign[k];
      }
   }
   m->n_foreign = (HYPRE_Int) n_different;
   return n_different <= (size_t) (INT_MAX - m->n_own);
}

/* Join this rank's rows of P and those of other ranks. */
static bool join_rows(const making *m, tsw_part *all)
{
   const int64_t   nnz = (int64_t) n_entries(m->rows[0]) + n_entries(m->rows[1]);
   const HYPRE_Int n = hypre_CSRMatrixNumRows(m->rows[0]) + hypre_CSRMatrixNumRows(m->rows[1]);
   HYPRE_Int       row = 0, k = 0;
   if (nnz > INT_MAX || !tsw_part_reserve(all, n, (HYPRE_Int) nnz))
   {
      return false;
   }
   for (int part = 0; part < 2; part++)
   {
      const hypre_CSRMatrix *rows = m->rows[part];
      for (HYPRE_Int i = 0; i < hypre_CSRMatrixNumRows(rows); i++)
      {
         for (HYPRE_Int e = hypre_CSRMatrixI(rows)[i]; e < hypre_CSRMatrixI(rows)[i + 1]; e++)
         {
            all->col_idx[k] = column_of(m, hypre_CSRMatrixBigJ(rows)[e]);
            all->val[k++] = hypre_CSRMatrixData(rows)[e];
         }
         all->row_ptr[++row] = k;
      }
   }
   return true;
}

/* ---- rows of other ranks -------------------------------------------------------- */

/* Find this rank's part of the rows of other ranks, and their columns for these. */
static bool find_foreign(making *m, tsw_galerkin_plan *plan)
{
   const tsw_galerkin_factors factors = tsw_galerkin_plan_factors(plan, m->a, m->p);
   tsw_part                  *rows = &plan->foreign;
   if (!tsw_galerkin_pattern(&plan->pt_offd, &factors, &plan->scratch, rows))
   {
      return false;
   }
   m->given = hypre_CSRMatrixCreate(rows->n_rows, 0, rows->nnz);
   hypre_CSRMatrixMemoryLocation(m->given) = HYPRE_MEMORY_HOST;
   hypre_CSRMatrixBigInitialize(m->given);
   for (HYPRE_Int i = 0; i < rows->n_rows; i++)
   {
      hypre_CSRMatrixI(m->given)[i + 1] = rows->row_ptr[i + 1];
   }
   for (HYPRE_Int e = 0; e < rows->nnz; e++)
   {
      hypre_CSRMatrixBigJ(m->given)[e] = point_of(m, rows->col_idx[e]);
   }
   return true;
}

/* Neighbours of a package, and where the entries of their rows begin. False: no memory. */
static bool take_neighbours(HYPRE_Int n, const HYPRE_Int *ranks, const HYPRE_Int *starts,
                            const hypre_CSRMatrix *rows, tsw_neighbours *neighbours)
{
   neighbours->n = n;
   neighbours->ranks = malloc(((size_t) n + 1) * sizeof *neighbours->ranks);
   neighbours->begin = calloc((size_t) n + 1, sizeof *neighbours->begin);
   if (!neighbours->ranks || !neighbours->begin)
   {
      return false;
   }
   for (HYPRE_Int q = 0; q < n; q++)
   {
      neighbours->ranks[q] = ranks[q];
      neighbours->begin[q + 1] = hypre_CSRMatrixI(rows)[starts[q + 1]];
   }
   return true;
}

/* Find the places of the received entries. False: no memory, or c has no such entry. */
static bool find_places(const making *m, tsw_galerkin_plan *plan)
{
   const hypre_ParCSRCommPkg *pkg = hypre_ParCSRMatrixCommPkg(m->p);
   const HYPRE_Int            n_to = hypre_ParCSRCommPkgNumRecvs(pkg);
   const HYPRE_Int            n_from = hypre_ParCSRCommPkgNumSends(pkg);
   const tsw_product_rows     rows = tsw_galerkin_plan_rows(plan, m->c);
   const HYPRE_Int           *begin = hypre_CSRMatrixI(m->taken);
   const size_t               n = (size_t) n_entries(m->taken);
   plan->place = malloc((n + 1) * sizeof *plan->place);
   plan->received = malloc((n + 1) * sizeof *plan->received);
   plan->requests = malloc(((size_t) n_to + (size_t) n_from + 1) * sizeof(MPI_Request));
   bool good = plan->place && plan->received && plan->requests &&
               take_neighbours(n_to, hypre_ParCSRCommPkgRecvProcs(pkg),
                               hypre_ParCSRCommPkgRecvVecStarts(pkg), m->given, &plan->to) &&
               take_neighbours(n_from, hypre_ParCSRCommPkgSendProcs(pkg),
                               hypre_ParCSRCommPkgSendMapStarts(pkg), m->taken, &plan->from);
   for (HYPRE_Int r = 0; good && r < hypre_CSRMatrixNumRows(m->taken); r++)
   {
      const HYPRE_Int i = hypre_ParCSRCommPkgSendMapElmt(pkg, r);
      tsw_galerkin_mark(&rows, i, &plan->scratch);
      for (HYPRE_Int e = begin[r]; e < begin[r + 1]; e++)
      {
         const HYPRE_Int column = column_of(m, hypre_CSRMatrixBigJ(m->taken)[e]);
         plan->place[e] = column < 0 ? -1 : plan->scratch.place[column];
         good = good && plan->place[e] >= 0;
      }
      tsw_galerkin_unmark(&rows, i, &plan->scratch);
   }
   return good;
}

/* ---- the parts --------------------------------------------------------------- */

static bool reserve_scratch(const making *m, tsw_galerkin_plan *plan)
{
   const HYPRE_Int        n_c = hypre_CSRMatrixNumCols(hypre_ParCSRMatrixOffd(m->c));
   const tsw_product_rows rows = tsw_galerkin_plan_rows(plan, m->c);
   plan->offd_col = malloc(((size_t) n_c + 1) * sizeof *plan->offd_col);
   for (HYPRE_Int j = 0; plan->offd_col && j < n_c; j++)
   {
      plan->offd_col[j] = column_of(m, hypre_ParCSRMatrixColMapOffd(m->c)[j]);
   }
   return plan->offd_col && (int64_t) rows.diag.nnz + rows.offd.nnz <= INT_MAX &&
          tsw_row_scratch_reserve(&plan->scratch, n_columns(m->a),
                                  (size_t) m->n_own + (size_t) m->n_foreign);
}

/*
 * On several ranks: hypre's exchanges of rows, and agreements on memory. Packages send one value an
 * index (values_setup.c).
 */
static bool connect(making *m, tsw_galerkin_plan *plan)
{
   const HYPRE_Int n = hypre_CSRMatrixNumCols(hypre_ParCSRMatrixOffd(m->p));
   void           *request;
   (void) tsw_comm_pkg(m->a);
   m->rows[0] = hypre_MergeDiagAndOffd(m->p);
   m->rows[1] = hypre_ParCSRMatrixExtractBExt(m->p, m->a, 1);
   if (!tsw_all_ranks(m->comm, number_columns(m) && join_rows(m, &plan->p) &&
                                  tsw_part_transpose(&m->p_offd, n, &plan->pt_offd) &&
                                  reserve_scratch(m, plan) && find_foreign(m, plan)))
   {
      return false;
   }
   hypre_ExchangeExternalRowsInit(m->given, tsw_comm_pkg(m->p), &request);
   m->taken = hypre_ExchangeExternalRowsWait(request);
   return tsw_all_ranks(m->comm, find_places(m, plan));
}

static void free_making(making *m)
{
   free(m->foreign);
   hypre_CSRMatrixDestroy(m->rows[0]);
   hypre_CSRMatrixDestroy(m->rows[1]);
   hypre_CSRMatrixDestroy(m->given);
   hypre_CSRMatrixDestroy(m->taken);
}

tsw_galerkin_plan *tsw_galerkin_plan_create(hypre_ParCSRMatrix *a, hypre_ParCSRMatrix *p,
                                            hypre_ParCSRMatrix *c)
{
   making             m = { .a = a, .p = p, .c = c, .comm = hypre_ParCSRMatrixComm(a) };
   tsw_galerkin_plan *plan = calloc(1, sizeof *plan);
   m.p_diag = tsw_part_of(hypre_ParCSRMatrixDiag(p));
   m.p_offd = tsw_part_of(hypre_ParCSRMatrixOffd(p));
   m.n_own = hypre_CSRMatrixNumCols(hypre_ParCSRMatrixDiag(p));
   m.first = hypre_ParCSRMatrixFirstColDiag(p);
   bool good = plan && tsw_part_transpose(&m.p_diag, m.n_own, &plan->pt);
   if (tsw_ranks_of(m.comm) == 1)
   {
      good = good && reserve_scratch(&m, plan);
   }
   else
   {
      good = tsw_all_ranks(m.comm, good) && connect(&m, plan);
   }
   free_making(&m);
   if (!good)
   {
      tsw_galerkin_plan_free(&plan);
   }
   return plan;
}
