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

static const double jitter = 0.15;

/* The rows of one node: a 3 x 3 block for each neighbour, and the load. */
typedef struct node_rows
{
   bool   touched[BEAM_NEIGHBOURS];
   double block[BEAM_NEIGHBOURS][3][3];
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
      beam_couple(g[mine], g[c], volume * young, node->block[k]);
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
static void assemble_node(const int elements[3], const int here[3], beam_modulus *modulus,
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

/* Append the three rows of a node. */
static void fill_node(const int elements[3], const int here[3], const node_rows *node,
                      HYPRE_Int row, rows *s)
{
   for (int i = 0; i < 3; i++)
   {
      for (int k = 0; k < BEAM_NEIGHBOURS; k++)
      {
         const int there[3] = { here[0] + k / 9 - 1, here[1] + k / 3 % 3 - 1, here[2] + k % 3 - 1 };
         const int64_t neighbour = beam_node(elements, there);
         for (int j = 0; j < 3 && node->touched[k] && neighbour >= 0; j++)
         {
            rows_add(s, row + i, (HYPRE_BigInt) (3 * neighbour + j), node->block[k][i][j]);
         }
      }
   }
   s->rhs[row + 2] = -node->volume;
}

bool tsw_tetrahedra_assemble(const int elements[3], int rank, int n_ranks, rows *s)
{
   enum
   {
      MOST = 45 /* entries in a row: 15 nodes */
   };
   const int64_t      n = beam_unknowns(elements);
   const HYPRE_BigInt first = rows_first(n, 3, rank, n_ranks);
   const HYPRE_Int    n_rows = (HYPRE_Int) (rows_first(n, 3, rank + 1, n_ranks) - first);
   const bool         done = rows_create(first, n_rows, MOST * (size_t) n_rows, s);
   for (HYPRE_Int row = 0; done && row < n_rows; row += 3)
   {
      int       here[3];
      node_rows node = { .volume = 0.0 };
      beam_place(elements, (first + row) / 3, here);
      assemble_node(elements, here, NULL, NULL, &node);
      fill_node(elements, here, &node, row, s);
   }
   return done;
}

/* Is the modulus of a cube of a node other than 1? */
static bool varies(const int here[3], beam_modulus *modulus, const void *data)
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

void tsw_tetrahedra_stiffen(const int elements[3], beam_modulus *modulus, const void *data, rows *s)
{
   const size_t n_entries = s->n_entries;
   size_t       place = 0;
   for (HYPRE_Int row = 0; row < s->n_rows; row += 3)
   {
      const size_t n = 3 * (size_t) s->length[row];
      int          here[3];
      beam_place(elements, (s->first + row) / 3, here);
      if (varies(here, modulus, data))
      {
         node_rows node = { .volume = 0.0 };
         assemble_node(elements, here, modulus, data, &node);
         memset(s->length + row, 0, 3 * sizeof *s->length);
         s->n_entries = place;
         fill_node(elements, here, &node, row, s);
      }
      place += n;
   }
   s->n_entries = n_entries;
}
