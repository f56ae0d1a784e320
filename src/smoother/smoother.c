/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The life of a smoother; sweeps are in gauss_seidel.c and correct.c. */
#include "smoother/smoother.h"
#include "smoother/abilities.h"

#include <inttypes.h>
#include <string.h>

#include "analysis/few_colors.h"
#include "base/message.h"
#include "base/range.h"
#include "base/timer.h"
#include "block/csr.h"

enum
{
   MOST_SIZE = 4096 /* bytes of a caller's struct; a larger size was never set */
};

trisweep_status tsw_smoother_take(const char *what, const char *initializer, const void *given,
                                  size_t least, void *known, size_t size)
{
   size_t given_size;
   if (!given)
   {
      return TSW_ERROR(ARGUMENT, "%s is a null pointer", what);
   }
   memcpy(&given_size, given, sizeof given_size);
   if (given_size < least || given_size > MOST_SIZE)
   {
      return TSW_ERROR(ARGUMENT, "the %s has size %zu, here %zu; start from TRISWEEP_%s_INIT", what,
                       given_size, size, initializer);
   }
   for (size_t i = size; i < given_size; i++)
   {
      if (((const char *) given)[i] != 0)
      {
         return TSW_ERROR(UNSUPPORTED,
                          "the %s of this program has a member, %zu bytes from its start, that "
                          "trisweep " TRISWEEP_VERSION " does not know; leave the member zero, or "
                          "use the library of the program's header",
                          what, i);
      }
   }
   memcpy(known, given, given_size < size ? given_size : size);
   return TRISWEEP_OK;
}

void tsw_smoother_note_analysis(trisweep_smoother *s, const trisweep_csr *pattern, uint64_t hash,
                                double start)
{
   s->analysed = true;
   s->pattern_hash = hash;
   s->stats.n_rows = pattern->n_rows;
   s->stats.nnz = pattern->nnz;
   s->stats.block_bytes = 12 * pattern->nnz + 4 * (pattern->n_rows + 1);
   s->stats.n_analyses++;
   s->stats.analysis_seconds += tsw_clock_now() - start;
}

trisweep_status tsw_smoother_enter(const trisweep_smoother *s)
{
   tsw_message_locate(s ? s->rank : -1, s ? s->level : -1);
   return s ? TRISWEEP_OK : TSW_ERROR(ARGUMENT, "the smoother is a null pointer");
}

trisweep_status trisweep_smoother_create(trisweep_context *ctx, trisweep_smoother **s)
{
   tsw_message_locate(-1, -1);
   if (!ctx || !s)
   {
      return TSW_ERROR(ARGUMENT, "%s is a null pointer", ctx ? "s" : "ctx");
   }
   *s = NULL;
   trisweep_smoother *created;
   TSW_TRY(TSW_ALLOC(NULL, &created, 1, "a smoother"));
   memset(created, 0, sizeof *created);
   created->ctx = ctx;
   created->rank = -1;
   created->level = -1;
   tsw_pivots_restart(&created->factors.pivots);
   *s = created;
   return TRISWEEP_OK;
}

void trisweep_smoother_locate(trisweep_smoother *s, int rank, int level)
{
   if (s)
   {
      s->rank = rank;
      s->level = level;
   }
}

trisweep_status tsw_smoother_need_values(const trisweep_smoother *s)
{
   return s->has_values ? TRISWEEP_OK
                        : TSW_ERROR(ORDER, "no values are loaded; call "
                                           "trisweep_smoother_update_values first");
}

trisweep_status tsw_smoother_need_vector(trisweep_smoother *s, bool needed, const char *what,
                                         double **vector)
{
   return needed && !*vector
             ? s->space->memory.alloc(&s->memory, vector, s->stats.n_rows, sizeof(double), what)
             : TRISWEEP_OK;
}

