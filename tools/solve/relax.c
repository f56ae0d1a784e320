/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The list of relax types that trisweep-solve compares. */
#include "tools/solve/relax.h"

#include <math.h>
#include <stdlib.h>

#include <HYPRE_config.h>

/* Types 100 to 190 exist only with a base. hypre's own ILU has no relax type. */
enum
{
   CHEBYSHEV = 16,
   ILU = 100,
   DILU = 190
};

/* The relax types of hypre that the program accepts. */
static const struct
{
   int  type;
   bool symmetric; /* the sweep alone is a symmetric operator */
   bool ours;      /* 1000 + type is a sweep of trisweep */
   int  reverse;   /* type of the other leg that makes the cycle symmetric */
} known[] = { { 0, true, false, 0 },   { 3, false, true, 4 },   { 4, false, true, 3 },
              { 6, true, true, 6 },    { 7, true, false, 7 },   { 8, true, true, 8 },
              { 13, false, true, 14 }, { 14, false, true, 13 }, { 16, true, false, 16 },
              { 18, true, false, 18 }, { 88, true, true, 88 },  { 89, true, true, 89 } };

static int index_of(int type)
{
   for (int i = 0; i < (int) (sizeof known / sizeof known[0]); i++)
   {
      if (known[i].type == type)
      {
         return i;
      }
   }
   return -1;
}

/* Read a number. Base: 0 for a type of hypre, else the base of trisweep's number. */
static const char *read_type(const char *text, char **end, int *type, int *base)
{
   const long number = strtol(text, end, 10);
   *base = number >= 2000 ? 2000 : number >= 1000 ? 1000 : 0;
   const long t = number - *base;
   const int  i = t < 0 || t >= ILU ? -1 : index_of((int) t);
   const bool factors =
      (*base == 1000 && t >= ILU && t <= DILU) || (*base == 2000 && (t == ILU || t == DILU));
   if (*end == text || (!factors && (i < 0 || (*base > 0 && !known[i].ours))))
   {
      return "hypre's types 0, 3, 4, 6, 7, 8, 13, 14, 16, 18, 88, 89, or trisweep's numbers 1000 + "
             "t or 2000 + t for t out of 3, 4, 6, 8, 13, 14, 88, 89, each alone or as DOWN/UP, or "
             "1100 to 1190, 2100 and 2190";
   }
   if (HYPRE_RELEASE_NUMBER < 23000 && (t == 88 || (t == 89 && *base == 0)))
   {
      return "other types: 88, 1088, 2088 and 89 need hypre 2.30 or newer";
   }
   *type = (int) t;
   return NULL;
}

bool tsw_relax_read(const char *list, tsw_relax *relax, int *n_relax, const char **fault)
{
   for (;;)
   {
      char     *end;
      int       base, base_up;
      tsw_relax next = { .one = true, .weight = NAN };
      if (*n_relax == TSW_MOST_RELAX)
      {
         *fault = "no more than 16 smoothers";
         return false;
      }
      *fault = read_type(list, &end, &next.down, &base);
      next.up = next.down;
      base_up = base;
      if (!*fault && *end == '/')
      {
         next.one = false;
         *fault = read_type(end + 1, &end, &next.up, &base_up);
      }
      if (!*fault && base != base_up)
      {
         *fault = "DOWN and UP of one kind: both hypre's, both 1000 + t or both 2000 + t";
      }
      if (!*fault && !next.one && (next.down >= ILU || next.up >= ILU))
      {
         *fault = "1100 to 1190, 2100 and 2190 as one number, not as DOWN/UP";
      }
      if (!*fault && *end && *end != ',')
      {
         *fault = "types separated by commas, such as 6,8,13/14";
      }
      if (*fault)
      {
         return false;
      }
      next.base = base > 0 ? base : 1000;
      next.ours_only = base > 0 && next.down < ILU;
      relax[(*n_relax)++] = next;
      if (!*end)
      {
         return true;
      }
      list = end + 1;
   }
}

bool tsw_relax_symmetric(const tsw_relax *relax)
{
   /* The product of a symmetric matrix's factors is symmetric, but may be indefinite. */
   return relax->down < ILU && known[index_of(relax->down)].reverse == relax->up;
}

bool tsw_relax_ours(const tsw_relax *relax)
{
   return relax->down >= ILU ||
          (known[index_of(relax->down)].ours && known[index_of(relax->up)].ours);
}

bool tsw_relax_factors(const tsw_relax *relax)
{
   return relax->down >= ILU;
}

int tsw_relax_fill(const tsw_relax *relax)
{
   return relax->down >= ILU && relax->down < DILU ? relax->down - ILU : -1;
}

bool tsw_relax_hypres(const tsw_relax *relax)
{
   return relax->down != DILU;
}

bool tsw_relax_same(const tsw_relax *a, const tsw_relax *b)
{
   return a->down == b->down && a->up == b->up && a->one == b->one && a->base == b->base &&
          (a->weight == b->weight || (isnan(a->weight) && isnan(b->weight)));
}

bool tsw_relax_needs_positive(const tsw_relax *relax)
{
   return relax->down == CHEBYSHEV || relax->up == CHEBYSHEV;
}

int tsw_relax_contenders(double relax_weight, bool device, int base, tsw_relax *relax)
{
   static const double weights[] = { 0.7, 0.85 };
   int                 n = 0;
   /* Jacobi needs a weight; the best weight depends on the problem. */
   for (int i = 0; i < 2 && isnan(relax_weight); i++)
   {
      relax[n++] = (tsw_relax){ .down = 7, .up = 7, .one = true, .weight = weights[i] };
   }
   relax[n++] = (tsw_relax){ .down = 18, .up = 18, .one = true, .weight = NAN };
   relax[n++] = (tsw_relax){ .down = CHEBYSHEV, .up = CHEBYSHEV, .one = true, .weight = NAN };
   /* On devices hypre runs these types by triangular solves, many times as slow as the others. */
   relax[n++] = (tsw_relax){ .down = 3, .up = 4, .weight = NAN };
   relax[n++] = (tsw_relax){ .down = 6, .up = 6, .one = true, .weight = NAN };
   for (int i = 0; i < n; i++)
   {
      relax[i].base = base;
      relax[i].ours_only = device && tsw_relax_ours(&relax[i]);
   }
   return n;
}
