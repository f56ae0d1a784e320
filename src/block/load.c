/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Load the values of a packed block. No map from the caller's entries to the packed entries is
 * stored, because the map would take 4 bytes an entry: each row is scattered into a dense row and
 * gathered from there.
 */
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>

#include "base/message.h"
#include "block/csr.h"
#include "block/packed.h"

/* One column of the dense row. The value is valid if stamp is the row being loaded. */
typedef struct dense_entry
{
   double  value;
   int64_t stamp;
} dense_entry;

/* Gather one triangle's part of a row. Returns the number of its columns in the dense row. */
static int32_t gather_row(const dense_entry *dense, tsw_triangle *t, int64_t row)
{
   int32_t found = 0;
   for (int32_t e = t->row_ptr[row]; e < t->row_ptr[row + 1]; e++)
   {
      const dense_entry *entry = &dense[t->col_idx[e]];
      const bool         here = entry->stamp == row;
      t->val[e] = here ? entry->value : 0.0;
      found += here;
   }
   return found;
}

static trisweep_status load_row(const trisweep_csr *a, int64_t row, dense_entry *dense,
                                tsw_packed *p, double *diag)
{
   int32_t distinct = 0;
   *diag = 0.0;
   for (int32_t e = a->row_ptr[row]; e < a->row_ptr[row + 1]; e++)
   {
      dense_entry *entry = &dense[a->col_idx[e]];
      if (a->col_idx[e] == row)
      {
         *diag += a->val[e];
      }
      else if (entry->stamp == row)
      {
         entry->value += a->val[e];
         if (!isfinite(entry->value))
         {
            return TSW_ERROR_ROW(VALUE, row, "the entries in column %" PRId32 " add up to infinity",
                                 a->col_idx[e]);
         }
      }
      else
      {
         entry->value = a->val[e];
         entry->stamp = row;
         distinct++;
      }
   }
   const int32_t found = gather_row(dense, &p->lower, row) + gather_row(dense, &p->upper, row);
   if (found != distinct)
   {
      return TSW_ERROR_ROW(ORDER, row,
                           "%" PRId32 " of its columns are not in the analysed "
                           "pattern; analyse again when the pattern changes",
                           distinct - found);
   }
   return TRISWEEP_OK;
}

/* Allocate inv_l1 and diag_l1 if wanted, else free both. */
static trisweep_status provide_l1(bool wanted, tsw_memory *owner, tsw_packed *p)
{
   static const char *const what[] = { "the l1 norms", "the l1 scaling" };
   double **const           norms[] = { &p->inv_l1, &p->diag_l1 };
   for (int k = 0; k < 2; k++)
   {
      if (!wanted)
      {
         tsw_memory_free(owner, norms[k]);
      }
      else if (!*norms[k])
      {
         TSW_TRY(TSW_ALLOC(owner, norms[k], p->n_rows, what[k]));
      }
   }
   return TRISWEEP_OK;
}

trisweep_status tsw_packed_load(const trisweep_csr *a, const double *l1_norms, tsw_memory *owner,
                                tsw_packed *p)
{
   TSW_SCRATCH dense_entry *dense = NULL;
   p->n_zero_diagonals = 0;
   TSW_TRY(provide_l1(l1_norms != NULL, owner, p));
   TSW_TRY(TSW_ALLOC(NULL, &dense, p->n_rows, "a dense row"));
   for (int64_t j = 0; j < p->n_rows; j++)
   {
      dense[j].stamp = -1;
   }
   for (int64_t row = 0; row < p->n_rows; row++)
   {
      double diag;
      TSW_TRY(tsw_check_row(a, row));
      TSW_TRY(load_row(a, row, dense, p, &diag));
      TSW_TRY(tsw_check_reciprocal(diag, row, "diagonal entry", &p->inv_diag[row]));
      if (diag == 0.0)
      {
         p->n_zero_diagonals++;
      }
      if (l1_norms)
      {
         TSW_TRY(tsw_check_norm(l1_norms[row], diag, row, &p->inv_l1[row], &p->diag_l1[row]));
      }
   }
   return TRISWEEP_OK;
}
