/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "kernels/host/compact.h"

#include <float.h>
#include <math.h>

#include "base/inline.h"
#include "kernels/host/forms.h"

static bool in_natural_order(const tsw_packed *p)
{
   return !p->row;
}

/* Store the distances of a triangle's columns; false if a distance exceeds 16 bits. */
static bool take_distances(const tsw_triangle *t, bool upper, int64_t n_rows, uint16_t *distance)
{
   for (int64_t i = 0; i < n_rows; i++)
   {
      for (int32_t e = t->row_ptr[i]; e < t->row_ptr[i + 1]; e++)
      {
         const int64_t d = upper ? t->col_idx[e] - i : i - t->col_idx[e];
         if (d > UINT16_MAX)
         {
            return false;
         }
         distance[e] = (uint16_t) d;
      }
   }
   return true;
}

static void drop_distances(tsw_memory *owner, tsw_compact *c)
{
   tsw_memory_free(owner, &c->distance[0]);
   tsw_memory_free(owner, &c->distance[1]);
}

void tsw_compact_plan(const tsw_packed *p, tsw_memory *owner, tsw_compact *c)
{
   const tsw_triangle *triangle[] = { &p->lower, &p->upper };
   bool                fits = in_natural_order(p);
   for (int upper = 0; upper < 2 && fits; upper++)
   {
      fits = TSW_ALLOC(owner, &c->distance[upper], p->n_entries[upper],
                       "distances from the diagonal") == TRISWEEP_OK &&
             take_distances(triangle[upper], upper, p->n_rows, c->distance[upper]);
   }
   if (!fits)
   {
      drop_distances(owner, c);
   }
}

/* The range comes first: a conversion out of it raises floating-point exceptions. */
static bool is_float(double value)
{
   const double size = fabs(value);
   return value == 0.0 || (size >= FLT_MIN && size <= FLT_MAX && (double) (float) value == value);
}

static bool are_floats(const double *val, int64_t n)
{
   for (int64_t e = 0; e < n; e++)
   {
      if (!is_float(val[e]))
      {
         return false;
      }
   }
   return true;
}

static void drop_floats(tsw_memory *owner, tsw_compact *c)
{
   tsw_memory_free(owner, &c->val[0]);
   tsw_memory_free(owner, &c->val[1]);
}

void tsw_compact_load(const tsw_packed *p, tsw_memory *owner, tsw_compact *c)
{
   const double *const val[] = { p->lower.val, p->upper.val };
   bool                exact = in_natural_order(p) && are_floats(val[0], p->n_entries[0]) &&
                are_floats(val[1], p->n_entries[1]);
   for (int upper = 0; upper < 2 && exact; upper++)
   {
      float **to = &c->val[upper];
      exact = *to || TSW_ALLOC(owner, to, p->n_entries[upper], "values as floats") == TRISWEEP_OK;
      for (int64_t e = 0; e < p->n_entries[upper] && exact; e++)
      {
         (*to)[e] = (float) val[upper][e];
      }
   }
   if (!exact)
   {
      drop_floats(owner, c);
   }
}

void tsw_compact_free(tsw_memory *owner, tsw_compact *c)
{
   drop_distances(owner, c);
   drop_floats(owner, c);
}

typedef struct triangle
{
   const int32_t *restrict row_ptr;
   const int32_t *restrict col;
   const uint16_t *restrict distance;
   const double *restrict doubles;
   const float *restrict floats;
} triangle;

static triangle triangle_of(const tsw_compact *c, const tsw_packed *p, bool upper)
{
   const tsw_triangle *t = upper ? &p->upper : &p->lower;
   return (triangle){ t->row_ptr, t->col_idx, c->distance[upper], t->val, c->val[upper] };
}

/* Stored forms of the entries, and sign of the distances. Constant in each inlined loop. */
typedef struct form
{
   bool upper;
   bool short_columns;
   bool floats;
} form;

TSW_ALWAYS_INLINE double value_at(const triangle *t, form f, int32_t e)
{
   return f.floats ? (double) t->floats[e] : t->doubles[e];
}

TSW_ALWAYS_INLINE ptrdiff_t column_at(const triangle *t, form f, ptrdiff_t i, int32_t e)
{
   return !f.short_columns ? t->col[e] : f.upper ? i + t->distance[e] : i - t->distance[e];
}

/* sum - (entries begin .. end - 1 of row i) x */
TSW_ALWAYS_INLINE double subtract(const triangle *t, form f, ptrdiff_t i, int32_t begin,
                                  int32_t end, const double *restrict x, double sum)
{
   for (int32_t e = begin; e < end; e++)
   {
      sum -= value_at(t, f, e) * x[column_at(t, f, i, e)];
   }
   return sum;
}

TSW_ALWAYS_INLINE double subtract_row(const triangle *t, form f, ptrdiff_t i,
                                      const double *restrict x, double sum)
{
   return subtract(t, f, i, t->row_ptr[i], t->row_ptr[i + 1], x, sum);
}

/* As subtract_row. The last entry is mostly in column row_before, with x = before (rows.c). */
TSW_ALWAYS_INLINE double subtract_fresh(const triangle *t, form f, ptrdiff_t i,
                                        const double *restrict x, double sum, ptrdiff_t row_before,
                                        double before)
{
   const int32_t begin = t->row_ptr[i];
   const int32_t last = t->row_ptr[i + 1] - 1;
   sum = subtract(t, f, i, begin, last, x, sum);
   if (last < begin)
   {
      return sum;
   }
   const ptrdiff_t j = column_at(t, f, i, last);
   const double    a = value_at(t, f, last);
   return __builtin_expect(j == row_before, 1) ? sum - a * before : sum - a * x[j];
}

