/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Matrices that reach the relax function outside of BoomerAMG with a number 1000 + t or a replaced
 * type: MGR, AMS and ADS hand their numbers on. They are analysed at their first sweep; values are
 * read again at the first sweep after a setup of such a solver or trisweep_hypre_update(NULL).
 */
#pragma once

#include "hypre/state/level.h"

/** The record of a matrix, ready to be loaded. Collective. orders: the number was 2000 + t. */
tsw_level *tsw_standalone_level(hypre_ParCSRMatrix *matrix, bool orders);

/** Values of any matrix may have changed. */
void tsw_standalone_new_values(void);

/** A matrix is about to go. */
void tsw_standalone_forget(const hypre_ParCSRMatrix *matrix);

/** The process ends. */
void tsw_standalone_clear(void);
