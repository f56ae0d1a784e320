/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What the krylov board and trisweep-bench-petsc have in common: the problem and its row. */
#ifndef TSW_BENCH_BOARDS_KRYLOV_ROW_H
#define TSW_BENCH_BOARDS_KRYLOV_ROW_H

#include "bench/boards/table.h"
#include "bench/matrix/matrix.h"

enum
{
   TSW_KRYLOV_ITERATIONS = 2000, /* at most */
   TSW_KRYLOV_WARM = 3,          /* iterations before those that are timed */
   TSW_KRYLOV_SEED = 3           /* of the right-hand side; the start is zero */
};

/** A solve ends at this relative residual. */
extern const double tsw_krylov_tolerance;

typedef struct tsw_krylov_row
{
   bool        symmetric; /* CG solves, else BiCGSTAB */
   const char *place;     /* device or host */
   const char *package;   /* name and version */
   const char *schedule;  /* of the triangular solves */
   double      threads;   /* NaN on a device */
   double      depth;     /* level sets of the factors; NaN if unknown */
   double      ms_setup;
   double      ms_solve;
   int         iterations;
   double      residual;
} tsw_krylov_row;

/** True if the matrix has equal entries (i, j) and (j, i): CG solves, else BiCGSTAB. */
bool tsw_krylov_is_symmetric(const tsw_matrix *m);

void tsw_krylov_open(tsw_table *t);

/** Append a row. False if there is no memory. */
bool tsw_krylov_add(const tsw_matrix *m, const tsw_krylov_row *r, tsw_table *t);

#endif