/* End a load of the plan. a: the loaded block, not needed without factors nor by DILU_COLORS. */
static trisweep_status end_load(trisweep_smoother *s, const trisweep_csr *a, double start,
                                void *stream)
{
   TSW_TRY(tsw_plan_wait(&s->plan, stream));
   TSW_TRY(tsw_factors_load(s, a, stream));
   s->has_values = true;
   s->stats.n_updates++;
   s->stats.update_seconds += tsw_clock_now() - start;
   return TRISWEEP_OK;
}

trisweep_status tsw_smoother_begin(trisweep_smoother *s, const trisweep_csr *a,
                                   const double *l1_norms, bool valid, void *stream)
{
   const bool      begins = tsw_plan_begins(&s->plan);
   trisweep_status status = TRISWEEP_OK;
   tsw_options     options;
   s->has_l1 = l1_norms != NULL;
   if (begins || valid)
   {
      status = tsw_plan_begin(&s->plan, a, l1_norms, stream, &s->memory);
   }
   if (status != TRISWEEP_ERROR_MEMORY || !begins || s->plan.low_memory)
   {
      return status;
   }
   TSW_TRY(tsw_smoother_options(s, s->space, &options));
   TSW_TRY(tsw_plan_build_low(a, &options, NULL, stream, &s->memory, &s->plan));
   return tsw_smoother_begin(s, a, l1_norms, valid, stream);
}

trisweep_status tsw_smoother_settle(trisweep_smoother *s)
{
   if (!s->pending)
   {
      return TRISWEEP_OK;
   }
   s->pending = false;
   return end_load(s, NULL, tsw_clock_now(), s->pending_stream);
}

void tsw_smoother_drop_matrix(trisweep_smoother *s)
{
   const tsw_space *space = s->space;
   (void) tsw_smoother_settle(s); /* the device may still write to memory that is freed here */
   if (space)
   {
      /* Fails if CUDA fails, which the next call reports. */
      (void) space->last_use.order(&s->last_use);
      space->memory.free(&s->memory, &s->t);
      space->memory.free(&s->memory, &s->v);
      space->timer.free(&s->sweeps);
      space->timer.free(&s->solves);
   }
   tsw_plan_free(&s->memory, &s->plan);
   tsw_factors_free(s);
   s->analysed = false;
   tsw_smoother_forget_values(s);
   s->stats.n_rows = s->stats.nnz = s->stats.block_bytes = 0;
   s->plan = (tsw_plan){ 0 };
   s->space = NULL;
}

/* Outside of a call with a stream: the stream of the last call may not exist any more. */
static void drop_without_stream(trisweep_smoother *s)
{
   if (s->space)
   {
      s->space->enter(NULL);
      tsw_smoother_drop_matrix(s);
   }
}

void tsw_smoother_free_copy(trisweep_smoother *s)
{
   if (s && tsw_plan_begins(&s->plan))
   {
      drop_without_stream(s);
   }
}

trisweep_status trisweep_smoother_set_colors(trisweep_smoother *s, int32_t n_colors)
{
   TSW_TRY(tsw_smoother_enter(s));
   if (n_colors != 0 && (n_colors < TSW_FEW_LEAST || n_colors > TSW_FEW_MOST))
   {
      return TSW_ERROR(ARGUMENT,
                       "%" PRId32 " colours; give %d to %d, or 0 for a number by the pattern",
                       n_colors, TSW_FEW_LEAST, TSW_FEW_MOST);
   }
   if (n_colors != s->n_colors)
   {
      drop_without_stream(s);
      s->n_colors = n_colors;
   }
   return TRISWEEP_OK;
}

