/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * All cubes have the same stiffness matrix, except for Young's modulus. Each rank assembles its
 * rows without communication: a row belongs to a node, and a node to at most eight cubes.
 */
#include "beam.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Stiffness of a cube for modulus 1, by pairs of corners. Corner c is (c & 1, c >> 1 & 1, c >> 2).
 */
typedef double stiffness[8][8][3][3];

const double beam_poisson = 0.3;

void beam_couple(const double a[3], const double b[3], double weight, double block[3][3])
{
   const double lambda = beam_poisson / ((1.0 + beam_poisson) * (1.0 - 2.0 * beam_poisson));
   const double mu = 0.5 / (1.0 + beam_poisson);
   const double dot = a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
   for (int i = 0; i < 3; i++)
   {
      for (int j = 0; j < 3; j++)
      {
         block[i][j] +=
            weight * (lambda * a[i] * b[j] + mu * a[j] * b[i] + (i == j ? mu * dot : 0.0));
      }
   }
}

/* Gradient of the shape function of a corner at a point of the unit cube. */
static void find_gradient(int corner, const double point[3], double gradient[3])
{
   for (int axis = 0; axis < 3; axis++)
   {
      gradient[axis] = 1.0;
      for (int d = 0; d < 3; d++)
      {
         const bool upper = (corner >> d & 1) != 0;
         gradient[axis] *= d == axis ? (upper ? 1.0 : -1.0) : upper ? point[d] : 1.0 - point[d];
      }
   }
}

static void integrate(stiffness k)
{
   const double offset = 0.5 / sqrt(3.0); /* two Gauss points per direction */
   memset(k, 0, sizeof(stiffness));
   for (int q = 0; q < 8; q++)
   {
      double gradient[8][3];
      for (int c = 0; c < 8; c++)
      {
         const double point[3] = { 0.5 + (q & 1 ? offset : -offset),
                                   0.5 + (q & 2 ? offset : -offset),
                                   0.5 + (q & 4 ? offset : -offset) };
         find_gradient(c, point, gradient[c]);
      }
      for (int c = 0; c < 64; c++)
      {
         beam_couple(gradient[c / 8], gradient[c % 8], 0.125, k[c / 8][c % 8]);
      }
   }
}

int64_t beam_unknowns(const int elements[3])
{
   return (int64_t) 3 * elements[0] * (elements[1] + 1) * (elements[2] + 1);
}

void beam_place(const int elements[3], int64_t node, int place[3])
{
   const int64_t n_z = elements[2] + 1, plane = n_z * (elements[1] + 1);
   place[0] = (int) (node / plane) + 1;
   place[1] = (int) (node % plane / n_z);
   place[2] = (int) (node % n_z);
}

int64_t beam_node(const int elements[3], const int place[3])
{
   const int64_t n_z = elements[2] + 1, plane = n_z * (elements[1] + 1);
   const bool    inside = place[0] >= 1 && place[0] <= elements[0] && place[1] >= 0 &&
                       place[1] <= elements[1] && place[2] >= 0 && place[2] <= elements[2];
   return inside ? (place[0] - 1) * plane + place[1] * n_z + place[2] : -1;
}

/* What all nodes of a beam share. */
typedef struct beam
{
   const int    *elements;
   beam_modulus *modulus;
   const void   *data;
   stiffness     k;
} beam;

/* Sum the 3 x 3 block of two nodes over their common cubes. Return the number of cubes. */
static int sum_block(const beam *b, const int here[3], const int there[3], double block[3][3])
{
   int n_shared = 0;
   memset(block, 0, 9 * sizeof(double));
   for (int e = 0; e < 8; e++)
   {
      /* Bit d of e: the node is the upper corner of the cube in direction d. */
      int  mine = 0, other = 0, cube[3];
      bool exists = true;
      for (int d = 0; d < 3; d++)
      {
         const int corner = e >> d & 1;
         cube[d] = here[d] - corner;
         const int far = there[d] - cube[d];
         exists &= cube[d] >= 0 && cube[d] < b->elements[d] && (far == 0 || far == 1);
         mine |= corner << d;
         other |= (far & 1) << d;
      }
      const double young = exists && b->modulus ? b->modulus(cube, b->data) : 1.0;
      for (int i = 0; exists && i < 9; i++)
      {
         block[i / 3][i % 3] += young * b->k[mine][other][i / 3][i % 3];
      }
      n_shared += exists;
   }
   return n_shared;
}

/* Fill the three rows of a node. */
static void fill_node(const beam *b, int64_t node, HYPRE_Int row, rows *s)
{
   int          here[3], n = 0;
   HYPRE_BigInt column[BEAM_NEIGHBOURS];
   double       block[BEAM_NEIGHBOURS][3][3];
   beam_place(b->elements, node, here);
   for (int k = 0; k < BEAM_NEIGHBOURS; k++)
   {
      const int there[3] = { here[0] + k / 9 - 1, here[1] + k / 3 % 3 - 1, here[2] + k % 3 - 1 };
      const int64_t neighbour = beam_node(b->elements, there);
      if (neighbour >= 0)
      {
         const int n_shared = sum_block(b, here, there, block[n]);
         column[n++] = (HYPRE_BigInt) (3 * neighbour);
         if (neighbour == node)
         {
            s->rhs[row + 2] = -0.125 * n_shared; /* 1/8 of the weight of each cube */
         }
      }
   }
   for (int i = 0; i < 3; i++)
   {
      for (int k = 0; k < 3 * n; k++)
      {
         rows_add(s, row + i, column[k / 3] + k % 3, block[k / 3][i][k % 3]);
      }
   }
   for (int axis = 0; axis < 3; axis++)
   {
      const int next = (axis + 1) % 3, last = (axis + 2) % 3;
      s->mode[axis][row + next] = -here[last];
      s->mode[axis][row + last] = here[next];
   }
}

bool beam_assemble(const int elements[3], beam_modulus *modulus, const void *data, int rank,
                   int n_ranks, rows *s)
{
   const int64_t      n = beam_unknowns(elements);
   const HYPRE_BigInt first = rows_first(n, 3, rank, n_ranks);
   const HYPRE_Int    n_rows = (HYPRE_Int) (rows_first(n, 3, rank + 1, n_ranks) - first);
   const size_t       size = n_rows > 0 ? (size_t) n_rows : 1;
   beam               b = { elements, modulus, data, { { { { 0.0 } } } } };
   bool               done = rows_create(first, n_rows, 3 * BEAM_NEIGHBOURS * size, s);
   for (int axis = 0; axis < 3; axis++)
   {
      s->mode[axis] = calloc(size, sizeof *s->mode[axis]);
      done = done && s->mode[axis];
   }
   integrate(b.k);
   for (HYPRE_Int row = 0; done && row < n_rows; row += 3)
   {
      fill_node(&b, (first + row) / 3, row, s);
   }
   return done;
}
