/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The list of relax types that trisweep-solve compares. */
#include "tools/solve/relax.h"

#include <math.h>
#include <stdlib.h>

#include <HYPRE_config.h>

/* Types 100 to 190 are trisweep's numbers 1100 to 1190. hypre's own ILU has no relax type. */
enum
{
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

static int find(int type)
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

static const char *read_type(const char *text, char **end, int *type)
{
   const long number = strtol(text, end, 10);
   if (number >= 1000 + ILU && number <= 1000 + DILU)
   {
      *type = (int) number - 1000;
      return NULL;
   }
   if (*end == text || number < 0 || number > 99 || find((int) number) < 0)
   {
      return "types out of 0, 3, 4, 6, 7, 8, 13, 14, 16, 18, 88, 89, each alone or as DOWN/UP, and "
             "1100 to 1190 for incomplete factors";
   }
   if (HYPRE_RELEASE_NUMBER < 23000 && number > 20)
   {
      return "other types: 88 and 89 need hypre 2.30 or newer";
   }
   *type = (int) number;
   return NULL;
}

bool tsw_relax_read(const char *list, tsw_relax *relax, int *n_relax, const char **fault)
{
   for (;;)
   {
      char     *end;
      tsw_relax next = { .one = true, .weight = NAN };
      if (*n_relax == TSW_MOST_RELAX)
      {
         *fault = "no more than 16 smoothers";
         return false;
      }
      *fault = read_type(list, &end, &next.down);
      next.up = next.down;
      if (!*fault && *end == '/')
      {
         next.one = false;
         *fault = read_type(end + 1, &end, &next.up);
      }
      if (!*fault && !next.one && (next.down >= ILU || next.up >= ILU))
      {
         *fault = "1100 to 1190 as one number, not as DOWN/UP";
      }
      if (!*fault && *end && *end != ',')
      {
         *fault = "types separated by commas, such as 6,8,13/14";
      }
      if (*fault)
      {
         return false;
      }
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
   return relax->down < ILU && known[find(relax->down)].reverse == relax->up;
}

bool tsw_relax_ours(const tsw_relax *relax)
{
   return relax->down >= ILU || (known[find(relax->down)].ours && known[find(relax->up)].ours);
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

int tsw_relax_contenders(double relax_weight, bool device, tsw_relax *relax)
{
   static const double weights[] = { 0.7, 0.85 };
   int                 n = 0;
   /* Jacobi needs a weight; the best weight depends on the problem. */
   for (int i = 0; i < 2 && isnan(relax_weight); i++)
   {
      relax[n++] = (tsw_relax){ .down = 7, .up = 7, .one = true, .weight = weights[i] };
   }
   relax[n++] = (tsw_relax){ .down = 18, .up = 18, .one = true, .weight = NAN };
   relax[n++] = (tsw_relax){ .down = 16, .up = 16, .one = true, .weight = NAN };
   /* On devices hypre runs these types by triangular solves, many times as slow as the others. */
   relax[n++] = (tsw_relax){ .down = 3, .up = 4, .weight = NAN, .ours_only = device };
   relax[n++] = (tsw_relax){ .down = 6, .up = 6, .one = true, .weight = NAN, .ours_only = device };
   return n;
}
