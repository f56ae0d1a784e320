/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "kernels/cuda/strips/strips.h"

#include "kernels/cuda/device/row.cuh"

/* Measured (doc/performance.md). */
static constexpr int    ROWS_PER_STRIP = 256; /* at least; fewer strips than SMs for few rows */
static constexpr double ENTRIES_A_LANE = 6.5; /* of a row of a triangle */
static constexpr double FEWEST_LANES = 24.0;  /* that a group of rows should fill, at least */
static constexpr double MOST_LANES = 64.0;    /* that a group of rows should fill, at most */
static constexpr double GOOD_LANES = 48.0;    /* the target if MOST_LANES are exceeded */
static constexpr double WIDE_LENGTH = 3.0;    /* mean entries of a row above which shape is wide */
static constexpr double UNEVEN_LENGTH = 2.0;  /* the same if a row exceeds TSW_STRIPS_FEW */
static constexpr int    MAX_TEAM_WARPS = 4;
static constexpr int    MAX_TEAMS = 15; /* named barriers 1 to 15 */

int tsw_strips_lanes(int64_t n_rows, int64_t nnz)
{
   return tsw_lanes_for((double) nnz / (double) n_rows, ENTRIES_A_LANE);
}

int tsw_strips_most(int64_t n_rows, int n_processors)
{
   return (int) max(min(n_rows / ROWS_PER_STRIP, 4 * (int64_t) n_processors), (int64_t) 1);
}

/* Fewer strips if groups leave lanes idle: strips exchange values. More strips for wide groups. */
int tsw_strips_adjust(int n_strips, int most, int64_t n_rows, int64_t nnz, int64_t n_groups)
{
   const double width = (double) n_rows / (double) n_groups;
   const double filled = width * tsw_strips_lanes(n_rows, nnz);
   const double good = filled < FEWEST_LANES ? FEWEST_LANES
                       : filled > MOST_LANES ? GOOD_LANES
                                             : filled;
   const int    n = (int) (n_strips * filled / good);
   return n < 1 ? 1 : n < most ? n : most;
}

void tsw_strips_split_grid(int32_t n_lines, int32_t n_planes, int lines_a_tile, int32_t *across,
                           int32_t *along)
{
   int64_t least = INT64_MAX;
   for (int32_t planes = 1; planes <= lines_a_tile; planes++)
   {
      const int32_t lines = lines_a_tile / planes;
      const int32_t a = (n_lines + lines - 1) / lines;
      const int32_t b = (n_planes + planes - 1) / planes;
      if (a + b < least)
      {
         least = a + b;
         *across = a;
         *along = b;
      }
   }
}

/* A team should have lanes for a whole group. With fewer teams, each has less time to prefetch. */
strips_shape tsw_strips_choose(int64_t n_rows, int64_t nnz, int64_t n_groups, int64_t longest,
                               int tile_lanes)
{
   const double length = (double) nnz / (double) n_rows;
   const double width = (double) n_rows / (double) n_groups;
   const double least = longest > TSW_STRIPS_FEW ? UNEVEN_LENGTH : WIDE_LENGTH;
   strips_shape s = { tsw_strips_lanes(n_rows, nnz), tile_lanes ? tile_lanes / 32 : 1, MAX_TEAMS,
                      length > least };
   while (!tile_lanes && s.team_warps < MAX_TEAM_WARPS && width * s.lanes > 48.0 * s.team_warps)
   {
      s.team_warps *= 2;
   }
   const int teams = TSW_STRIPS_WARPS / s.team_warps;
   s.n_teams = teams < MAX_TEAMS ? teams : MAX_TEAMS;
   return s;
}
