/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Ranges for profilers: a small profiler in this program counts them, in builds with CUDA. */
#ifdef HAVE_CUDA

#include "support/check.h"

#include <math.h>
#include <string.h>

#include <nvtx3/nvToolsExt.h>

#include "base/unused.h"

static char seen[512]; /* the names of all ranges so far */
static int  open_ranges, most_open;

static int push(const nvtxEventAttributes_t *range)
{
   assert_true(strlen(seen) + strlen(range->message.ascii) + 2 < sizeof seen);
   strcat(strcat(seen, range->message.ascii), ";");
   most_open = open_ranges >= most_open ? open_ranges + 1 : most_open;
   return open_ranges++;
}

static int pop(void)
{
   assert_true(open_ranges > 0);
   return --open_ranges;
}

/* NVTX calls this function at the first range, and then the two above in place of its own. */
static int NVTX_API listen(NvtxGetExportTableFunc_t get)
{
   const NvtxExportTableCallbacks *callbacks =
      (const NvtxExportTableCallbacks *) get(NVTX_ETID_CALLBACKS);
   NvtxFunctionTable table;
   unsigned int      size;
   if (!callbacks || !callbacks->GetModuleFunctionTable(NVTX_CB_MODULE_CORE, &table, &size))
   {
      return 0;
   }
   *table[NVTX_CBID_CORE_RangePushEx] = (NvtxFunctionPointer) push;
   *table[NVTX_CBID_CORE_RangePop] = (NvtxFunctionPointer) pop;
   return 1;
}

extern NvtxInitializeInjectionNvtxFunc_t InitializeInjectionNvtx2_fnptr;
NvtxInitializeInjectionNvtxFunc_t        InitializeInjectionNvtx2_fnptr = listen;

static void test_every_call_is_a_range(TSW_UNUSED void **state)
{
   static const int32_t row_ptr[] = { 0, 1, 3 }, col_idx[] = { 0, 0, 1 };
   static const double  val[] = { 2.0, -1.0, 2.0 }, b[] = { 2.0, 1.0 };
   double               x[] = { 0.0, 0.0 };
   trisweep_context    *ctx = check_context(NULL);
   trisweep_smoother   *s = check_smoother(ctx);
   const trisweep_csr   a = {
        .n_rows = 2, .n_cols = 2, .nnz = 3, .row_ptr = row_ptr, .col_idx = col_idx, .val = val
   };
   assert_int_equal(trisweep_smoother_analyse(s, &a, NULL), TRISWEEP_OK);
   assert_string_equal(seen, "trisweep analysis;");
   assert_int_equal(trisweep_smoother_update_values(s, &a, NULL, NULL), TRISWEEP_OK);
   trisweep_sweep sweep = TRISWEEP_SWEEP_INIT;
   sweep.b = b;
   sweep.x = x;
   assert_int_equal(trisweep_smoother_sweep(s, &sweep, NULL), TRISWEEP_OK);
   sweep.relax_weight = INFINITY; /* a call that fails ends its range, too */
   assert_int_not_equal(trisweep_smoother_sweep(s, &sweep, NULL), TRISWEEP_OK);
   assert_string_equal(seen, "trisweep analysis;trisweep values;trisweep sweep;trisweep sweep;");
   assert_int_equal(open_ranges, 0);
   assert_int_equal(most_open, 1);
   trisweep_smoother_destroy(&s);
   trisweep_context_destroy(&ctx);
}

int main(void)
{
   const struct CMUnitTest tests[] = { cmocka_unit_test(test_every_call_is_a_range) };
   return cmocka_run_group_tests_name("ranges", tests, check_clean_environment, NULL);
}

#else

#include <stdio.h>

int main(void)
{
   puts("SKIP: ranges are in builds with CUDA only");
   return 77;
}

#endif
