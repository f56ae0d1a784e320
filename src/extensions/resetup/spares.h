/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Hierarchies of destroyed solvers with setup=values. Programs destroy a solver and create another
 * one for each new matrix (MFEM does in SetOperator). hypre's object of the destroyed solver is not
 * freed at once, but stays as a spare, with its record (levels, analyses, counts of setups). The
 * setup of a new solver with the same parameters, communicator and pattern takes the hierarchy and
 * the record, and goes on as the destroyed solver would have done.
 *
 * A process has a few spares; the oldest one is freed first. Ranks may have different spares: a
 * setup takes one only if all ranks offer that of the same name (agree.h).
 */
#pragma once

#include "hypre/state/registry.h"

/** A name for the hierarchy of the next full setup, larger than any rank and unique on this rank.*/
uint64_t tsw_spares_new_name(void);

/** hypre destroys a solver. True: it is a spare now, and hypre must not free it. */
bool tsw_spares_keep(void *amg);

/** The oldest spare for a solver without a hierarchy, whose kept record has the key; or NULL. */
tsw_solver *tsw_spares_find(const tsw_solver *record, uint64_t pattern);

/** The solver takes the spare of this name (taken), or the spare is freed. */
void tsw_spares_settle(tsw_solver *record, uint64_t name, bool taken);

/** Before a full setup: free all spares if less memory is available than they hold. */
void tsw_spares_make_room(trisweep_space space);

/** hypre ends: report and free all spares. */
void tsw_spares_clear(void);

/** The process ends: report all spares. hypre's objects are not freed: hypre may have ended. */
void tsw_spares_end(void);
