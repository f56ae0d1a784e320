/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Linear elasticity with trilinear elements on cubes. All elements are equal, so
 * one stiffness matrix serves all. Each rank assembles its rows without communication:
 * a row belongs to a node, and a node belongs to at most eight elements.
 */
#include "tools/problem/elasticity.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tools/common/support.h"

static const double young = 1.0, poisson = 0.3;

/* Gradients of the eight shape functions at a point of the unit cube. */
static void gradients(const double point[3], double gradient[8][3])
{
   for (int c = 0; c < 8; c++)
   {
      double value[3], slope[3];
      for (int d = 0; d < 3; d++)
      {
         const bool upper = (c >> d & 1) != 0;
         value[d] = upper ? point[d] : 1.0 - point[d];
         slope[d] = upper ? 1.0 : -1.0;
      }
      gradient[c][0] = slope[0] * value[1] * value[2];
      gradient[c][1] = value[0] * slope[1] * value[2];
      gradient[c][2] = value[0] * value[1] * slope[2];
   }
}

/* Add weight times the integrand lambda div u div v + 2 mu eps(u) : eps(v) at one point. */
static void add_point(const double point[3], double weight, double stiffness[24][24])
{
   const double lambda = young * poisson / ((1.0 + poisson) * (1.0 - 2.0 * poisson));
   const double mu = young / (2.0 * (1.0 + poisson));
   double       g[8][3];
   gradients(point, g);
   for (int a = 0; a < 8; a++)
   {
      for (int b = 0; b < 8; b++)
      {
         const double dot = g[a][0] * g[b][0] + g[a][1] * g[b][1] + g[a][2] * g[b][2];
         for (int i = 0; i < 3; i++)
         {
            for (int j = 0; j < 3; j++)
            {
               stiffness[3 * a + i][3 * b + j] +=
                  weight *
                  (lambda * g[a][i] * g[b][j] + mu * g[a][j] * g[b][i] + (i == j ? mu * dot : 0.0));
            }
         }
      }
   }
}

void tsw_beam_stiffness(double stiffness[24][24])
{
   const double offset = 0.5 / sqrt(3.0); /* two Gauss points per direction */
   memset(stiffness, 0, 24 * sizeof stiffness[0]);
   for (int q = 0; q < 8; q++)
   {
      double point[3];
      for (int d = 0; d < 3; d++)
      {
         point[d] = q >> d & 1 ? 0.5 + offset : 0.5 - offset;
      }
      add_point(point, 0.125, stiffness);
   }
}

int64_t tsw_beam_unknowns(const int elements[3])
{
   return (int64_t) 3 * elements[0] * (elements[1] + 1) * (elements[2] + 1);
}

void tsw_beam_place(const int elements[3], int64_t node, int place[3])
{
   const int64_t n_z = elements[2] + 1, plane = n_z * (elements[1] + 1);
   place[0] = (int) (node / plane) + 1;
   place[1] = (int) (node % plane / n_z);
   place[2] = (int) (node % n_z);
}

int64_t tsw_beam_node(const int elements[3], const int place[3])
{
   const int64_t n_z = elements[2] + 1, plane = n_z * (elements[1] + 1);
   const bool    inside = place[0] >= 1 && place[0] <= elements[0] && place[1] >= 0 &&
                       place[1] <= elements[1] && place[2] >= 0 && place[2] <= elements[2];
   return inside ? (place[0] - 1) * plane + place[1] * n_z + place[2] : -1;
}

/* Sum the 3 x 3 block of two nodes over their common elements. Return the number of elements. */
static int couple(const int elements[3], double stiffness[24][24], const int here[3],
                  const int there[3], double block[3][3])
{
   int n_shared = 0;
   memset(block, 0, 9 * sizeof(double));
   for (int e = 0; e < 8; e++)
   {
      /* Bit d of e: the node is the upper corner of the element in direction d. */
      int  mine = 0, other = 0;
      bool exists = true;
      for (int d = 0; d < 3; d++)
      {
         const int corner = e >> d & 1, element = here[d] - corner, far = there[d] - element;
         exists &= element >= 0 && element < elements[d] && (far == 0 || far == 1);
         mine |= corner << d;
         other |= (far & 1) << d;
      }
      for (int i = 0; exists && i < 9; i++)
      {
         block[i / 3][i % 3] += stiffness[3 * mine + i / 3][3 * other + i % 3];
      }
      n_shared += exists;
   }
   return n_shared;
}

/* Fill the three rows of a node from entry `place` on. Return the first entry of the next node. */
static size_t fill_node(const int elements[3], double stiffness[24][24], int64_t node, size_t place,
                        int row, tsw_rows *rows)
{
   int here[3];
   int n_neighbours = 0;
   tsw_beam_place(elements, node, here);
   int    columns[TSW_CORNERS];
   double blocks[TSW_CORNERS][3][3];
   for (int k = 0; k < TSW_CORNERS; k++)
   {
      const int there[3] = { here[0] + k / 9 - 1, here[1] + k / 3 % 3 - 1, here[2] + k % 3 - 1 };
      const int64_t neighbour = tsw_beam_node(elements, there);
      if (neighbour >= 0)
      {
         const int n_shared = couple(elements, stiffness, here, there, blocks[n_neighbours]);
         columns[n_neighbours++] = (int) (3 * neighbour);
         if (k == 13)
         {
            rows->rhs[row + 2] = -0.125 * n_shared; /* 1/8 of the weight of each element */
         }
      }
   }
   for (int i = 0; i < 3; i++)
   {
      rows->length[row + i] = 3 * n_neighbours;
      for (int k = 0; k < 3 * n_neighbours; k++, place++)
      {
         rows->col_idx[place] = columns[k / 3] + k % 3;
         rows->val[place] = blocks[k / 3][i][k % 3];
      }
   }
   for (int axis = 0; axis < 3; axis++)
   {
      const int next = (axis + 1) % 3, last = (axis + 2) % 3;
      rows->mode[axis][row + next] = -here[last];
      rows->mode[axis][row + last] = here[next];
   }
   return place;
}

bool tsw_beam_assemble(const int elements[3], int rank, int n_ranks, tsw_rows *rows)
{
   const int64_t n = tsw_beam_unknowns(elements);
   double        stiffness[24][24];
   *rows = (tsw_rows){ .first = (HYPRE_BigInt) tsw_first_row(n, 3, rank, n_ranks) };
   rows->n_rows = (int) (tsw_first_row(n, 3, rank + 1, n_ranks) - rows->first);
   const size_t n_rows = (size_t) rows->n_rows, most = 81 * n_rows;
   rows->length = tsw_get(n_rows, sizeof *rows->length);
   rows->col_idx = tsw_get(most, sizeof *rows->col_idx);
   rows->val = tsw_get(most, sizeof *rows->val);
   rows->rhs = tsw_get(n_rows, sizeof *rows->rhs);
   bool done = rows->length && rows->col_idx && rows->val && rows->rhs;
   for (int axis = 0; axis < 3; axis++)
   {
      rows->mode[axis] = tsw_get(n_rows, sizeof *rows->mode[axis]);
      done = done && rows->mode[axis];
   }
   if (!tsw_all(done))
   {
      return false;
   }
   tsw_beam_stiffness(stiffness);
   size_t place = 0;
   for (int row = 0; row < rows->n_rows; row += 3)
   {
      place = fill_node(elements, stiffness, (rows->first + row) / 3, place, row, rows);
   }
   return true;
}
