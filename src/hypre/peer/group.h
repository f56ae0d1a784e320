/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The ranks of a communicator whose GPUs can store into one another's memory: one host, a GPU for
 * each rank, peer access by CUDA IPC. Each rank has chunks of device memory by cudaMalloc (IPC does
 * not work on memory of cudaMallocAsync), which are mapped on all ranks of the group, and gives
 * parts of its chunks, the windows, to solvers.
 *
 * A group belongs to an ordered list of processes, whatever communicators have it, and lives as
 * long as the process. A released window may be taken again at once: a rank has received all
 * exchanges before later work on its stream clears the window.
 */
#pragma once

#include "hypre/plug.h"

#include "hypre/base/device.h"

#if TSW_HAS_DEVICE

#include "hypre/peer/kernels.h"

typedef struct tsw_group tsw_group;

/** A part of this rank's chunks. */
typedef struct tsw_window
{
   tsw_group *group; /* NULL: no window */
   int        chunk;
   size_t     begin;
   size_t     size;
} tsw_window;

/** The rings of messages between this rank and another rank; see channel.h. */
typedef struct tsw_pair
{
   tsw_slot *to;         /* the ring on the other rank for messages of this rank */
   tsw_slot *window;     /* the ring on this rank */
   size_t    ring_slots; /* of a message */
   size_t    most_bytes; /* of a message */
   uint32_t  n_sent;     /* messages that were begun, in both directions alike */
} tsw_pair;

/**
 * The group of a communicator with several ranks, or NULL on all ranks with the reason in *why
 * (static storage, or until the next call for these processes). The first call for these processes
 * tests the access. Collective.
 */
tsw_group *tsw_group_find(MPI_Comm comm, const char **why);

/** A communicator of the group, with the order of ranks of the communicator. */
MPI_Comm tsw_group_comm(const tsw_group *group);

/** Take a window of this many bytes on this rank. False on all ranks: no memory. Collective. */
bool tsw_window_take(tsw_group *group, size_t bytes, tsw_window *window);

/** Release a window; window->group becomes NULL. */
void tsw_window_give(tsw_window *window);

/** The address of this rank's window. */
char *tsw_window_address(const tsw_window *window);

/** A position in this rank's window as a number for other ranks, and its address there. */
int64_t tsw_window_position(const tsw_window *window, size_t offset);
void   *tsw_group_address(const tsw_group *group, int rank, int64_t position);

/** The device word that kernels set after a wait that timed out, and what is known of the wait. */
int32_t            *tsw_group_status(const tsw_group *group);
tsw_exchange_fault *tsw_group_fault(const tsw_group *group);

/** Longest wait of a kernel, in nanoseconds. */
int64_t tsw_group_limit(const tsw_group *group);
void    tsw_group_set_limit(tsw_group *group, int64_t limit_ns);

/** The rings between this rank and another rank of the group; NULL for this rank. */
tsw_pair *tsw_group_pair(const tsw_group *group, int rank);

bool tsw_group_is_abandoned(const tsw_group *group);

/** After a fault: never use the windows of the group again. */
void tsw_group_abandon(tsw_group *group);

#endif
