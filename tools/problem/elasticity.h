/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef TSW_TOOLS_PROBLEM_ELASTICITY_H
#define TSW_TOOLS_PROBLEM_ELASTICITY_H

#include "tools/problem/system.h"

enum
{
   TSW_CORNERS = 27 /* nodes in the 3 x 3 x 3 neighbourhood of a node, itself included */
};

/** Grid coordinates (x, y, z) of a node of a beam. x starts at 1: plane x = 0 has no unknowns. */
void tsw_beam_place(const int elements[3], int64_t node, int place[3]);

/** Number of the node at grid coordinates `place`, or -1 if no node with unknowns is there. */
int64_t tsw_beam_node(const int elements[3], const int place[3]);

/** Unknowns of a beam of elements[0] x elements[1] x elements[2] cubes, clamped end excluded. */
int64_t tsw_beam_unknowns(const int elements[3]);

/**
 * Assemble this rank's rows of linear elasticity, the load (rhs) and the rotations about the
 * three axes (mode). The beam consists of unit cubes along x, is clamped at x = 0 and bends by
 * its own weight along z: trilinear (Q1) elements, Young's modulus 1, Poisson's ratio 0.3. Three
 * unknowns per node, numbered node by node, plane by plane of constant x. Collective.
 */
bool tsw_beam_assemble(const int elements[3], int rank, int n_ranks, tsw_rows *rows);

/** Stiffness matrix of one element, for tests. Corner c is (c & 1, c >> 1 & 1, c >> 2). */
void tsw_beam_stiffness(double stiffness[24][24]);

#endif
