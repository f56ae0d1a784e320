/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "bench/boards/krylov_row.h"

#include <math.h>

const double tsw_krylov_tolerance = 1e-8;

static const char *const columns[] = { "matrix",   "n",        "nnz",        "method",   "place",
                                       "library",  "schedule", "threads",    "depth",    "ms_setup",
                                       "ms_solve", "ms_total", "iterations", "residual", NULL };

bool tsw_krylov_is_symmetric(const tsw_matrix *m)
{
   for (int64_t i = 0; i < m->n_rows; i++)
   {
      for (int32_t e = m->row_ptr[i]; e < m->row_ptr[i + 1]; e++)
      {
         const int32_t j = m->col_idx[e];
         bool          same = false;
         for (int32_t k = m->row_ptr[j]; k < m->row_ptr[j + 1] && !same; k++)
         {
            same = m->col_idx[k] == i && fabs(m->val[k] - m->val[e]) <= 1e-12 * fabs(m->val[e]);
         }
         if (!same)
         {
            return false;
         }
      }
   }
   return true;
}

void tsw_krylov_open(tsw_table *t)
{
   tsw_table_open(t, "CG and BiCGSTAB with incomplete factors, device and host, ms", columns);
}

bool tsw_krylov_add(const tsw_matrix *m, const tsw_krylov_row *r, tsw_table *t)
{
   if (!tsw_table_row(t))
   {
      return false;
   }
   tsw_table_text(t, m->name);
   tsw_table_number(t, (double) m->n_rows);
   tsw_table_number(t, (double) m->nnz);
   tsw_table_text(t, r->symmetric ? "CG" : "BiCGSTAB");
   tsw_table_text(t, r->place);
   tsw_table_text(t, r->package);
   tsw_table_text(t, r->schedule);
   tsw_table_number(t, r->threads);
   tsw_table_number(t, r->depth);
   tsw_table_number(t, r->ms_setup);
   tsw_table_number(t, r->ms_solve);
   tsw_table_number(t, r->ms_setup + r->ms_solve);
   tsw_table_number(t, r->iterations);
   tsw_table_number(t, r->residual);
   return true;
}
