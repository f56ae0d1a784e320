/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "hypre/run/attach.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/timer.h"
#include "hypre/base/device.h"
#include "hypre/base/notice.h"
#include "hypre/report/trace.h"
#include "hypre/run/changed.h"
#include "hypre/run/halo.h"
#include "hypre/run/worker.h"
#include "smoother/abilities.h"

static bool process_ends;

void tsw_level_process_ends(void)
{
   process_ends = true;
}

bool tsw_level_process_has_ended(void)
{
   return process_ends;
}

static void free_buffers(tsw_level *level)
{
   if (level->block.space == TRISWEEP_HOST)
   {
      free(level->buffers.send);
      free(level->buffers.external);
      free(level->buffers.rhs);
   }
   else if (!process_ends)
   {
      tsw_device_free_buffers(level);
   }
   level->buffers = (tsw_level_buffers){ 0 };
}

/* Queue analysis and load of the block. False: the options need trisweep_smoother_analyse. */
static bool setup_async(tsw_level *level, const double *l1, void *stream)
{
   const double begin = tsw_clock_now();
   const bool   on_device = level->block.space == TRISWEEP_DEVICE;
   const int    span =
      tsw_trace_begin(TSW_TRACE_BLOCKING, on_device ? TSW_TRACE_SIDE_STREAM : TSW_TRACE_HOST,
                      "queued", level->index);
   int queued = 0;
   level->plan.status =
      trisweep_smoother_setup_async(level->smoother, &level->block, l1, stream, &queued);
   tsw_trace_end(span);
   level->waited_seconds += tsw_clock_now() - begin;
   tsw_level_end_queueing(level, queued, l1);
   if (level->plan.status != TRISWEEP_OK)
   {
      snprintf(level->plan.message, sizeof level->plan.message, "%s", trisweep_message());
   }
   return queued || level->plan.status != TRISWEEP_OK;
}

/* Returns the error text, or NULL. */
static const char *set_up_smoother(tsw_level *level)
{
   const trisweep_factors factors =
      level->plan.few_color_factors ? TRISWEEP_DILU_COLORS : level->plan.factors;
   const bool good =
      tsw_level_need_smoother(level) &&
      trisweep_smoother_set_factors(level->smoother, factors, level->plan.fill_level) ==
         TRISWEEP_OK &&
      trisweep_smoother_set_colors(level->smoother, level->plan.n_colors) == TRISWEEP_OK;
   return good ? NULL : trisweep_message();
}

/*
 * Rows without a stored diagonal entry. hypre's host smoothers 3, 4 and 6 take the first entry of
 * such a row for the diagonal: they divide by it, and do not multiply it by x. The block that the
 * smoother gets has this entry in the column of the diagonal.
 */

/* Has row i entries, but none on the diagonal? hypre's rows mostly begin with the diagonal. */
static inline bool lacks_diagonal(const trisweep_csr *a, int64_t i)
{
   int32_t       e = a->row_ptr[i];
   const int32_t end = a->row_ptr[i + 1];
   while (e < end && a->col_idx[e] != i)
   {
      e++;
   }
   return e == end && e > a->row_ptr[i];
}

/* Memory for columns, by the function of tsw_level_reserve. */
static int32_t *allocate_columns(int64_t nnz)
{
   double *memory = NULL;
   size_t  size = 0;
   (void) tsw_level_reserve(&memory, &size, ((size_t) nnz + 1) / 2);
   return (int32_t *) memory;
}

/*
 * Replace the columns of a host block by a copy in which first entries are moved, from row i on.
 * False, with plan.status, if there is no memory for this: the load will fail.
 */
static bool move_first_entries(tsw_level *level, int64_t i)
{
   const trisweep_csr *a = &level->block;
   level->own_cols = allocate_columns(a->nnz);
   if (!level->own_cols)
   {
      level->plan.status = TRISWEEP_ERROR_MEMORY;
      tsw_level_no_memory(level, "the columns of rows without a diagonal entry");
      return false;
   }
   memcpy(level->own_cols, a->col_idx, (size_t) a->nnz * sizeof(int32_t));
   for (; i < a->n_rows; i++)
   {
      if (lacks_diagonal(a, i))
      {
         level->own_cols[a->row_ptr[i]] = (int32_t) i;
      }
   }
   level->block.col_idx = level->own_cols;
   return true;
}

