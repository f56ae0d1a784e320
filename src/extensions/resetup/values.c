/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "extensions/resetup/values.h"

#include <string.h>

#include "extensions/pattern_hash.h"
#include "hypre/base/notice.h"

enum
{
   SEED_COLUMNS = 1, /* of the terms of diag, offd, and of the map of columns */
   SEED_ROWS = 2,
   SEED_OFFD = 4,
   SEED_MAP = 8
};

static bool             uses_device;
static tsw_values_found found;

static uint64_t seed_of(int number)
{
   return tsw_hash_mix((uint64_t) (int64_t) number);
}

/* An infinite value or NaN; the test raises no floating-point exception. */
static bool is_infinite(double value)
{
   uint64_t bits;
   memcpy(&bits, &value, sizeof bits);
   return (bits >> 52 & 0x7ff) == 0x7ff;
}

/* ---- hosts ----------------------------------------------------------------- */

static bool has_diagonal(const hypre_CSRMatrix *a, HYPRE_Int i)
{
   const HYPRE_Int *col = hypre_CSRMatrixJ(a);
   bool             has = false;
   for (HYPRE_Int k = hypre_CSRMatrixI(a)[i]; k < hypre_CSRMatrixI(a)[i + 1] && !has; k++)
   {
      has = col[k] == i && hypre_CSRMatrixData(a)[k] != 0.0;
   }
   return has;
}

static void check_values(const hypre_CSRMatrix *a, bool square)
{
   const HYPRE_Int nnz = hypre_CSRMatrixNumNonzeros(a);
   bool            infinite = false, zero = false;
   for (HYPRE_Int k = 0; k < nnz; k++)
   {
      infinite |= is_infinite(hypre_CSRMatrixData(a)[k]);
   }
   for (HYPRE_Int i = 0; square && i < hypre_CSRMatrixNumRows(a); i++)
   {
      zero |= !has_diagonal(a, i);
   }
   found.bits |= (infinite ? TSW_VALUES_INFINITE : 0u) | (zero ? TSW_VALUES_DIAGONAL : 0u);
}

static void inspect_host(const hypre_CSRMatrix *a, bool square, int seed)
{
   const uint64_t  columns = seed_of(seed + SEED_COLUMNS), rows = seed_of(seed + SEED_ROWS);
   const HYPRE_Int n_rows = hypre_CSRMatrixNumRows(a), nnz = hypre_CSRMatrixNumNonzeros(a);
   uint64_t        sum = 0;
   for (HYPRE_Int i = 0; nnz > 0 && i < n_rows; i++)
   {
      sum += tsw_hash_term(rows, i, hypre_CSRMatrixI(a)[i + 1]);
   }
   for (HYPRE_Int k = 0; k < nnz; k++)
   {
      sum += tsw_hash_term(columns, k, hypre_CSRMatrixJ(a)[k]);
   }
   found.pattern += sum;
   check_values(a, square);
}

/* Copy row i, whose entries may be in another order. False: the entries differ. */
static bool copy_row(const hypre_CSRMatrix *from, hypre_CSRMatrix *to, HYPRE_Int i)
{
   const HYPRE_Int  begin = hypre_CSRMatrixI(from)[i], end = hypre_CSRMatrixI(from)[i + 1];
   const HYPRE_Int  first = hypre_CSRMatrixI(to)[i], last = hypre_CSRMatrixI(to)[i + 1];
   const HYPRE_Int *from_col = hypre_CSRMatrixJ(from), *to_col = hypre_CSRMatrixJ(to);
   bool             good = end - begin == last - first;
   for (HYPRE_Int k = begin; k < end && good; k++)
   {
      HYPRE_Int place = first + (k - begin);
      if (to_col[place] != from_col[k])
      {
         for (place = first; place < last && to_col[place] != from_col[k]; place++)
         {
         }
      }
      good = place < last;
      if (good)
      {
         hypre_CSRMatrixData(to)[place] = hypre_CSRMatrixData(from)[k];
      }
   }
   return good;
}

static void copy_host(const hypre_CSRMatrix *from, hypre_CSRMatrix *to, bool square)
{
   bool good = true;
   for (HYPRE_Int i = 0; i < hypre_CSRMatrixNumRows(to) && good; i++)
   {
      good = copy_row(from, to, i);
   }
   found.bits |= good ? 0u : TSW_VALUES_PATTERN;
   check_values(to, square);
}

static bool galerkin_host(hypre_ParCSRMatrix *a, hypre_ParCSRMatrix *p, hypre_ParCSRMatrix *c,
                          tsw_galerkin_plan **plan)
{
   if (!*plan)
   {
      *plan = tsw_galerkin_plan_create(a, p, c);
   }
   if (!*plan)
   {
      return false;
   }
   found.bits |= tsw_galerkin_plan_run(*plan, a, p, c) ? 0u : TSW_VALUES_PATTERN;
   check_values(hypre_ParCSRMatrixDiag(c), true);
   check_values(hypre_ParCSRMatrixOffd(c), false);
   return true;
}

