/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef TSW_TOOLS_PROBLEM_TETRAHEDRA_H
#define TSW_TOOLS_PROBLEM_TETRAHEDRA_H

#include "examples/beam.h"

/**
 * Assemble this rank's rows of linear elasticity on elements[0] x elements[1] x elements[2] cubes
 * of six tetrahedra each, clamped at x = 0, bent by the weight along z: linear (P1) elements,
 * Young's modulus 1. Each node is moved by up to 0.15 of an edge in each direction, equally in
 * every run. Numbering as in beam_assemble; no rotations. No communication. Returns false if there
 * is no memory.
 */
bool tsw_tetrahedra_assemble(const int elements[3], int rank, int n_ranks, rows *s);

/** Assemble the rows of the nodes of cubes with another modulus than 1 again. No communication. */
void tsw_tetrahedra_stiffen(const int elements[3], beam_modulus *modulus, const void *data,
                            rows *s);

#endif
