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

#include "extensions/exchange/window.h"

/**
 * The group of a communicator with several ranks, or NULL on all ranks with the reason in *why
 * (static storage, or until the next call for these processes). The first call for these processes
 * tests the access. Collective.
 */
tsw_group *tsw_group_find(MPI_Comm comm, const char **why);

/** The rings between this rank and another rank of the group; NULL for this rank. */
tsw_pair *tsw_group_pair(tsw_group *group, int rank);
