/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Linear elasticity with linear elements. A cube is cut into six tetrahedra, one per path along
 * edges from its lowest to its highest corner: one path per order of the three directions. Each
 * rank assembles its rows without communication, node by node, from the cubes around the node.
 */
#include "tools/problem/tetrahedra.h"

#include <math.h>
#include <string.h>

#include "tools/common/random.h"
#include "tools/common/support.h"
#include "tools/problem/elasticity.h"

static const double poisson = 0.3, jitter = 0.15;

/* The rows of one node: a 3 x 3 block for each neighbour, and the load. */
typedef struct node_rows
{
   bool   touched[TSW_CORNERS];
   double block[TSW_CORNERS][3][3];
   double volume; /* 1/4 of the volume of each tetrahedron at the node */
} node_rows;

/* A number in -1 .. 1 that depends on the node and the direction only (SplitMix64). */
static double shift_of(const int place[3], int direction)
{
   const uint64_t key = (uint64_t) place[0] << 42 ^ (uint64_t) place[1] << 22 ^
                        (uint64_t) place[2] << 2 ^ (uint64_t) direction;
   return tsw_both_signs(tsw_mix((key + 1) * UINT64_C(0x9e3779b97f4a7c15)));
}

/* Gradients of the four shape functions of a tetrahedron. Return the volume. */
static double gradients(int corner[4][3], double g[4][3])
{
   double edge[3][3], inverse[3][3];
   for (int k = 0; k < 3; k++)
   {
      for (int d = 0; d < 3; d++)
      {
         edge[k][d] = corner[k + 1][d] - corner[0][d] +
                      jitter * (shift_of(corner[k + 1], d) - shift_of(corner[0], d));
      }
   }
   for (int k = 0; k < 3; k++)
   {
      const double *a = edge[(k + 1) % 3], *b = edge[(k + 2) % 3];
      for (int d = 0; d < 3; d++)
      {
         const int e = (d + 1) % 3, f = (d + 2) % 3;
         inverse[k][d] = a[e] * b[f] - a[f] * b[e];
      }
   }
   const double *c = inverse[0];
   const double  determinant = edge[0][0] * c[0] + edge[0][1] * c[1] + edge[0][2] * c[2];
   for (int d = 0; d < 3; d++)
   {
      g[0][d] = 0.0;
      for (int k = 0; k < 3; k++)
      {
         g[k + 1][d] = inverse[k][d] / determinant;
         g[0][d] -= g[k + 1][d];
      }
   }
   return fabs(determinant) / 6.0;
}

/* Add the integral of lambda div u div v + 2 mu eps(u) : eps(v) for one pair of corners. */
static void couple(const double a[3], const double b[3], double volume, double young,
                   double block[3][3])
{
   const double lambda = young * poisson / ((1.0 + poisson) * (1.0 - 2.0 * poisson));
   const double mu = young / (2.0 * (1.0 + poisson));
   const double dot = a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
   for (int i = 0; i < 3; i++)
   {
      for (int j = 0; j < 3; j++)
      {
         block[i][j] +=
            volume * (lambda * a[i] * b[j] + mu * a[j] * b[i] + (i == j ? mu * dot : 0.0));
      }
   }
}

/* Add the contribution of a tetrahedron if the node is one of its corners. */
static void add_tetrahedron(int corner[4][3], const int here[3], double young, node_rows *node)
{
   int    mine = -1;
   double g[4][3];
   for (int c = 0; c < 4; c++)
   {
      mine = memcmp(corner[c], here, 3 * sizeof(int)) ? mine : c;
   }
   if (mine < 0)
   {
      return;
   }
   const double volume = gradients(corner, g);
   node->volume += 0.25 * volume;
   for (int c = 0; c < 4; c++)
   {
      const int k = 9 * (corner[c][0] - here[0] + 1) + 3 * (corner[c][1] - here[1] + 1) +
                    corner[c][2] - here[2] + 1;
      node->touched[k] = true;
      couple(g[mine], g[c], volume, young, node->block[k]);
   }
}

static void add_cube(const int lowest[3], const int here[3], double young, node_rows *node)
{
   static const int order[6][3] = { { 0, 1, 2 }, { 0, 2, 1 }, { 1, 0, 2 },
                                    { 1, 2, 0 }, { 2, 0, 1 }, { 2, 1, 0 } };
   for (int t = 0; t < 6; t++)
   {
      int corner[4][3];
      memcpy(corner[0], lowest, sizeof corner[0]);
      for (int k = 0; k < 3; k++)
      {
         memcpy(corner[k + 1], corner[k], sizeof corner[0]);
         corner[k + 1][order[t][k]]++;
      }
      add_tetrahedron(corner, here, young, node);
   }
}

