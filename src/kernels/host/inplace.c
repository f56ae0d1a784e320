/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * inplace: whole sweeps over the caller's own block, in natural order on one thread (schedule of
 * trisweep). The critical path leads from row to row. In short rows the x of the row before stays
 * in a register, and its term is subtracted last; long rows are added in two sums, because there
 * the additions take most of the time. ZERO is FULL after x = 0.
 *
 * Needs: the caller's block and norms during sweeps. Extra bytes: none. Deterministic: the order of
 * the additions follows from the order of the caller's entries.
 */
#include <string.h>

#include "base/inline.h"
#include "block/csr.h"
#include "block/packed.h"
#include "kernels/host/forms.h"
#include "kernels/schedule.h"

enum
{
   LONG_ROW = 12 /* mean entries of a row from which on two sums are faster; measured */
};

/* Constant in each inlined loop. */
typedef struct form
{
   bool backward;
   bool l1;
   bool long_rows;
} form;

/* b - (entries begin .. end - 1) x, with the term of column `near`, whose x is x_near, last. */
TSW_ALWAYS_INLINE double short_row(const int32_t *restrict col, const double *restrict val,
                                   int32_t begin, int32_t end, double b, const double *restrict x,
                                   ptrdiff_t near, double x_near)
{
   double nearest = 0.0;
   for (int32_t e = begin; e < end; e++)
   {
      const ptrdiff_t j = col[e];
      if (j == near)
      {
         nearest += val[e];
      }
      else
      {
         b -= val[e] * x[j];
      }
   }
   return b - nearest * x_near;
}

/* b - (entries begin .. end - 1) x */
TSW_ALWAYS_INLINE double long_row(const int32_t *restrict col, const double *restrict val,
                                  int32_t begin, int32_t end, double b, const double *restrict x)
{
   double  other = 0.0;
   int32_t e = begin;
   for (; e + 1 < end; e += 2)
   {
      b -= val[e] * x[col[e]];
      other -= val[e + 1] * x[col[e + 1]];
   }
   return e < end ? b - val[e] * x[col[e]] + other : b + other;
}

/* Rows that begin with their only diagonal entry, weights 1, all rows, no zero divisor. */
TSW_ALWAYS_INLINE void sweep_rows(const trisweep_csr *a, const double *restrict norms,
                                  const tsw_pass *pass, form f)
{
   const int32_t *restrict row_ptr = a->row_ptr;
   const double *restrict val = a->val;
   const double *restrict b = pass->b;
   double *restrict x = pass->x;
   const ptrdiff_t step = f.backward ? -1 : 1;
   ptrdiff_t       i = f.backward ? (ptrdiff_t) a->n_rows - 1 : 0;
   double          before = 0.0; /* x of row i - step */
   for (int64_t left = a->n_rows; left > 0; left--, i += step)
   {
      const int32_t begin = row_ptr[i];
      const int32_t end = row_ptr[i + 1];
      const double  diag = val[begin];
      const double  m = f.l1 ? norms[i] : diag;
      const double  inverse = 1.0 / m; /* does not wait for the row before */
      const double  r = f.long_rows
                           ? long_row(a->col_idx, val, begin + 1, end, b[i], x)
                           : short_row(a->col_idx, val, begin + 1, end, b[i], x, i - step, before);
      const double  change = inverse * r;
      const double  keep = f.l1 ? 1.0 - tsw_diag_over_norm(diag, m, inverse) : 0.0;
      before = keep == 0.0 ? change : keep * x[i] + change;
      x[i] = before;
   }
}

static void sweep_usual(const trisweep_csr *a, const double *norms, const tsw_pass *pass){
#define SWEEP(backward, l1, long_rows) sweep_rows(a, norms, pass, (form){ backward, l1, long_rows })
   TSW_EACH_FORM(pass->backward, pass->scale == TSW_SCALE_L1, a->nnz >= LONG_ROW * a->n_rows, SWEEP)
#undef SWEEP
}

/* As sweep_rows, C or F points only; one form for each scale, which small systems need. */
TSW_ALWAYS_INLINE void sweep_points(const trisweep_csr *a, const double *restrict norms,
                                    const tsw_pass *pass, bool l1)
{
   const int32_t *restrict marker = pass->cf_marker;
   double *restrict x = pass->x;
   const int32_t   points = pass->points;
   const ptrdiff_t step = pass->backward ? -1 : 1;
   ptrdiff_t       i = pass->backward ? (ptrdiff_t) a->n_rows - 1 : 0;
   for (int64_t left = a->n_rows; left > 0; left--, i += step)
   {
      if (marker[i] != points)
      {
         continue;
      }
      const int32_t begin = a->row_ptr[i];
      const double  diag = a->val[begin];
      const double  r = long_row(a->col_idx, a->val, begin + 1, a->row_ptr[i + 1], pass->b[i], x);
      const double  inverse = 1.0 / (l1 ? norms[i] : diag);
      const double  keep = l1 ? 1.0 - tsw_diag_over_norm(diag, norms[i], inverse) : 0.0;
      x[i] = keep == 0.0 ? inverse * r : keep * x[i] + inverse * r;
   }
}

