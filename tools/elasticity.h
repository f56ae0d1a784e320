/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef TSW_TOOLS_ELASTICITY_H
#define TSW_TOOLS_ELASTICITY_H

#include "tools/solve.h"

enum
{
   TSW_CORNERS = 27 /* nodes around a node of a grid of cubes, with itself */
};

/** Place (x, y, z) of a node of a beam; x counts from 1, since the plane x = 0 has no unknowns. */
void tsw_beam_place(const int elements[3], int64_t node, int place[3]);

/** Number of the node at a place, or -1 if there is none with unknowns. */
int64_t tsw_beam_node(const int elements[3], const int place[3]);

/** Unknowns of a beam of elements[0] x elements[1] x elements[2] cubes without its clamped end. */
int64_t tsw_beam_unknowns(const int elements[3]);

/**
 * This rank's rows of linear elasticity on a beam of unit cubes along x, clamped
 * at x = 0, bent by its own weight along z: trilinear (Q1) elements, Young's
 * modulus 1, Poisson's ratio 0.3. Three unknowns a node, node by node, planes of
 * constant x in turn. Also the load, and the rotations about the three axes.
 */
bool tsw_beam_assemble(const int elements[3], int rank, int n_ranks, tsw_rows *rows);

/** The stiffness matrix of one element, for tests: corner c is (c & 1, c >> 1 & 1, c >> 2). */
void tsw_beam_stiffness(double stiffness[24][24]);

#endif
