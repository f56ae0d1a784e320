/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The pattern of ILU(k) on the device equals the host's, entry by entry, on every family of
 * matrices and with rows of all lengths. Each allocation fails in turn.
 */
#include "support/check.h"

#include <stdlib.h>

#include "analysis/fill.h"
#include "base/memory.h"
#include "base/memory_cuda.h"
#include "device/support.h"
#include "support/families.h"

/* The last is more than any row needs. */
static const int32_t levels[] = { 0, 1, 2, 3, 7, INT32_MAX };

static void assert_same(const char *name, int32_t level, const char *what, const int32_t *device,
                        const int32_t *host, int64_t n)
{
   int32_t *copy = check_alloc((size_t) n + 1, sizeof *copy);
   device_get(copy, device, (size_t) n * sizeof *copy);
   for (int64_t k = 0; k < n; k++)
   {
      if (copy[k] != host[k])
      {
         fail_msg("%s, level %d: %s %lld is %d, not %d", name, (int) level, what, (long long) k,
                  (int) copy[k], (int) host[k]);
      }
   }
   free(copy);
}

static void check_level(const char *name, const test_block *m, const device_block *d, int32_t level)
{
   const trisweep_csr a = block_view(m);
   tsw_fill           want;
   tsw_fill           got;
   assert_ok(tsw_fill_compute(&a, level, NULL, &want));
   assert_ok(tsw_device_fill_compute(&d->view, level, device_stream(), NULL, &got));
   assert_int_equal(got.nnz, want.nnz);
   assert_same(name, level, "row pointer", got.row_ptr, want.row_ptr, m->n + 1);
   assert_same(name, level, "column", got.col_idx, want.col_idx, want.nnz);
   tsw_memory_drop_device(&got.row_ptr);
   tsw_memory_drop_device(&got.col_idx);
   tsw_memory_drop(&want.row_ptr);
   tsw_memory_drop(&want.col_idx);
}

static void check_levels(const char *name, const test_block *m)
{
   device_block d;
   device_block_open(m, &d);
   for (size_t k = 0; k < sizeof levels / sizeof levels[0]; k++)
   {
      check_level(name, m, &d, levels[k]);
   }
   device_block_close(&d);
}

/* A random part of a band, in which some rows are full. Diagonals may be missing. */
static void make_band(int64_t n, int64_t width, double chance, test_block *m)
{
   random_stream r = random_open(random_seed(), "fill", n + width);
   entry_list    e;
   entries_open(&e, n);
   for (int64_t i = 0; i < n; i++)
   {
      const bool    full = i == 3 || i == n / 2 || i == n - 2;
      const int64_t reach = full ? n : width;
      for (int64_t j = i > reach ? i - reach : 0; j < n && j <= i + reach; j++)
      {
         if (full || random_real(&r) < 2.0 * chance - 1.0)
         {
            entries_add(&e, i, j, 1.0);
         }
      }
   }
   entries_shuffle(&e, &r);
   block_build(&e, m);
}

/* Short rows, long rows, and rows that become long by fill. */
static void test_lengths_of_rows(void **state)
{
   static const int64_t rows[] = { 33, 300, 1100 };
   static const int64_t widths[] = { 2, 40, 200 };
   (void) state;
   for (size_t k = 0; k < 9; k++)
   {
      test_block m;
      make_band(rows[k / 3], widths[k % 3], 0.15, &m);
      check_levels("band", &m);
      block_free(&m);
   }
}

/* More columns than there are bits in shared memory. */
static void test_long_rows_of_large_blocks(void **state)
{
   const int64_t n = 600000;
   test_block    m;
   device_block  d;
   entry_list    e;
   (void) state;
   entries_open(&e, n);
   for (int64_t i = 0; i < n; i++)
   {
      const int64_t distance = i == n / 3 ? 97 : n;
      entries_add(&e, i, i % 5000 == 0 ? n / 3 : i - 1, 1.0);
      entries_add(&e, i, i, 2.0);
      for (int64_t j = i % distance; j < n; j += distance)
      {
         entries_add(&e, i, j, 1.0);
      }
   }
   block_build(&e, &m);
   device_block_open(&m, &d);
   for (int32_t level = 0; level < 4; level++)
   {
      check_level("large block", &m, &d, level);
   }
   device_block_close(&d);
   block_free(&m);
}

static void test_failing_allocations(void **state)
{
   test_block      m;
   device_block    d;
   tsw_fill        fill;
   trisweep_status status = TRISWEEP_ERROR_MEMORY;
   int             n_failures = -1;
   (void) state;
   make_band(900, 40, 0.2, &m);
   device_block_open(&m, &d);
   for (int64_t k = 1; status != TRISWEEP_OK; k++)
   {
      tsw_memory owner = { 0 };
      tsw_memory_fail_at(k);
      status = tsw_device_fill_compute(&d.view, 2, device_stream(), &owner, &fill);
      tsw_memory_fail_at(0);
      assert_true(status == TRISWEEP_OK || status == TRISWEEP_ERROR_MEMORY);
      tsw_memory_free_device(&owner, &fill.row_ptr);
      tsw_memory_free_device(&owner, &fill.col_idx);
      assert_int_equal(owner.bytes, 0);
      n_failures++;
   }
   assert_true(n_failures >= 11); /* allocations of two steps at least */
   device_block_close(&d);
   block_free(&m);
}

int main(void)
{
   const struct CMUnitTest others[] = { cmocka_unit_test(test_lengths_of_rows),
                                        cmocka_unit_test(test_long_rows_of_large_blocks),
                                        cmocka_unit_test(test_failing_allocations) };
   const int               missing = device_missing();
   if (missing)
   {
      return missing;
   }
   const int failed = families_run("device/fill", check_levels);
   return failed + cmocka_run_group_tests_name("device/fill, rows", others, NULL, NULL);
}
