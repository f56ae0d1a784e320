/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The solvers of both boards. */
#include "tools/total/request.h"

int tsw_total_list(const tsw_total_request *r, const char *ordering, tsw_total_row *row)
{
   static const tsw_total_smoother plain[] = { { "jacobi 7, w 0.7", 7, 7, 0.7 },
                                               { "jacobi 7, w 0.85", 7, 7, 0.85 },
                                               { "l1-jacobi 18", 18, 18, 1.0 },
                                               { "chebyshev 16", 16, 16, 1.0 } };
   static const tsw_total_smoother sweeps[] = { { "GS 3 down 4 up", 3, 4, 1.0 },
                                                { "SSOR 6", 6, 6, 1.0 } };
   static const tsw_total_smoother ours[] = { { "GS 3 down 4 up", 1003, 1004, 1.0 },
                                              { "SSOR 6", 1006, 1006, 1.0 } };
   int                             n = 0;
   for (int i = 0; r->with_hypre && i < 4; i++)
   {
      row[n++] = (tsw_total_row){ .smoother = &plain[i], .ordering = "none" };
   }
   for (int i = 0; r->with_hypre && !r->device && i < 2; i++)
   {
      row[n++] = (tsw_total_row){ .smoother = &sweeps[i], .ordering = "natural" };
   }
   for (int i = 0; ordering && i < 2; i++)
   {
      row[n++] = (tsw_total_row){ .smoother = &ours[i], .ordering = ordering };
   }
   return n;
}

/* trisweep's solvers in one order: by values, and one with hypre's setups. */
static int add_ours(const tsw_total_smoother ours[2], const char *ordering, tsw_steps_row *row)
{
   for (int i = 0; i < 2; i++)
   {
      row[i] = (tsw_steps_row){ .smoother = &ours[i], .ordering = ordering, .mode = TSW_VALUES };
   }
   row[2] = (tsw_steps_row){ .smoother = &ours[0], .ordering = ordering, .mode = TSW_FULL };
   return 3;
}

int tsw_steps_list(const tsw_total_request *r, tsw_steps_row *row)
{
   static const tsw_total_smoother natural[2] = { { "GS 3 down 4 up", 1003, 1004, 1.0 },
                                                  { "SSOR 6", 1006, 1006, 1.0 } };
   static const tsw_total_smoother automatic[2] = { { "GS 3 down 4 up", 2003, 2004, 1.0 },
                                                    { "SSOR 6", 2006, 2006, 1.0 } };
   static const tsw_total_smoother sweeps = { "GS 3 down 4 up", 3, 4, 1.0 };
   tsw_total_row                   hypre[TSW_MOST_TOTAL];
   const int                       n_hypre = tsw_total_list(r, NULL, hypre);
   int                             n = 0;
   for (int i = 0; i < n_hypre; i++)
   {
      row[n++] = (tsw_steps_row){ .smoother = hypre[i].smoother, .ordering = hypre[i].ordering };
      if (r->frozen && hypre[i].smoother->down == 18)
      {
         row[n] = row[n - 1];
         row[n++].mode = TSW_FROZEN;
      }
   }
   if (r->with_hypre && r->device && r->natural)
   {
      row[n++] = (tsw_steps_row){ .smoother = &sweeps, .ordering = "natural" };
   }
   n += r->natural ? add_ours(natural, "natural", row + n) : 0;
   n += r->automatic ? add_ours(automatic, "auto", row + n) : 0;
   return n;
}
