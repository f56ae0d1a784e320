/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The phases of hypre's setup between calls of hooks, as spans of the trace. */
#pragma once

#include "hypre/plug.h"

/** A setup with an active method begins; matrix: the finest level. */
void tsw_phase_start(hypre_ParCSRMatrix *matrix);

/**
 * hypre's setup enters phase name of its newest level (from tsw_setup_poll; -1: no active setup,
 * the call has no effect). after: name of the phase between tsw_phase_leave and the next
 * tsw_phase_enter. Names in static storage.
 */
void tsw_phase_enter(int newest, const char *name, const char *after);

/** hypre's setup leaves the phase. Returns status. */
HYPRE_Int tsw_phase_leave(HYPRE_Int status);

/** hypre's setup has ended; the plug loads values and agrees on failures. */
void tsw_phase_finish(void);

/** The plug's part of the setup has ended. */
void tsw_phase_end(void);
