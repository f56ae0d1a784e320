/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The data of a group, and its chunks of memory; for group.c and chunks.c only. */
#pragma once

#include "hypre/peer/window.h"

enum
{
   MOST_RANKS = TSW_MOST_NEIGHBOURS + 1,
   MOST_CHUNKS = 64,
   WHY_SIZE = 256,
   ALIGNMENT = 256 /* of windows */
};

/* A used part of a chunk, in a list by position. */
typedef struct part
{
   size_t       begin, end;
   struct part *next;
} part;

typedef struct chunk
{
   size_t bytes;
   char  *of[MOST_RANKS]; /* address on this rank of the chunk of each rank */
   part  *used;
} chunk;

struct tsw_group
{
   int                 n_ranks, rank;
   int                 world[MOST_RANKS]; /* the processes, by their ranks in MPI_COMM_WORLD */
   int                 device;
   bool                abandoned;
   char                why[WHY_SIZE]; /* why the group cannot be used; "" if it can */
   MPI_Comm            comm;
   int                 n_chunks;
   chunk               chunks[MOST_CHUNKS];
   int32_t            *status;
   tsw_exchange_fault *fault;
   int64_t             limit_ns;
   tsw_pair            pairs[MOST_RANKS];
   tsw_group          *next;
};

/** Does a condition hold on all ranks? Collective. */
bool tsw_on_all(MPI_Comm comm, bool condition);

/** Did CUDA fail? Clears CUDA's last error. */
bool tsw_cuda_fails(cudaError_t error);

/** Add a chunk on all ranks. False on all ranks if it is not to be had. Collective. */
bool tsw_chunks_add(tsw_group *g, size_t bytes);

/** Use the first gap of a chunk that is large enough. */
bool tsw_chunk_take(chunk *c, size_t bytes, size_t *begin);
