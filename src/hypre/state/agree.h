/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * What the ranks of a solver must have in common before they do anything
 * together: the plug itself (meet.h), its version, the environment, and the
 * relax numbers in force. Where they differ, or where one rank cannot do what is
 * asked for, no rank does, and the message names the ranks and what differs.
 */
#pragma once

#include "hypre/plug.h"

enum
{
   TSW_AGREE_TEXT = 512
};

/** What a rank brings to a setup. */
typedef struct tsw_terms
{
   bool        wants;    /* something of ours is in force here */
   const char *numbers;  /* relax numbers in force, as a text */
   const char *obstacle; /* why this rank cannot have them, and what to do about it; or "" */
} tsw_terms;

/** What comes of it, the same on all ranks. */
typedef enum tsw_verdict
{
   TSW_AGREED,
   TSW_HINDERED, /* some rank has an obstacle */
   TSW_DIFFER    /* the configurations differ, or a rank has no plug */
} tsw_verdict;

/** Agree, on all ranks of comm that have the plug. why [TSW_AGREE_TEXT]: which ranks, and what. */
tsw_verdict tsw_agree(MPI_Comm comm, const tsw_terms *terms, char *why);

/** The same for version and environment alone, once a communicator, outside of BoomerAMG. */
bool tsw_agree_environment(MPI_Comm comm, bool needed);
