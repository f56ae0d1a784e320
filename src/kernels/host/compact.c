/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "kernels/host/compact.h"

#include <float.h>
#include <math.h>

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
   bool                fits = true;
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
   bool exact = are_floats(val[0], p->n_entries[0]) && are_floats(val[1], p->n_entries[1]);
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
