/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Few colours, computed from the row number alone, so that neither lists nor
 * sorts nor a walk along the graph are needed. U consecutive rows form a unit and have one
 * colour, K consecutive units a group and have K different ones:
 *
 *    color(i) = (i / U + r(i / (K U))) mod K,   r(g) = 0, or a hash of g in 0 .. K - 1
 *
 * With r = 0 and U = 1 (modular colours) rows i and j share a colour if K divides j - i.
 * The distances j - i of a grid are few, and for most grids some K from 2 to 8
 * divides none of them: the colouring is exact. One pass over the pattern counts
 * for every K the entries between rows of one colour. Where every K leaves some,
 * r is a hash (rotated colours): two rows of different groups then share a colour
 * with probability 1 / K, whatever the pattern. U is 4 there: as many numbers of x as
 * a GPU reads at once (32 bytes), which took a third less time than U = 1 and at most one
 * iteration more (doc/performance.md). block/cut.h says what happens to
 * entries between rows of one colour.
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
   TSW_FEW_UNIT = 4,    /* rows of a unit of rotated colours */
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

/** Rows of a unit. */
TSW_FEW_HERE int32_t tsw_few_unit(tsw_few_colors c)
{
   return c.turned ? (int32_t) TSW_FEW_UNIT : 1;
}

/** The colour of row i, 0 .. n - 1. */
TSW_FEW_HERE int32_t tsw_few_color(tsw_few_colors c, int32_t i)
{
   const int32_t unit = i / tsw_few_unit(c);
   const int32_t group = unit / c.n;
   const int32_t color = unit - group * c.n + tsw_few_rotation(c, group);
   return color < c.n ? color : color - c.n;
}

/** The place of row i among those of its colour. */
TSW_FEW_HERE int32_t tsw_few_place(tsw_few_colors c, int32_t i)
{
   const int32_t u = tsw_few_unit(c);
   return i / (c.n * u) * u + i % u;
}

/** The row at a place of a colour; at the last places it may be n_rows or more: no row. */
TSW_FEW_HERE int64_t tsw_few_row(tsw_few_colors c, int32_t place, int32_t color)
{
   const int32_t u = tsw_few_unit(c);
   const int32_t group = place / u;
   const int32_t turned = color - tsw_few_rotation(c, group);
   return ((int64_t) group * c.n + (turned < 0 ? turned + c.n : turned)) * u + place % u;
}

/** Places of each colour of n_rows rows. */
TSW_FEW_HERE int32_t tsw_few_places(tsw_few_colors c, int64_t n_rows)
{
   const int32_t u = tsw_few_unit(c);
   return (int32_t) ((n_rows + c.n * u - 1) / (c.n * u)) * u;
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
