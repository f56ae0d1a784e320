/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * products_np2 --device
 *
 * Products of matrices in setups on GPUs (src/extensions/products): each coarse matrix has the
 * entries of the product that hypre computes outside of a setup, from the same matrix and
 * interpolation, and each of its columns of other ranks has an entry. Several ranks: the columns of
 * a row ascend, as those of hypre's products do not. Systems with short and long rows, with a row
 * that is too long for a table, with columns that are twice in a row, and with a rank without rows.
 * On one rank the plug multiplies where rows are long.
 * hypre's products in these setups are by its own kernels. If a row is too long or memory is out on
 * one rank, hypre's product is used on all ranks. Without --device there is nothing to test.
 */
#include <dlfcn.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <HYPRE.h>
#include <_hypre_parcsr_ls.h>
#include <mpi.h>
#include <trisweep/hypre.h>

#include "load/load.h"

static long n_by_vendor; /* hypre's products by cuSPARSE */
static bool in_one_call; /* R^T A P, hypre's default */

#if defined(HYPRE_USING_CUSPARSE)
/* In the place of cuSPARSE's function, to which calls go on; the linker is told to export it. */
__attribute__((visibility("default"))) int cusparseSpGEMM_createDescr(void **descriptor);

int cusparseSpGEMM_createDescr(void **descriptor)
{
   int (*next)(void **);
   void *const symbol = dlsym(RTLD_NEXT, "cusparseSpGEMM_createDescr");
   memcpy(&next, &symbol, sizeof next);
   n_by_vendor++;
   return next(descriptor);
}
#endif

enum
{
   GRID = 24,
   DENSE_GRID = 16,
   PLANE = 160, /* points of an edge, for the system with a hub */
   SMALL_PLANE = 20
};

/* ---- comparison ------------------------------------------------------------- */

typedef struct entry
{
   HYPRE_BigInt column;
   double       value;
} entry;

static int compare_entries(const void *a, const void *b)
{
   const HYPRE_BigInt x = ((const entry *) a)->column, y = ((const entry *) b)->column;
   return (x > y) - (x < y);
}

static hypre_ParCSRMatrix *on_host(hypre_ParCSRMatrix *a)
{
   return hypre_ParCSRMatrixClone_v2(a, 1, HYPRE_MEMORY_HOST);
}

/* Row i with global columns, sorted. Returns the number of entries. */
static HYPRE_Int read_row(const hypre_ParCSRMatrix *a, HYPRE_Int i, entry *row)
{
   const hypre_CSRMatrix *part[2] = { hypre_ParCSRMatrixDiag(a), hypre_ParCSRMatrixOffd(a) };
   HYPRE_Int              n = 0;
   for (int p = 0; p < 2; p++)
   {
      for (HYPRE_Int k = hypre_CSRMatrixI(part[p])[i]; k < hypre_CSRMatrixI(part[p])[i + 1]; k++)
      {
         const HYPRE_Int j = hypre_CSRMatrixJ(part[p])[k];
         row[n++] =
            (entry){ p ? hypre_ParCSRMatrixColMapOffd(a)[j] : hypre_ParCSRMatrixFirstColDiag(a) + j,
                     hypre_CSRMatrixData(part[p])[k] };
      }
   }
   qsort(row, (size_t) n, sizeof *row, compare_entries);
   return n;
}

static double largest(const entry *row, HYPRE_Int n)
{
   double most = 0.0;
   for (HYPRE_Int k = 0; k < n; k++)
   {
      most = fmax(most, fabs(row[k].value));
   }
   return most;
}

static bool same_row(const entry *x, HYPRE_Int n, const entry *y, HYPRE_Int m)
{
   const double scale = largest(x, n);
   bool         good = n == m;
   for (HYPRE_Int k = 0; k < n && good; k++)
   {
      good = x[k].column == y[k].column && fabs(x[k].value - y[k].value) <= 1e-12 * scale;
   }
   return good;
}

