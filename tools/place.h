/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Where hypre computes: on the host, or each rank on a GPU. */
#ifndef TSW_TOOLS_PLACE_H
#define TSW_TOOLS_PLACE_H

#include <stdbool.h>

/** What a board says about the machine; "none" on the host. */
typedef struct tsw_place
{
   bool device;
   int  n_gpus; /* that the ranks use together */
   char gpu[256];
   char cuda[32];
   char cusparse[32];
} tsw_place;

/**
 * Start hypre on the host, or on the GPU that belongs to this rank: those of a machine in turn.
 * Collective; complains and returns false on all ranks if there is no GPU or hypre has no code
 * for one.
 */
bool tsw_place_open(bool device, tsw_place *place);

/** Wait until the device has done what it was told; nothing on the host. */
void tsw_place_wait(const tsw_place *place);

/** End hypre. */
void tsw_place_close(void);

#endif
