/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "bench/matrix/grid.h"

#include <stdbool.h>
#include <stdlib.h>

#include "tools/common/random.h"

double tsw_matrix_coupling(int64_t i, int64_t j)
{
   const uint64_t key = (uint64_t) i * UINT64_C(0x9e3779b97f4a7c15) + (uint64_t) j;
   return -(0.5 + tsw_unit(tsw_mix(key)));
}

int64_t tsw_grid_neighbour(const tsw_matrix_grid *g, int64_t p, int d)
{
   const int     dx = d % 3 - 1;
   const int     dy = d / 3 % 3 - 1;
   const int     dz = d / 9 - 1;
   const int64_t x = p % g->nx + dx;
   const int64_t y = p / g->nx % g->ny + dy;
   const int64_t z = p / g->nx / g->ny + dz;
   const bool    inside = x >= 0 && x < g->nx && y >= 0 && y < g->ny && z >= 0 && z < g->nz;
   const bool    star = g->stencil == TSW_STENCIL_STAR || g->stencil == TSW_STENCIL_LAPLACE;
   if (!inside || (star && abs(dx) + abs(dy) + abs(dz) > 1) ||
       (g->stencil == TSW_STENCIL_SIMPLICES && (dx * dy < 0 || dx * dz < 0 || dy * dz < 0)))
   {
      return -1;
   }
   return (x + g->nx * (y + g->ny * z)) * g->n_fields;
}

static int32_t point_entries(const tsw_matrix_grid *g, int64_t p)
{
   int32_t n = 0;
   for (int d = 0; d < 27; d++)
   {
      n += tsw_grid_neighbour(g, p, d) >= 0 ? g->n_fields : 0;
   }
   return n;
}

static void fill_row(const tsw_matrix_grid *g, int64_t i, tsw_matrix *m)
{
   int32_t    at = m->row_ptr[i];
   int32_t    diagonal = at;
   const bool laplace = g->stencil == TSW_STENCIL_LAPLACE;
   double     sum = 1.0;
   for (int d = 0; d < 27; d++)
   {
      const int64_t first = tsw_grid_neighbour(g, i / g->n_fields, d);
      for (int32_t f = 0; first >= 0 && f < g->n_fields; f++, at++)
      {
         m->col_idx[at] = (int32_t) (first + f);
         m->val[at] = laplace ? -1.0 : tsw_matrix_coupling(i, first + f);
         if (first + f == i)
         {
            diagonal = at;
         }
         else
         {
            sum -= m->val[at];
         }
      }
   }
   m->val[diagonal] = !laplace ? sum : g->nz > 1 ? 6.0 : 4.0;
}

trisweep_status tsw_grid_matrix(const tsw_matrix_grid *grid, tsw_matrix *m)
{
   const int64_t n = grid->nx * grid->ny * grid->nz * grid->n_fields;
   const double  most = 27.0 * (double) n * grid->n_fields;
   if (n > INT32_MAX || (grid->stencil == TSW_STENCIL_BOX && most > INT32_MAX))
   {
      return TRISWEEP_ERROR_ARGUMENT;
   }
   m->n_rows = n;
   m->row_ptr = malloc(((size_t) n + 1) * sizeof *m->row_ptr);
   if (!m->row_ptr)
   {
      return TRISWEEP_ERROR_MEMORY;
   }
   m->row_ptr[0] = 0;
   for (int64_t i = 0; i < n; i++)
   {
      m->row_ptr[i + 1] = m->row_ptr[i] + point_entries(grid, i / grid->n_fields);
   }
   m->nnz = m->row_ptr[n];
   m->col_idx = malloc(((size_t) m->nnz + 1) * sizeof *m->col_idx);
   m->val = malloc(((size_t) m->nnz + 1) * sizeof *m->val);
   if (!m->col_idx || !m->val)
   {
      tsw_matrix_free(m);
      return TRISWEEP_ERROR_MEMORY;
   }
#ifdef _OPENMP
#pragma omp parallel for schedule(static)
#endif
   for (int64_t i = 0; i < n; i++)
   {
      fill_row(grid, i, m);
   }
   return TRISWEEP_OK;
}
