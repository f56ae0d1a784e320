/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "plan/cuda/recall.h"

#include <cstdio>
#include <cstring>

#include "base/message.h"
#include "block/device.h"
#include "plan/cuda/choose.h"
#include "plan/cuda/survey.h"
#include "plan/ordering.h"

/* The ordering asked for, with the number of colours where it matters. */
static void write_asked(const tsw_options *options, tsw_tune_entry *e)
{
   const int32_t few = tsw_ordering_few_colors(options, e->n_rows, e->nnz);
   const int     n = snprintf(e->asked, sizeof e->asked, "%s", options->value[TSW_OPTION_ordering]);
   if (few > 0)
   {
      snprintf(e->asked + n, sizeof e->asked - (size_t) n, "-%d", (int) few);
   }
}

trisweep_status tsw_recall_find(const trisweep_csr *a, tsw_options *options, void *stream,
                                tsw_recall *recall)
{
   const char     *path = options->value[TSW_OPTION_tune_file];
   tsw_tune_entry *e = &recall->entry;
   memset(recall, 0, sizeof *recall);
   if (!strcmp(path, "none") || strcmp(options->value[TSW_OPTION_schedule], "auto") != 0 ||
       !strcmp(options->value[TSW_OPTION_tune], "off") || tsw_choose_borrows(options) ||
       a->n_rows == 0)
   {
      return TRISWEEP_OK;
   }
   recall->path = path;
   e->n_rows = a->n_rows;
   e->nnz = a->nnz;
   write_asked(options, e);
   TSW_TRY(tsw_device_csr_inspect(a, stream, &e->hash));
   TSW_TRY(tsw_survey_device(e->gpu, sizeof e->gpu));
   TSW_TRY(tsw_tune_file_find(path, e, &recall->found));
   if (recall->found)
   {
      strcpy(options->value[TSW_OPTION_schedule], e->schedule);
      strcpy(options->value[TSW_OPTION_ordering], e->ordering);
   }
   return TRISWEEP_OK;
}

trisweep_status tsw_recall_store(tsw_recall *recall, tsw_plan *plan)
{
   tsw_tune_entry *e = &recall->entry;
   if (!recall->path)
   {
      return TRISWEEP_OK;
   }
   if (recall->found)
   {
      plan->choice.by = "file";
      plan->choice.predicted = 1e-6 * e->predicted_us;
      plan->choice.measured = 1e-6 * e->measured_us;
      return TRISWEEP_OK;
   }
   strcpy(e->ordering, plan->choice.ordering ? plan->choice.ordering : "natural");
   strcpy(e->schedule, plan->schedule->name);
   e->depth = plan->depth;
   e->predicted_us = 1e6 * plan->choice.predicted;
   e->measured_us = 1e6 * plan->choice.measured;
   return tsw_tune_file_add(recall->path, e);
}
