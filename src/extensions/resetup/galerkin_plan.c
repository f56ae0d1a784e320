/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Columns of P on several ranks: first the coarse points of this rank, then those of other ranks
 * in the order of their global numbers. Rows of P on several ranks: those of this rank, then those
 * of the off-process columns of A, which other ranks send.
 */
#include "extensions/resetup/galerkin_plan.h"

#include <limits.h>
#include <stdlib.h>

#include "extensions/resetup/galerkin.h"
#include "hypre/base/fields.h"
#include "hypre/base/notice.h"

struct tsw_galerkin_plan
{
   hypre_CSRMatrix *pt;       /* the transpose of the diagonal part of P */
   HYPRE_Int       *offd_col; /* columns of P of the off-process columns of c */
   tsw_row_scratch  scratch;

   /* on several ranks, else NULL */
   hypre_CSRMatrix *pt_offd; /* the transpose of the off-process part of P */
   hypre_CSRMatrix *p;       /* rows of the columns of A */
   hypre_CSRMatrix *foreign; /* this rank's part of the rows of other ranks */
   HYPRE_Int       *place;   /* of each entry that other ranks send: in diag of c, then in offd */
   double          *received;
   HYPRE_Int        n_received;
   HYPRE_Int       *starts; /* of the entries of foreign by rank, then of the received ones */
};

static tsw_galerkin_factors factors_of(const tsw_galerkin_plan *plan, const hypre_ParCSRMatrix *a,
                                       const hypre_ParCSRMatrix *p)
{
   return (tsw_galerkin_factors){ tsw_part_of(hypre_ParCSRMatrixDiag(a)),
                                  tsw_part_of(hypre_ParCSRMatrixOffd(a)),
                                  tsw_part_of(plan->p ? plan->p : hypre_ParCSRMatrixDiag(p)) };
}

/* The rows of c on this rank. */
static tsw_product_rows rows_of(const tsw_galerkin_plan *plan, const hypre_ParCSRMatrix *c)
{
   return (tsw_product_rows){ tsw_part_of(hypre_ParCSRMatrixDiag(c)),
                              tsw_part_of(hypre_ParCSRMatrixOffd(c)), plan->offd_col };
}

/* ---- making a plan ---------------------------------------------------------------- */

/* What only the making of a plan needs. Matrices have global columns. */
typedef struct making
{
   hypre_ParCSRMatrix *a, *p, *c;
   MPI_Comm            comm;
   HYPRE_Int           n_own;     /* coarse points of this rank */
   HYPRE_BigInt        first;     /* the first of them */
   HYPRE_BigInt       *foreign;   /* coarse points of other ranks, sorted */
   HYPRE_Int           n_foreign; /* their number */
   hypre_CSRMatrix    *rows[2];   /* of P: of this rank, and from other ranks */
   hypre_CSRMatrix    *taken;     /* rows of the product from other ranks */
} making;

static size_t n_columns(const hypre_ParCSRMatrix *matrix)
{
   return (size_t) hypre_CSRMatrixNumCols(hypre_ParCSRMatrixDiag(matrix)) +
          (size_t) hypre_CSRMatrixNumCols(hypre_ParCSRMatrixOffd(matrix));
}

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
static bool join_rows(const making *m, tsw_galerkin_plan *plan)
{
   const int64_t   nnz = (int64_t) n_entries(m->rows[0]) + n_entries(m->rows[1]);
   const HYPRE_Int n = hypre_CSRMatrixNumRows(m->rows[0]) + hypre_CSRMatrixNumRows(m->rows[1]);
   HYPRE_Int       row = 0, k = 0;
   if (nnz > INT_MAX)
   {
      return false;
   }
   plan->p = hypre_CSRMatrixCreate(n, m->n_own + m->n_foreign, (HYPRE_Int) nnz);
   hypre_CSRMatrixInitialize_v2(plan->p, 0, HYPRE_MEMORY_HOST);
   for (int part = 0; part < 2; part++)
   {
      const hypre_CSRMatrix *rows = m->rows[part];
      for (HYPRE_Int i = 0; i < hypre_CSRMatrixNumRows(rows); i++)
      {
         for (HYPRE_Int e = hypre_CSRMatrixI(rows)[i]; e < hypre_CSRMatrixI(rows)[i + 1]; e++)
         {
            hypre_CSRMatrixJ(plan->p)[k] = column_of(m, hypre_CSRMatrixBigJ(rows)[e]);
            hypre_CSRMatrixData(plan->p)[k++] = hypre_CSRMatrixData(rows)[e];
         }
         hypre_CSRMatrixI(plan->p)[++row] = k;
      }
   }
   return true;
}