static size_t size_of(const hypre_ParCSRMatrix *a)
{
   return 1 + (size_t) hypre_CSRMatrixNumNonzeros(hypre_ParCSRMatrixDiag(a)) +
          (size_t) hypre_CSRMatrixNumNonzeros(hypre_ParCSRMatrixOffd(a));
}

static void compare(const hypre_ParCSRMatrix *got, const hypre_ParCSRMatrix *want, const char *what,
                    int level)
{
   entry *x = malloc(size_of(got) * sizeof *x), *y = malloc(size_of(want) * sizeof *y);
   if (!x || !y)
   {
      load_fail("out of memory");
      exit(1);
   }
   for (HYPRE_Int i = 0; i < hypre_CSRMatrixNumRows(hypre_ParCSRMatrixDiag(want)); i++)
   {
      const HYPRE_Int n = read_row(got, i, x), m = read_row(want, i, y);
      if (!same_row(x, n, y, m))
      {
         load_fail("%s: row %d of level %d has %d entries, hypre's product %d, or others", what,
                   (int) i, level, (int) n, (int) m);
         break;
      }
   }
   free(x);
   free(y);
}

/* The diagonal first, then ascending columns? */
static void check_order(const hypre_ParCSRMatrix *a, const char *what, int level)
{
   const hypre_CSRMatrix *part[2] = { hypre_ParCSRMatrixDiag(a), hypre_ParCSRMatrixOffd(a) };
   for (HYPRE_Int i = 0; i < hypre_CSRMatrixNumRows(part[0]); i++)
   {
      for (int p = 0; p < 2; p++)
      {
         const HYPRE_Int *col = hypre_CSRMatrixJ(part[p]);
         const HYPRE_Int  first = hypre_CSRMatrixI(part[p])[i];
         bool good = p == 1 || (first < hypre_CSRMatrixI(part[p])[i + 1] && col[first] == i);
         for (HYPRE_Int k = first + 2 - p; k < hypre_CSRMatrixI(part[p])[i + 1]; k++)
         {
            good &= col[k] > col[k - 1];
         }
         if (!good)
         {
            load_fail("%s: the columns of row %d of level %d are not in order", what, (int) i,
                      level);
            return;
         }
      }
   }
}

/* Has each column of other ranks an entry? */
static void check_columns(const hypre_ParCSRMatrix *a, const char *what, int level)
{
   const hypre_CSRMatrix *offd = hypre_ParCSRMatrixOffd(a);
   const HYPRE_Int        n = hypre_CSRMatrixNumCols(offd);
   char                  *has = calloc((size_t) n + 1, 1);
   HYPRE_Int              n_used = 0;
   for (HYPRE_Int k = 0; has && k < hypre_CSRMatrixNumNonzeros(offd); k++)
   {
      n_used += !has[hypre_CSRMatrixJ(offd)[k]];
      has[hypre_CSRMatrixJ(offd)[k]] = 1;
   }
   if (n_used != n)
   {
      load_fail("%s: %d of %d columns of other ranks on level %d have entries", what, (int) n_used,
                (int) n, level);
   }
   free(has);
}

/* in_order: the plug has computed the products of all levels, without the help of hypre's. */
static void check(load_system *v, const char *what, bool in_order, int aggressive)
{
   load_solver s = load_solver_create(2003, 2004);
   HYPRE_BoomerAMGSetRAP2(s.amg, !in_one_call);
   HYPRE_BoomerAMGSetAggNumLevels(s.amg, aggressive);
   const long        n_before = n_by_vendor;
   const load_result r = load_solve(&s, v);
   if (n_by_vendor != n_before)
   {
      load_fail("%s: %ld products of the setup by cuSPARSE", what, n_by_vendor - n_before);
   }
   hypre_ParAMGData *amg = (hypre_ParAMGData *) s.amg;
   if (!load_is_good(&r) || r.levels < 2)
   {
      load_fail("%s: error %d, residual %g, %d levels", what, r.error, r.residual, r.levels);
   }
   for (int k = 0; k + 1 < r.levels; k++)
   {
      hypre_ParCSRMatrix *p = hypre_ParAMGDataPArray(amg)[k];
      hypre_ParCSRMatrix *ap = hypre_ParCSRMatMat(hypre_ParAMGDataAArray(amg)[k], p);
      hypre_ParCSRMatrix *product = hypre_ParCSRTMatMatKT(p, ap, 0);
      hypre_ParCSRMatrix *want = on_host(product);
      hypre_ParCSRMatrix *got = on_host(hypre_ParAMGDataAArray(amg)[k + 1]);
      compare(got, want, what, k + 1);
      check_columns(got, what, k + 1);
      if (in_order)
      {
         check_order(got, what, k + 1);
      }
      hypre_ParCSRMatrixDestroy(ap);
      hypre_ParCSRMatrixDestroy(product);
      hypre_ParCSRMatrixDestroy(want);
      hypre_ParCSRMatrixDestroy(got);
   }
   load_solver_destroy(&s);
}

