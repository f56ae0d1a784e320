/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * hypre's own exchanges of device data (hypre_ParCSRCommHandleCreate_v2 and Destroy) without the
 * copies through pageable host memory: by stores into the memory of the neighbour's GPU where the
 * ranks have a group (group.h), else by MPI from pinned buffers. With stores, the host waits
 * neither at the start nor at the end of an exchange.
 *
 * Each pair of ranks of a group has a ring of messages in each direction, whose slots carry the
 * number of the message (kernels.h). A message k goes by stores only if all messages before
 * k - w, w = TSW_RING / 4, have been received. When the neighbour sent message k - w - 1, it had
 * likewise received all messages before k - 2 w - 1. So the place of message k in the ring is free.
 * Both ranks of a pair begin and end exchanges in the same order and see the same sizes, and so
 * choose the same way for each message.
 */
#pragma once

#include "hypre/plug.h"

struct tsw_group;

/** From now on answer hypre's exchanges on a communicator; group may be NULL. Collective. */
void tsw_channel_open(MPI_Comm comm, struct tsw_group *group);

/**
 * Begin an exchange as hypre_ParCSRCommHandleCreate_v2. NULL: hypre must do it (host memory,
 * unknown job, GPU-aware MPI, a communicator that is not open).
 */
hypre_ParCSRCommHandle *tsw_channel_begin(HYPRE_Int job, hypre_ParCSRCommPkg *pkg,
                                          HYPRE_MemoryLocation send_location, void *send,
                                          HYPRE_MemoryLocation receive_location, void *receive);

/** End an exchange that tsw_channel_begin began. False: the handle is hypre's. */
bool tsw_channel_end(hypre_ParCSRCommHandle *handle);
