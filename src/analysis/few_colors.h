/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Few colours follow from the row number alone, without lists, sorts or a traversal of the graph.
 * B consecutive rows form a band and have one colour. K consecutive bands form a group and have
 * K different colours:
 *
 *    color(i) = (i / B + r(i / (K B))) mod K,   r(g) = 0, or a hash of g in 0 .. K - 1
 *
 * U consecutive rows of a band form a unit. The rows of a unit are swept one after another, the
 * units of one colour concurrently. B is 32, because the rows of a warp then read neighbouring
 * numbers of x (doc/performance.md). U is 4: strong entries between neighbouring rows (unknowns of
 * one point, points of a line) act on new values.
 *
 * With r = 0 (modular colours) bands share a colour if K divides their distance. The distances
 * of a grid are few, and for many grids some small K divides none of them: no entry couples two
 * bands of one colour. One pass over the pattern counts these entries for every K. Where every
 * K leaves such entries, r is a hash (rotated colours): two bands of different groups then share a
 * colour with probability 1 / K for every pattern. Where many entries couple units of one band
 * (unknowns of a point), the units of a band alternate between two colours: K / 2 bands form a
 * group, and color(i) = 2 times the rotated colour of the band + (i / U) mod 2 (alternate colours).
 * block/cut.h describes the treatment of entries between units of one colour.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include <trisweep.h>

#include "base/inline.h"

enum
{
   TSW_FEW_LEAST = 2,
   TSW_FEW_MOST = 8,
   TSW_FEW_UNIT = 4,  /* rows of a unit */
   TSW_FEW_BAND = 32, /* rows of a band, whole units */
   /* Defaults, measured (doc/choosing.md): */
   TSW_FEW_EXACT = 5,     /* most modular colours */
   TSW_FEW_STANDARD = 3,  /* rotated colours */
   TSW_FEW_ALTERNATE = 4, /* alternate colours, taken if more than 1 / TSW_FEW_WITHIN */
   TSW_FEW_WITHIN = 6     /* of the entries couple units of one band */
};

typedef struct tsw_few_colors
{
   int32_t n;         /* colours, 2 to 8 */
   int32_t unit;      /* rows of a unit: TSW_FEW_UNIT, or 1 in bands of one row */
   bool    turned;    /* rotated, else modular */
   bool    alternate; /* rotated, and the units of a band alternate between two colours */
} tsw_few_colors;

/** Counts of one pass over a pattern; repeated entries are counted each time. */
typedef struct tsw_few_counts
{
   int64_t n_entries;                /* off the diagonal */
   int64_t within;                   /* between units of a band */
   int64_t shared[TSW_FEW_MOST + 1]; /* [K] entries between bands K, 2 K, ... apart */
} tsw_few_counts;

/** The unit of row i. */
TSW_EVERYWHERE int32_t tsw_few_unit(tsw_few_colors c, int32_t i)
{
   return c.unit == 1 ? i : i / TSW_FEW_UNIT;
}

/** Rows of a band. */
TSW_EVERYWHERE int32_t tsw_few_band(tsw_few_colors c)
{
   return c.unit == 1 ? 1 : TSW_FEW_BAND;
}

/** Rows of a band that have one colour. */
TSW_EVERYWHERE int32_t tsw_few_share(tsw_few_colors c)
{
   return tsw_few_band(c) / (c.alternate ? 2 : 1);
}

/** Bands of a group. */
TSW_EVERYWHERE int32_t tsw_few_bands(tsw_few_colors c)
{
   return c.alternate ? c.n / 2 : c.n;
}

/** The rotation of a group: multiply and shift of a 32-bit integer hash. */
TSW_EVERYWHERE int32_t tsw_few_rotation(tsw_few_colors c, int32_t group)
{
   uint32_t h = (uint32_t) group * 0x9e3779b1u;
   h ^= h >> 15;
   h *= 0x85ebca77u;
   h ^= h >> 13;
   return c.turned ? (int32_t) (((uint64_t) h * (uint32_t) tsw_few_bands(c)) >> 32) : 0;
}

/** The colour of row i, 0 .. n - 1. */
TSW_EVERYWHERE int32_t tsw_few_color(tsw_few_colors c, int32_t i)
{
   const int32_t n = tsw_few_bands(c);
   const int32_t band = i / tsw_few_band(c);
   const int32_t group = band / n;
   const int32_t turned = band - group * n + tsw_few_rotation(c, group);
   const int32_t color = turned < n ? turned : turned - n;
   return c.alternate ? 2 * color + i / TSW_FEW_UNIT % 2 : color;
}

/** The place of row i among the rows of its colour. */
TSW_EVERYWHERE int32_t tsw_few_place(tsw_few_colors c, int32_t i)
{
   const int32_t rows = tsw_few_band(c);
   const int32_t k = i % rows;
   const int32_t at = c.alternate ? k / (2 * TSW_FEW_UNIT) * TSW_FEW_UNIT + k % TSW_FEW_UNIT : k;
   return i / rows / tsw_few_bands(c) * tsw_few_share(c) + at;
}

/** The row at a place of a colour; at the last places it may be n_rows or more: no row. */
TSW_EVERYWHERE int64_t tsw_few_row(tsw_few_colors c, int32_t place, int32_t color)
{
   const int32_t n = tsw_few_bands(c);
   const int32_t share = tsw_few_share(c);
   const int32_t group = place / share;
   const int32_t at = place % share;
   const int32_t turned = (c.alternate ? color / 2 : color) - tsw_few_rotation(c, group);
   const int64_t band = (int64_t) group * n + (turned < 0 ? turned + n : turned);
   const int32_t k = c.alternate ? at + (at / TSW_FEW_UNIT + color % 2) * TSW_FEW_UNIT : at;
   return band * tsw_few_band(c) + k;
}

/** Number of places of each colour for n_rows rows, in whole groups. */
TSW_EVERYWHERE int32_t tsw_few_places(tsw_few_colors c, int64_t n_rows)
{
   const int64_t rows = tsw_few_bands(c) * tsw_few_band(c); /* of a group */
   return (int32_t) ((n_rows + rows - 1) / rows) * tsw_few_share(c);
}

/**
 * Choose colours. Alternate colours where more than one entry of TSW_FEW_WITHIN couples units of
 * one band; else modular colours with the least K for which no entry couples two bands of one
 * colour, if there is such a K; else rotated colours. An even number of at least four rotated
 * colours alternates.
 *
 * @param[in] asked  number of colours that the user asked for; 0: any
 */
TSW_EVERYWHERE tsw_few_colors tsw_few_choose(const tsw_few_counts *counts, int32_t asked)
{
   const bool    close = counts->within > counts->n_entries / TSW_FEW_WITHIN;
   const int32_t last = asked > 0 ? asked : (int32_t) TSW_FEW_EXACT;
   const int32_t other = close ? (int32_t) TSW_FEW_ALTERNATE : (int32_t) TSW_FEW_STANDARD;
   const int32_t n = asked > 0 ? asked : other;
   int32_t       k = asked > 0 ? asked : (int32_t) TSW_FEW_LEAST;
   while (k <= last && counts->shared[k] > 0)
   {
      k++;
   }
   const tsw_few_colors modular = { k, TSW_FEW_UNIT, false, false };
   const tsw_few_colors rotated = { n, TSW_FEW_UNIT, true, n >= TSW_FEW_ALTERNATE && n % 2 == 0 };
   return k <= last && !(close && rotated.alternate) ? modular : rotated;
}
