/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "hypre/state/replace.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hypre/base/notice.h"
#include "hypre/state/numbers.h"

enum
{
   MOST_PAIRS = 32
};

typedef struct pair
{
   HYPRE_Int type; /* a type of hypre */
   HYPRE_Int down, up;
} pair;

static pair pairs[MOST_PAIRS];
static int  n_pairs;

/* Read a number at *text and advance *text to its end. False if there is no valid number. */
static bool read_number(const char **text, HYPRE_Int *number)
{
   char      *end;
   const long value = strtol(*text, &end, 10);
   const bool good = **text >= '0' && **text <= '9' && value <= 2999;
   *number = good ? (HYPRE_Int) value : -1;
   *text = end;
   return good;
}

static bool is_sweep(HYPRE_Int type)
{
   const tsw_method *method = tsw_method_find(type);
   return method && method->factors == TRISWEEP_NO_FACTORS;
}

/*
 * Read a type of trisweep in place of a type of hypre, written as t, 1000 + t or 2000 + t. Nobody
 * expects the iterates of another method: then t is 2000 + t. Returns NULL or what is wrong.
 */
static const char *read_trisweep_type(const char **text, HYPRE_Int replaced, HYPRE_Int *type)
{
   if (!read_number(text, type))
   {
      return "has no relax type after '=' or '/'";
   }
   if (*type < 1000 && is_sweep(*type) && !is_sweep(replaced))
   {
      *type += 2000;
   }
   *type -= *type >= 1000 ? 1000 : 0;
   return tsw_method_find(*type) ? NULL : "takes a relax type that trisweep does not have";
}

/* Read an entry such as 18=13/14. Returns NULL or what is wrong. */
static const char *read_entry(const char *entry, pair *p)
{
   const char *rest = entry, *fault = NULL;
   if (!read_number(&rest, &p->type))
   {
      return "is not a relax type";
   }
   if (p->type >= 1000)
   {
      return "is a relax number of trisweep; the list takes plain types of hypre";
   }
   if (!TSW_HYPRE_HAS_88 && (p->type == 88 || p->type == 89))
   {
      return "is not a relax type of this hypre (hypre has 88 and 89 since 2.30)";
   }
   p->down = p->up = p->type;
   if (*rest == '=')
   {
      rest++;
      fault = read_trisweep_type(&rest, p->type, &p->down);
      p->up = p->down;
      if (!fault && *rest == '/')
      {
         rest++;
         fault = read_trisweep_type(&rest, p->type, &p->up);
      }
   }
   else if (!is_sweep(p->type))
   {
      return "is a relax type that trisweep does not have; name the type that replaces this "
             "type, such as 18=13/14 or 18=8";
   }
   if (!fault && tsw_replace_by(p->type, TSW_LEG_DOWN) != 0)
   {
      return "names a relax type for the second time";
   }
   return fault ? fault : *rest ? "is not a relax type" : NULL;
}

bool tsw_replace_read(const char *list)
{
   char *copy = strdup(list);
   char *rest = copy, *word;
   bool  any_fault = false;
   while (copy && (word = strtok_r(rest, ", \t", &rest)) != NULL)
   {
      pair        p = { 0, 0, 0 };
      const char *fault =
         n_pairs < MOST_PAIRS ? read_entry(word, &p) : "exceeds the limit of 32 entries";
      if (fault)
      {
         any_fault = true;
         tsw_notice_once("TRISWEEP_REPLACE=%s: '%s' %s; this entry is ignored", list, word, fault);
      }
      else
      {
         pairs[n_pairs++] = p;
      }
   }
   free(copy);
   if (n_pairs > 0)
   {
      tsw_notice_once("replacing hypre's relax types %s (TRISWEEP_REPLACE)%s", list,
                      any_fault ? ", except the ignored entries" : "");
   }
   else
   {
      tsw_notice_once(
         "TRISWEEP_REPLACE=%s replaces nothing; give hypre's relax types, such as 3,4,6 or "
         "18=13/14",
         list);
   }
   return n_pairs > 0 && !any_fault;
}

/* One type for both directions of a pair: the symmetric sweep, if the pair is forward/backward. */
static HYPRE_Int both_ways(const pair *p)
{
   const HYPRE_Int order = tsw_type_has_auto_order(p->down) ? 1000 : 0;
   const HYPRE_Int down = p->down - order, up = p->up - order;
   return order + (down == 3 && up == 4 ? 6 : down == 13 && up == 14 ? 8 : down);
}

HYPRE_Int tsw_replace_by(HYPRE_Int type, tsw_leg leg)
{
   for (int i = 0; i < n_pairs; i++)
   {
      if (pairs[i].type == type)
      {
         return leg == TSW_LEG_DOWN ? pairs[i].down
                : leg == TSW_LEG_UP ? pairs[i].up
                                    : both_ways(&pairs[i]);
      }
   }
   return 0;
}