trisweep_status trisweep_smoother_set_factors(trisweep_smoother *s, trisweep_factors factors,
                                              int32_t fill_level)
{
   TSW_TRY(tsw_smoother_enter(s));
   if (factors < TRISWEEP_NO_FACTORS || factors > TRISWEEP_DILU_COLORS)
   {
      return TSW_ERROR(ARGUMENT, "factors %d is not NO_FACTORS, ILU, DILU or DILU_COLORS",
                       (int) factors);
   }
   if (factors == TRISWEEP_ILU && fill_level < 0)
   {
      return TSW_ERROR(ARGUMENT, "fill level %" PRId32 " is negative", fill_level);
   }
   const int32_t level = factors == TRISWEEP_ILU ? fill_level : 0;
   if (factors != s->factors.kind || level != s->factors.fill_level)
   {
      drop_without_stream(s);
      s->factors.kind = factors;
      s->factors.fill_level = level;
   }
   return TRISWEEP_OK;
}

static trisweep_status find_space(const trisweep_csr *a, void *stream, const tsw_space **space)
{
   TSW_TRY(tsw_space_find(a ? a->space : TRISWEEP_HOST, space));
   (*space)->enter(stream);
   return TRISWEEP_OK;
}

static trisweep_status analyse(trisweep_smoother *s, const trisweep_csr *pattern, void *stream)
{
   const tsw_space *space;
   const double     start = tsw_clock_now();
   tsw_options      options;
   uint64_t         hash;
   TSW_TRY(find_space(pattern, stream, &space));
   (void) tsw_smoother_settle(s); /* this call replaces queued work */
   TSW_TRY(space->inspect(pattern, stream, &hash));
   if (s->analysed && space == s->space && hash == s->pattern_hash &&
       pattern->n_rows == s->stats.n_rows && pattern->nnz == s->stats.nnz)
   {
      s->stats.n_reuses++;
      return TRISWEEP_OK;
   }
   tsw_smoother_drop_matrix(s);
   TSW_TRY(tsw_smoother_options(s, space, &options));
   s->space = space;
   TSW_TRY(tsw_plan_build(space->plan, pattern, &options, tsw_factors_use(s), NULL, stream,
                          &s->memory, &s->plan));
   TSW_TRY(tsw_factors_analyse(s, pattern, &options, stream));
   tsw_smoother_note_analysis(s, pattern, hash, start);
   return TRISWEEP_OK;
}

trisweep_status trisweep_smoother_analyse(trisweep_smoother *s, const trisweep_csr *pattern,
                                          void *stream)
{
   TSW_RANGE("trisweep analysis", -1);
   TSW_TRY(tsw_smoother_enter(s));
   const trisweep_status status = analyse(s, pattern, stream);
   if (status != TRISWEEP_OK)
   {
      tsw_smoother_drop_matrix(s);
   }
   return status;
}

static trisweep_status check_same_block(const trisweep_smoother *s, const trisweep_csr *a,
                                        void *stream, bool *same_pattern)
{
   const tsw_space *space;
   uint64_t         hash;
   if (!s->analysed)
   {
      return TSW_ERROR(ORDER, "no pattern is analysed; call trisweep_smoother_analyse first");
   }
   TSW_TRY(find_space(a, stream, &space));
   TSW_TRY(space->inspect(a, stream, &hash));
   if (space != s->space)
   {
      return TSW_ERROR(ORDER,
                       "the block moved to %s memory after its analysis; analyse again when "
                       "the matrix changes",
                       a->space == TRISWEEP_DEVICE ? "device" : "host");
   }
   if (a->n_rows != s->stats.n_rows || a->nnz != s->stats.nnz)
   {
      return TSW_ERROR(ORDER,
                       "the block has %" PRId64 " rows and %" PRId64 " entries, but %" PRId64
                       " and %" PRId64 " were analysed; analyse again when the matrix changes",
                       a->n_rows, a->nnz, s->stats.n_rows, s->stats.nnz);
   }
   *same_pattern = hash == s->pattern_hash;
   if (tsw_plan_borrows(&s->plan) && !*same_pattern)
   {
      return TSW_ERROR(ORDER, "the pattern is not the one that was analysed, which memory=low "
                              "needs; analyse again when the pattern changes");
   }
   if (a->nnz > 0 && !a->val)
   {
      return TSW_ERROR(ARGUMENT, "val of the block is a null pointer");
   }
   return TRISWEEP_OK;
}