/* ---- systems ---------------------------------------------------------------- */

/* With a hub all ranks have rows, else the first rank has all of them. */
static void check_plane(HYPRE_BigInt edge, bool hub, const char *what, bool in_order)
{
   const HYPRE_BigInt n = edge * edge + hub, parts = hub ? load_size : 1;
   load_system        v = load_plane(edge, hub, n * hypre_min(load_rank, parts) / parts,
                                     n * hypre_min(load_rank + 1, parts) / parts);
   check(&v, what, in_order, 0);
   load_destroy(&v);
}

/* Make two entries of half the value of each entry but the first of a row. */
static void repeat_entries(hypre_CSRMatrix *a)
{
   const HYPRE_Int n = hypre_CSRMatrixNumRows(a), nnz = 2 * hypre_CSRMatrixNumNonzeros(a) - n;
   HYPRE_Int      *row_ptr = hypre_CTAlloc(HYPRE_Int, n + 1, HYPRE_MEMORY_HOST);
   HYPRE_Int      *col = hypre_CTAlloc(HYPRE_Int, nnz, HYPRE_MEMORY_HOST);
   double         *val = hypre_CTAlloc(double, nnz, HYPRE_MEMORY_HOST);
   HYPRE_Int       m = 0;
   for (HYPRE_Int i = 0; i < n; i++)
   {
      for (HYPRE_Int k = hypre_CSRMatrixI(a)[i]; k < hypre_CSRMatrixI(a)[i + 1]; k++)
      {
         const int times = k == hypre_CSRMatrixI(a)[i] ? 1 : 2;
         for (int t = 0; t < times; t++)
         {
            col[m] = hypre_CSRMatrixJ(a)[k];
            val[m++] = hypre_CSRMatrixData(a)[k] / times;
         }
      }
      row_ptr[i + 1] = m;
   }
   hypre_TFree(hypre_CSRMatrixI(a), HYPRE_MEMORY_HOST);
   hypre_TFree(hypre_CSRMatrixJ(a), HYPRE_MEMORY_HOST);
   hypre_TFree(hypre_CSRMatrixData(a), HYPRE_MEMORY_HOST);
   hypre_CSRMatrixI(a) = row_ptr;
   hypre_CSRMatrixJ(a) = col;
   hypre_CSRMatrixData(a) = val;
   hypre_CSRMatrixNumNonzeros(a) = nnz;
}

static void with_repeats(void)
{
   HYPRE_Real          seven[4] = { 6.0, -1.0, -1.0, -1.0 };
   hypre_ParCSRMatrix *a = (hypre_ParCSRMatrix *) GenerateLaplacian(
      MPI_COMM_WORLD, GRID, GRID, GRID, 1, 1, load_size, 0, 0, load_rank, seven);
   hypre_ParCSRMatrixMigrate(a, HYPRE_MEMORY_HOST);
   repeat_entries(hypre_ParCSRMatrixDiag(a));
   load_system v = load_of((HYPRE_ParCSRMatrix) a);
   check(&v, "repeated columns", load_size > 1, 0);
   load_destroy(&v);
}