/* Assemble the rows of a node; modulus: of each cube, NULL for 1. */
static void assemble_node(const int elements[3], const int here[3], tsw_modulus *modulus,
                          const void *data, node_rows *node)
{
   for (int e = 0; e < 8; e++)
   {
      const int lowest[3] = { here[0] - (e & 1), here[1] - (e >> 1 & 1), here[2] - (e >> 2) };
      bool      exists = true;
      for (int d = 0; d < 3; d++)
      {
         exists = exists && lowest[d] >= 0 && lowest[d] < elements[d];
      }
      if (exists)
      {
         const double young = modulus ? modulus(lowest, data) : 1.0;
         add_cube(lowest, here, young, node);
      }
   }
}

/* Fill the three rows of a node from entry `place` on. Return the first entry of the next node. */
static size_t fill_node(const int elements[3], const int here[3], const node_rows *node,
                        size_t place, int row, tsw_rows *rows)
{
   for (int i = 0; i < 3; i++)
   {
      for (int k = 0; k < TSW_CORNERS; k++)
      {
         const int there[3] = { here[0] + k / 9 - 1, here[1] + k / 3 % 3 - 1, here[2] + k % 3 - 1 };
         const int64_t neighbour = tsw_beam_node(elements, there);
         for (int j = 0; j < 3 && node->touched[k] && neighbour >= 0; j++, place++)
         {
            rows->length[row + i]++;
            rows->col_idx[place] = (HYPRE_BigInt) (3 * neighbour + j);
            rows->val[place] = node->block[k][i][j];
         }
      }
   }
   rows->rhs[row + 2] = -node->volume;
   return place;
}

bool tsw_tetrahedra_assemble(const int elements[3], int rank, int n_ranks, tsw_rows *rows)
{
   enum
   {
      MOST = 45 /* entries in a row: 15 nodes */
   };
   const int64_t n = tsw_beam_unknowns(elements);
   *rows = (tsw_rows){ .first = (HYPRE_BigInt) tsw_first_row(n, 3, rank, n_ranks) };
   rows->n_rows = (int) (tsw_first_row(n, 3, rank + 1, n_ranks) - rows->first);
   const size_t n_rows = (size_t) rows->n_rows;
   rows->length = tsw_get(n_rows, sizeof *rows->length);
   rows->col_idx = tsw_get(MOST * n_rows, sizeof *rows->col_idx);
   rows->val = tsw_get(MOST * n_rows, sizeof *rows->val);
   rows->rhs = tsw_get(n_rows, sizeof *rows->rhs);
   if (!tsw_all(rows->length && rows->col_idx && rows->val && rows->rhs))
   {
      return false;
   }
   size_t place = 0;
   for (int row = 0; row < rows->n_rows; row += 3)
   {
      int       here[3];
      node_rows node = { .volume = 0.0 };
      tsw_beam_place(elements, (rows->first + row) / 3, here);
      assemble_node(elements, here, NULL, NULL, &node);
      place = fill_node(elements, here, &node, place, row, rows);
   }
   return true;
}

/* Is the modulus of a cube of a node other than 1? */
static bool varies(const int here[3], tsw_modulus *modulus, const void *data)
{
   bool found = false;
   for (int e = 0; e < 8; e++)
   {
      const int    cube[3] = { here[0] - (e & 1), here[1] - (e >> 1 & 1), here[2] - (e >> 2) };
      const double young = modulus(cube, data);
      found = found || young < 1.0 || young > 1.0;
   }
   return found;
}

void tsw_tetrahedra_stiffen(const int elements[3], tsw_modulus *modulus, const void *data,
                            tsw_rows *rows)
{
   size_t place = 0;
   for (int row = 0; row < rows->n_rows; row += 3)
   {
      const size_t n = 3 * (size_t) rows->length[row];
      int          here[3];
      tsw_beam_place(elements, (rows->first + row) / 3, here);
      if (varies(here, modulus, data))
      {
         node_rows node = { .volume = 0.0 };
         assemble_node(elements, here, modulus, data, &node);
         memset(rows->length + row, 0, 3 * sizeof *rows->length);
         (void) fill_node(elements, here, &node, place, row, rows);
      }
      place += n;
   }
}
