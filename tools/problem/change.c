/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Each point has a coefficient. An entry between two points is multiplied by the harmonic mean of
 * their coefficients, and the entries within a point follow from the sums of the rows: a diffusion
 * problem stays one. On triangles elements have coefficients. For a ball in an elastic body the
 * elements are assembled with other moduli.
 */
#include "tools/problem/change.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tools/common/support.h"
#include "tools/problem/tetrahedra.h"

enum
{
   MOST_FUNCTIONS = 3
};

static const double turn = 6.283185307179586, contrast = 1000.0, radius = 0.15, mass = 0.1;
static const double growth = 9.0; /* of a coefficient that is 1 at first */

/* The change at one step. */
typedef struct moment
{
   const tsw_problem *problem;
   tsw_change         change;
   double             time; /* 0 .. 1 */
   double             center[3];
} moment;

const char *tsw_change_name(tsw_change change)
{
   static const char *const names[TSW_N_CHANGES] = { "drift", "bubble", "timestep" };
   return names[change];
}

static bool is_elastic(const tsw_problem *problem)
{
   return problem->dimension == 0;
}

static bool is_in_ball(const moment *m, const double place[3])
{
   double square = 0.0;
   for (int d = 0; d < 3; d++)
   {
      const double distance = place[d] - m->center[d];
      square += m->problem->dimension == 2 && d == 2 ? 0.0 : distance * distance;
   }
   return square < radius * radius;
}

/* The place of a point in the unit cube. */
static void find_place(const tsw_problem *problem, int64_t point, double place[3])
{
   const int64_t n = problem->size;
   int64_t       number[3] = { point % n, point / n % n, point / n / n };
   if (is_elastic(problem))
   {
      const int elements[3] = { problem->size, problem->size, problem->size };
      int       here[3];
      beam_place(elements, point, here);
      for (int d = 0; d < 3; d++)
      {
         number[d] = here[d];
      }
   }
   for (int d = 0; d < 3; d++)
   {
      place[d] = (double) number[d] / (double) n;
   }
}

/* The share of the drift at a place, 0 .. 1. */
static double share_of(const double place[3])
{
   return 0.5 + 0.5 * sin(turn * place[0] + 1.0) * cos(turn * place[1]);
}

static double coefficient_of(const moment *m, int64_t point)
{
   double place[3];
   find_place(m->problem, point, place);
   if (m->change == TSW_DRIFT)
   {
      return 1.0 + growth * m->time * share_of(place);
   }
   return m->change == TSW_BUBBLE && is_in_ball(m, place) ? contrast : 1.0;
}

/* The coefficients of the points of all columns of the rows, from point *first on; NULL: memory. */
static double *find_coefficients(const moment *m, const rows *s, int64_t *first)
{
   const int64_t b = m->problem->num_functions;
   int64_t       least = s->first, most = s->first, place = 0;
   for (int i = 0; i < s->n_rows; i++)
   {
      for (int k = 0; k < s->length[i]; k++, place++)
      {
         least = s->col_idx[place] < least ? s->col_idx[place] : least;
         most = s->col_idx[place] > most ? s->col_idx[place] : most;
      }
   }
   *first = least / b;
   const int64_t n = most / b - *first + 1;
   double       *coefficient = tsw_get((size_t) n, sizeof *coefficient);
   for (int64_t k = 0; coefficient && k < n; k++)
   {
      coefficient[k] = coefficient_of(m, *first + k);
   }
   return coefficient;
}

/* The coefficients of points first, first + 1, ... */
typedef struct coefficients
{
   const moment *m;
   const double *value;
   int64_t       first;
} coefficients;

static double value_at(const coefficients *c, int64_t point)
{
   return c->value[point - c->first];
}

/*
 * The factor of an entry on a plane grid, whose stencil is that of linear elements on triangles:
 * the mean of the two triangles at the edge, whose coefficient is the mean of the three corners.
 */
static double plane_factor(const coefficients *c, int64_t point, int64_t other)
{
   static const int around[6][2] = {
      { 1, 0 }, { 1, 1 }, { 0, 1 }, { -1, 0 }, { -1, -1 }, { 0, -1 }
   };
   const int64_t n = c->m->problem->size, x = point % n, y = point / n;
   const double  mine = value_at(c, point), theirs = value_at(c, other);
   double        sum = 2.0 * (mine + theirs);
   for (int k = 0; k < 6; k++)
   {
      if (other % n - x == around[k][0] && other / n - y == around[k][1])
      {
         for (int side = 1; side <= 5; side += 4)
         {
            const int    *step = around[(k + side) % 6];
            const int64_t third_x = x + step[0], third_y = y + step[1];
            const bool    inside = third_x >= 0 && third_x < n && third_y >= 0 && third_y < n;
            sum += inside ? value_at(c, third_x + n * third_y) : mine;
         }
      }
   }
   return sum / 6.0;
}