static void with_long_rows(void)
{
   load_system v = load_dense(DENSE_GRID);
   check(&v, "long rows", load_size > 1, 0);
   load_destroy(&v);
}

static void on_grid(bool full, const char *what, int aggressive)
{
   load_system v = load_create(GRID, full, 1.0);
   check(&v, what, load_size > 1, aggressive);
   load_destroy(&v);
}

#if defined(HYPRE_USING_CUSPARSE)
/* The program leaves hypre its default: outside of setups products are by cuSPARSE. */
static void with_vendor(void)
{
   n_by_vendor = 0;
   HYPRE_SetSpGemmUseVendor(1);
   check_plane(PLANE, true, "a hub", false);
   on_grid(false, "7-point, cuSPARSE", 0);
   on_grid(true, "27-point, cuSPARSE", 1);
   HYPRE_SetSpGemmUseVendor(0);
   if (n_by_vendor == 0)
   {
      load_fail("cuSPARSE: no product after the setups");
   }
}
#endif

/* ---- without memory ----------------------------------------------------------- */

#if defined(HYPRE_USING_CUDA)
static int left;       /* allocations of the plug until one fails; 0: none fails */
static int n_declined; /* messages of products without memory */

static bool must_fail(const void *caller)
{
   Dl_info info;
   return left > 0 && dladdr(caller, &info) && strstr(info.dli_fname, "libtrisweep-hypre") &&
          --left == 0;
}

/* Device memory of hypre, for hypre and the plug. */
static void take(void **memory, size_t bytes)
{
   *memory = NULL;
   if (!must_fail(__builtin_return_address(0)))
   {
      hypre_SetUserDeviceMalloc(NULL);
      *memory = hypre_MAlloc(bytes, HYPRE_MEMORY_DEVICE);
      hypre_SetUserDeviceMalloc(take);
   }
}

static void count_line(const char *line, void *data)
{
   (void) data;
   n_declined += strstr(line, "a product of matrices has no device memory") != NULL;
}

/* Allocations of a setup fail in turn on the last rank, every STEPth, those of level 0 and more. */
static void without_memory(void)
{
   enum
   {
      STEP = 5,
      MOST = 120
   };
   load_system v = load_create(GRID, false, 1.0);
   trisweep_hypre_set_printer(count_line, NULL);
   hypre_SetUserDeviceMalloc(take);
   for (int k = 1; k < MOST; k += STEP)
   {
      left = load_rank == load_size - 1 ? k : 0;
      check(&v, "no memory for a product", false, 0);
      left = 0;
   }
   hypre_SetUserDeviceMalloc(NULL);
   trisweep_hypre_set_printer(NULL, NULL);
   /* on one rank the rows of this matrix are too short for the plug's products */
   if (load_size > 1 && load_rank == load_size - 1 && n_declined < MOST / STEP / 2)
   {
      load_fail("%d of %d products without memory were declined", n_declined, MOST / STEP);
   }
   load_destroy(&v);
}
#endif

int main(int argc, char **argv)
{
   const int status = load_start(argc, argv, "products", "products of matrices in device memory");
   if (status)
   {
      return status;
   }
   for (int k = 0; k < 2; k++)
   {
      in_one_call = k == 0;
      on_grid(false, in_one_call ? "7-point, one call" : "7-point", 0);
      on_grid(true, in_one_call ? "27-point, one call" : "27-point", 0);
      load_report(in_one_call ? "R^T A P in one call" : "two products");
   }
   on_grid(true, "27-point", 1);
   load_report("aggressive coarsening");
   check_plane(PLANE, true, "a hub", false);
   load_report("a row that is too long");
#if defined(HYPRE_USING_CUSPARSE)
   with_vendor();
   load_report("hypre's default, cuSPARSE");
#endif
   with_long_rows();
   load_report("long rows");
   with_repeats();
   load_report("repeated columns");
   check_plane(SMALL_PLANE, false, "a rank without rows", load_size > 1);
   load_report("a rank without rows");
#if defined(HYPRE_USING_CUDA)
   without_memory();
   load_report("no memory for a product");
#endif
   return load_end();
}
