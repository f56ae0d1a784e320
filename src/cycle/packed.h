/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The levels of a cycle as its kernel reads them: rows by level set, each in one piece,
 * first what is new when a forward sweep gets there. Columns are short, for the
 * vectors are: they have to fit into the shared memory of a block.
 */
#ifndef TSW_CYCLE_PACKED_H
#define TSW_CYCLE_PACKED_H

#include <trisweep/cycle.h>

#include "base/memory.h"

#ifdef __cplusplus
extern "C" {
#endif

enum
{
   TSW_CYCLE_LEVELS = 16,       /* at most */
   TSW_CYCLE_LAST_ROWS = 32,    /* at most, on the last level */
   TSW_CYCLE_MOST_ROWS = 16384  /* of a level; the shared memory may allow fewer */
};

/** One row of a level. */
typedef struct tsw_cycle_row
{
   double   inv;     /* 1 / m_i; 0: the row is kept */
   double   diag;    /* a_ii */
   int32_t  begin;   /* of its entries off the diagonal */
   uint16_t n_lower; /* those of earlier level sets */
   uint16_t n_upper; /* the others, which follow */
   uint16_t row;
} tsw_cycle_row;

/** A matrix by rows. */
typedef struct tsw_cycle_matrix
{
   int32_t         n_rows;
   const int32_t  *ptr; /* [n_rows + 1] */
   const uint16_t *col;
   const double   *val;
} tsw_cycle_matrix;

typedef struct tsw_cycle_level
{
   int32_t              n_rows;
   int32_t              n_sets;
   double               relax_weight;
   const int32_t       *set; /* [n_sets + 1] where each level set starts */
   const int32_t       *all; /* [2] the same for one set of all rows */
   const tsw_cycle_row *row; /* [n_rows] */
   const uint16_t      *col;
   const double        *val;
   tsw_cycle_matrix     interpolation; /* from the next level */
   tsw_cycle_matrix     restriction;   /* its transpose */
} tsw_cycle_level;

typedef struct tsw_cycle_packed
{
   int32_t               n_levels;
   tsw_cycle_level       level[TSW_CYCLE_LEVELS]; /* of the last one only n_rows is set */
   const double         *lu; /* last level, by rows: U, and below its diagonal the multipliers */
   trisweep_cycle_sweeps sweeps;
} tsw_cycle_packed;

/** A level in host memory. */
typedef struct tsw_cycle_source
{
   trisweep_csr  a;
   trisweep_csr  p;
   const double *l1_norms;
   double        relax_weight;
   int           colored;
} tsw_cycle_source;

/**
 * Lay out levels in one piece of memory.
 *
 * @param[in]  levels    [n_levels] blocks of valid patterns in host memory
 * @param[in]  n_levels  2 to TSW_CYCLE_LEVELS
 * @param[out] packed    all but the sweeps; its pointers are into the image
 * @param[out] image     free it with tsw_memory_free, also after a failure
 * @param[out] bytes     its size
 * @return OK, ARGUMENT (P or the last level does not fit), PATTERN, VALUE, MEMORY
 */
trisweep_status tsw_cycle_pack(const tsw_cycle_source *levels, int n_levels,
                               tsw_cycle_packed *packed, char **image, int64_t *bytes);

/** Let the pointers be into a copy of the image. */
void tsw_cycle_rebase(tsw_cycle_packed *packed, const char *image, const char *copy);

#ifdef __cplusplus
}
#endif

#endif
