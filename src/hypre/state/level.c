/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "hypre/state/level.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/list.h"
#include "hypre/base/device.h"
#include "hypre/base/notice.h"

tsw_level *tsw_level_create(tsw_level *part, int index, trisweep_context *context)
{
   tsw_level *level = part ? part : malloc(sizeof *level);
   if (level)
   {
      *level = (tsw_level){ .is_part = part != NULL, .index = index, .context = context };
   }
   return level;
}

bool tsw_level_need_smoother(tsw_level *level)
{
   return level->smoother ||
          trisweep_smoother_create(level->context, &level->smoother) == TRISWEEP_OK;
}

tsw_level *tsw_level_create_on_all(int index, trisweep_context *context, MPI_Comm comm)
{
   static bool printed = false;
   tsw_level  *level = tsw_level_create(NULL, index, context);
   const bool  good = level && tsw_level_need_smoother(level);
   if (!good && !printed)
   {
      printed = true;
      tsw_notice("rank %d: no memory for the record of a matrix; hypre's own smoother is in use; "
                 "use more nodes",
                 tsw_world_rank());
   }
   if (!tsw_all_ranks(comm, good) && level)
   {
      trisweep_smoother_destroy(&level->smoother);
      free(level);
      level = NULL;
   }
   return level;
}

tsw_level *tsw_level_of(const hypre_ParCSRMatrix *matrix, tsw_level **list)
{
   return tsw_table_find(&tsw_table_of_levels, matrix, list);
}

static void set_matrix(tsw_level *level, hypre_ParCSRMatrix *matrix, tsw_level_state state)
{
   tsw_table_move(&tsw_table_of_levels, &level->entry, matrix);
   level->matrix = matrix;
   level->state = state;
   level->n_loads++;
   level->loaded = (tsw_level_loaded){ 0 };
   level->failure = (tsw_level_failure){ 0 };
}

void tsw_level_begin_analysis(tsw_level *level, hypre_ParCSRMatrix *matrix)
{
   set_matrix(level, matrix, TSW_LEVEL_ANALYSING);
   level->plan.queues_loads = false;
}

void tsw_level_postpone(tsw_level *level)
{
   level->state = TSW_LEVEL_POSTPONED;
   level->plan.status = TRISWEEP_OK;
   level->plan.queues_loads = true;
}

void tsw_level_keep_analysis(tsw_level *level, hypre_ParCSRMatrix *matrix)
{
   set_matrix(level, matrix, TSW_LEVEL_ANALYSED);
}

void tsw_level_end_queueing(tsw_level *level, bool queued, const double *l1)
{
   level->state = queued                              ? TSW_LEVEL_QUEUED
                  : level->plan.status != TRISWEEP_OK ? TSW_LEVEL_ANALYSED
                                                      : TSW_LEVEL_ANALYSING;
   level->plan.queues_loads = queued;
   level->plan.queued_l1 = l1;
}

void tsw_level_end_analysis(tsw_level *level)
{
   const bool loaded = level->plan.worker_loads && level->plan.status == TRISWEEP_OK;
   level->state = loaded ? TSW_LEVEL_PRELOADED : TSW_LEVEL_ANALYSED;
}

void tsw_level_end_load(tsw_level *level, const double *l1)
{
   level->state = TSW_LEVEL_LOADED;
   level->loaded.l1 = l1;
   level->n_loads++;
}

void tsw_level_fail_load(tsw_level *level, trisweep_status status, const char *message)
{
   level->state = TSW_LEVEL_ANALYSED;
   level->n_loads++;
   level->failure.refused = status == TRISWEEP_ERROR_PATTERN || status == TRISWEEP_ERROR_VALUE;
   tsw_level_fail(level, message);
}

void tsw_level_release(tsw_level *level)
{
   level->state = tsw_level_is_analysed(level) ? TSW_LEVEL_DETACHED : TSW_LEVEL_EMPTY;
   tsw_table_move(&tsw_table_of_levels, &level->entry, NULL);
   level->matrix = NULL;
   level->n_loads++;
}

bool tsw_level_is_analysed(const tsw_level *level)
{
   return level->plan.status == TRISWEEP_OK && level->state != TSW_LEVEL_EMPTY &&
          level->state != TSW_LEVEL_POSTPONED && level->state != TSW_LEVEL_ANALYSING &&
          level->state != TSW_LEVEL_QUEUED;
}

