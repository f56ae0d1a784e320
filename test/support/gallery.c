/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "support/gallery.h"

#include <string.h>

#include "support/fill.h"

#define ROWS .rows = NULL
#define EVERY_SIZE                       \
   {                                     \
      1, 2, 3, 5, 8, 17, 33, 64, 100, -1 \
   }

static const gallery_family families[] = {
   { "sparse", fill_sparse, { 0, 1, 2, 3, 5, 8, 17, 33, 64, 100, -1 }, ROWS, false },
   { "sparse, unsorted", fill_sparse, EVERY_SIZE, ROWS, true },
   { "half dense, unsorted", fill_half_dense, EVERY_SIZE, ROWS, true },
   { "growing", fill_growing, { 2, 5, 8, 17, 33, -1 }, ROWS, false },
   { "dense lines, unsorted", fill_dense_lines, { 1, 2, 5, 33, 130, -1 }, ROWS, true },
   { "empty rows", fill_empty_rows, { 2, 3, 5, 17, 64, -1 }, ROWS, false },
   { "zero diagonals, unsorted", fill_zero_diagonals, { 2, 3, 5, 17, 64, -1 }, ROWS, true },
   { "missing diagonals", fill_missing_diagonals, { 2, 3, 5, 17, 64, -1 }, ROWS, false },
   { "no diagonal", fill_no_diagonal, { 1, 2, 5, 17, 33, -1 }, ROWS, false },
   { "no entries", fill_no_diagonal, { 0, 1, -1 }, ROWS, false },
   { "repeated, unsorted", fill_repeated, EVERY_SIZE, ROWS, true },
   { "wild scales", fill_wild_scales, { 5, 17, 64, -1 }, ROWS, false },
   { "diagonal", fill_diagonal, { 0, 1, 2, 64, 600, -1 }, ROWS, false },
   { "chain", fill_chain, { 2, 3, 33, 100, -1 }, ROWS, false },
   { "lower chain", fill_lower_chain, { 2, 3, 64, -1 }, ROWS, false },
   { "upper chain", fill_upper_chain, { 2, 3, 64, -1 }, ROWS, false },
   { "banded", fill_banded, { 5, 17, 100, -1 }, ROWS, false },
   { "arrow, tip first", fill_arrow_first, { 1, 2, 5, 100, 300, -1 }, ROWS, false },
   { "arrow, tip last", fill_arrow_last, { 2, 5, 100, 300, -1 }, ROWS, false },
   { "dense lower", fill_dense_lower, { 2, 3, 33, 64, -1 }, ROWS, false },
   { "dense upper", fill_dense_upper, { 2, 3, 33, 64, -1 }, ROWS, false },
   { "dense, unsorted", fill_dense, { 2, 3, 17, 60, -1 }, ROWS, true },
   { "wide groups", fill_wide_groups, { 90, 120, -1 }, ROWS, false },
   { "wide groups, unsorted", fill_wide_groups, { 129, -1 }, ROWS, true },
   { "wide then narrow", fill_wide_then_narrow, { 123, -1 }, ROWS, false },
   { "5-point grid", fill_grid5, { 2, 7, 10, -1 }, fill_square, false },
   { "9-point grid", fill_grid9, { 2, 6, 10, -1 }, fill_square, false },
   { "7-point grid", fill_grid7, { 2, 3, 5, -1 }, fill_cube, false },
   { "27-point grid", fill_grid27, { 2, 3, 5, -1 }, fill_cube, false },
   { "upwind grid", fill_upwind, { 2, 7, 10, -1 }, fill_square, false },
   { "three unknowns a point", fill_three_unknowns, { 2, 3, -1 }, fill_cube_of_three, true },
};

enum
{
   N_FAMILIES = sizeof families / sizeof families[0]
};

const gallery_family *gallery_get(int index)
{
   return index >= 0 && index < N_FAMILIES ? &families[index] : NULL;
}

const gallery_family *gallery_find(const char *name)
{
   for (int k = 0; k < N_FAMILIES; k++)
   {
      if (!strcmp(families[k].name, name))
      {
         return &families[k];
      }
   }
   return NULL;
}

int gallery_count(void)
{
   return N_FAMILIES;
}

void gallery_make_size(const gallery_family *family, int64_t size, uint64_t seed, test_block *m)
{
   random_stream r = random_open(seed, family->name, size);
   entry_list    e;
   entries_open(&e, family->rows ? family->rows(size) : size);
   family->fill(&e, size, &r);
   if (family->shuffled)
   {
      entries_shuffle(&e, &r);
   }
   block_build(&e, m);
}

bool gallery_make(const gallery_family *family, int k, uint64_t seed, test_block *m)
{
   if (family->size[k] < 0)
   {
      return false;
   }
   gallery_make_size(family, family->size[k], seed, m);
   return true;
}
