/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "plan/cuda/choose.h"

#include "base/message.h"
#include "kernels/cuda/gpu.h"

static const char *named(const tsw_options *options)
{
   return tsw_options_is(options, TSW_OPTION_schedule, "auto")
             ? NULL
             : options->value[TSW_OPTION_schedule];
}

static const tsw_registered *schedule_of(tsw_schedule_role role)
{
   return tsw_schedule_of(role, TRISWEEP_DEVICE);
}

/* NULL: schedule=auto, or an unknown name. */
static const tsw_registered *named_schedule(const tsw_options *options)
{
   return tsw_schedule_find(options->value[TSW_OPTION_schedule], TRISWEEP_DEVICE);
}

static bool borrows(const tsw_registered *r)
{
   return r && r->schedule->values == TSW_VALUES_BORROWED;
}

const tsw_registered *tsw_choose_few_colors(const tsw_options *options, tsw_plan_use use)
{
   const bool            low = tsw_options_is(options, TSW_OPTION_memory, "low");
   const tsw_registered *r =
      named(options) ? named_schedule(options)
                     : schedule_of(low ? TSW_ROLE_FEW_COLORS_BORROWED : TSW_ROLE_FEW_COLORS);
   const tsw_direct *direct = r ? r->schedule->direct : NULL;
   const bool can = direct && (use == TSW_USE_SWEEPS || (use == TSW_USE_FACTORS && direct->dilu));
   return can && tsw_plan_allows_few(options) && (!low || borrows(r)) ? r : NULL;
}

bool tsw_choose_borrows(const tsw_options *options)
{
   return tsw_options_is(options, TSW_OPTION_memory, "low") || borrows(named_schedule(options));
}

const tsw_registered *tsw_choose_low_memory(const tsw_options *options, tsw_plan_use use)
{
   const bool agreed =
      tsw_choose_borrows(options) || tsw_options_is(options, TSW_OPTION_memory, "auto");
   const bool borrowed = agreed && use == TSW_USE_SWEEPS;
   if (borrowed && tsw_choose_few_colors(options, use))
   {
      return schedule_of(TSW_ROLE_FEW_COLORS_BORROWED);
   }
   return tsw_plan_demands_few(options) || use != TSW_USE_SWEEPS
             ? NULL
             : schedule_of(borrowed ? TSW_ROLE_BORROWED : TSW_ROLE_LEAST_MEMORY);
}

/* For residuals the schedule of the least memory; else NULL: unknown name, or schedule=auto. */
static const tsw_registered *without_rule(const tsw_options *options, tsw_plan_use use)
{
   return use == TSW_USE_RESIDUALS && !named(options) ? schedule_of(TSW_ROLE_LEAST_MEMORY)
                                                      : named_schedule(options);
}

bool tsw_choose_needs_levels(const tsw_options *options, tsw_plan_use use)
{
   const tsw_registered *r = without_rule(options, use);
   return use == TSW_USE_FACTORS || !r || r->schedule->needs != TSW_NEEDS_NOTHING;
}

tsw_level_method tsw_choose_level_method(const tsw_options *options)
{
   static const char *const methods[] = { "pull", "naumov", "kahn", "kahn-queue" };
   int                      method = 0;
   while (!tsw_options_is(options, TSW_OPTION_levels, methods[method]))
   {
      method++; /* tsw_options_read has checked the value */
   }
   return (tsw_level_method) method;
}

trisweep_status tsw_choose_check(const tsw_options *options, tsw_plan_use use)
{
   const char           *name = options->value[TSW_OPTION_schedule];
   const tsw_registered *r = named_schedule(options);
   const bool            low = tsw_choose_borrows(options);
   const tsw_registered *in_place = borrows(r) ? r : schedule_of(TSW_ROLE_BORROWED);
   if (low && named(options) && !borrows(r))
   {
      return TSW_ERROR(UNSUPPORTED,
                       "memory=low sweeps by schedule %s, not by '%s'; leave schedule at auto, or "
                       "memory at fast",
                       in_place->schedule->name, name);
   }
   if (tsw_plan_demands_few(options))
   {
      return TSW_ERROR(UNSUPPORTED,
                       "schedule '%s' has no sweeps by few colours on devices; with "
                       "ordering=hybrid-color use schedule=colors or auto (with memory=low, too)",
                       name);
   }
   if (r && r->schedule->direct)
   {
      return TSW_ERROR(UNSUPPORTED,
                       "schedule '%s' has sweeps by few colours only; use ordering=hybrid-color or "
                       "auto, and no incomplete factors",
                       name);
   }
   return !low || use == TSW_USE_SWEEPS
             ? TRISWEEP_OK
             : TSW_ERROR(UNSUPPORTED,
                         "schedule %s (memory=low) stores no incomplete factors; leave memory at "
                         "fast, or use Gauss-Seidel",
                         in_place->schedule->name);
}

static trisweep_status choose_by_rule(const tsw_shape *shape, tsw_plan *plan)
{
   tsw_gpu gpu;
   TSW_TRY(tsw_measure_gpu(&gpu));
   plan->choice.by_rule = true;
   plan->schedule = tsw_rule_choose(&gpu, shape, plan->n_refused);
   return plan->schedule ? TRISWEEP_OK
                         : TSW_ERROR(UNSUPPORTED,
                                     "the device (%s) refuses every schedule for this "
                                     "block; take more devices, or ordering=auto",
                                     gpu.name);
}

trisweep_status tsw_choose_schedule(const tsw_options *options, const tsw_shape *shape,
                                    tsw_plan *plan)
{
   if (tsw_choose_borrows(options))
   {
      plan->choice.by = plan->low_memory ? "memory" : "option";
      tsw_plan_take(plan, borrows(named_schedule(options)) ? named_schedule(options)
                                                           : schedule_of(TSW_ROLE_BORROWED));
      return TRISWEEP_OK;
   }
   plan->choice.ordering = "natural";
   plan->choice.by = tsw_plan_choice_by(options, plan->low_memory);
   if (!named(options) && plan->use != TSW_USE_RESIDUALS)
   {
      return choose_by_rule(shape, plan);
   }
   tsw_plan_take(plan, without_rule(options, plan->use));
   return plan->schedule ? TRISWEEP_OK
                         : TSW_ERROR(UNSUPPORTED,
                                     "no schedule '%s' for device matrices; trisweep-info "
                                     "--schedules lists them all",
                                     named(options));
}
