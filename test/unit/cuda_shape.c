/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The shape that the rule of schedules reads from a pattern, on every family of matrices. */
#include "support/check.h"

#include "block/device.h"
#include "plan/cuda/measure.h"
#include "support/device.h"
#include "support/families.h"

/* Distinct entries of a row without the diagonal. */
static int64_t row_length(const test_block *m, int64_t i)
{
   int64_t length = 0;
   for (int32_t k = m->row_ptr[i]; k < m->row_ptr[i + 1]; k++)
   {
      bool repeated = false;
      for (int32_t before = m->row_ptr[i]; before < k; before++)
      {
         repeated = repeated || m->col_idx[before] == m->col_idx[k];
      }
      length += !repeated && m->col_idx[k] != i;
   }
   return length;
}

static void test_block_of_family(const char *name, const test_block *m)
{
   device_block d;
   tsw_memory   owner = { 0 };
   tsw_packed   p;
   tsw_shape    shape = { 0 };
   tsw_grid     grid;
   int64_t      longest = 0;
   (void) name;
   if (m->n == 0)
   {
      return;
   }
   device_block_open(m, &d);
   for (int64_t i = 0; i < m->n; i++)
   {
      const int64_t length = row_length(m, i);
      longest = length > longest ? length : longest;
   }
   assert_ok(tsw_device_packed_layout(&d.view, NULL, device_stream(), &owner, &p));
   assert_ok(tsw_measure_block(&p, device_stream(), &shape, &grid));
   tsw_device_packed_free(&owner, &p);
   assert_int_equal(shape.n_rows, m->n);
   assert_int_equal(shape.longest_row, longest);
   device_block_close(&d);
}

int main(void)
{
   const int missing = device_missing();
   return missing ? missing : families_run("unit/cuda_shape", test_block_of_family);
}
