/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Bands: runs of neighbouring levels of the sweep graph, each with a schedule of its own. */
#ifndef TSW_KERNELS_BANDS_H
#define TSW_KERNELS_BANDS_H

#include <stdint.h>

#include "kernels/schedule.h"

enum
{
   TSW_BANDS_MOST = 8
};

typedef struct tsw_band
{
   int64_t             levels;   /* how many; the last band has all that are left */
   const tsw_schedule *schedule; /* not bands; performs all kinds of pass on the device */
} tsw_band;

/** In the order of a forward sweep. */
typedef struct tsw_bands
{
   int      n; /* 0: not chosen yet */
   tsw_band band[TSW_BANDS_MOST];
} tsw_bands;

#endif
