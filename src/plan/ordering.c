/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "plan/ordering.h"

#include <string.h>

#include "analysis/color.h"
#include "analysis/edges.h"
#include "analysis/host/few_colors.h"
#include "base/message.h"

static const char hybrid[] = "hybrid-color";

const char *tsw_ordering_asked(const tsw_options *options)
{
   const char *ordering = options->value[TSW_OPTION_ordering];
   return !strcmp(ordering, hybrid)    ? hybrid
          : !strcmp(ordering, "color") ? "color"
                                       : "natural";
}

bool tsw_ordering_is_few(const tsw_options *options)
{
   return tsw_options_is(options, TSW_OPTION_ordering, "auto") ||
          tsw_options_is(options, TSW_OPTION_ordering, hybrid);
}

const char *tsw_ordering_uncut(const char *ordering)
{
   return !strcmp(ordering, hybrid) ? "color" : ordering;
}

/* Few colours, by the row number. Returns how many. */
static int32_t number_rows(const trisweep_csr *a, const tsw_options *options, int32_t *color)
{
   tsw_few_counts counts;
   tsw_few_count_host(a, &counts);
   const tsw_few_colors few =
      tsw_few_choose(&counts, tsw_options_int(options, TSW_OPTION_colors));
   for (int32_t i = 0; i < a->n_rows; i++)
   {
      color[i] = tsw_few_color(few, i);
   }
   return a->n_rows > 0 ? few.n : 0;
}

static trisweep_status find_colors(const trisweep_csr *a, int32_t *color, int32_t *n_colors)
{
   tsw_edges       edges;
   trisweep_status status = tsw_edges_find(a, NULL, &edges);
   if (status == TRISWEEP_OK)
   {
      status = tsw_color_host(&edges.graph, color, n_colors);
   }
   tsw_edges_free(NULL, &edges);
   return status;
}

trisweep_status tsw_ordering_levels(const trisweep_csr *a, const tsw_options *options,
                                    tsw_memory *owner, tsw_levels *levels)
{
   int32_t n_colors = 0;
   memset(levels, 0, sizeof *levels);
   TSW_TRY(tsw_memory_alloc(owner, &levels->level, a->n_rows, sizeof(int32_t), "the levels"));
   if (tsw_ordering_is_few(options))
   {
      n_colors = number_rows(a, options, levels->level);
   }
   else
   {
      TSW_TRY(find_colors(a, levels->level, &n_colors));
   }
   levels->n_levels = n_colors;
   levels->depth = n_colors;
   return tsw_levels_sort(a->n_rows, owner, levels);
}
