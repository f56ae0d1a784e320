/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Select where hypre computes: on the host, or each rank on a GPU. */
#ifndef TSW_TOOLS_COMMON_MACHINE_H
#define TSW_TOOLS_COMMON_MACHINE_H

#include <stdbool.h>

/** Where hypre computes, and the names and versions for a board; "none" on the host. */
typedef struct tsw_machine
{
   bool device;
   int  n_gpus; /* GPUs that all ranks together use */
   bool first;  /* of the ranks on its GPU */
   char gpu[256];
   char cuda[32];
   char cusparse[32];
} tsw_machine;

/**
 * Start hypre on the host or on a GPU. The ranks of a machine take its GPUs in turn. Collective.
 * Prints a message and returns false on all ranks if there is no GPU or if hypre or trisweep was
 * built without GPU code.
 */
bool tsw_machine_open(bool device, tsw_machine *machine);

/** Seconds since start, after the slowest rank and its device have finished. Collective. */
double tsw_machine_lap(const tsw_machine *machine, double start);

/**
 * Bytes of device memory in use, by all processes and on all GPUs together, and what this process
 * has given back from the pool of its GPU. Collective. 0 on the host.
 */
double tsw_machine_memory(const tsw_machine *machine);

/** Finalise hypre. */
void tsw_machine_close(void);

#endif