static bool reserve_scratch(const making *m, tsw_galerkin_plan *plan)
{
   const HYPRE_Int        n_c = hypre_CSRMatrixNumCols(hypre_ParCSRMatrixOffd(m->c));
   const tsw_product_rows rows = rows_of(plan, m->c);
   plan->offd_col = malloc(((size_t) n_c + 1) * sizeof *plan->offd_col);
   for (HYPRE_Int j = 0; plan->offd_col && j < n_c; j++)
   {
      plan->offd_col[j] = column_of(m, hypre_ParCSRMatrixColMapOffd(m->c)[j]);
   }
   return plan->offd_col && (int64_t) rows.diag.nnz + rows.offd.nnz <= INT_MAX &&
          tsw_row_scratch_reserve(&plan->scratch, n_columns(m->a),
                                  (size_t) m->n_own + (size_t) m->n_foreign);
}

/* Find this rank's part of the rows of other ranks, with global columns for these. */
static bool find_foreign(const making *m, tsw_galerkin_plan *plan)
{
   const tsw_galerkin_factors factors = factors_of(plan, m->a, m->p);
   const tsw_part             pt = tsw_part_of(plan->pt_offd);
   plan->foreign = tsw_galerkin_pattern(&pt, &factors, &plan->scratch);
   for (HYPRE_Int e = 0; plan->foreign && e < n_entries(plan->foreign); e++)
   {
      hypre_CSRMatrixBigJ(plan->foreign)[e] = point_of(m, hypre_CSRMatrixJ(plan->foreign)[e]);
   }
   return plan->foreign != NULL;
}

/* Where the entries of each neighbour's rows begin. */
static HYPRE_Int *set_starts(HYPRE_Int n, const HYPRE_Int *row_starts, const hypre_CSRMatrix *rows,
                             HYPRE_Int *starts)
{
   starts[0] = 0;
   for (HYPRE_Int q = 0; q < n; q++)
   {
      starts[q + 1] = hypre_CSRMatrixI(rows)[row_starts[q + 1]];
   }
   return starts + n + 1;
}