/* Read the block of level->matrix. As move_first_entries, which sweeps without norms need. */
static bool read_block(tsw_level *level)
{
   level->block = tsw_level_block(level->matrix);
   const trisweep_csr *a = &level->block;
   const bool          plain = a->space == TRISWEEP_HOST && !level->plan.has_norms &&
                      level->plan.factors == TRISWEEP_NO_FACTORS;
   int64_t i = 0;
   free(level->own_cols);
   level->own_cols = NULL;
   while (plain && i < a->n_rows && !lacks_diagonal(a, i))
   {
      i++;
   }
   return !plain || i == a->n_rows || move_first_entries(level, i);
}

bool tsw_level_attach_same(tsw_level *level, hypre_ParCSRMatrix *matrix)
{
   tsw_worker_wait(level);
   const trisweep_csr block = tsw_level_block(matrix);
   if (!tsw_level_is_analysed(level) || block.n_rows != level->block.n_rows ||
       block.nnz != level->block.nnz || block.space != level->block.space)
   {
      return false;
   }
   tsw_level_keep_analysis(level, matrix);
   (void) read_block(level);
   return true;
}

void tsw_level_attach(tsw_level *level, hypre_ParCSRMatrix *matrix, tsw_attach how)
{
   tsw_worker_cancel(level);
   const char *why = set_up_smoother(level);
   MPI_Comm    comm = hypre_ParCSRMatrixComm(matrix);
   level->rank = tsw_rank_in(comm);
   level->n_ranks = tsw_ranks_of(comm);
   trisweep_smoother_locate(level->smoother, level->rank, level->index);
   if (tsw_space_of(matrix) != level->block.space)
   {
      free_buffers(level);
   }
   tsw_level_begin_analysis(level, matrix);
   const bool has_block = read_block(level);
   level->plan.worker_loads = how == TSW_ATTACH_WORKER_VALUES;
   const bool on_device = level->block.space == TRISWEEP_DEVICE;
   why = why || !on_device ? why : tsw_device_fork(&level->device);
   if (why || !has_block)
   {
      why ? tsw_level_refuse(level, why) : (void) 0;
      tsw_level_end_analysis(level);
   }
   else if (how == TSW_ATTACH_LATER)
   {
      tsw_smoother_give_way(level->smoother, false); /* tsw_level_queue looks for memory */
      (void) tsw_smoother_inspect(level->smoother, &level->block, tsw_device_side_stream());
      tsw_level_postpone(level);
   }
   else if (!setup_async(level, NULL, on_device ? tsw_device_side_stream() : NULL))
   {
      tsw_worker_submit(level, how != TSW_ATTACH_NOW);
   }
}

/*
 * Is there device memory for a packed copy (at most so many bytes an entry and a row) besides the
 * bytes that others need?
 */
static bool has_room(const tsw_level *level, double others)
{
   static const double each_entry = 8.0, each_row = 36.0, small = 16e6;
   const double        copy =
      each_entry * (double) level->block.nnz + each_row * (double) level->block.n_rows;
   return copy < small || tsw_device_room() >= copy + others;
}

/* Besides copies that are made after hypre's setup: some vectors. */
static bool has_room_now(const tsw_level *level)
{
   static const double vectors = 4.0 * 8.0, least = 128e6;
   return has_room(level, fmax(vectors * (double) level->block.n_rows, least));
}

