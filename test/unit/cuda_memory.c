/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Room for device memory, which the plug asks for. */
#include "support/check.h"

#include "base/memory_cuda.h"
#include "support/device.h"

/* Memory that the allocator's own pool keeps is room, also if the device has another pool. */
static void test_room(void **state)
{
   static const double bytes = 256e6;
   void *const         stream = device_stream();
   char               *array = NULL;
   (void) state;
   assert_ok(tsw_memory_alloc_device(NULL, &array, (int64_t) bytes, 1, "a test"));
   const double taken = tsw_memory_room();
   tsw_memory_free_device(NULL, &array);
   assert_ok(tsw_memory_wait(stream));
   assert_true(tsw_memory_room() - taken > 0.9 * bytes);
}

int main(void)
{
   const struct CMUnitTest tests[] = { cmocka_unit_test(test_room) };
   const int               missing = device_missing();
   return missing ? missing : cmocka_run_group_tests_name("unit/cuda_memory", tests, NULL, NULL);
}
