/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "hypre/run/changed.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"

enum
{
   N_PARTS = 61 /* a prime: places of diagonals may share factors with other numbers */
};

struct tsw_value_sums
{
   uint64_t part[N_PARTS];
   int      next; /* part that the next solve compares */
};

/* A hash of the values of a part, with its place. */
static uint64_t sum_of_part(const trisweep_csr *a, int part)
{
   uint64_t sum = 0;
   for (int64_t k = part; k < a->nnz; k += N_PARTS)
   {
      uint64_t bits;
      memcpy(&bits, &a->val[k], sizeof bits);
      sum += tsw_hash_mix(bits + (uint64_t) k * UINT64_C(0xd6e8feb86659fd93));
   }
   return sum;
}

void tsw_values_note(tsw_level *level)
{
   trisweep_stats stats;
   if (level->index != 0 || level->block.space != TRISWEEP_HOST)
   {
      return;
   }
   if (trisweep_smoother_stats(level->smoother, sizeof stats, &stats) == TRISWEEP_OK &&
       stats.in_place)
   {
      free(level->value_sums); /* sweeps read the present values */
      level->value_sums = NULL;
      return;
   }
   if (!level->value_sums)
   {
      level->value_sums =
         calloc(1, sizeof *level->value_sums); /* without memory, values are not compared */
   }
   for (int part = 0; part < N_PARTS && level->value_sums; part++)
   {
      level->value_sums->part[part] = sum_of_part(&level->block, part);
   }
}

bool tsw_values_have_changed(tsw_level *level)
{
   struct tsw_value_sums *sums = level->value_sums;
   if (!sums || level->state != TSW_LEVEL_LOADED || tsw_level_has_failed(level))
   {
      return false;
   }
   const trisweep_csr now = tsw_level_block(level->matrix);
   if (now.nnz != level->block.nnz)
   {
      return false; /* another pattern needs a setup; the next load prints this */
   }
   const int part = sums->next;
   sums->next = (part + 1) % N_PARTS;
   return sum_of_part(&now, part) != sums->part[part];
}