TSW_ALWAYS_INLINE double relax(const double *diag, double inverse, double x, ptrdiff_t i, double r)
{
   const double keep = diag ? 1.0 - diag[i] : 0.0;
   const double change = inverse * r;
   return keep == 0.0 ? change : keep * x + change;
}

TSW_ALWAYS_INLINE void sweep_rows(const triangle *fresh, const triangle *stale, form f,
                                  const tsw_pass *pass, tsw_pass_kind kind, int64_t n_rows)
{
   const form    other = { !f.upper, f.short_columns, f.floats };
   const double *inv = pass->inv_scale;
   const double *diag = kind == TSW_PASS_ZERO ? NULL : pass->diag_scale;
   const double *b = kind == TSW_PASS_HALF ? pass->t : pass->b;
   double       *x = pass->x;
   double       *t = kind == TSW_PASS_HALF ? NULL : pass->t;
   double        before = 0.0;
   ptrdiff_t     row_before = -1;
   const int64_t step = f.upper ? -1 : 1;
   ptrdiff_t     i = f.upper ? n_rows - 1 : 0;
   for (int64_t left = n_rows; left > 0; left--, i += step)
   {
      if (inv[i] == 0.0) /* kept row */
      {
         x[i] = kind == TSW_PASS_ZERO ? 0.0 : x[i];
         continue;
      }
      const double old = kind == TSW_PASS_FULL ? -subtract_row(stale, other, i, x, 0.0) : 0.0;
      const double start = kind == TSW_PASS_FULL ? b[i] - old : b[i];
      const double r = subtract_fresh(fresh, f, i, x, start, row_before, before);
      if (t)
      {
         t[i] = kind == TSW_PASS_FULL ? r + old : r;
      }
      before = relax(diag, inv[i], x[i], i, r);
      row_before = i;
      x[i] = before;
   }
}

TSW_ALWAYS_INLINE void sweep_kind(const tsw_compact *c, const tsw_packed *p, form f,
                                  const tsw_pass *pass)
{
   const triangle fresh = triangle_of(c, p, f.upper);
   const triangle stale = triangle_of(c, p, !f.upper);
   switch (pass->kind)
   {
   case TSW_PASS_FULL:
      sweep_rows(&fresh, &stale, f, pass, TSW_PASS_FULL, p->n_rows);
      break;
   case TSW_PASS_ZERO:
      sweep_rows(&fresh, &stale, f, pass, TSW_PASS_ZERO, p->n_rows);
      break;
   case TSW_PASS_HALF:
      sweep_rows(&fresh, &stale, f, pass, TSW_PASS_HALF, p->n_rows);
      break;
   }
}

static bool is_usual(const tsw_packed *p, const tsw_pass *pass)
{
   return in_natural_order(p) && p->n_zero_diagonals == 0 && pass->inv_scale && !pass->cf_marker &&
          pass->omega == 1.0 && pass->relax_weight == 1.0;
}

bool tsw_compact_pass(const tsw_compact *c, const tsw_packed *p, const tsw_pass *pass)
{
   if (!is_usual(p, pass))
   {
      return false;
   }
#define SWEEP(upper, short_columns, floats) \
   sweep_kind(c, p, (form){ upper, short_columns, floats }, pass)
   TSW_EACH_FORM(pass->backward, c->distance[0] != NULL, c->val[0] != NULL, SWEEP)
#undef SWEEP
   return true;
}

/* r_i before the product with the triangle of old values, as in rows.c. */
TSW_ALWAYS_INLINE double start_of(const triangle *fresh, form f, const tsw_packed *p,
                                  const tsw_pass *pass, int64_t i)
{
   if (!pass->t)
   {
      return 0.0;
   }
   const bool kept = pass->inv_scale[i] == 0.0;
   if (pass->kind == TSW_PASS_HALF && !kept)
   {
      return pass->b[i] - pass->t[i];
   }
   const double right = kept ? subtract_row(fresh, f, i, pass->x, pass->b[i]) : pass->t[i];
   return right - pass->x[i] / p->inv_diag[i];
}

TSW_ALWAYS_INLINE void residual_rows(const triangle *fresh, const triangle *stale, form f,
                                     const tsw_packed *p, const tsw_pass *pass, double *r)
{
   const form other = { !f.upper, f.short_columns, f.floats };
   for (int64_t i = 0; i < p->n_rows; i++)
   {
      r[i] = subtract_row(stale, other, i, pass->x, start_of(fresh, f, p, pass, i));
   }
}

bool tsw_compact_residual(const tsw_compact *c, const tsw_packed *p, const tsw_pass *pass,
                          double *r)
{
   if (!is_usual(p, pass))
   {
      return false;
   }
   const triangle fresh = triangle_of(c, p, pass->backward);
   const triangle stale = triangle_of(c, p, !pass->backward);
#define RESIDUAL(upper, short_columns, floats) \
   residual_rows(&fresh, &stale, (form){ upper, short_columns, floats }, p, pass, r)
   TSW_EACH_FORM(pass->backward, c->distance[0] != NULL, c->val[0] != NULL, RESIDUAL)
#undef RESIDUAL
   return true;
}
