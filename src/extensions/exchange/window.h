/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Parts of the memory that the GPUs of a group (group.h) can reach. */
#pragma once

#include "extensions/exchange/kernels.h"
#include "hypre/base/device.h"
#include "hypre/plug.h"

/** The rings of messages between this rank and another rank; see channel.h. */
typedef struct tsw_pair
{
   tsw_slot *to;         /* the ring on the other rank for messages of this rank */
   tsw_slot *window;     /* the ring on this rank */
   size_t    ring_slots; /* of a message */
   size_t    most_bytes; /* of a message */
   uint32_t  n_sent;     /* messages that were begun, in both directions alike */
} tsw_pair;

enum
{
   TSW_MOST_RANKS = TSW_MOST_NEIGHBOURS + 1, /* of a group */
   TSW_MOST_CHUNKS = 64,
   TSW_WHY = 256 /* characters */
};

/** Device memory of a rank, mapped on all ranks. */
typedef struct tsw_chunk
{
   size_t                bytes;
   char                 *of[TSW_MOST_RANKS]; /* address on this rank of the chunk of each rank */
   struct tsw_used_part *used;               /* in a list by position */
} tsw_chunk;

typedef struct tsw_group
{
   int                 n_ranks, rank;
   MPI_Group           members; /* the processes */
   int                 device;
   bool                abandoned;    /* after a fault: its windows are never used again */
   char                why[TSW_WHY]; /* why the group cannot be used; "" if it can */
   MPI_Comm            comm;         /* of the group, with the order of ranks */
   int                 n_chunks;
   tsw_chunk           chunks[TSW_MOST_CHUNKS];
   int32_t            *status;   /* device word that kernels set after a wait that timed out */
   tsw_exchange_fault *fault;    /* what is known of that wait */
   int64_t             limit_ns; /* longest wait of a kernel */
   tsw_pair            pairs[TSW_MOST_RANKS];
   struct tsw_group   *next;
} tsw_group;

/** A part of this rank's chunks. */
typedef struct tsw_window
{
   tsw_group *group; /* NULL: no window */
   int        chunk;
   size_t     begin;
   size_t     size;
} tsw_window;

/** Take a window of this many bytes on this rank. False on all ranks: no memory. Collective. */
bool tsw_window_take(tsw_group *group, size_t bytes, tsw_window *window);

/** Release a window; window->group becomes NULL. */
void tsw_window_give(tsw_window *window);

/** The address of this rank's window. */
char *tsw_window_address(const tsw_window *window);

/** A position in this rank's window as a number for other ranks, and its address there. */
int64_t tsw_window_position(const tsw_window *window, size_t offset);
void   *tsw_group_address(const tsw_group *group, int rank, int64_t position);
