/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "plan/cuda/bands.h"

#include "base/message.h"
#include "plan/bands.h"
#include "plan/cuda/choose.h"
#include "plan/cuda/profile.h"

/* Is bands worth a look, for a model that may choose it? */
static bool may_gain(const tsw_tune_table *table, const tsw_options *options,
                     const tsw_tune_shape *shape)
{
   tsw_tune_estimate estimates[TSW_TUNE_MOST];
   return tsw_options_is(options, TSW_OPTION_schedule, "auto") &&
          !tsw_options_is(options, TSW_OPTION_tune, "off") &&
          tsw_tune_rank(table, shape, NULL, estimates) > 0 &&
          tsw_tune_wants_bands(table, shape, estimates[0].seconds);
}

trisweep_status tsw_bands_estimate(const tsw_packed *p, const tsw_graph_levels *levels,
                                   const tsw_options *options, void *stream,
                                   tsw_tune_shape *shape)
{
   const tsw_tune_table *table;
   tsw_tune_profile      profile;
   tsw_bands             bands;
   const bool            asked = tsw_options_is(options, TSW_OPTION_schedule, "bands") &&
                                 tsw_options_is(options, TSW_OPTION_bands, "auto");
   TSW_TRY(tsw_choose_table(&table));
   if (!asked && !may_gain(table, options, shape))
   {
      return TRISWEEP_OK;
   }
   TSW_TRY(tsw_profile_levels(p, levels, stream, &profile));
   shape->bands = tsw_bands_choose(table, &profile, asked ? 1 : 2, &bands);
   return TRISWEEP_OK;
}

trisweep_status tsw_bands_settle(const tsw_graph_levels *levels, void *stream, tsw_plan *plan)
{
   const tsw_tune_table *table;
   tsw_tune_profile      profile;
   if (plan->bands.n == 0)
   {
      TSW_TRY(tsw_choose_table(&table));
      TSW_TRY(tsw_profile_levels(&plan->packed, levels, stream, &profile));
      tsw_bands_choose(table, &profile, 1, &plan->bands);
   }
   if (plan->bands.n == 0)
   {
      return TSW_ERROR(UNSUPPORTED, "the cost model for %s knows no schedule for some band of "
                       "levels; set option bands, or another schedule",
                       tsw_tune_table_gpu(table));
   }
   tsw_bands_fit(levels->n_levels, &plan->bands);
   tsw_bands_write(&plan->bands, plan->bands_text);
   return TRISWEEP_OK;
}