/* Sums over a row: the diagonal, and the other entries times x and v. */
typedef struct sums
{
   double diag;
   double x;
   double v;
} sums;

static sums sums_of(const trisweep_csr *a, int64_t i, const double *x, const double *v)
{
   sums s = { 0.0, 0.0, 0.0 };
   for (int32_t e = a->row_ptr[i]; e < a->row_ptr[i + 1]; e++)
   {
      const int32_t j = a->col_idx[e];
      const double  value = a->val[e];
      if (j == i)
      {
         s.diag += value;
      }
      else
      {
         s.x += value * x[j];
         s.v += v ? value * v[j] : 0.0;
      }
   }
   return s;
}

/* One row of any pass. m: the divisor, not zero. The old x_i is not read if its factor is 0. */
static double relax(const tsw_pass *pass, int64_t i, const sums *s, double m)
{
   const double inverse = 1.0 / m;
   const double r = pass->omega * pass->b[i] + (1.0 - pass->omega) * s->v - s->x;
   const double change = pass->relax_weight * inverse * r;
   const double share =
      pass->scale == TSW_SCALE_DIAGONAL ? 1.0 : tsw_diag_over_norm(s->diag, m, inverse);
   const double keep = 1.0 - pass->relax_weight * pass->omega * share;
   return keep == 0.0 || pass->kind == TSW_PASS_ZERO ? change : keep * pass->x[i] + change;
}

static void sweep_any(const trisweep_csr *a, const double *norms, const tsw_pass *pass)
{
   const int64_t step = pass->backward ? -1 : 1;
   const double *v = pass->omega != 1.0 && pass->kind == TSW_PASS_FULL ? pass->v : NULL;
   int64_t       i = pass->backward ? a->n_rows - 1 : 0;
   for (int64_t left = a->n_rows; left > 0; left--, i += step)
   {
      if (pass->cf_marker && pass->cf_marker[i] != pass->points)
      {
         continue;
      }
      const sums   s = sums_of(a, i, pass->x, v);
      const double m = pass->scale == TSW_SCALE_ONE  ? 1.0
                       : pass->scale == TSW_SCALE_L1 ? norms[i]
                                                     : s.diag;
      if (m != 0.0)
      {
         pass->x[i] = relax(pass, i, &s, m);
      }
   }
}

static trisweep_status inplace_begin(TSW_UNUSED void *state, const trisweep_csr *a,
                                     const double *l1_norms, TSW_UNUSED void *stream,
                                     TSW_UNUSED tsw_memory *owner, tsw_packed *p)
{
   return tsw_packed_borrow(a, l1_norms, p);
}

static trisweep_status inplace_pass(TSW_UNUSED const void *state, const tsw_packed *p,
                                    const tsw_pass *pass, TSW_UNUSED void *stream)
{
   if (pass->kind == TSW_PASS_ZERO)
   {
      memset(pass->x, 0, (size_t) p->n_rows * sizeof(double));
   }
   const bool is_usual = p->begins_with_diag && p->n_zero_diagonals == 0 &&
                         pass->scale != TSW_SCALE_ONE && pass->omega == 1.0 &&
                         pass->relax_weight == 1.0;
   if (is_usual && pass->cf_marker && pass->scale == TSW_SCALE_L1)
   {
      sweep_points(&p->block, p->l1_norms, pass, true);
   }
   else if (is_usual && pass->cf_marker)
   {
      sweep_points(&p->block, p->l1_norms, pass, false);
   }
   else if (is_usual)
   {
      sweep_usual(&p->block, p->l1_norms, pass);
   }
   else
   {
      sweep_any(&p->block, p->l1_norms, pass);
   }
   return TRISWEEP_OK;
}

static const tsw_direct direct = { .begin = inplace_begin };

const tsw_schedule tsw_schedule_host_inplace = {
   .name = "inplace",
   .summary = "rows in their order on one thread, read from the caller's own arrays",
   .source = "trisweep",
   .space = TRISWEEP_HOST,
   .role = TSW_ROLE_BORROWED,
   .values = TSW_VALUES_BORROWED,
   .direct = &direct,
   .pass = inplace_pass,
};
