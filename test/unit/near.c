/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Entries of 4 bytes: exact distances, and values up to half of the power of two. */
#include "kernels/cuda/colors/near.h"

#include <float.h>
#include <math.h>

#include "analysis/few_colors.h"
#include "base/unused.h"
#include "support/check.h"
#include "support/random.h"

enum
{
   N_VALUES = 2000,
   N_ROWS = 5000
};

static void test_numbers_of_bits(TSW_UNUSED void **state)
{
   assert_int_equal(colors_near_bits(0), 2);
   assert_int_equal(colors_near_bits(2), 3);
   assert_int_equal(colors_near_bits(3), 4);
   assert_int_equal(colors_near_bits(32766), 16);
   assert_int_equal(colors_near_bits(32767), 17);
   assert_int_equal(colors_near_bits(65536 + 256), 18); /* 7-point grid of 256^3 */
   assert_int_equal(colors_near_bits((1 << (COLORS_NEAR_MOST - 1)) - 2), COLORS_NEAR_MOST);
   assert_int_equal(colors_near_bits((1 << (COLORS_NEAR_MOST - 1)) - 1), 0);
   assert_int_equal(colors_near_bits(INT32_MAX), 0);
}

static int32_t exponent_for(double largest, int32_t bits)
{
   uint64_t u;
   memcpy(&u, &largest, sizeof u);
   return colors_near_exponent(colors_near_biased((int32_t) (u >> 32)), bits);
}

static double value_of(int32_t entry, int32_t exponent, int32_t bits)
{
   return colors_near_multiple(entry, bits) * colors_near_power(exponent);
}

static void expect_entry(int32_t distance, double val, double largest, int32_t bits)
{
   const int32_t exponent = exponent_for(largest, bits);
   const int32_t entry = colors_near_pack(distance, val, exponent, bits);
   const double  stored = value_of(entry, exponent, bits);
   const double  error = ldexp(largest, bits + 1 - COLORS_NEAR_WORD);
   assert_true(entry < INT32_MAX);
   assert_int_equal(colors_near_distance(entry, bits), distance);
   assert_true(fabs(stored - val) <= error);
   /* packed again, the same; the mirrored entry, too */
   assert_int_equal(colors_near_pack(distance, stored, exponent, bits), entry);
   assert_true(value_of(colors_near_pack(-distance, val, exponent, bits), exponent, bits) ==
               stored);
}

static void test_entries(TSW_UNUSED void **state)
{
   random_stream r = random_open(random_seed(), "near", N_VALUES);
   for (int32_t bits = 10; bits <= COLORS_NEAR_MOST; bits++)
   {
      const int32_t most = (1 << (bits - 1)) - 2;
      for (int k = 0; k < N_VALUES; k++)
      {
         const int32_t distance = (int32_t) (random_real(&r) * most);
         const double  size = ldexp(1.0, k - N_VALUES / 2);
         expect_entry(distance, random_real(&r), 1.0, bits);
         expect_entry(k % 256, size, size, bits);
         expect_entry(-most, -0.75 * size, size, bits);
         expect_entry(most, random_real(&r) * size, size, bits);
      }
      expect_entry(most, -DBL_MAX, DBL_MAX, bits);
      expect_entry(0, 0.0, 0.0, bits);
   }
}

/* Numbers of few bits, relative to the largest, are exact. */
static void test_exact_values(TSW_UNUSED void **state)
{
   static const double exact[] = { 0.0, 1.0, -1.0, 26.0, -0.125, 26.5, -32.0 };
   for (int32_t bits = 10; bits <= COLORS_NEAR_MOST; bits++)
   {
      for (size_t k = 0; k < sizeof exact / sizeof *exact; k++)
      {
         const int32_t exponent = exponent_for(32.0, bits);
         const int32_t entry = colors_near_pack(-1, exact[k], exponent, bits);
         assert_true(value_of(entry, exponent, bits) == exact[k]);
      }
   }
}

static void test_spread(TSW_UNUSED void **state)
{
   const int32_t left = COLORS_NEAR_WORD - COLORS_NEAR_MOST - COLORS_NEAR_LEAST;
   assert_true(colors_near_is_even(left, COLORS_NEAR_MOST));
   assert_false(colors_near_is_even(left + 1, COLORS_NEAR_MOST));
   assert_true(colors_near_is_even(left + 1, COLORS_NEAR_MOST - 1));
}

/* A row's base is near the row for all colours. */
static void test_bases(TSW_UNUSED void **state)
{
   for (int32_t n = TSW_FEW_LEAST; n <= TSW_FEW_MOST; n++)
   {
      for (int kind = 0; kind < 3; kind++)
      {
         const tsw_few_colors c = { n, TSW_FEW_UNIT, kind > 0, kind == 2 && n % 2 == 0 };
         for (int32_t i = 0; i < N_ROWS; i++)
         {
            const int32_t base = colors_near_base(tsw_few_place(c, i), n);
            assert_true(base - i < TSW_FEW_MOST * TSW_FEW_BAND &&
                        i - base < TSW_FEW_MOST * TSW_FEW_BAND);
         }
      }
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_numbers_of_bits), cmocka_unit_test(test_entries),
      cmocka_unit_test(test_exact_values),    cmocka_unit_test(test_spread),
      cmocka_unit_test(test_bases),
   };
   return cmocka_run_group_tests_name("unit/near", tests, NULL, NULL);
}