trisweep_status trisweep_smoother_update_values(trisweep_smoother *s, const trisweep_csr *a,
                                                const double *l1_norms, void *stream)
{
   TSW_RANGE("trisweep values", -1);
   TSW_TRY(tsw_smoother_enter(s));
   const double start = tsw_clock_now();
   (void) tsw_smoother_settle(s); /* this call replaces queued work */
   bool same_pattern = false;
   TSW_TRY(check_same_block(s, a, stream, &same_pattern));
   tsw_smoother_forget_values(s);
   if (!same_pattern) /* entries in another order need a layout of their own */
   {
      tsw_plan_forget_layout(&s->memory, &s->plan);
   }
   const trisweep_status status = tsw_smoother_begin(s, a, l1_norms, true, stream);
   if (!same_pattern)
   {
      tsw_plan_forget_layout(&s->memory, &s->plan);
   }
   return status ? status : end_load(s, a, start, stream);
}

static void note_factors(const trisweep_smoother *s, trisweep_stats *stats)
{
   const tsw_factors *f = &s->factors;
   const tsw_plan    *plan = f->kind == TRISWEEP_ILU ? &f->plan : &s->plan;
   const bool         any = f->kind != TRISWEEP_NO_FACTORS && plan->packed.n_rows > 0;
   stats->factor_nnz = any ? tsw_packed_nnz(&plan->packed) : 0;
   stats->factor_depth = any ? plan->depth : 0;
   stats->pivots_boosted = f->pivots.n_boosted;
   stats->pivots_skipped = f->pivots.n_skipped;
   stats->first_pivot_row = f->pivots.first_row;
   stats->factor_seconds = f->seconds;
}

trisweep_status trisweep_smoother_stats(const trisweep_smoother *s, size_t size,
                                        trisweep_stats *stats)
{
   TSW_TRY(tsw_smoother_enter(s));
   if (!stats || size == 0)
   {
      return TSW_ERROR(ARGUMENT, stats ? "the size of stats is 0" : "stats is a null pointer");
   }
   trisweep_stats  all = s->stats;
   const tsw_plan *plan = s->factors.kind == TRISWEEP_ILU ? &s->factors.plan : &s->plan;
   all.depth = plan->depth;
   all.zero_diagonals = s->plan.packed.n_zero_diagonals;
   all.schedule = plan->schedule ? tsw_plan_name(plan) : "none";
   all.space = plan->schedule ? plan->schedule->space : TRISWEEP_HOST;
   all.n_threads = s->plan.n_threads;
   all.cut_entries = plan->n_shared;
   all.values = plan->packed.floats ? "float" : "double";
   all.rounded = plan->packed.rounded;
   all.ordering = plan->choice.ordering ? plan->choice.ordering : "natural";
   all.chosen_by = plan->choice.by ? plan->choice.by : "none";
   all.refused = plan->refused ? plan->refused : "none";
   all.extra_bytes = s->memory.bytes;
   all.in_place = tsw_plan_borrows(&s->plan);
   all.low_memory = s->plan.low_memory || s->factors.plan.low_memory;
   if (s->space)
   {
      all.sweep_seconds = s->space->timer.seconds(&s->sweeps);
      all.solve_seconds = s->space->timer.seconds(&s->solves);
      all.correct_seconds = s->space->timer.seconds(&s->factors.corrections);
   }
   note_factors(s, &all);
   memset(stats, 0, size);
   memcpy(stats, &all, size < sizeof all ? size : sizeof all);
   return TRISWEEP_OK;
}

void trisweep_smoother_destroy(trisweep_smoother **s)
{
   if (s && *s)
   {
      drop_without_stream(*s);
      tsw_memory_free(NULL, s);
   }
}
