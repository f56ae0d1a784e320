/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "plan/ordering.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/color.h"
#include "analysis/edges.h"
#include "base/message.h"

enum
{
   FEW_COLORS = 4,
   MORE_COLORS = 8,
   LONG_ROW = 32,
   LARGE_BLOCK = 4000000 /* entries */
};

static const char hybrid[] = "hybrid-color";

static bool is_auto(const tsw_options *options)
{
   return !strcmp(options->value[TSW_OPTION_ordering], "auto");
}

const char *tsw_ordering_asked(const tsw_options *options)
{
   const char *ordering = options->value[TSW_OPTION_ordering];
   return !strcmp(ordering, hybrid)    ? hybrid
          : !strcmp(ordering, "color") ? "color"
                                       : "natural";
}

const char *tsw_ordering_used(const tsw_options *options, bool colored)
{
   return !colored ? "natural" : is_auto(options) ? hybrid : tsw_ordering_asked(options);
}

bool tsw_ordering_limits(const tsw_options *options)
{
   return is_auto(options) || !strcmp(tsw_ordering_asked(options), hybrid);
}

/*
 * The longer the rows, the more entries are between rows of one colour, and the more iterations
 * that costs; the larger the block, the less a launch more matters. Measured (doc/choosing.md).
 */
int32_t tsw_ordering_few_colors(const tsw_options *options, int64_t n_rows, int64_t nnz)
{
   const int  asked = atoi(options->value[TSW_OPTION_colors]); /* 0: auto */
   const bool more = nnz > LARGE_BLOCK && nnz > LONG_ROW * n_rows;
   return !tsw_ordering_limits(options) ? 0 : asked > 0 ? asked : more ? MORE_COLORS : FEW_COLORS;
}

const char *tsw_ordering_uncut(const char *ordering)
{
   return !strcmp(ordering, hybrid) ? "color" : ordering;
}

/* First-fit colours, unless they are too many. */
static trisweep_status find_colors(const tsw_graph *g, int32_t few, int32_t *color,
                                   int32_t *n_colors)
{
   TSW_TRY(tsw_color_host(g, color, n_colors));
   return few > 0 && *n_colors > TSW_COLORS_MOST ? tsw_color_limited_host(g, few, color, n_colors)
                                                 : TRISWEEP_OK;
}

trisweep_status tsw_ordering_levels(const trisweep_csr *a, const tsw_options *options,
                                    tsw_memory *owner, tsw_levels *levels)
{
   const int32_t few = tsw_ordering_few_colors(options, a->n_rows, a->nnz);
   tsw_edges     edges;
   int32_t       n_levels = 0;
   memset(levels, 0, sizeof *levels);
   trisweep_status status = tsw_edges_find(a, NULL, &edges);
   if (status == TRISWEEP_OK)
   {
      status = tsw_memory_alloc(owner, &levels->level, a->n_rows, sizeof(int32_t), "the levels");
   }
   if (status == TRISWEEP_OK)
   {
      status = find_colors(&edges.graph, few, levels->level, &n_levels);
   }
   levels->n_levels = n_levels;
   levels->depth = n_levels;
   tsw_edges_free(NULL, &edges);
   return status == TRISWEEP_OK ? tsw_levels_sort(a->n_rows, owner, levels) : status;
}
