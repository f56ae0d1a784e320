/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What schedule bands keeps of a block, and how it is made (bands.cu says what for). */
#ifndef TSW_KERNELS_CUDA_BANDS_H
#define TSW_KERNELS_CUDA_BANDS_H

#include <cuda_runtime_api.h>

#include "kernels/bands.h"

/** The rows of a band, and what they have among themselves: a block of its own. */
typedef struct bands_part
{
   const tsw_schedule *schedule;
   void               *state;
   tsw_packed          packed; /* rows and columns numbered within the band, in natural order */
   tsw_graph_levels    levels; /* of that block; while it is planned */
   int32_t             first;  /* place of its first row */
} bands_part;

/** Device arrays [n_rows]. Rows have places: band by band, in natural order within each. */
typedef struct bands_vectors
{
   int32_t *row_at; /* the row of each place */
   int32_t *t_at;   /* where the schedule of its band keeps t of a place */
   int32_t *cf_marker; /* by place, as those that follow */
   double  *x;
   double  *b;
   double  *inv_scale;
   double  *diag_scale;
   double  *v;
   double  *t;
   double  *old; /* what the rows behind, of other bands, had to a row before the pass */
} bands_vectors;

typedef struct bands_state
{
   int           n;
   bands_part    part[TSW_BANDS_MOST];
   int32_t      *place_of; /* device, [n_rows] the place of each row */
   tsw_triangle  apart[2]; /* entries of the lower and of the upper triangle between rows of
                              different bands; rows in the order of places, columns are places */
   int           lanes;    /* of a row of those */
   bool          early; /* kernels may begin before the one before them has ended */
   bands_vectors vectors;
} bands_state;

/**
 * Find places, bands and what is between bands; patterns only, with room for the values.
 *
 * @param[in]     p       device block in natural order, n_rows > 0
 * @param[in]     levels  of its sweep graph
 * @param[in]     bands   as many levels together, or more
 * @param[in]     stream  of the work
 * @param[in,out] owner   account of the memory
 * @param[in,out] s       zeroed; all but schedules' states and vectors other than row_at is set;
 *                        the levels of the parts are the caller's to free, with owner NULL
 * @return OK, MEMORY, CUDA
 */
trisweep_status tsw_bands_split(const tsw_packed *p, const tsw_graph_levels *levels,
                                const tsw_bands *bands, cudaStream_t stream, tsw_memory *owner,
                                bands_state *s);

/** Copy the values of the block to the bands and between them; queued. OK, CUDA. */
trisweep_status tsw_bands_load(const bands_state *s, const tsw_packed *p, cudaStream_t stream);

/** The block of a part, with the words that its waiting kernels share with the whole block p. */
tsw_packed tsw_bands_packed(const bands_part *part, const tsw_packed *p);

/** Queue a pass, as tsw_schedule.pass. */
trisweep_status tsw_bands_pass(const bands_state *s, const tsw_packed *p, const tsw_pass *pass,
                               cudaStream_t stream);

/** Free what split has made. */
void tsw_bands_drop(tsw_memory *owner, bands_state *s);

#endif