/* ---- both ------------------------------------------------------------------ */

static void note_device(bool good)
{
   found.bits |= good ? 0u : TSW_VALUES_FAILED;
}

void tsw_values_begin(bool on_device)
{
   uses_device = on_device;
   found = (tsw_values_found){ 0 };
   if (on_device)
   {
      note_device(tsw_values_begin_device());
   }
}

static void inspect(hypre_CSRMatrix *a, bool square, int seed)
{
   if (uses_device)
   {
      note_device(tsw_values_inspect_device(a, square, seed));
   }
   else
   {
      inspect_host(a, square, seed);
   }
}

static void copy(hypre_CSRMatrix *from, hypre_CSRMatrix *to, bool square)
{
   if (hypre_CSRMatrixNumRows(from) != hypre_CSRMatrixNumRows(to) ||
       hypre_CSRMatrixNumNonzeros(from) != hypre_CSRMatrixNumNonzeros(to))
   {
      found.bits |= TSW_VALUES_PATTERN;
   }
   else if (hypre_CSRMatrixNumNonzeros(to) == 0)
   {
      found.bits |= square && hypre_CSRMatrixNumRows(to) > 0 ? TSW_VALUES_DIAGONAL : 0u;
   }
   else if (uses_device)
   {
      note_device(tsw_values_copy_device(from, to, square));
   }
   else
   {
      copy_host(from, to, square);
   }
}

/* The global columns of the off-process part; hypre keeps them in host memory. */
static void add_map(const hypre_ParCSRMatrix *matrix)
{
   const HYPRE_BigInt *map = hypre_ParCSRMatrixColMapOffd(matrix);
   const HYPRE_Int     n = hypre_CSRMatrixNumCols(hypre_ParCSRMatrixOffd(matrix));
   for (HYPRE_Int k = 0; map && k < n; k++)
   {
      found.pattern += tsw_hash_term(seed_of(SEED_MAP), k, map[k]);
   }
}

static bool same_map(const hypre_ParCSRMatrix *a, const hypre_ParCSRMatrix *b)
{
   const HYPRE_Int n = hypre_CSRMatrixNumCols(hypre_ParCSRMatrixOffd(a));
   return n == hypre_CSRMatrixNumCols(hypre_ParCSRMatrixOffd(b)) &&
          (n == 0 || !memcmp(hypre_ParCSRMatrixColMapOffd(a), hypre_ParCSRMatrixColMapOffd(b),
                             (size_t) n * sizeof(HYPRE_BigInt)));
}

void tsw_values_inspect(hypre_ParCSRMatrix *matrix)
{
   inspect(hypre_ParCSRMatrixDiag(matrix), true, 0);
   inspect(hypre_ParCSRMatrixOffd(matrix), false, SEED_OFFD);
   add_map(matrix);
}

void tsw_values_inspect_numbers(const HYPRE_Int *numbers, HYPRE_Int n)
{
   if (uses_device)
   {
      note_device(tsw_values_inspect_numbers_device(numbers, n));
   }
   for (HYPRE_Int i = 0; i < n && !uses_device; i++)
   {
      found.pattern += tsw_hash_term(seed_of(SEED_COLUMNS), i, numbers[i]);
   }
}

void tsw_values_copy(hypre_ParCSRMatrix *from, hypre_ParCSRMatrix *to)
{
   found.bits |= same_map(from, to) ? 0u : TSW_VALUES_PATTERN;
   copy(hypre_ParCSRMatrixDiag(from), hypre_ParCSRMatrixDiag(to), true);
   copy(hypre_ParCSRMatrixOffd(from), hypre_ParCSRMatrixOffd(to), false);
}

bool tsw_values_multiplies(const hypre_ParCSRMatrix *matrix, bool on_device)
{
   return on_device ? tsw_ranks_of(hypre_ParCSRMatrixComm(matrix)) == 1 : hypre_NumThreads() == 1;
}

bool tsw_values_galerkin(hypre_ParCSRMatrix *a, hypre_ParCSRMatrix *p, hypre_ParCSRMatrix *product,
                         tsw_values_product *kept)
{
   bool computed = false;
   if (uses_device)
   {
      note_device(tsw_values_galerkin_device(a, p, product, &kept->device, &computed));
   }
   else
   {
      computed = galerkin_host(a, p, product, &kept->plan);
   }
   return computed;
}

void tsw_values_forget(tsw_values_product *kept)
{
   tsw_galerkin_plan_free(&kept->plan);
   tsw_values_forget_device(&kept->device);
   *kept = (tsw_values_product){ 0 };
}

tsw_values_found tsw_values_end(void)
{
   if (uses_device)
   {
      uint64_t pattern;
      unsigned bits;
      note_device(tsw_values_end_device(&pattern, &bits));
      found.pattern += pattern;
      found.bits |= bits;
   }
   return found;
}
