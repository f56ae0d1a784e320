/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "plan/ordering.h"

#include <string.h>

#include "analysis/few_colors.h"
#include "base/message.h"

static const char hybrid[] = "hybrid-color";

const char *tsw_ordering_asked(const tsw_options *options)
{
   return tsw_options_is(options, TSW_OPTION_ordering, hybrid) ? hybrid : "natural";
}

bool tsw_ordering_is_few(const tsw_options *options)
{
   return tsw_options_is(options, TSW_OPTION_ordering, "auto") ||
          tsw_options_is(options, TSW_OPTION_ordering, hybrid);
}

trisweep_status tsw_ordering_few(const trisweep_csr *a, int32_t asked, bool units,
                                 tsw_memory *owner, tsw_levels *levels)
{
   tsw_few_colors few = { asked, 1, true, false };
   memset(levels, 0, sizeof *levels);
   TSW_TRY(TSW_ALLOC(owner, &levels->level, a->n_rows, "the levels"));
   if (units)
   {
      tsw_few_counts counts;
      tsw_few_count_host(a, &counts);
      few = tsw_few_choose(&counts, asked);
   }
   for (int32_t i = 0; i < a->n_rows; i++)
   {
      levels->level[i] = tsw_few_step(few, i);
   }
   levels->unit = few.unit;
   levels->depth = a->n_rows > 0 ? few.n : 0;
   levels->n_levels = levels->depth * few.unit;
   return tsw_levels_sort(a->n_rows, owner, levels);
}
