/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "smoother/smoother.h"

#include <inttypes.h>
#include <stdbool.h>

#include "base/message.h"

bool tsw_vectors_overlap(const tsw_vectors *v)
{
   const uintptr_t b_first = (uintptr_t) v->b;
   const uintptr_t x_first = (uintptr_t) v->x;
   const uintptr_t b_end = (uintptr_t) (v->b + (v->n_vectors - 1) * v->ldb + v->n_rows);
   const uintptr_t x_end = (uintptr_t) (v->x + (v->n_vectors - 1) * v->ldx + v->n_rows);
   return b_first < x_end && x_first < b_end;
}

trisweep_status tsw_vectors_check(tsw_vectors *v)
{
   const int64_t n = v->n_rows;
   const int64_t ldb = v->ldb ? v->ldb : n;
   const int64_t ldx = v->ldx ? v->ldx : n;
   if (v->n_vectors < 1)
   {
      return TSW_ERROR(ARGUMENT, "n_vectors is %" PRId32 ", but must be at least 1", v->n_vectors);
   }
   if (ldb < n || ldx < n)
   {
      return TSW_ERROR(ARGUMENT,
                       "ldb %" PRId64 " or ldx %" PRId64 " is less than the %" PRId64 " rows", ldb,
                       ldx, n);
   }
   const int64_t longest = PTRDIFF_MAX / (int64_t) sizeof(double) / v->n_vectors;
   if (ldb > longest || ldx > longest)
   {
      return TSW_ERROR(ARGUMENT,
                       "ldb %" PRId64 " or ldx %" PRId64 " with %" PRId32 " vectors "
                       "exceeds the address space",
                       ldb, ldx, v->n_vectors);
   }
   v->ldb = ldb;
   v->ldx = ldx;
   if (n == 0)
   {
      return TRISWEEP_OK;
   }
   if (!v->b || !v->x)
   {
      return TSW_ERROR(ARGUMENT, "%s is a null pointer", v->b ? "x" : "b");
   }
   if (tsw_vectors_overlap(v))
   {
      return TSW_ERROR(ARGUMENT, "b and x overlap; b is read after x has been written");
   }
   return TRISWEEP_OK;
}
