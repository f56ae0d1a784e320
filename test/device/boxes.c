/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "device/boxes.h"

#include <stdlib.h>

const box boxes[BOX_COUNT] = {
   { "7 points", { 24, 20, 22 }, 1, 1, 0, true },
   { "27 points", { 18, 21, 16 }, 1, 3, 0, true },
   { "27 points, three unknowns", { 12, 11, 13 }, 3, 3, 0, true },
   { "few lines, many planes", { 8, 8, 150 }, 1, 1, 0, true },
   { "long lines", { 300, 6, 7 }, 1, 1, 0, true },
   { "more rows than are looked at", { 48, 52, 45 }, 1, 1, 0, true },
   { "7 points, half of the lower triangle", { 24, 20, 22 }, 1, 1, 5, true },
   { "27 points, a tenth missing", { 18, 21, 16 }, 1, 3, 1, true },
   { "one plane", { 70, 80, 1 }, 1, 3, 0, false },
};

static void couple(entry_list *e, const box *b, int64_t point, int64_t k, random_stream *r)
{
   const int64_t at[3] = { point % b->n[0], point / b->n[0] % b->n[1], point / b->n[0] / b->n[1] };
   const int64_t step[3] = { k % 3 - 1, k / 3 % 3 - 1, k / 9 - 1 };
   int64_t       other = point;
   int64_t       stride = 1;
   int64_t       length = 0;
   for (int d = 0; d < 3; d++)
   {
      if (at[d] + step[d] < 0 || at[d] + step[d] >= b->n[d])
      {
         return;
      }
      other += step[d] * stride;
      stride *= b->n[d];
      length += labs(step[d]);
   }
   for (int64_t u = 0; length <= b->reach && u < b->unknowns * b->unknowns; u++)
   {
      const int64_t row = point * b->unknowns + u / b->unknowns;
      const int64_t col = other * b->unknowns + u % b->unknowns;
      if (row != col && (col > row || random_below(r, 10) >= b->dropped))
      {
         entries_add(e, row, col, -1.0 + 0.25 * random_real(r));
      }
   }
}

void box_open(const box *b, test_block *m)
{
   const int64_t n_points = b->n[0] * b->n[1] * b->n[2];
   entry_list    e;
   random_stream r = random_open(random_seed(), b->name, n_points);
   entries_open(&e, n_points * b->unknowns);
   for (int64_t point = 0; point < n_points; point++)
   {
      for (int64_t k = 0; k < 27; k++)
      {
         couple(&e, b, point, k, &r);
      }
      for (int64_t u = 0; u < b->unknowns; u++)
      {
         const int64_t row = point * b->unknowns + u;
         entries_add(&e, row, row, 30.0 * (double) b->unknowns);
      }
   }
   block_build(&e, m);
}
