/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "support/mtx.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

/* after the system headers, because cholmod.h defines feature-test macros */
#include <cholmod.h>

#include "support/check.h"

enum
{
   MOST_FILES = 200
};

/* Read the whole file; decompress a gzip file. */
static char *read_file(const char *path, size_t *size)
{
   gzFile file = gzopen(path, "rb");
   size_t room = 1 << 20;
   char  *text = malloc(room);
   int    n;
   if (!file || !text)
   {
      fail_msg("cannot open %s", path);
   }
   *size = 0;
   while ((n = gzread(file, text + *size, (unsigned) (room - *size))) > 0)
   {
      *size += (size_t) n;
      if (*size == room)
      {
         room *= 2;
         text = realloc(text, room);
         assert_non_null(text);
      }
   }
   if (n < 0 || gzclose(file) != Z_OK)
   {
      fail_msg("cannot read %s", path);
   }
   return text;
}

/* Return the transpose in CSC, which is the matrix in CSR. */
static cholmod_sparse *read_rows(const char *path, cholmod_common *common)
{
   enum
   {
      SPARSE_BOTH_TRIANGLES = 1
   };
   size_t size;
   int    type;
   char  *text = read_file(path, &size);
   FILE  *file = fmemopen(text, size, "r");
   assert_non_null(file);
   cholmod_sparse *a = cholmod_read_matrix(file, SPARSE_BOTH_TRIANGLES, &type, common);
   fclose(file);
   free(text);
   if (!a || type != CHOLMOD_SPARSE || a->xtype != CHOLMOD_REAL || a->stype != 0)
   {
      fail_msg("CHOLMOD cannot read %s as a real sparse matrix", path);
   }
   cholmod_sparse *rows = cholmod_transpose(a, 1, common);
   cholmod_free_sparse(&a, common);
   assert_non_null(rows);
   return rows;
}

void mtx_read(const char *path, test_block *m)
{
   cholmod_common common;
   cholmod_start(&common);
   cholmod_sparse    *rows = read_rows(path, &common);
   const int32_t     *row_ptr = rows->p;
   const trisweep_csr a = { .n_rows = (int64_t) rows->ncol,
                            .n_cols = (int64_t) rows->nrow,
                            .nnz = row_ptr[rows->ncol],
                            .row_ptr = row_ptr,
                            .col_idx = rows->i,
                            .val = rows->x,
                            .space = TRISWEEP_HOST };
   assert_int_equal(a.n_rows, a.n_cols);
   block_copy(&a, m);
   cholmod_free_sparse(&rows, &common);
   cholmod_finish(&common);
}

static int is_matrix(const struct dirent *entry)
{
   return strstr(entry->d_name, ".mtx") != NULL;
}

/* A test for each Matrix Market file of a folder; returns how many tests there are now. */
static int add_folder(const char *folder, CMUnitTestFunction test, struct CMUnitTest *tests,
                      int n_tests)
{
   struct dirent **entries;
   const int       n = scandir(folder, &entries, is_matrix, alphasort);
   if (n < 0)
   {
      printf("# no folder %s\n", folder);
      return -1;
   }
   for (int k = 0; k < n; k++)
   {
      const size_t size = strlen(folder) + strlen(entries[k]->d_name) + 2;
      char        *path = malloc(size);
      if (path && n_tests < MOST_FILES)
      {
         snprintf(path, size, "%s/%s", folder, entries[k]->d_name);
         tests[n_tests].name = path + strlen(folder) + 1;
         tests[n_tests].test_func = test;
         tests[n_tests++].initial_state = path;
      }
      free(entries[k]);
   }
   free(entries);
   return n_tests;
}

int mtx_run(const char *group, CMUnitTestFunction test)
{
   static struct CMUnitTest tests[MOST_FILES];
   const char              *top = getenv("top_srcdir");
   const char              *more = getenv("TRISWEEP_TEST_MATRICES");
   char                     folder[4096];
   snprintf(folder, sizeof folder, "%s/test/data", top ? top : ".");
   int n_tests = add_folder(folder, test, tests, 0);
   if (n_tests > 0 && more)
   {
      n_tests = add_folder(more, test, tests, n_tests);
   }
   else if (n_tests > 0)
   {
      printf("# TRISWEEP_TEST_MATRICES is not set: the matrices of test/data only\n");
   }
   if (n_tests <= 0)
   {
      printf("# no matrices: set top_srcdir to the root of the source\n");
      return EXIT_FAILURE;
   }
   const int failed =
      _cmocka_run_group_tests(group, tests, (size_t) n_tests, check_clean_environment, NULL);
   for (int k = 0; k < n_tests; k++)
   {
      free(tests[k].initial_state);
   }
   return failed;
}