/* Find the places of the received entries. False: no memory, or c has no such entry. */
static bool find_places(const making *m, tsw_galerkin_plan *plan)
{
   const hypre_ParCSRCommPkg *pkg = hypre_ParCSRMatrixCommPkg(m->p);
   const HYPRE_Int            n_to = hypre_ParCSRCommPkgNumRecvs(pkg);
   const HYPRE_Int            n_from = hypre_ParCSRCommPkgNumSends(pkg);
   const tsw_product_rows     rows = rows_of(plan, m->c);
   const HYPRE_Int           *begin = hypre_CSRMatrixI(m->taken);
   const size_t               n = (size_t) n_entries(m->taken) + 1;
   plan->n_received = n_entries(m->taken);
   plan->place = malloc(n * sizeof *plan->place);
   plan->received = malloc(n * sizeof *plan->received);
   plan->starts = malloc(((size_t) n_to + (size_t) n_from + 2) * sizeof *plan->starts);
   bool good = plan->place && plan->received && plan->starts;
   if (good)
   {
      HYPRE_Int *from =
         set_starts(n_to, hypre_ParCSRCommPkgRecvVecStarts(pkg), plan->foreign, plan->starts);
      (void) set_starts(n_from, hypre_ParCSRCommPkgSendMapStarts(pkg), m->taken, from);
   }
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

/* On several ranks: hypre's exchanges of rows, and agreements on memory. */
static bool connect(making *m, tsw_galerkin_plan *plan)
{
   void *request;
   (void) tsw_comm_pkg(m->a);
   m->rows[0] = hypre_MergeDiagAndOffd(m->p);
   m->rows[1] = hypre_ParCSRMatrixExtractBExt(m->p, m->a, 1);
   hypre_CSRMatrixTranspose(hypre_ParCSRMatrixOffd(m->p), &plan->pt_offd, 1);
   if (!tsw_all_ranks(m->comm, number_columns(m) && join_rows(m, plan) &&
                                  reserve_scratch(m, plan) && find_foreign(m, plan)))
   {
      return false;
   }
   hypre_ExchangeExternalRowsInit(plan->foreign, tsw_comm_pkg(m->p), &request);
   m->taken = hypre_ExchangeExternalRowsWait(request);
   return tsw_all_ranks(m->comm, find_places(m, plan));
}

tsw_galerkin_plan *tsw_galerkin_plan_create(hypre_ParCSRMatrix *a, hypre_ParCSRMatrix *p,
                                            hypre_ParCSRMatrix *c)
{
   making             m = { .a = a, .p = p, .c = c, .comm = hypre_ParCSRMatrixComm(a) };
   tsw_galerkin_plan *plan = calloc(1, sizeof *plan);
   bool               good = tsw_all_ranks(m.comm, plan != NULL);
   m.n_own = hypre_CSRMatrixNumCols(hypre_ParCSRMatrixDiag(p));
   m.first = hypre_ParCSRMatrixFirstColDiag(p);
   if (good)
   {
      hypre_CSRMatrixTranspose(hypre_ParCSRMatrixDiag(p), &plan->pt, 1);
      good = tsw_ranks_of(m.comm) == 1 ? reserve_scratch(&m, plan) : connect(&m, plan);
   }
   free(m.foreign);
   hypre_CSRMatrixDestroy(m.rows[0]);
   hypre_CSRMatrixDestroy(m.rows[1]);
   hypre_CSRMatrixDestroy(m.taken);
   if (!good)
   {
      tsw_galerkin_plan_free(&plan);
   }
   return plan;
}

/* ---- running it ------------------------------------------------------------------- */

/*
 * A package of hypre's for the values of foreign, which go against the direction of P's package.
 * It has P's lists of ranks.
 */
static void fill_package(const tsw_galerkin_plan *plan, hypre_ParCSRMatrix *p,
                         hypre_ParCSRCommPkg *values)
{
   const hypre_ParCSRCommPkg *pkg = tsw_comm_pkg(p);
   const HYPRE_Int            n_to = hypre_ParCSRCommPkgNumRecvs(pkg);
   hypre_ParCSRCommPkgCreateAndFill(
      hypre_ParCSRMatrixComm(p), n_to, hypre_ParCSRCommPkgRecvProcs(pkg), plan->starts,
      hypre_ParCSRCommPkgNumSends(pkg), hypre_ParCSRCommPkgSendProcs(pkg), plan->starts + n_to + 1,
      NULL, &values);
}

/* Add the parts of this rank's rows that other ranks have sent. */
static void add_received(const tsw_galerkin_plan *plan, const tsw_product_rows *rows)
{
   const HYPRE_Int n_diag = rows->diag.nnz;
   for (HYPRE_Int e = 0; e < plan->n_received; e++)
   {
      const HYPRE_Int k = plan->place[e];
      *(k < n_diag ? rows->diag.val + k : rows->offd.val + (k - n_diag)) += plan->received[e];
   }
}

bool tsw_galerkin_plan_run(tsw_galerkin_plan *plan, hypre_ParCSRMatrix *a, hypre_ParCSRMatrix *p,
                           hypre_ParCSRMatrix *c)
{
   const tsw_galerkin_factors factors = factors_of(plan, a, p);
   const tsw_product_rows     rows = rows_of(plan, c);
   const tsw_part             pt = tsw_part_of(plan->pt);
   hypre_ParCSRCommPkg        values;
   hypre_ParCSRCommHandle    *handle = NULL;
   bool                       good = true;
   if (plan->foreign)
   {
      const tsw_part         pt_offd = tsw_part_of(plan->pt_offd);
      const tsw_product_rows foreign = { .diag = tsw_part_of(plan->foreign) };
      good = tsw_galerkin_multiply(&pt_offd, &factors, &foreign, &plan->scratch);
      fill_package(plan, p, &values);
      handle = hypre_ParCSRCommHandleCreate(2, &values, hypre_CSRMatrixData(plan->foreign),
                                            plan->received);
   }
   good = tsw_galerkin_multiply(&pt, &factors, &rows, &plan->scratch) && good;
   if (plan->foreign)
   {
      hypre_ParCSRCommHandleDestroy(handle);
      add_received(plan, &rows);
   }
   return good;
}

void tsw_galerkin_plan_free(tsw_galerkin_plan **plan)
{
   tsw_galerkin_plan *p = *plan;
   if (p)
   {
      hypre_CSRMatrixDestroy(p->pt);
      hypre_CSRMatrixDestroy(p->pt_offd);
      hypre_CSRMatrixDestroy(p->p);
      hypre_CSRMatrixDestroy(p->foreign);
      free(p->offd_col);
      tsw_row_scratch_free(&p->scratch);
      free(p->place);
      free(p->received);
      free(p->starts);
      free(p);
      *plan = NULL;
   }
}
