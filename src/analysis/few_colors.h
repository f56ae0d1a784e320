/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Few colours, computed from the row number alone, so that neither lists nor
 * sorts nor a walk along the graph are needed. Rows form groups of K
 * consecutive rows, and the K rows of a group have K different colours:
 *
 *    color(i) = (i + r(i / K)) mod K,   r(g) = 0, or a hash of g in 0 .. K - 1
 *
 * With r = 0 (modular colours) rows i and j share a colour if K divides j - i.
 * The distances j - i of a grid are few, and for most grids some K from 2 to 8
 * divides none of them: the colouring is exact. One pass over the pattern counts
 * for every K the entries between rows of one colour. Where every K leaves some,
 * r is a hash (rotated colours): two rows of different groups then share a colour
 * with probability 1 / K, whatever the pattern. block/cut.h says
 * what happens to entries between rows of one colour.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#ifdef __CUDACC__
#define TSW_FEW_HERE static inline __host__ __device__
#else
#define TSW_FEW_HERE static inline
#endif

enum
{
   TSW_FEW_LEAST = 2,
   TSW_FEW_MOST = 8,
   TSW_FEW_STANDARD = 4 /* rotated ones, where the user leaves it open; measured (choosing.md) */
};

typedef struct tsw_few_colors
{
   int32_t n;      /* colours, 2 to 8 */
   bool    turned; /* rotated, else modular */
} tsw_few_colors;

/** What one pass over a pattern counts; entries stored several times count as often. */
typedef struct tsw_few_counts
{
   int64_t n_entries;                /* off the diagonal */
   int64_t shared[TSW_FEW_MOST + 1]; /* [K] of them between rows whose distance K divides */
} tsw_few_counts;

/** The rotation of a group: multiply and shift of a 32-bit integer hash. */
TSW_FEW_HERE int32_t tsw_few_rotation(tsw_few_colors c, int32_t group)
{
   uint32_t h = (uint32_t) group * 0x9e3779b1u;
   h ^= h >> 15;
   h *= 0x85ebca77u;
   h ^= h >> 13;
   return c.turned ? (int32_t) (((uint64_t) h * (uint32_t) c.n) >> 32) : 0;
}

/** The colour of row i, 0 .. n - 1. */
TSW_FEW_HERE int32_t tsw_few_color(tsw_few_colors c, int32_t i)
{
   const int32_t group = i / c.n;
   const int32_t color = i - group * c.n + tsw_few_rotation(c, group);
   return color < c.n ? color : color - c.n;
}

/** The row of a colour in a group; in the last group it may be n_rows or more: no row. */
TSW_FEW_HERE int64_t tsw_few_row(tsw_few_colors c, int32_t group, int32_t color)
{
   const int32_t turned = color - tsw_few_rotation(c, group);
   return (int64_t) group * c.n + (turned < 0 ? turned + c.n : turned);
}

/** Groups of n_rows rows. */
TSW_FEW_HERE int32_t tsw_few_groups(tsw_few_colors c, int64_t n_rows)
{
   return (int32_t) ((n_rows + c.n - 1) / c.n);
}

/**
 * Choose colours: modular ones with the least K that shares no colour, if there is one; else
 * rotated ones.
 *
 * @param[in] asked  number of colours wanted by the user; 0: left open
 */
TSW_FEW_HERE tsw_few_colors tsw_few_choose(const tsw_few_counts *counts, int32_t asked)
{
   const int32_t first = asked > 0 ? asked : (int32_t) TSW_FEW_LEAST;
   const int32_t last = asked > 0 ? asked : (int32_t) TSW_FEW_MOST;
   int32_t       k = first;
   while (k <= last && counts->shared[k] > 0)
   {
      k++;
   }
   const tsw_few_colors modular = { k, false };
   const tsw_few_colors rotated = { asked > 0 ? asked : (int32_t) TSW_FEW_STANDARD, true };
   return k <= last ? modular : rotated;
}
