/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The AMG levels of a cycle as the kernel reads them, in one piece of memory. Rows are stored by
 * level set. Offsets of the parts are in bytes from the start of the memory.
 *
 * Few colours (block/cut.h) have units of one row here. Coupled rows of one level set read values
 * from before the sweep, from a copy of x that is stored behind x and f: these columns are from
 * TSW_CYCLE_BEFORE * n_rows on. The stored diagonal
 * contains the shift, which an additional entry of the row subtracts: the row itself, in the copy.
 */
#pragma once

#include "base/memory.h"
#include "extensions/cycle/level.h"

TRISWEEP_BEGIN_C

enum
{
   TSW_CYCLE_LEVELS = 16,      /* at most */
   TSW_CYCLE_LAST_ROWS = 128,  /* at most, on the last level */
   TSW_CYCLE_MOST_ROWS = 1024, /* of a level; the dense matrix has the square of this */
   TSW_CYCLE_BEFORE = 2        /* vectors in front of the copy of x */
};

/** One row of a level. */
typedef struct tsw_cycle_row
{
   double   inv;       /* 1 / m_i; 0: the row is kept */
   double   diag;      /* a_ii, and the shift if the row has one */
   int32_t  begin;     /* first entry */
   uint16_t n_entries; /* without the diagonal */
   uint16_t row;
} tsw_cycle_row;

/** A matrix by rows. */
typedef struct tsw_cycle_matrix
{
   int32_t n_rows;
   int32_t ptr; /* int32_t [n_rows + 1] */
   int32_t col; /* uint16_t */
   int32_t val; /* double */
} tsw_cycle_matrix;

typedef struct tsw_cycle_level
{
   double           relax_weight;
   int32_t          n_rows;
   int32_t          n_vectors; /* x, f and, if rows of one level set are coupled, the copy of x */
   int32_t          n_sets;
   int32_t          set;           /* int32_t [n_sets + 1] where each level set starts */
   int32_t          row;           /* tsw_cycle_row [n_rows] */
   int32_t          col;           /* uint16_t */
   int32_t          val;           /* double */
   tsw_cycle_matrix interpolation; /* from the next level */
   tsw_cycle_matrix restriction;   /* its transpose */
} tsw_cycle_level;

typedef struct tsw_cycle_packed
{
   int32_t          n_levels;
   int32_t          n_bytes; /* of all parts together */
   int32_t          lu;      /* double, last level by rows: U, below it the multipliers */
   tsw_cycle_level  level[TSW_CYCLE_LEVELS]; /* last: only n_rows, n_vectors */
   tsw_cycle_sweeps sweeps;
} tsw_cycle_packed;

/**
 * Lay out levels [n_levels, 2 to TSW_CYCLE_LEVELS] with valid blocks in host memory; packed gets
 * all but the sweeps; image [most_bytes], aligned to 16 bytes, gets the levels. OK,
 * UNSUPPORTED (too many rows or bytes), PATTERN, VALUE, MEMORY.
 */
trisweep_status tsw_cycle_pack(const tsw_cycle_input *levels, int n_levels,
                               tsw_cycle_packed *packed, char *image, int64_t most_bytes);

/**
 * Copy the device arrays of all levels to host memory. Waits for the stream.
 *
 * @param[out]    memory  pinned host memory; the arrays of copies are in it
 * @param[in,out] bytes   size of memory; on return size of the copies, a multiple of 16
 * @return OK, UNSUPPORTED (not enough bytes), CUDA
 */
trisweep_status tsw_cycle_read(const tsw_cycle_input *levels, int n_levels, void *stream,
                               tsw_cycle_input *copies, char *memory, int64_t *bytes);

/**
 * Queue the computation of the matrix by which one cycle multiplies f.
 *
 * @param[in]  image  pinned, as tsw_cycle_pack made it, unchanged until the queued work ends
 * @param[out] dense  device, [n_rows n_rows] of the first level, column by column
 * @return OK, UNSUPPORTED (not enough shared memory), MEMORY, CUDA
 */
trisweep_status tsw_cycle_columns(const tsw_cycle_packed *packed, const char *image, void *stream,
                                  tsw_memory *owner, double **dense);

/** Queue u = dense f. OK, CUDA. */
trisweep_status tsw_cycle_apply(const double *dense, int32_t n_rows, const double *f, double *u,
                                void *stream);

TRISWEEP_END_C
