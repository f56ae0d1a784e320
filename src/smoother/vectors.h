/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The right-hand sides and solutions of one call. */
#pragma once

#include <trisweep.h>

typedef struct tsw_vectors
{
   int64_t       n_rows;
   int32_t       n_vectors;
   const double *b;
   int64_t       ldb; /* 0 as in the public structs, until tsw_vectors_check has replaced it */
   double       *x;
   int64_t       ldx;
} tsw_vectors;

/** Can a call work on these? Fills in leading dimensions of 0. OK, ARGUMENT. */
trisweep_status tsw_vectors_check(tsw_vectors *v);
