/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Vector operations of a correction in each space. On devices all but diagonal are queued. */
#pragma once

#include <trisweep.h>

#include "plan/plan.h"

TRISWEEP_BEGIN_C

/** One vector's correction; arrays in the space of the block. */
typedef struct tsw_correct_job
{
   const tsw_plan            *block;
   int32_t                   *report;    /* wait_report of the packed factors */
   const double              *diagonal;  /* [n_rows] a_ii */
   const double              *inv_pivot; /* [n_rows] of DILU, 0 in skipped rows */
   const trisweep_correction *how;
   const double              *b;
   double                    *x;
   double                    *r;     /* [n_rows] the residual, then the change */
   double                    *z;     /* [n_rows] */
   int32_t                   *words; /* device, [2] not 0: norm of residual, of change overflows */
} tsw_correct_job;

typedef struct tsw_corrections
{
   /** The diagonal of a loaded block; repeated entries are added. */
   trisweep_status (*diagonal)(const trisweep_csr *a, double *diagonal, void *stream);

   /** r = b - A x; with a zero guess r is not computed. */
   trisweep_status (*start)(const tsw_correct_job *job, void *stream);

   /** z_i = d_i z_i, between the solves of DILU; 0 in skipped rows. */
   trisweep_status (*unscale)(const tsw_correct_job *job, void *stream);

   /** x_i = x_i + relax_weight (z_i - x_i) in rows of how->points; with a zero guess from 0. */
   trisweep_status (*blend)(const tsw_correct_job *job, void *stream);

   /**
    * x += w r in rows of how->points. A change whose norm overflows (on the device: with an entry
    * of at least 1e150) is an error and leaves x untouched, unless the residual overflows as well.
    * The device reports the error in the next call (VALUE in report). OK, VALUE, CUDA.
    */
   trisweep_status (*finish)(const tsw_correct_job *job, void *stream);
} tsw_corrections;

extern const tsw_corrections tsw_corrections_host;
extern const tsw_corrections tsw_corrections_cuda; /* in builds with CUDA */

/** The operations for a memory space. */
const tsw_corrections *tsw_corrections_of(trisweep_space space);

TRISWEEP_END_C
