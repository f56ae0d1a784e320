/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Linear elasticity on a beam of unit cubes, clamped at x = 0, which bends by its weight. */
#ifndef EXAMPLES_BEAM_H
#define EXAMPLES_BEAM_H

#include "assembly.h"

enum
{
   BEAM_NEIGHBOURS = 27 /* nodes in the 3 x 3 x 3 neighbourhood of a node, itself included */
};

/** Poisson's ratio; Young's modulus is 1 or given for each cube. */
extern const double beam_poisson;

/** Young's modulus of a cube, given by its lowest corner; also for places without a cube. */
typedef double beam_modulus(const int cube[3], const void *data);

/** Unknowns of elements[0] x elements[1] x elements[2] cubes, without the clamped end. */
int64_t beam_unknowns(const int elements[3]);

/** Grid coordinates (x, y, z) of a node. x starts at 1: plane x = 0 has no unknowns. */
void beam_place(const int elements[3], int64_t node, int place[3]);

/** Number of the node at grid coordinates `place`, or -1 if no node with unknowns is there. */
int64_t beam_node(const int elements[3], const int place[3]);

/**
 * Add weight times the integrand lambda div u div v + 2 mu eps(u) : eps(v) of two shape functions
 * with these gradients.
 */
void beam_couple(const double a[3], const double b[3], double weight, double block[3][3]);

/**
 * Assemble the rows of a rank, the load (rhs) and the rotations about the three axes (mode):
 * trilinear (Q1) elements. modulus may be NULL: 1 everywhere. Three unknowns per node, numbered
 * node by node, plane by plane of constant x. No communication. Returns false if there is no
 * memory.
 */
bool beam_assemble(const int elements[3], beam_modulus *modulus, const void *data, int rank,
                   int n_ranks, rows *s);

#endif
