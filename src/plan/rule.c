/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "plan/plan.h"

int tsw_rule_rank(const tsw_shape *shape, const char *names[TSW_RULE_LINES])
{
   const bool   grid = shape->grid;
   const bool   hurried = shape->hurried;
   const double rows = (double) shape->n_rows;
   const double depth = (double) shape->depth;
   const double longest = (double) shape->longest_row;
   const double width = shape->depth > 0 ? rows / depth : 0.0;
   const double length = shape->n_rows > 0 ? (double) shape->nnz / rows : 0.0;
   const struct
   {
      const char *schedule;
      bool        holds;
   } lines[] = {
#define TSW_RULE(schedule, condition) { #schedule, condition },
#include "kernels/rule.def"
#undef TSW_RULE
   };
   int n = 0;
   for (int k = 0; k < TSW_RULE_LINES; k++)
   {
      if (lines[k].holds)
      {
         names[n++] = lines[k].schedule;
      }
   }
   return n;
}

const tsw_schedule *tsw_rule_choose(const tsw_gpu *gpu, const tsw_shape *shape, int n_refused)
{
   const char *names[TSW_RULE_LINES];
   const int   n = tsw_rule_rank(shape, names);
   for (int k = 0; k < n; k++)
   {
      const tsw_registered *r = tsw_schedule_find(names[k], TRISWEEP_DEVICE);
      const tsw_schedule   *s = r ? r->schedule : NULL;
      if (s && (!s->takes || s->takes(gpu)) && n_refused-- == 0)
      {
         return s;
      }
   }
   return NULL;
}