bool tsw_prints_for_matrix(hypre_ParCSRMatrix *matrix)
{
   MPI_Comm comm = hypre_ParCSRMatrixComm(matrix);
   return tsw_prints_for(tsw_rank_in(comm), tsw_ranks_of(comm));
}

/* The local block. The smoother finds the diagonal by its column, hypre by its position. */
trisweep_csr tsw_level_block(hypre_ParCSRMatrix *matrix)
{
   static const int32_t no_rows[1] = { 0 };
   hypre_CSRMatrix     *diag = hypre_ParCSRMatrixDiag(matrix);
   trisweep_csr         block;
   block.n_rows = hypre_CSRMatrixNumRows(diag);
   block.n_cols = hypre_CSRMatrixNumCols(diag);
   block.row_ptr = block.n_rows > 0 ? hypre_CSRMatrixI(diag) : no_rows;
   block.nnz = hypre_CSRMatrixNumNonzeros(diag);
   block.col_idx = hypre_CSRMatrixJ(diag);
   block.val = hypre_CSRMatrixData(diag);
   block.space = tsw_space_of(matrix);
   return block;
}

void tsw_level_refuse(tsw_level *level, const char *why)
{
   level->plan.status = TRISWEEP_ERROR_CUDA;
   snprintf(level->plan.message, sizeof level->plan.message,
            "trisweep: rank %d, level %d: no analysis: %s", level->rank, level->index, why);
}

bool tsw_level_set_factors(tsw_level *level, trisweep_factors factors, int32_t fill_level)
{
   const bool others = level->plan.factors != factors || level->plan.fill_level != fill_level;
   level->plan.factors = factors;
   level->plan.fill_level = fill_level;
   return others;
}

void *tsw_level_stream(const tsw_level *level)
{
   return level->block.space == TRISWEEP_DEVICE ? tsw_device_stream() : NULL;
}

const char *tsw_level_name(const tsw_level *level, char text[TSW_LEVEL_NAME])
{
   snprintf(text, TSW_LEVEL_NAME, "level %d", level->index);
   return level->index >= 0 ? text : "a matrix outside of BoomerAMG";
}

void tsw_level_no_memory(tsw_level *level, const char *purpose)
{
   char name[TSW_LEVEL_NAME];
   snprintf(level->plan.message, sizeof level->plan.message,
            "trisweep: rank %d, %s: no memory for %s; use more nodes", level->rank,
            tsw_level_name(level, name), purpose);
}

void tsw_level_fail(tsw_level *level, const char *message)
{
   tsw_level_fail_elsewhere(level);
   if (message && !level->failure.printed)
   {
      tsw_print(message);
   }
   level->failure.printed = true;
}

void tsw_level_fail_elsewhere(tsw_level *level)
{
   if (level->failure.extent == TSW_LEVEL_SOUND)
   {
      level->failure.extent = TSW_LEVEL_FAILED;
   }
}

void tsw_level_agree(tsw_level *level, const tsw_level_sums *sums, const tsw_level_maxima *maxima)
{
   level->failure.extent = sums->refused > 0.0  ? TSW_LEVEL_FAILED_ON_ALL
                           : sums->failed > 0.0 ? TSW_LEVEL_LEFT_TO_HYPRE
                                                : TSW_LEVEL_SOUND;
   level->sweeps.in_place = sums->copied == 0.0;
   level->sweeps.n_in_place = 0;
   /* loads reserve the buffers */
   level->loaded.halo_vectors = sums->failed == 0.0 && sums->without_values == 0.0 ? 1 : 0;
   level->sums = *sums;
   level->maxima = *maxima;
}

void tsw_level_list(tsw_level **list, tsw_level *level)
{
   level->entry.owner = list;
   TSW_LIST_ADD(list, level);
}

bool tsw_level_reserve(double **buffer, size_t *size, size_t count)
{
   enum
   {
      LINE = 64 /* bytes; sizes of aligned_alloc are multiples of the alignment */
   };
   if (count > *size)
   {
      free(*buffer);
      *buffer = aligned_alloc(LINE, (count * sizeof **buffer + LINE - 1) / LINE * LINE);
      *size = *buffer ? count : 0;
   }
   return count <= *size;
}

double tsw_level_buffer_bytes(const tsw_level *level)
{
   const tsw_level_buffers *b = &level->buffers;
   return (double) level->together.bytes +
          (double) ((b->send_size + b->external_size + b->rhs_size) * sizeof(double));
}
