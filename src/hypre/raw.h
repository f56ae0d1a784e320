/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Matrices that reach the relax function with a number 1000 + t, or with a
 * replaced type, outside of BoomerAMG: MGR, AMS and ADS hand their numbers
 * straight on. They are analysed at their first sweep. Values are read again at
 * the first sweep after any setup of such a solver, or after
 * trisweep_hypre_update(NULL); the record goes when the matrix is destroyed.
 */
#pragma once

#include "hypre/level.h"

/**
 * The record of a matrix, ready to be loaded. Collective over its ranks.
 *
 * @param[in] orders  the first number was 2000 + t: its record chooses the order of the rows
 */
tsw_level *tsw_raw_level(hypre_ParCSRMatrix *matrix, bool orders);

/** Values of any matrix may have changed. */
void tsw_raw_new_values(void);

/** A matrix is about to go. */
void tsw_raw_forget(const hypre_ParCSRMatrix *matrix);

/** The process ends. */
void tsw_raw_clear(void);
