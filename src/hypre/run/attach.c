/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "hypre/run/attach.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/list.h"
#include "base/memory_cuda.h"
#include "base/timer.h"
#include "hypre/base/device.h"
#include "hypre/base/notice.h"
#include "hypre/run/changed.h"
#include "hypre/run/halo.h"
#include "hypre/run/read_block.h"
#include "hypre/run/worker.h"
#include "smoother/abilities.h"

bool tsw_process_ends;

static void free_buffers(tsw_level *level)
{
   const tsw_level_buffers *b = &level->buffers;
   if (b->send_size + b->external_size + b->rhs_size == 0)
   {
      return; /* one rank */
   }
   if (level->block.space == TRISWEEP_HOST)
   {
      free(level->buffers.send);
      free(level->buffers.external);
      free(level->buffers.rhs);
   }
   else if (!tsw_process_ends)
   {
      tsw_device_free_buffers(level);
   }
   level->buffers = (tsw_level_buffers){ 0 };
}

/* Queue analysis and load of the block. False: the options need trisweep_smoother_analyse. */
static bool setup_async(tsw_level *level, const double *l1, void *stream)
{
   const double begin = tsw_clock_now();
   int          queued = 0;
   level->plan.status =
      trisweep_smoother_setup_async(level->smoother, &level->block, l1, stream, &queued);
   level->waited_seconds += tsw_clock_now() - begin;
   tsw_level_end_queueing(level, queued, l1);
   if (level->plan.status != TRISWEEP_OK)
   {
      snprintf(level->plan.message, sizeof level->plan.message, "%s", trisweep_message());
   }
   return queued || level->plan.status != TRISWEEP_OK;
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
   (void) tsw_level_read_block(level);
   return true;
}

/* Bring the smoother of a level to the method of the attach. Returns the error text, or NULL. */
static const char *set_up_smoother(tsw_level *level, MPI_Comm comm)
{
   const trisweep_factors factors =
      level->plan.few_color_factors ? TRISWEEP_DILU_COLORS : level->plan.factors;
   const bool good =
      tsw_level_need_smoother(level) &&
      trisweep_smoother_set_factors(level->smoother, factors, level->plan.fill_level) ==
         TRISWEEP_OK &&
      trisweep_smoother_set_colors(level->smoother, level->plan.n_colors) == TRISWEEP_OK;
   const char *const why = good ? NULL : trisweep_message();
   level->rank = tsw_rank_in(comm);
   level->n_ranks = tsw_ranks_of(comm);
   trisweep_smoother_locate(level->smoother, level->rank, level->index);
   return why;
}

/* The stream for work beside hypre; NULL for a block in host memory. */
static void *side_stream_of(const tsw_level *level)
{
   return level->block.space == TRISWEEP_DEVICE ? tsw_device_side_stream() : NULL;
}

/*
 * Let the side stream of a device wait for the work that hypre has queued. why: an earlier failure,
 * or NULL. False: no analysis is possible, and the load will print the reason.
 */
static bool fork_side_stream(tsw_level *level, const char *why)
{
   why = why || level->block.space != TRISWEEP_DEVICE ? why : tsw_device_fork(&level->device);
   if (why)
   {
      tsw_level_refuse(level, why);
      tsw_level_end_analysis(level);
   }
   return !why;
}

/* Analyse the block; load it, too, where loads are queued. */
static void analyse(tsw_level *level, bool on_worker)
{
   if (!setup_async(level, NULL, side_stream_of(level)))
   {
      tsw_worker_submit(level, on_worker);
   }
}

