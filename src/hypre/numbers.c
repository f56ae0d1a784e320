/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The numbers. A user asks for 1000 + t and gets hypre's relax type t from our
 * sweeps; hypre itself only ever sees the plain t, because a number of 20 or
 * more (30, 88, 89 excepted) switches it to block mode and other interpolation.
 *
 *    1003  hybrid Gauss-Seidel (SOR), forward
 *    1004  hybrid Gauss-Seidel (SOR), backward
 *    1006  hybrid symmetric Gauss-Seidel (SSOR)
 *    1008  l1 symmetric Gauss-Seidel
 *    1013  l1 Gauss-Seidel, forward
 *    1014  l1 Gauss-Seidel, backward
 *    1088  l1 symmetric Gauss-Seidel with the convergent l1 term
 *    1089  l1 Gauss-Seidel forward, then backward, off-process values new for each
 *    11xx  incomplete factorisations: not in this version
 */
#include "hypre/numbers.h"

#include "hypre/say.h"

enum
{
   FIRST_NUMBER = 1000,
   FIRST_ILU = 1100,
   LAST_ILU = 1199,
   LAST_NUMBER = 1999
};

static const tsw_method methods[] = {
   { 3, TRISWEEP_FORWARD, false, false, "hybrid Gauss-Seidel, forward" },
   { 4, TRISWEEP_BACKWARD, false, false, "hybrid Gauss-Seidel, backward" },
   { 6, TRISWEEP_SYMMETRIC, false, false, "hybrid symmetric Gauss-Seidel" },
   { 8, TRISWEEP_SYMMETRIC, true, false, "l1 symmetric Gauss-Seidel" },
   { 13, TRISWEEP_FORWARD, true, false, "l1 Gauss-Seidel, forward" },
   { 14, TRISWEEP_BACKWARD, true, false, "l1 Gauss-Seidel, backward" },
   { 88, TRISWEEP_SYMMETRIC, true, false, "l1 symmetric Gauss-Seidel, convergent" },
   { 89, TRISWEEP_SYMMETRIC, true, true, "l1 Gauss-Seidel, forward and backward" },
};

const tsw_method *tsw_method_get(int index)
{
   const int n_methods = (int) (sizeof methods / sizeof methods[0]);
   return index >= 0 && index < n_methods ? &methods[index] : NULL;
}

const tsw_method *tsw_method_find(HYPRE_Int type)
{
   const tsw_method *method;
   for (int i = 0; (method = tsw_method_get(i)) != NULL; i++)
   {
      if (method->type == type)
      {
         return method;
      }
   }
   return NULL;
}

tsw_number_kind tsw_number_classify(HYPRE_Int number, HYPRE_Int *type)
{
   *type = 0;
   if (number < FIRST_NUMBER || number > LAST_NUMBER)
   {
      return TSW_NUMBER_PLAIN;
   }
   if (!tsw_method_find(number - FIRST_NUMBER))
   {
      return TSW_NUMBER_REFUSED;
   }
   *type = number - FIRST_NUMBER;
   return TSW_NUMBER_OURS;
}

HYPRE_Int tsw_number_refuse(HYPRE_Int number)
{
   if (number >= FIRST_ILU && number <= LAST_ILU)
   {
      return tsw_refuse("relax number %d asks for an incomplete factorisation (ILU), which is not "
                        "available in this version; use 1003, 1004, 1006, 1008, 1013, 1014, 1088 "
                        "or 1089",
                        (int) number);
   }
   return tsw_refuse("unknown relax number %d; use 1000 + t with t one of hypre's relax types "
                     "3, 4, 6, 8, 13, 14, 88, 89",
                     (int) number);
}

HYPRE_Int tsw_number_plain(HYPRE_Int type)
{
#if TSW_HYPRE_HAS_88
   return type;
#else
   /* Type 8 makes this hypre compute the l1 norms that type 89 needs too. */
   return type == 88 || type == 89 ? 8 : type;
#endif
}
