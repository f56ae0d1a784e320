/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Agreement of the ranks before a setup. All ranks of a solver must have the plug (meet.h), the
 * same version of trisweep, the same environment and the same active relax numbers. If an item
 * differs, or one rank has an obstacle, all ranks use hypre's own smoother. The message names the
 * ranks and the item.
 */
#pragma once

#include <stdint.h>

#include "hypre/plug.h"
#include "hypre/state/extensions.h"

enum
{
   TSW_AGREE_TEXT = 512,
   TSW_OFFER_WORDS = 4, /* of each extension */
   TSW_AGREE_WORDS = TSW_OFFER_WORDS * (TSW_N_EXTENSIONS + 1)
};

/** The input of one rank. */
typedef struct tsw_agree_input
{
   bool        is_active; /* a method of the plug is active on this rank */
   const char *numbers;   /* active relax numbers, as a text */
   const char *obstacle;  /* why this rank cannot use them, and the remedy; or "" */
} tsw_agree_input;

/** The result, the same on all ranks. */
typedef enum tsw_agree_result
{
   TSW_AGREED,
   TSW_OBSTACLE, /* at least one rank has an obstacle */
   TSW_DIFFER    /* the configurations differ, or a rank runs without the plug */
} tsw_agree_result;

/**
 * Compare the input of all ranks. Collective. why [TSW_AGREE_TEXT]: ranks and reason, or "".
 * words [TSW_AGREE_WORDS]: offers of extensions; out, the minima of all ranks, or zeros if a rank
 * runs without the plug.
 */
tsw_agree_result tsw_agree(MPI_Comm comm, const tsw_agree_input *input, uint64_t *words, char *why);

/**
 * Are version and environment the same on all ranks? For matrices outside of BoomerAMG. Compared
 * once for each communicator. Collective. needed: a rank without the plug ends the program.
 */
bool tsw_agree_environment(MPI_Comm comm, bool needed);
