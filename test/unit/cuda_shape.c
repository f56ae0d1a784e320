/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The longest row, which the rule of schedules reads, of every family of matrices. */
#include "support/check.h"

#include "block/device.h"
#include "support/device.h"
#include "support/families.h"

/* Entries of a row without the diagonal; repeated entries count. */
static int64_t row_length(const test_block *m, int64_t i)
{
   int64_t length = 0;
   for (int32_t k = m->row_ptr[i]; k < m->row_ptr[i + 1]; k++)
   {
      length += m->col_idx[k] != i;
   }
   return length;
}

static void test_block_of_family(const char *name, const test_block *m)
{
   device_block d;
   tsw_memory   owner = { 0 };
   tsw_packed   p;
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
   assert_ok(tsw_device_packed_layout(&d.view, device_stream(), &owner, &p));
   assert_int_equal(p.longest, longest);
   tsw_device_packed_free(&owner, &p);
   device_block_close(&d);
}

int main(void)
{
   const int missing = device_missing();
   return missing ? missing : families_run("unit/cuda_shape", test_block_of_family);
}
