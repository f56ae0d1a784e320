/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Statistics of a smoother. A part of trisweep.h. */
#ifndef TRISWEEP_STATS_H
#define TRISWEEP_STATS_H

#include <trisweep.h>

TRISWEEP_BEGIN_C

/** Counts and measurements of one smoother. Times are in seconds, sizes in bytes. */
typedef struct trisweep_stats
{
   int64_t        n_rows;         /**< rows of the block */
   int64_t        nnz;            /**< stored entries of the block */
   int64_t        depth;          /**< level sets of the forward dependency graph, or colours;
                                      0: no rows, or not known */
   int64_t        zero_diagonals; /**< rows whose x is kept: the diagonal is zero or missing */
   const char    *schedule;       /**< name of the schedule of sweeps, with ILU of corrections;
                                      static storage */
   trisweep_space space;          /**< where the sweeps run */
   int32_t        n_threads;      /**< host threads of one sweep, at most */
   int64_t        block_bytes;    /**< of the block itself in CSR: 12 nnz + 4 (n_rows + 1) */
   int64_t        extra_bytes;    /**< memory that the smoother holds now */
   int64_t        n_analyses;     /**< completed calls of analyse with a new pattern */
   int64_t        n_reuses;       /**< calls of analyse with the pattern already analysed */
   int64_t        n_updates;      /**< completed calls of update_values */
   int64_t        n_sweeps;       /**< completed calls of sweep, a symmetric sweep counting once */
   double         analysis_seconds; /**< all analyses together */
   double         update_seconds;   /**< all value updates together */
   double         sweep_seconds;    /**< all sweeps together, estimated from some */
   double         sweep_bytes;      /**< matrix and vector bytes that these sweeps had to move */
   int64_t        n_solves;         /**< completed calls of solve */
   double         solve_seconds;    /**< all solves together, estimated from some */
   int64_t        factor_nnz;       /**< entries of L + U, the diagonal once; 0 without factors */
   int64_t        factor_depth;     /**< level sets of the dependency graph of L */
   int64_t        pivots_boosted;   /**< pivots that were replaced (option pivot) */
   int64_t        pivots_skipped;   /**< unknowns left out because of their pivot (option pivot) */
   int64_t        first_pivot_row;  /**< first row with such a pivot; -1 if there is none */
   double         factor_seconds;   /**< all factorisations together; a part of update_seconds */
   int64_t        n_corrections;    /**< completed calls of correct */
   double         correct_seconds;  /**< all corrections together */
   double         correct_bytes;    /**< matrix and vector bytes that corrections had to move */
   int32_t        low_memory;       /**< 1: memory did not suffice, and the schedule that needs the
                                      least memory is in use; depth is not known */
   const char    *ordering;         /**< of the rows in a sweep: natural, color, or hybrid-color if
                                       coupled rows share a colour; static storage */
   const char    *chosen_by;        /**< source of the schedule: option (by name), rules (auto),
                                       memory (low_memory); static storage */
   const char    *values;           /**< how the sweeps' copy stores values off the diagonal: double
                                       or float (option values); static storage */
   int64_t        cut_entries;      /**< of hybrid-color: entries between rows of one colour, which
                                       sweeps multiply by old values */
   const char    *refused;          /**< first choice of the rules, if the device refused it; else
                                       "none"; static storage */
   int32_t        in_place;         /**< 1: sweeps read the caller's arrays, not a copy */
   int32_t        rounded;          /**< 1: some values are stored rounded to floats */
} trisweep_stats;

/**
 * Read the statistics.
 *
 * @param[in]  s      a smoother
 * @param[in]  size   sizeof(trisweep_stats) of the caller
 * @param[out] stats  the numbers; members that this library does not know become 0
 * @return OK, ARGUMENT
 */
TRISWEEP_CHECKED trisweep_status trisweep_smoother_stats(const trisweep_smoother *s, size_t size,
                                                         trisweep_stats *stats);

TRISWEEP_END_C

#endif
