/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * What a smoother does in a memory space: one instance for hosts, where streams are NULL, one for
 * CUDA devices. Calls wait for their work, unless the comment says that work is queued.
 */
#pragma once

#include <trisweep.h>

#include "analysis/fill.h"
#include "base/last_use.h"
#include "base/memory.h"
#include "base/timer.h"
#include "block/packed.h"
#include "factor/pivot.h"
#include "plan/plan.h"

TRISWEEP_BEGIN_C

/** One vector's correction; arrays in the space of the block. */
typedef struct tsw_correct_job
{
   const tsw_plan            *block;
   const double              *diagonal;  /* [n_rows] a_ii */
   const double              *inv_pivot; /* [n_rows] of DILU, 0 in skipped rows */
   const trisweep_correction *how;
   const double              *b;
   double                    *x;
   double                    *r;     /* [n_rows] the residual, then the change */
   double                    *z;     /* [n_rows] */
   int32_t                   *words; /* device, [2] not 0: the residual, the change is not finite */
} tsw_correct_job;

typedef struct tsw_space
{
   /** Begin a call on a smoother: later allocations of this thread use the stream. */
   void (*enter)(void *stream);

   /** Validate a block, and hash its pattern. */
   trisweep_status (*inspect)(const trisweep_csr *a, void *stream, uint64_t *hash);

   /** Copy a vector; only queued on a device. */
   trisweep_status (*copy)(double *to, const double *from, int64_t n, void *stream);

   /** Return a failure of queued work, once. OK, TIMEOUT, VALUE, CUDA. */
   trisweep_status (*check)(const tsw_packed *p, void *stream);

   /** tsw_memory_alloc and tsw_memory_free in this space. */
   struct
   {
      trisweep_status (*alloc)(tsw_memory *owner, void *array_p, int64_t count, size_t size,
                               const char *what);
      void (*free)(tsw_memory *owner, void *array_p);
   } memory;

   /** base/timer.h. */
   struct
   {
      void (*begin)(tsw_timer *t, void *stream);
      void (*end)(tsw_timer *t, void *stream);
      double (*seconds)(const tsw_timer *t);
      void (*free)(tsw_timer *t);
   } timer;

   /** base/last_use.h; no effect on the host, which queues no work. */
   struct
   {
      trisweep_status (*mark)(tsw_last_use *use, void *stream);
      trisweep_status (*order)(tsw_last_use *use);
   } last_use;

   const tsw_planner *plan;

   struct
   {
      /** tsw_fill_compute, with arrays in this space. block: plan with the pattern of a. */
      trisweep_status (*fill)(const trisweep_csr *a, const tsw_plan *block, int32_t level,
                              void *stream, tsw_fill *fill);

      /** The diagonal of a loaded block; repeated entries are added. Only queued on a device. */
      trisweep_status (*diagonal)(const trisweep_csr *a, double *diagonal, void *stream);

      /**
       * tsw_ilu_factorise and tsw_dilu_factorise. block: plan with the values of a; diagonal: of a;
       * same_pattern: the factors have the pattern of a.
       */
      trisweep_status (*ilu)(const trisweep_csr *a, const tsw_plan *block, const double *diagonal,
                             bool same_pattern, tsw_plan *factors, tsw_pivots *pivots,
                             void *stream);
      trisweep_status (*dilu)(const tsw_plan *block, const double *diagonal, double *inv_pivot,
                              tsw_pivots *pivots, void *stream);
   } factors;

   /** Vector operations of a correction; only queued on a device. */
   struct
   {
      /** r = b - A x; with a zero guess r is not computed. */
      trisweep_status (*start)(const tsw_correct_job *job, void *stream);

      /** z_i = d_i z_i, between the solves of DILU; 0 in skipped rows. */
      trisweep_status (*unscale)(const tsw_correct_job *job, void *stream);

      /**
       * x_i = x_i + relax_weight (z_i - x_i) in rows of how->points; with a zero guess from 0.
       * NULL on hosts, which have no DILU by few colours.
       */
      trisweep_status (*blend)(const tsw_correct_job *job, void *stream);

      /**
       * x += w r in rows of how->points. A change that is not finite is an error and leaves x
       * untouched, unless the residual is not finite either. On a device the next call returns
       * the error (VALUE in check). OK, VALUE, CUDA.
       */
      trisweep_status (*finish)(const tsw_correct_job *job, void *stream);
   } correction;
} tsw_space;

extern const tsw_space tsw_space_host;
extern const tsw_space tsw_space_cuda; /* empty in a build without CUDA */

/** trisweep_device_query with valid arguments. */
trisweep_status tsw_space_query_cuda(int *n_devices, char *description, size_t size);

/**
 * Find the table of a space. OK, ARGUMENT (no such space), UNSUPPORTED (a build without CUDA), CUDA
 * (no device, or a missing or too old driver; the message says which).
 */
trisweep_status tsw_space_find(trisweep_space space, const tsw_space **found);

TRISWEEP_END_C