static double factor_of(const coefficients *c, int64_t point, int64_t other)
{
   const double mine = value_at(c, point), theirs = value_at(c, other);
   return c->m->problem->dimension == 2 ? plane_factor(c, point, other)
                                        : 2.0 * mine * theirs / (mine + theirs);
}

/* The entries of one row: between points, then within the point. */
static void change_row(const coefficients *c, int64_t point, int b, int length,
                       const HYPRE_BigInt *col, const double *base, double *val)
{
   double       before[MOST_FUNCTIONS] = { 0.0 }, after[MOST_FUNCTIONS] = { 0.0 };
   const double mine = value_at(c, point);
   for (int k = 0; k < length; k++)
   {
      const int64_t other = col[k] / b;
      if (other != point)
      {
         val[k] = base[k] * factor_of(c, point, other);
         after[col[k] % b] += val[k];
         before[col[k] % b] += base[k];
      }
   }
   for (int k = 0; k < length; k++)
   {
      const int j = (int) (col[k] % b);
      if (col[k] / b == point)
      {
         val[k] = mine * (base[k] + before[j]) - after[j];
      }
   }
}

static bool change_coefficients(const moment *m, const double *base, rows *s)
{
   const int b = m->problem->num_functions;
   int64_t   first;
   double   *coefficient = find_coefficients(m, s, &first);
   if (!coefficient)
   {
      return false;
   }
   const coefficients c = { m, coefficient, first };
   size_t             place = 0;
   for (int i = 0; i < s->n_rows; i++)
   {
      change_row(&c, (s->first + i) / b, b, s->length[i], s->col_idx + place, base + place,
                 s->val + place);
      place += (size_t) s->length[i];
   }
   free(coefficient);
   return true;
}

static void add_mass(const moment *m, const double *base, rows *s)
{
   size_t place = 0;
   for (int i = 0; i < s->n_rows; i++)
   {
      for (int k = 0; k < s->length[i]; k++, place++)
      {
         const bool diagonal = s->col_idx[place] == s->first + i;
         s->val[place] = base[place] * (diagonal ? 1.0 + mass * pow(10.0, -m->time) : 1.0);
      }
   }
}

/* Young's modulus; for a drift, the share of the drift. */
static double modulus_of(const int cube[3], const void *data)
{
   const moment *m = data;
   double        place[3];
   for (int d = 0; d < 3; d++)
   {
      place[d] = (cube[d] + 0.5) / m->problem->size;
   }
   return m->change == TSW_DRIFT ? share_of(place) : is_in_ball(m, place) ? contrast : 1.0;
}

bool tsw_change_prepare(const tsw_problem *problem, tsw_change change, const rows *base,
                        double **drift)
{
   const int    elements[3] = { problem->size, problem->size, problem->size };
   const moment m = { .problem = problem, .change = change };
   rows         s = *base;
   *drift = NULL;
   if (change != TSW_DRIFT || !is_elastic(problem))
   {
      return true;
   }
   const size_t nnz = base->n_entries;
   s.val = tsw_get(nnz, sizeof *s.val);
   if (s.val)
   {
      memcpy(s.val, base->val, nnz * sizeof *s.val);
      tsw_tetrahedra_stiffen(elements, modulus_of, &m, &s);
   }
   *drift = s.val;
   return s.val != NULL;
}

bool tsw_change_apply(const tsw_problem *problem, tsw_change change, int step, int n_steps,
                      const double *base, const double *drift, rows *s)
{
   const size_t nnz = s->n_entries;
   const int    elements[3] = { problem->size, problem->size, problem->size };
   const moment m = { problem,
                      change,
                      n_steps > 1 ? (double) step / (n_steps - 1) : 0.0,
                      { 0.3 + (double) step / problem->size, 0.5, 0.5 } };
   if (change == TSW_TIMESTEP)
   {
      add_mass(&m, base, s);
      return true;
   }
   if (change == TSW_BUBBLE && is_elastic(problem))
   {
      memcpy(s->val, base, nnz * sizeof *base);
      tsw_tetrahedra_stiffen(elements, modulus_of, &m, s);
      return true;
   }
   for (size_t k = 0; drift && k < nnz; k++)
   {
      s->val[k] = base[k] + growth * m.time * drift[k];
   }
   return drift || change_coefficients(&m, base, s);
}