/* Bytes that hypre needs for an entry of its newest level: 20 on lap7_128. */
void tsw_level_queue(tsw_level *level, hypre_ParCSRMatrix *newest)
{
   static const double most = 4e6, each_entry = 40.0;
   const double        nnz = hypre_CSRMatrixNumNonzeros(hypre_ParCSRMatrixDiag(newest));
   if (level->state != TSW_LEVEL_POSTPONED || level->plan.has_norms || nnz > most ||
       !has_room(level, each_entry * nnz))
   {
      return;
   }
   const char *why = tsw_device_fork(&level->device);
   if (why)
   {
      tsw_level_refuse(level, why);
      tsw_level_end_analysis(level);
   }
   else if (!setup_async(level, NULL, tsw_device_side_stream()))
   {
      tsw_worker_submit(level, true);
   }
}

/* Record the result of a load with these norms. True if the load succeeded. */
static bool finish_load(tsw_level *level, trisweep_status status, const char *message,
                        const double *l1)
{
   if (status == TRISWEEP_OK && !tsw_halo_reserve(level))
   {
      status = TRISWEEP_ERROR_MEMORY;
      message = level->plan.message;
      tsw_level_no_memory(level, "values of other ranks");
   }
   if (status != TRISWEEP_OK)
   {
      tsw_level_fail_load(level, status, message);
      return false;
   }
   tsw_level_end_load(level, l1);
   tsw_values_note(level);
   return true;
}

bool tsw_level_has_moved(const tsw_level *level)
{
   const trisweep_csr now = tsw_level_block(level->matrix);
   return level->block.space == TRISWEEP_HOST && level->plan.queues_loads &&
          (now.val != level->block.val || now.row_ptr != level->block.row_ptr ||
           (!level->own_cols && now.col_idx != level->block.col_idx));
}

void tsw_level_begin_load(tsw_level *level, const double *l1)
{
   if (level->plan.queues_loads && (level->state != TSW_LEVEL_QUEUED ||
                                    l1 != level->plan.queued_l1 || tsw_level_has_moved(level)))
   {
      if (!read_block(level))
      {
         return;
      }
      tsw_smoother_give_way(level->smoother,
                            level->block.space == TRISWEEP_DEVICE && !has_room_now(level));
      if (!setup_async(level, l1, tsw_level_stream(level)))
      {
         tsw_worker_submit(level, false);
      }
   }
}

bool tsw_level_load(tsw_level *level, const double *l1)
{
   tsw_worker_wait(level);
   tsw_level_begin_load(level, l1);
   if (level->plan.status != TRISWEEP_OK)
   {
      return finish_load(level, level->plan.status, level->plan.message, l1);
   }
   if (level->state == TSW_LEVEL_QUEUED)
   {
      const double begin = tsw_clock_now();
      level->plan.status = trisweep_smoother_wait(level->smoother);
      level->waited_seconds += tsw_clock_now() - begin;
      return finish_load(level, level->plan.status, trisweep_message(), l1);
   }
   if (level->state == TSW_LEVEL_PRELOADED && !l1)
   {
      return finish_load(level, TRISWEEP_OK, NULL, NULL);
   }
   if (!read_block(level))
   {
      return finish_load(level, level->plan.status, level->plan.message, l1);
   }
   const trisweep_status status =
      trisweep_smoother_update_values(level->smoother, &level->block, l1, tsw_level_stream(level));
   return finish_load(level, status, trisweep_message(), l1);
}

void tsw_level_detach(tsw_level *level)
{
   tsw_worker_cancel(level);
   if ((level->state == TSW_LEVEL_QUEUED || level->state == TSW_LEVEL_POSTPONED) &&
       level->block.space == TRISWEEP_DEVICE)
   {
      tsw_device_join();
   }
   tsw_level_release(level);
}

void tsw_level_destroy(tsw_level **level)
{
   if (*level)
   {
      tsw_worker_cancel(*level);
      tsw_level_release(*level);
      trisweep_smoother_destroy(&(*level)->smoother);
      free((*level)->loaded.own_l1);
      free((*level)->own_cols);
      free((*level)->value_sums);
      free_buffers(*level);
      free(*level);
      *level = NULL;
   }
}

void tsw_level_drop(tsw_level *level)
{
   *level->place = level->next;
   if (level->next)
   {
      level->next->place = level->place;
   }
   tsw_level_destroy(&level);
}
