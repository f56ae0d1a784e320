/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "plan/cuda/choose.h"

#include <string.h>

#include "base/message.h"

/*
 * Where each of our schedules is the fastest one on the sweep board (bench/results).
 * onchip: at 105 rows a level still 2.7 times, at 742 no more; beyond these rows its
 * planning on the host takes longer than a setup can hide. persistent: few levels,
 * so that what strips saves in a level does not pay for its two kernels more.
 *
 * Nothing hides the setup of incomplete factors, and onchip's planning takes longer than
 * it saves in 20 corrections, unless some rows are so much longer than others that
 * strips waits for single lanes.
 */
static constexpr int64_t ONCHIP_ROWS = 20000;
static constexpr int64_t ONCHIP_WIDTH = 128;
static constexpr int64_t FEW_LEVELS = 64;
static constexpr double  UNEVEN = 32.0; /* the longest row over the mean one */

static bool suits_onchip(const tsw_plan *plan, int64_t n)
{
   return n > 0 && n <= ONCHIP_ROWS && n <= ONCHIP_WIDTH * plan->depth;
}

static bool is_uneven(const tsw_packed *pattern)
{
   const int64_t nnz = pattern->n_entries[0] + pattern->n_entries[1];
   return (double) pattern->longest * (double) pattern->n_rows > UNEVEN * (double) nnz;
}

static const char *by_model(const tsw_plan *plan, const tsw_packed *pattern)
{
   if (plan->use == TSW_PLAN_RESIDUALS)
   {
      return "strips"; /* works with the natural layout that such a plan has */
   }
   if (suits_onchip(plan, pattern->n_rows) && (plan->use == TSW_PLAN_SWEEPS || is_uneven(pattern)))
   {
      return "onchip";
   }
   return plan->depth <= FEW_LEVELS ? "persistent" : "strips";
}

/*
 * Measured on the levels of two hierarchies (doc/performance.md): at 281 rows the
 * natural order with onchip is the faster sweep, at 1,231 colours are; onchip's
 * planning costs more than it saves there.
 */
static constexpr int64_t NATURAL_ROWS = 512;

/*
 * On the same levels: what fits into the cluster of levels is fastest there, blocks
 * of 9,907 and 20,099 rows are 4 to 15 % faster with persistent, blocks of 87,619
 * rows and more with levels again.
 */
static constexpr int64_t CLUSTER_ROWS = 8192;
static constexpr int64_t FEW_COLORED_ROWS = 40000;

static const char *by_colors(int64_t n_rows)
{
   return n_rows > CLUSTER_ROWS && n_rows <= FEW_COLORED_ROWS ? "persistent" : "levels";
}

bool tsw_plan_colors_cuda(int64_t n_rows, const tsw_options *options)
{
   const char *ordering = options->value[TSW_OPTION_ordering];
   return !strcmp(ordering, "color") || (!strcmp(ordering, "auto") && n_rows > NATURAL_ROWS);
}

bool tsw_plan_may_wait_cuda(const tsw_options *options)
{
   return !strcmp(options->value[TSW_OPTION_schedule], "auto");
}

trisweep_status tsw_plan_choose_cuda(const tsw_plan *plan, const tsw_packed *pattern,
                                     const tsw_options *options, const tsw_schedule **schedule)
{
   const char *name = options->value[TSW_OPTION_schedule];
   const bool  natural = !tsw_plan_colors_cuda(pattern->n_rows, options);
   const bool  chosen = strcmp(name, "auto") != 0;
   name = chosen ? name : natural ? by_model(plan, pattern) : by_colors(pattern->n_rows);
   *schedule = tsw_schedule_find(name, TRISWEEP_DEVICE);
   if (!*schedule)
   {
      return TSW_ERROR(UNSUPPORTED, "no schedule '%s' for device matrices; trisweep-info "
                       "--schedules lists them all", name);
   }
   if (!natural && (*schedule)->needs != TSW_NEEDS_LEVEL_ORDER)
   {
      return TSW_ERROR(UNSUPPORTED, "schedule '%s' visits rows in natural order only; with "
                       "ordering=%s take schedule=levels or persistent, or leave it at auto", name,
                       options->value[TSW_OPTION_ordering]);
   }
   return TRISWEEP_OK;
}
