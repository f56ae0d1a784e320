/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Agreement of the ranks before a setup. All ranks of a solver must have the plug (meet.h), the
 * same version of trisweep, the same environment and the same active relax numbers. If an item
 * differs, or one rank has an obstacle, all ranks use hypre's own smoother. The message names the
 * ranks and the item.
 */
#pragma once

#include "hypre/plug.h"

#include <stdint.h>

enum
{
   TSW_AGREE_TEXT = 512
};

/** The input of one rank. */
typedef struct tsw_agree_input
{
   bool        is_active; /* a method of the plug is active on this rank */
   const char *numbers;   /* active relax numbers, as a text */
   const char *obstacle;  /* why this rank cannot use them, and the remedy; or "" */
   bool        singular;  /* may the matrix be singular (singular.h)? */
} tsw_agree_input;

/** The result, the same on all ranks. */
typedef enum tsw_agree_result
{
   TSW_AGREED,
   TSW_OBSTACLE, /* at least one rank has an obstacle */
   TSW_DIFFER    /* the configurations differ, or a rank runs without the plug */
} tsw_agree_result;

/** A kept hierarchy (kept.h) that a rank offers for a setup by values. */
typedef struct tsw_agree_kept
{
   uint64_t token; /* the same for this hierarchy on all ranks; 0: none is offered */
   int      why;   /* why the setup must be full: a larger reason has precedence */
   uint64_t name;  /* token for the hierarchy of a full setup, unique on this rank */
} tsw_agree_kept;

/**
 * Compare the input of all ranks. Collective. why [TSW_AGREE_TEXT]: ranks and reason, or "".
 * input->singular becomes true if it is true on all ranks, else false.
 * kept: in, the offer of this rank; out, the result of all ranks, with token 0 unless all ranks
 * offer the same hierarchy; the name becomes the smallest of all ranks, which is unique on all
 * ranks. NULL: all ranks offer none.
 */
tsw_agree_result tsw_agree(MPI_Comm comm, tsw_agree_input *input, tsw_agree_kept *kept, char *why);

/**
 * Are version and environment the same on all ranks? For matrices outside of BoomerAMG. Compared
 * once for each communicator. Collective. needed: a rank without the plug ends the program.
 */
bool tsw_agree_environment(MPI_Comm comm, bool needed);
