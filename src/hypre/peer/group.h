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

#include "hypre/peer/window.h"

/**
 * The group of a communicator with several ranks, or NULL on all ranks with the reason in *why
 * (static storage, or until the next call for these processes). The first call for these processes
 * tests the access. Collective.
 */
tsw_group *tsw_group_find(MPI_Comm comm, const char **why);

/** A communicator of the group, with the order of ranks of the communicator. */
MPI_Comm tsw_group_comm(const tsw_group *group);

/** The device word that kernels set after a wait that timed out, and what is known of the wait. */
int32_t            *tsw_group_status(const tsw_group *group);
tsw_exchange_fault *tsw_group_fault(const tsw_group *group);

/** Longest wait of a kernel, in nanoseconds. */
int64_t tsw_group_limit(const tsw_group *group);
void    tsw_group_set_limit(tsw_group *group, int64_t limit_ns);

/** The rings between this rank and another rank of the group; NULL for this rank. */
tsw_pair *tsw_group_pair(tsw_group *group, int rank);

bool tsw_group_is_abandoned(const tsw_group *group);

/** After a fault: never use the windows of the group again. */
void tsw_group_abandon(tsw_group *group);
