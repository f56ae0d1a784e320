/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * A user sets 1000 + t (numbers.def). hypre itself gets the plain type t, because a number of 20 or
 * more (except 30, 88, 89) switches hypre to block mode and to another interpolation. 2000 + t is
 * 1000 + t with the option ordering=auto for that solver. For ILU and DILU hypre gets type 6: with
 * type 6 hypre neither computes norms nor uses block mode.
 */
#include "hypre/state/numbers.h"

#include "hypre/base/notice.h"

enum
{
   FIRST_NUMBER = 1000,
   AUTO_ORDER = 1000, /* added to t in the type of a number 2000 + t */
   LAST_NUMBER = 2999,
   TYPE_ILU = 100,    /* of ILU(0) */
   TYPE_FOR_HYPRE = 6 /* the type that hypre gets for types with factors */
};

#define ONE(k) { TYPE_ILU + (k), TRISWEEP_FORWARD, false, false, TRISWEEP_ILU, k },
#define TEN(k)  \
   ONE(k)       \
   ONE((k) + 1) \
   ONE((k) + 2) \
   ONE((k) + 3) ONE((k) + 4) ONE((k) + 5) ONE((k) + 6) ONE((k) + 7) ONE((k) + 8) ONE((k) + 9)

static const tsw_method methods[] = {
#define TSW_SWEEP(type, direction, l1, two_calls, text) \
   { type, TRISWEEP_##direction, l1, two_calls, TRISWEEP_NO_FACTORS, 0 },
#define TSW_ILU(first, last, text) \
   TEN(0) TEN(10) TEN(20) TEN(30) TEN(40) TEN(50) TEN(60) TEN(70) TEN(80)
#define TSW_DILU(type, text) { type, TRISWEEP_FORWARD, false, false, TRISWEEP_DILU, 0 },
#include "hypre/state/numbers.def"
#undef TSW_SWEEP
#undef TSW_ILU
#undef TSW_DILU
};

bool tsw_type_has_auto_order(HYPRE_Int type)
{
   return type >= AUTO_ORDER;
}

const tsw_method *tsw_method_find(HYPRE_Int type)
{
   if (tsw_type_has_auto_order(type))
   {
      const tsw_method *method = type < 2 * AUTO_ORDER ? tsw_method_find(type - AUTO_ORDER) : NULL;
      return method && method->fill_level == 0 ? method : NULL;
   }
   for (size_t i = 0; type > 0 && i < sizeof methods / sizeof methods[0]; i++)
   {
      if (methods[i].type == type && (TSW_HYPRE_HAS_88 || type != 88))
      {
         return &methods[i];
      }
   }
   return NULL;
}

bool tsw_number_is_plain(HYPRE_Int number)
{
   return number < FIRST_NUMBER;
}

HYPRE_Int tsw_number_type(HYPRE_Int number)
{
   const bool in_range = number >= FIRST_NUMBER && number <= LAST_NUMBER;
   return in_range && tsw_method_find(number - FIRST_NUMBER) ? number - FIRST_NUMBER : 0;
}

HYPRE_Int tsw_number_refuse(HYPRE_Int number)
{
   return tsw_refuse(
      "there is no relax number %d; the relax numbers are 1000 + t with hypre's relax type t "
      "= 3, 4, 6, 8, 13, 14, 89, and 88 from hypre 2.30 on; 2000 + t for the same type in an order "
      "of the rows chosen for speed; 1100 + k for ILU(k), k = 0 to 89; 1190 for DILU; 2100 and "
      "2190 for DILU in an order chosen for speed. The solver keeps the smoother that it had, "
      "hypre's default if none was set; hypre's error flag is set, and the program continues "
      "unless it tests the flag",
      (int) number);
}

HYPRE_Int tsw_number_plain(HYPRE_Int type)
{
   type -= tsw_type_has_auto_order(type) ? AUTO_ORDER : 0;
   if (type >= TYPE_ILU)
   {
      return TYPE_FOR_HYPRE;
   }
#if TSW_HYPRE_HAS_88
   return type;
#else
   /* With type 8 this hypre computes the l1 norms that type 89 needs as well. */
   return type == 89 ? 8 : type;
#endif
}

HYPRE_Int tsw_type_without_norms(HYPRE_Int type)
{
   const tsw_method *method = tsw_method_find(type);
   const HYPRE_Int   order = tsw_type_has_auto_order(type) ? AUTO_ORDER : 0;
   return !method || !method->l1                   ? type
          : method->direction == TRISWEEP_FORWARD  ? order + 3
          : method->direction == TRISWEEP_BACKWARD ? order + 4
                                                   : order + 6;
}
