/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef TSW_TOOLS_TETRAHEDRA_H
#define TSW_TOOLS_TETRAHEDRA_H

#include "tools/solve.h"

/**
 * This rank's rows of linear elasticity on elements[0] x elements[1] x elements[2] cubes of six
 * tetrahedra each, clamped at x = 0, bent by its weight along z: linear (P1) elements, Young's
 * modulus 1, Poisson's ratio 0.3, nodes moved by up to 0.15 of a cube's edge in each direction,
 * the same way in every run. Numbered as tsw_beam_assemble does; no rotations.
 */
bool tsw_tetrahedra_assemble(const int elements[3], int rank, int n_ranks, tsw_rows *rows);

#endif