void tsw_level_attach(tsw_level *level, hypre_ParCSRMatrix *matrix, tsw_attach how)
{
   tsw_worker_wait(level);
   const char *why = set_up_smoother(level, hypre_ParCSRMatrixComm(matrix));
   if (tsw_space_of(matrix) != level->block.space)
   {
      free_buffers(level);
   }
   tsw_level_begin_analysis(level, matrix);
   const bool has_block = tsw_level_read_block(level);
   level->plan.worker_loads = how == TSW_ATTACH_WORKER_VALUES;
   if (!fork_side_stream(level, why))
   {
      return;
   }
   if (!has_block)
   {
      tsw_level_end_analysis(level);
   }
   else if (how == TSW_ATTACH_LATER)
   {
      tsw_smoother_give_way(level->smoother, false); /* tsw_level_queue looks for memory */
      (void) tsw_smoother_inspect(level->smoother, &level->block, side_stream_of(level));
      tsw_level_postpone(level);
   }
   else
   {
      analyse(level, how != TSW_ATTACH_NOW);
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
   return copy < small || tsw_memory_room() >= copy + others;
}

/* Besides copies that are made after hypre's setup: some vectors. */
static bool has_room_now(const tsw_level *level)
{
   static const double vectors = 4.0 * 8.0, least = 128e6;
   return has_room(level, fmax(vectors * (double) level->block.n_rows, least));
}

void tsw_level_queue(tsw_level *level, hypre_ParCSRMatrix *newest)
{
   static const double most = 4e6;
   static const double each_entry = 40.0; /* hypre's products need 20 bytes on lap7_128 */
   const double        nnz = hypre_CSRMatrixNumNonzeros(hypre_ParCSRMatrixDiag(newest));
   if (level->state == TSW_LEVEL_POSTPONED && !level->plan.has_norms && nnz <= most &&
       has_room(level, each_entry * nnz) && fork_side_stream(level, NULL))
   {
      analyse(level, true);
   }
}

void tsw_level_begin_load(tsw_level *level, const double *l1)
{
   if (level->plan.queues_loads && (level->state != TSW_LEVEL_QUEUED ||
                                    l1 != level->plan.queued_l1 || tsw_level_has_moved(level)))
   {
      if (!tsw_level_read_block(level))
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

/* Load the values of an analysed block, or wait for the queued load. *why: the error text. */
static trisweep_status load(tsw_level *level, const double *l1, const char **why)
{
   *why = level->plan.message;
   if (level->plan.status != TRISWEEP_OK || (level->state == TSW_LEVEL_PRELOADED && !l1))
   {
      return level->plan.status;
   }
   if (level->state == TSW_LEVEL_QUEUED)
   {
      const double begin = tsw_clock_now();
      level->plan.status = trisweep_smoother_wait(level->smoother);
      level->waited_seconds += tsw_clock_now() - begin;
      *why = trisweep_message();
      return level->plan.status;
   }
   if (!tsw_level_read_block(level))
   {
      return level->plan.status;
   }
   const trisweep_status status =
      trisweep_smoother_update_values(level->smoother, &level->block, l1, tsw_level_stream(level));
   *why = trisweep_message();
   return status;
}

bool tsw_level_load(tsw_level *level, const double *l1)
{
   const char *why;
   tsw_worker_wait(level);
   tsw_level_begin_load(level, l1);
   trisweep_status status = load(level, l1, &why);
   if (status == TRISWEEP_OK && !tsw_halo_reserve(level))
   {
      status = TRISWEEP_ERROR_MEMORY;
      why = level->plan.message;
      tsw_level_no_memory(level, "values of other ranks");
   }
   if (status != TRISWEEP_OK)
   {
      tsw_level_fail_load(level, status, why);
      return false;
   }
   tsw_level_end_load(level, l1);
   tsw_values_note(level);
   return true;
}

void tsw_level_detach(tsw_level *level)
{
   tsw_worker_wait(level);
   if ((level->state == TSW_LEVEL_QUEUED || level->state == TSW_LEVEL_POSTPONED) &&
       level->block.space == TRISWEEP_DEVICE)
   {
      tsw_device_join();
   }
   tsw_level_release(level);
}

void tsw_level_destroy(tsw_level **level)
{
   if (*level && (*level)->n_loads > 0) /* else it never had a matrix, as most of those reserved */
   {
      tsw_worker_wait(*level);
      tsw_table_move(&tsw_table_of_levels, &(*level)->entry, NULL);
      free((*level)->own_cols);
      free((*level)->value_sums);
      free_buffers(*level);
   }
   if (*level)
   {
      trisweep_smoother_destroy(&(*level)->smoother);
      (*level)->is_part ? (void) 0 : free(*level);
      *level = NULL;
   }
}

void tsw_level_drop(tsw_level *level)
{
   TSW_LIST_REMOVE(level);
   tsw_level_destroy(&level);
}
