/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Few colours by the row number: the formula, the one-to-one map between rows and
 * places, the counts, and the choice of colours.
 */
#include "analysis/few_colors.h"

#include <stdlib.h>
#include <string.h>

#include "support/check.h"
#include "support/fill.h"

enum
{
   MOST_ROWS = 600,
   EDGE = 8,
   LARGE_EDGE = 32,
   EXACT = 5,
   STANDARD = 3,
   ALTERNATE = 4,
   WITHIN = 6,
   UNIT = 4, /* rows */
   BAND = 32 /* rows */
};

/* The rotation computed in 64 bits, as a reference. */
static int32_t rotation(int64_t group, int32_t n)
{
   const uint64_t all = UINT64_C(0xffffffff);
   uint64_t       h = ((uint64_t) group * UINT64_C(0x9e3779b1)) & all;
   h = ((h ^ (h >> 15)) * UINT64_C(0x85ebca77)) & all;
   h ^= h >> 13;
   return (int32_t) ((h * (uint64_t) n) >> 32);
}

static void check_row(tsw_few_colors c, int32_t i)
{
   const int32_t unit = c.unit;
   const int32_t band = unit == UNIT ? BAND : 1;
   const int32_t pair = c.alternate ? 2 : 1;
   const int32_t bands = c.n / pair;
   const int32_t group = i / band / bands;
   const int32_t turn = c.turned ? rotation(group, bands) : 0;
   const int32_t color = tsw_few_color(c, i);
   assert_int_equal(tsw_few_rotation(c, group), turn);
   assert_int_equal(color / pair, (int32_t) (((int64_t) (i / band) + turn) % bands));
   assert_int_equal(color % pair, i / UNIT % pair);
   assert_int_equal(tsw_few_row(c, tsw_few_place(c, i), color), i);
}

/* Each row has exactly one place and colour; all other places map to rows >= n_rows. */
static void check_places(tsw_few_colors c, int32_t n_rows)
{
   const int32_t band = (c.unit == UNIT ? BAND : 1) / (c.alternate ? 2 : 1); /* of one colour */
   const int32_t n_places = tsw_few_places(c, n_rows);
   bool          seen[MOST_ROWS] = { false };
   int32_t       n_seen = 0;
   assert_int_equal(n_places % band, 0);
   assert_true((int64_t) n_places * c.n >= n_rows && (int64_t) (n_places - band) * c.n < n_rows);
   for (int32_t p = 0; p < n_places; p++)
   {
      for (int32_t color = 0; color < c.n; color++)
      {
         const int64_t i = tsw_few_row(c, p, color);
         assert_in_range(i, (int64_t) (p / band) * band * c.n,
                         (int64_t) (p / band + 1) * band * c.n - 1);
         if (i < n_rows)
         {
            assert_false(seen[i]);
            seen[i] = true;
            n_seen++;
         }
      }
   }
   assert_int_equal(n_seen, n_rows);
}

static void test_rows(void **state)
{
   (void) state;
   for (int32_t k = TSW_FEW_LEAST; k <= TSW_FEW_MOST; k++)
   {
      for (int kind = 0; kind < (k % 2 == 0 ? 3 : 2); kind++)
      {
         const tsw_few_colors c = { k, kind > 0 ? UNIT : 1, kind > 0, kind == 2 };
         for (int32_t n = 1; n <= MOST_ROWS; n++)
         {
            check_row(c, n - 1);
            check_places(c, n);
         }
         for (int32_t i = INT32_MAX - 100; i < INT32_MAX; i++)
         {
            check_row(c, i);
         }
      }
   }
}

/* Two rows of different groups share a colour with a frequency of about 1 / k. */
static void test_rotations_are_mixed(void **state)
{
   enum
   {
      ROWS = 400000
   };
   (void) state;
   for (int32_t k = TSW_FEW_LEAST; k <= TSW_FEW_MOST; k++)
   {
      const tsw_few_colors c = { k, UNIT, true, false };
      for (int32_t distance = k * BAND; distance <= 512; distance += 5)
      {
         int n_shared = 0;
         for (int32_t i = 0; i < ROWS; i++)
         {
            n_shared += tsw_few_color(c, i) == tsw_few_color(c, i + distance);
         }
         assert_in_range(k * n_shared, (int) (0.8 * ROWS), (int) (1.2 * ROWS));
      }
   }
}

/* As the device counts. */
static tsw_few_counts count_block(const test_block *m)
{
   tsw_few_counts counts = { 0 };
   for (int32_t i = 0; i < m->n; i++)
   {
      for (int32_t e = m->row_ptr[i]; e < m->row_ptr[i + 1]; e++)
      {
         const int32_t distance = m->col_idx[e] / BAND - i / BAND;
         counts.n_entries += m->col_idx[e] != i;
         counts.within += distance == 0 && m->col_idx[e] / UNIT != i / UNIT;
         for (int32_t k = TSW_FEW_LEAST; k <= TSW_FEW_MOST && distance != 0; k++)
         {
            counts.shared[k] += distance % k == 0;
         }
      }
   }
   return counts;
}

static void test_counts(void **state)
{
   (void) state;
   entry_list e;
   test_block m;
   entries_open(&e, 1400);
   entries_add(&e, 200, 200, 1.0); /* the diagonal does not count */
   entries_add(&e, 200, 200, 1.0);
   entries_add(&e, 1, 201, 1.0); /* 6 bands away */
   entries_add(&e, 200, 31, 1.0);
   entries_add(&e, 1360, 15, 0.0); /* 42 bands away, stored twice */
   entries_add(&e, 1360, 15, 1.0);
   entries_add(&e, 31, 32, 1.0);
   entries_add(&e, 4, 30, 1.0); /* in one band */
   block_build(&e, &m);
   const tsw_few_counts counts = count_block(&m);
   const int64_t        want[TSW_FEW_MOST + 1] = { 0, 0, 4, 4, 0, 0, 4, 2, 0 };
   assert_int_equal(counts.n_entries, 6);
   assert_int_equal(counts.within, 1);
   for (int32_t k = TSW_FEW_LEAST; k <= TSW_FEW_MOST; k++)
   {
      assert_int_equal(counts.shared[k], want[k]);
   }
   block_free(&m);
}

