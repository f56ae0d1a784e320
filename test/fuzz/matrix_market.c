/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Matrix Market files, compressed or not, read by the reader of trisweep-solve. The library must
 * accept the pattern of an accepted file; the reader must report a refused file once, by name.
 */
#include "fuzz/fuzz.h"

#include <stdarg.h>
#include <string.h>
#include <unistd.h>

#include <trisweep.h>

#include "tools/common/support.h"
#include "tools/matrix/inspect.h"

const char fuzz_corpus[] = "matrix_market";

static char path[] = "/tmp/trisweep-fuzz-XXXXXX";
static int  n_complaints;
static char complaint[1000];

/* CHOLMOD 3.0 leaks its triplets when a file ends before the last entry. */
__attribute__((visibility("default"))) const char *__lsan_default_suppressions(void);

const char *__lsan_default_suppressions(void)
{
   return "leak:libcholmod";
}

/* The two functions of tools/common/support.c that the reader calls. */
void tsw_complain(const char *format, ...)
{
   va_list args;
   va_start(args, format);
   vsnprintf(complaint, sizeof complaint, format, args);
   va_end(args);
   n_complaints++;
}

void *tsw_get(size_t count, size_t size)
{
   void *memory = calloc(count ? count : 1, size);
   FUZZ_PROMISE(memory);
   return memory;
}

static void remove_file(void)
{
   remove(path);
}

/* Write the input to a file, which has the same name each time. */
static void write_file(const uint8_t *data, size_t size)
{
   static int made;
   if (!made)
   {
      const int descriptor = mkstemp(path);
      FUZZ_PROMISE(descriptor >= 0);
      close(descriptor);
      atexit(remove_file);
      made = 1;
   }
   FILE *file = fopen(path, "wb");
   FUZZ_PROMISE(file && fwrite(data, 1, size, file) == size && fclose(file) == 0);
}

static void check_rows(const tsw_file_matrix *a)
{
   trisweep_context  *ctx = NULL;
   trisweep_smoother *s = NULL;
   const trisweep_csr block = { .n_rows = a->n_rows,
                                .n_cols = a->n_rows,
                                .nnz = a->row_ptr[a->n_rows],
                                .row_ptr = a->row_ptr,
                                .col_idx = a->col_idx,
                                .val = a->val };
   FUZZ_PROMISE(a->n_rows > 0);
   FUZZ_PROMISE(trisweep_context_create(NULL, &ctx) == TRISWEEP_OK);
   FUZZ_PROMISE(trisweep_smoother_create(ctx, &s) == TRISWEEP_OK);
   FUZZ_PROMISE(trisweep_smoother_analyse(s, &block, NULL) == TRISWEEP_OK);
   const trisweep_status status = trisweep_smoother_update_values(s, &block, NULL, NULL);
   FUZZ_PROMISE(status == TRISWEEP_OK || status == TRISWEEP_ERROR_VALUE);
   trisweep_smoother_destroy(&s);
   trisweep_context_destroy(&ctx);
   for (int i = 0; i < a->n_rows; i++)
   {
      for (int k = a->row_ptr[i] + 1; k < a->row_ptr[i + 1]; k++)
      {
         FUZZ_PROMISE(a->col_idx[k] > a->col_idx[k - 1]);
      }
   }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
   tsw_file_matrix a = { 0 };
   tsw_facts       facts = { 0 };
   write_file(data, size);
   n_complaints = 0;
   if (tsw_read_matrix(path, &a, &facts))
   {
      FUZZ_PROMISE(n_complaints == 0);
      check_rows(&a);
      if (tsw_inspect(path, &a, &facts))
      {
         FUZZ_PROMISE(n_complaints == 0);
         FUZZ_PROMISE(a.n_rows == facts.n_rows);
         check_rows(&a);
      }
      else
      {
         FUZZ_PROMISE(n_complaints == 1);
      }
      tsw_file_matrix_free(&a);
   }
   else
   {
      FUZZ_PROMISE(n_complaints == 1);
      FUZZ_PROMISE(!a.row_ptr && !a.col_idx && !a.val);
   }
   if (n_complaints == 1)
   {
      FUZZ_PROMISE(!strncmp(complaint, path, strlen(path)));
      FUZZ_PROMISE(strlen(complaint) > strlen(path) + 8);
   }
   return 0;
}
