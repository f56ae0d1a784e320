/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Contract of a sparse triangular solve (SpTRSV) over a device block: the methods of papers, and
 * cuSPARSE. A solve is a ZERO pass (kernels/schedule.h). Schedule compose (cuda/compose.cu) makes
 * sweeps from it.
 */
#pragma once

#include "kernels/schedule.h"

TRISWEEP_BEGIN_C

/** Data of both triangles of a device block (cuda/triangles.h), combined by |. */
enum
{
   TSW_NEED_LEVELS = 1,
   TSW_NEED_COLUMNS = 2,       /* pattern of the columns */
   TSW_NEED_COLUMN_VALUES = 4, /* pattern and values */
   TSW_NEED_WORDS = 8          /* ticket and word */
};

/** A triangular solve. plan, load and free are optional, as are flags and numbers. */
typedef struct tsw_sptrsv
{
   const char       *name;
   const char       *summary;
   const char       *source; /* paper and algorithm */
   int               needs;  /* not 0: the state is, or begins with, a tsw_triangles, which is made
                               before plan, loaded before load and freed after free */
   tsw_schedule_role role;
   bool              deterministic; /* the same bits in every run */
   int64_t           state_bytes;   /* of host memory; 0: the state is a tsw_triangles */

   /** As plan of tsw_schedule. */
   trisweep_status (*plan)(const tsw_packed *p, void *stream, tsw_memory *owner, void *state);

   /** Copy new values of p into the state. OK, CUDA. */
   trisweep_status (*load)(void *state, const tsw_packed *p, void *stream);

   /** Queue a ZERO pass. A CUDA graph may capture it. OK, CUDA. */
   trisweep_status (*solve)(const void *state, const tsw_packed *p, const tsw_pass *pass,
                            void *stream);

   /** Free what plan has allocated, also after a failure, but not state. */
   void (*free)(tsw_memory *owner, void *state);
} tsw_sptrsv;

TRISWEEP_END_C
