/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Parts of the memory that the GPUs of a group (group.h) can reach. */
#pragma once

#include "hypre/base/device.h"
#include "hypre/peer/kernels.h"
#include "hypre/plug.h"

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

/** Take a window of this many bytes on this rank. False on all ranks: no memory. Collective. */
bool tsw_window_take(tsw_group *group, size_t bytes, tsw_window *window);

/** Release a window; window->group becomes NULL. */
void tsw_window_give(tsw_window *window);

/** The address of this rank's window. */
char *tsw_window_address(const tsw_window *window);

/** A position in this rank's window as a number for other ranks, and its address there. */
int64_t tsw_window_position(const tsw_window *window, size_t offset);
void   *tsw_group_address(const tsw_group *group, int rank, int64_t position);
