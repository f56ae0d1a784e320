/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "bench/boards/board.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>
#include <time.h>

#include "bench/matrix/market.h"

/* Print a message and return false if a value is NaN or infinite. */
static bool is_finite(const char *spec, const tsw_matrix *m)
{
   for (int64_t i = 0; i < m->n_rows; i++)
   {
      for (int32_t e = m->row_ptr[i]; e < m->row_ptr[i + 1]; e++)
      {
         if (!isfinite(m->val[e]))
         {
            fprintf(stderr,
                    "trisweep-bench: %s: the entry in row %" PRId64 ", column %d is NaN or "
                    "infinite\n",
                    spec, i + 1, m->col_idx[e] + 1);
            return false;
         }
      }
   }
   return true;
}

bool tsw_board_matrix(const char *spec, tsw_matrix *m)
{
   const char           *problem = "neither a generator (see --list) nor a .mtx file";
   const bool            file = strstr(spec, ".mtx") != NULL;
   const trisweep_status status =
      file ? tsw_market_read(spec, m, &problem) : tsw_matrix_generate(spec, m);
   if (status == TRISWEEP_OK)
   {
      if (file && m->n_repeated > 0)
      {
         fprintf(stderr,
                 "trisweep-bench: %s: repeated entries: %" PRId64 "; their values were added\n",
                 spec, m->n_repeated);
      }
      if (is_finite(spec, m))
      {
         return true;
      }
      tsw_matrix_free(m);
      return false;
   }
   fprintf(stderr, "trisweep-bench: %s: %s\n", spec,
           status == TRISWEEP_ERROR_MEMORY ? "out of memory" : problem);
   return false;
}

/* True if a comma-separated list holds the name, or if the list is NULL. */
static bool is_listed(const char *names, const char *name)
{
   const size_t length = strlen(name);
   for (const char *at = names; at; at = strchr(at, ','))
   {
      at += *at == ',';
      if (!strncmp(at, name, length) && (at[length] == ',' || at[length] == '\0'))
      {
         return true;
      }
   }
   return !names;
}

bool tsw_board_wants_name(const tsw_board_input *in, const char *name)
{
   return is_listed(in->kernels, name);
}

bool tsw_board_wants_levels(const tsw_board_input *in, const char *method)
{
   return is_listed(in->levels, method);
}

bool tsw_board_wants_ordering(const tsw_board_input *in, const char *ordering)
{
   return is_listed(in->orderings, ordering);
}

bool tsw_board_wants(const tsw_board_input *in, const tsw_registered *entry)
{
   const tsw_schedule *s = entry->schedule;
   return s->space == in->space->id && s->needs == TSW_NEEDS_NOTHING && !s->direct &&
          s->values != TSW_VALUES_BORROWED && tsw_board_wants_name(in, tsw_registered_name(entry));
}

bool tsw_board_out_of_time(const tsw_board_input *in, const char *next)
{
   static time_t start;
   const time_t  now = time(NULL);
   start = start ? start : now;
   if (in->budget_s == 0 || now - start < in->budget_s)
   {
      return false;
   }
   fprintf(stderr, "trisweep-bench: the time budget is spent; %s and later matrices are skipped\n",
           next);
   return true;
}

bool tsw_board_each(const tsw_board_input *in, tsw_board_measure *measure, tsw_table *tables)
{
   for (int k = 0; k < in->n_matrices && !tsw_board_out_of_time(in, in->matrices[k]); k++)
   {
      tsw_matrix      m;
      tsw_bench_block block;
      if (!tsw_board_matrix(in->matrices[k], &m))
      {
         return false;
      }
      if (tsw_bench_block_open(in->space, &m, &block))
      {
         measure(in, &block, tables);
         tsw_bench_block_close(&block);
      }
      tsw_matrix_free(&m);
   }
   return true;
}
