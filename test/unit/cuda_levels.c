/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Level sets on the device, of graphs with thousands of level sets, with wide level sets and with
 * rows of many entries, by each method and repeatedly: bit for bit those of the host.
 */
#include "support/check.h"

#include "kernels/cuda/published/level_sets.h"
#include "support/device.h"
#include "support/triangle.h"

enum
{
   REPEATS = 5
};

static void check_triangle(const test_block *m, bool upper)
{
   triangle       t;
   tsw_level_sets want;
   triangle_open(m, upper, false, &t);
   assert_ok(tsw_level_sets_find(&t.host, NULL, &want));
   for (int k = 0; k < REPEATS * (TSW_LEVELS_KAHN_QUEUE + 1); k++)
   {
      tsw_graph_levels got;
      assert_ok(tsw_level_sets_by((tsw_level_method) (k / REPEATS), &t.device, NULL,
                                  device_stream(), NULL, &got));
      triangle_expect_levels(&got, &want, m->n);
      tsw_graph_levels_free(NULL, &got);
   }
   tsw_level_sets_free(NULL, &want);
   triangle_close(&t);
}

static void check_block(test_block *m)
{
   check_triangle(m, false);
   check_triangle(m, true);
   block_free(m);
}

/* A grid of nx times ny points, 5-point stencil: nx + ny - 1 level sets. */
static void make_grid(int64_t nx, int64_t ny, test_block *m)
{
   entry_list e;
   entries_open(&e, nx * ny);
   for (int64_t i = 0; i < nx * ny; i++)
   {
      const int64_t x = i % nx;
      entries_add(&e, i, i - nx, -1.0);
      entries_add(&e, i, x > 0 ? i - 1 : -1, -1.0);
      entries_add(&e, i, i, 4.0);
      entries_add(&e, i, x < nx - 1 ? i + 1 : -1, -1.0);
      entries_add(&e, i, i + nx, -1.0);
   }
   block_build(&e, m);
}

static void test_narrow_levels(void **state)
{
   test_block m;
   (void) state;
   make_grid(2, 3000, &m);
   check_block(&m);
}

static void test_wide_levels(void **state)
{
   test_block m;
   (void) state;
   make_grid(400, 300, &m);
   check_block(&m);
}

static void test_one_level(void **state)
{
   entry_list e;
   test_block m;
   (void) state;
   entries_open(&e, 5000);
   for (int64_t i = 0; i < e.n; i++)
   {
      entries_add(&e, i, i, 1.0);
   }
   block_build(&e, &m);
   check_block(&m);
}

/* Rows with a few entries, and hubs that a tenth of the rows need or that need a tenth. */
static void test_hubs(void **state)
{
   const int64_t n = 40000;
   random_stream r = random_open(random_seed(), "hubs", n);
   entry_list    e;
   test_block    m;
   (void) state;
   entries_open(&e, n);
   for (int64_t i = 0; i < n; i++)
   {
      entries_add(&e, i, i, 1.0);
      for (int64_t step = 1; step < 200; step *= 3)
      {
         const int64_t j = i - step * (1 + (int64_t) (random_real(&r) * random_real(&r) * 50.0));
         entries_add(&e, i, j == i ? -1 : j, 1.0);
         entries_add(&e, j == i ? -1 : j, i, 1.0);
      }
      for (int64_t j = i % 10; i % 9973 == 5 && j < n; j += 10)
      {
         entries_add(&e, i, j == i ? -1 : j, 1.0);
         entries_add(&e, j == i ? -1 : j, i, 1.0);
      }
   }
   block_build(&e, &m);
   check_block(&m);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_narrow_levels),
      cmocka_unit_test(test_wide_levels),
      cmocka_unit_test(test_one_level),
      cmocka_unit_test(test_hubs),
   };
   const int missing = device_missing();
   return missing ? missing : cmocka_run_group_tests_name("unit/cuda_levels", tests, NULL, NULL);
}
