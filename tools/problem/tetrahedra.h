/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef TSW_TOOLS_PROBLEM_TETRAHEDRA_H
#define TSW_TOOLS_PROBLEM_TETRAHEDRA_H

#include "tools/problem/system.h"

/**
 * Assemble this rank's rows of linear elasticity on elements[0] x elements[1] x elements[2] cubes
 * of six tetrahedra each, clamped at x = 0, bent by the weight along z: linear (P1) elements,
 * Young's modulus 1, Poisson's ratio 0.3. Each node is moved by up to 0.15 of an edge in each
 * direction, equally in every run. Numbering as in tsw_beam_assemble; no rotations. Collective.
 */
bool tsw_tetrahedra_assemble(const int elements[3], int rank, int n_ranks, tsw_rows *rows);

/** Young's modulus of a cube, given by its lowest corner; also for places without a cube. */
typedef double tsw_modulus(const int cube[3], const void *data);

/** Assemble the rows of the nodes of cubes with another modulus than 1 again. No communication. */
void tsw_tetrahedra_stiffen(const int elements[3], tsw_modulus *modulus, const void *data,
                            tsw_rows *rows);

#endif