typedef void fill_function(entry_list *e, int64_t edge, random_stream *r);

static void check_grid(fill_function *fill, int64_t edge, int64_t n_rows, int32_t asked, int32_t n,
                       bool turned)
{
   random_stream r = random_open(1, "few colours", edge);
   entry_list    e;
   test_block    m;
   entries_open(&e, n_rows);
   fill(&e, edge, &r);
   block_build(&e, &m);
   const tsw_few_counts counts = count_block(&m);
   const tsw_few_colors c = tsw_few_choose(&counts, asked);
   assert_int_equal(c.n, n);
   assert_int_equal(c.turned, turned);
   assert_int_equal(c.alternate, turned && n >= ALTERNATE && n % 2 == 0);
   assert_int_equal(c.unit, UNIT);
   block_free(&m);
}

/* With 8 points an edge, distances are 1, 8 and 64 rows; diagonals add 7, 9, 55 to 57, 63 to 73. */
static void test_grids(void **state)
{
   const int64_t square = fill_square(EDGE);
   const int64_t cube = fill_cube(EDGE);
   (void) state;
   check_grid(fill_grid7, EDGE, cube, 0, ALTERNATE, true); /* four lines in a band */
   check_grid(fill_grid7, EDGE, cube, 3, 3, false);        /* 1 and 2 bands */
   check_grid(fill_grid5, EDGE, square, 0, ALTERNATE, true);
   check_grid(fill_grid9, EDGE, square, 3, 3, false);
   check_grid(fill_grid27, EDGE, cube, 0, ALTERNATE, true);
   check_grid(fill_grid27, EDGE, cube, 5, 5, false); /* 1 to 3 */
   check_grid(fill_grid27, EDGE, cube, 2, 2, true);
   check_grid(fill_grid27, EDGE, cube, 3, 3, true);
   check_grid(fill_grid7, EDGE, cube, 8, 8, true);
   check_grid(fill_grid7, LARGE_EDGE, fill_cube(LARGE_EDGE), 0, 3, false); /* 1 and 32 */
   check_grid(fill_grid7, LARGE_EDGE, fill_cube(LARGE_EDGE), 4, 4, true);
   check_grid(fill_grid7, LARGE_EDGE, fill_cube(LARGE_EDGE), 6, 6, false);
   check_grid(fill_grid27, LARGE_EDGE, fill_cube(LARGE_EDGE), 0, 5, false); /* 1, 31 to 33 */
   check_grid(fill_grid27, LARGE_EDGE - 1, fill_cube(LARGE_EDGE - 1), 0, STANDARD, true);
   check_grid(fill_diagonal, 20, 20, 0, 2, false);
   check_grid(fill_diagonal, 20, 20, 7, 7, false);
   check_grid(fill_dense, 200, 200, 0, STANDARD, true); /* 1 to 6 */
   check_grid(fill_dense, 200, 200, 6, 6, true);
}

/* Compare the choice with the documented rule, for random counts. */
static void test_rule(void **state)
{
   random_stream r = random_open(random_seed(), "few colours", 0);
   (void) state;
   for (int round = 0; round < 20000; round++)
   {
      tsw_few_counts counts = { .n_entries = random_below(&r, 1000) };
      counts.within = random_below(&r, 2) * random_below(&r, 1 + counts.n_entries / 3);
      const bool    close = counts.within > counts.n_entries / WITHIN;
      const int32_t asked = random_below(&r, 2) ? 0 : 2 + (int32_t) random_below(&r, 7);
      int32_t       exact = 0;
      for (int32_t k = TSW_FEW_LEAST; k <= TSW_FEW_MOST; k++)
      {
         counts.shared[k] = random_below(&r, 4) * (counts.n_entries / 8);
         if (counts.shared[k] == 0 && exact == 0 && (asked == 0 ? k <= EXACT : asked == k))
         {
            exact = k;
         }
      }
      const int32_t        rotated = asked > 0 ? asked : close ? ALTERNATE : STANDARD;
      const bool           even = rotated >= ALTERNATE && rotated % 2 == 0;
      const bool           modular = exact > 0 && !(close && even);
      const tsw_few_colors c = tsw_few_choose(&counts, asked);
      assert_int_equal(c.turned, !modular);
      assert_int_equal(c.alternate, !modular && even);
      assert_int_equal(c.n, modular ? exact : rotated);
   }
}

/* The counts of the largest blocks must not overflow. */
static void test_large_counts(void **state)
{
   tsw_few_counts counts = { .n_entries = INT32_MAX };
   (void) state;
   for (int32_t k = TSW_FEW_LEAST; k <= TSW_FEW_MOST; k++)
   {
      counts.shared[k] = INT32_MAX;
   }
   const tsw_few_colors c = tsw_few_choose(&counts, 0);
   assert_int_equal(c.n, STANDARD);
   assert_true(c.turned);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_rows),   cmocka_unit_test(test_rotations_are_mixed),
      cmocka_unit_test(test_counts), cmocka_unit_test(test_grids),
      cmocka_unit_test(test_rule),   cmocka_unit_test(test_large_counts),
   };
   return cmocka_run_group_tests_name("few colours", tests, check_clean_environment, NULL);
}
