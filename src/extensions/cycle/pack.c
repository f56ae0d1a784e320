/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "analysis/few_colors.h"
#include "analysis/levels.h"
#include "base/message.h"
#include "block/csr.h"
#include "block/cut.h"
#include "extensions/cycle/packed.h"

/* Memory that is split into parts. With memory NULL only the size is counted. */
typedef struct pieces
{
   char   *memory;
   int64_t used;
} pieces;

static void *take(pieces *p, int64_t count, size_t size)
{
   enum
   {
      ALIGNMENT = 16
   };
   char *at = p->memory ? p->memory + p->used : NULL;
   p->used += (count * (int64_t) size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
   return at;
}

/* The parts of a level that is not the last. */
typedef struct parts
{
   int32_t       *set;
   tsw_cycle_row *row;
   uint16_t      *col;
   double        *val;
   int32_t       *p_ptr, *r_ptr;
   uint16_t      *p_col, *r_col;
   double        *p_val, *r_val;
} parts;

static parts take_parts(pieces *memory, const tsw_cycle_input *s, int64_t n_sets)
{
   parts t;
   t.set = take(memory, n_sets + 1, sizeof *t.set);
   t.row = take(memory, s->a.n_rows, sizeof *t.row);
   t.col = take(memory, s->a.nnz, sizeof *t.col);
   t.val = take(memory, s->a.nnz, sizeof *t.val);
   t.p_ptr = take(memory, s->p.n_rows + 1, sizeof *t.p_ptr);
   t.p_col = take(memory, s->p.nnz, sizeof *t.p_col);
   t.p_val = take(memory, s->p.nnz, sizeof *t.p_val);
   t.r_ptr = take(memory, s->p.n_cols + 1, sizeof *t.r_ptr);
   t.r_col = take(memory, s->p.nnz, sizeof *t.r_col);
   t.r_val = take(memory, s->p.nnz, sizeof *t.r_val);
   return t;
}

/* Level sets of the order in which the rows are visited. */
static trisweep_status find_sets(const tsw_cycle_input *s, tsw_levels *sets)
{
   return s->few_colors > 0 ? tsw_levels_few(s->a.n_rows, s->few_colors, sets)
                            : tsw_levels_compute(&s->a, sets);
}

/* Sums over a row. */
typedef struct row_sums
{
   double diag;
   double same;  /* of |a_ij| of other rows in the level set of the row */
   double check; /* NaN unless all values are finite */
} row_sums;

/* Sums in place of branches, which would be unpredictable. */
static row_sums sum_row(const trisweep_csr *a, int64_t i, const int32_t *level)
{
   row_sums s = { 0 };
   for (int32_t e = a->row_ptr[i]; e < a->row_ptr[i + 1]; e++)
   {
      const int32_t j = a->col_idx[e];
      const bool    same = j != i && level[j] == level[i];
      s.diag += j == i ? a->val[e] : 0.0;
      s.same += same ? fabs(a->val[e]) : 0.0;
      s.check += a->val[e] - a->val[e];
   }
   return s;
}

/*
 * Store all entries of a row but the diagonal. An additional entry in column i subtracts the shift.
 * Returns true if the row reads values from before the sweep.
 */
static bool pack_entries(const trisweep_csr *a, const int32_t *level, double shift, int32_t *at,
                         const parts *to, tsw_cycle_row *row)
{
   const int32_t i = row->row;
   const int32_t before = (int32_t) (TSW_CYCLE_BEFORE * a->n_rows);
   int32_t       k = *at;
   bool          reads_before = shift != 0.0;
   for (int32_t e = a->row_ptr[i]; e < a->row_ptr[i + 1]; e++)
   {
      const int32_t j = a->col_idx[e];
      const bool    same = j != i && level[j] == level[i];
      if (j != i)
      {
         to->col[k] = (uint16_t) (same ? before + j : j);
         to->val[k++] = a->val[e];
      }
      reads_before = reads_before || same;
   }
   if (shift != 0.0)
   {
      to->col[k] = (uint16_t) (before + i);
      to->val[k++] = -shift;
   }
   row->begin = *at;
   row->n_entries = (uint16_t) (k - *at);
   *at = k;
   return reads_before;
}

static trisweep_status pack_row(const tsw_cycle_input *s, int64_t i, const int32_t *level,
                                int32_t *at, const parts *to, tsw_cycle_row *row,
                                bool *reads_before)
{
   const row_sums sums = sum_row(&s->a, i, level);
   const double   shift = tsw_cut_shift(sums.diag, sums.same);
   const double   diag = sums.diag + shift;
   const double   scale = s->l1_norms ? tsw_cut_norm(s->l1_norms[i], shift) : diag;
   const double   inv = scale == 0.0 ? 0.0 : 1.0 / scale;
   if (sums.check != 0.0 || !isfinite(scale) || !isfinite(inv))
   {
      return TSW_ERROR_ROW(VALUE, i,
                           "an entry of the row, its divisor or the reciprocal of its "
                           "divisor is not finite");
   }
   row->row = (uint16_t) i;
   row->diag = diag;
   row->inv = inv;
   *reads_before = pack_entries(&s->a, level, shift, at, to, row) || *reads_before;
   return TRISWEEP_OK;
}

/* Store P and its transpose; the rows of the transpose are in the order of the rows of P. */
static void pack_interpolation(const trisweep_csr *p, const parts *to)
{
   for (int64_t c = 0; c <= p->n_cols; c++)
   {
      to->r_ptr[c] = 0;
   }
   for (int32_t e = 0; e < p->nnz; e++)
   {
      to->p_col[e] = (uint16_t) p->col_idx[e];
      to->p_val[e] = p->val[e];
      to->r_ptr[to->p_col[e]]++;
   }
   for (int64_t c = 1; c <= p->n_cols; c++)
   {
      to->r_ptr[c] += to->r_ptr[c - 1];
   }
   to->p_ptr[p->n_rows] = (int32_t) p->nnz;
   for (int64_t i = p->n_rows - 1; i >= 0; i--) /* from the end of each row to its start */
   {
      to->p_ptr[i] = p->row_ptr[i];
      for (int32_t e = to->p_ptr[i + 1] - 1; e >= to->p_ptr[i]; e--)
      {
         const int32_t at = --to->r_ptr[to->p_col[e]];
         to->r_col[at] = (uint16_t) i;
         to->r_val[at] = to->p_val[e];
      }
   }
}

static int32_t offset(const char *start, const void *part)
{
   return (int32_t) ((const char *) part - start);
}

static trisweep_status pack_level(const tsw_cycle_input *s, const tsw_levels *sets, pieces *memory,
                                  tsw_cycle_level *level)
{
   const parts to = take_parts(memory, s, sets->n_levels);
   int32_t     at = 0;
   bool        reads_before = false;
   memcpy(to.set, sets->level_ptr, ((size_t) sets->n_levels + 1) * sizeof *to.set);
   for (int64_t k = 0; k < s->a.n_rows; k++)
   {
      memset(&to.row[k], 0, sizeof *to.row);
      TSW_TRY(pack_row(s, sets->order[k], sets->level, &at, &to, &to.row[k], &reads_before));
   }
   pack_interpolation(&s->p, &to);
   const char *start = memory->memory;
   level->relax_weight = s->relax_weight;
   level->n_rows = (int32_t) s->a.n_rows;
   level->n_vectors = TSW_CYCLE_BEFORE + reads_before;
   level->n_sets = (int32_t) sets->n_levels;
   level->set = offset(start, to.set);
   level->row = offset(start, to.row);
   level->col = offset(start, to.col);
   level->val = offset(start, to.val);
   level->interpolation = (tsw_cycle_matrix){ (int32_t) s->p.n_rows, offset(start, to.p_ptr),
                                              offset(start, to.p_col), offset(start, to.p_val) };
   level->restriction = (tsw_cycle_matrix){ (int32_t) s->p.n_cols, offset(start, to.r_ptr),
                                            offset(start, to.r_col), offset(start, to.r_val) };
   return TRISWEEP_OK;
}

/* Elimination without pivoting; a pivot of zero is left out. */
static trisweep_status factorise_last(const trisweep_csr *a, double *lu)
{
   const int64_t n = a->n_rows;
   memset(lu, 0, (size_t) (n * n) * sizeof *lu);
   for (int64_t i = 0; i < n; i++)
   {
      for (int32_t e = a->row_ptr[i]; e < a->row_ptr[i + 1]; e++)
      {
         lu[i * n + a->col_idx[e]] += a->val[e];
      }
   }
   for (int64_t k = 0; k < n; k++)
   {
      for (int64_t i = k + 1; i < n; i++)
      {
         const double factor = lu[k * n + k] == 0.0 ? 0.0 : lu[i * n + k] / lu[k * n + k];
         lu[i * n + k] = factor;
         for (int64_t j = k + 1; j < n; j++)
         {
            lu[i * n + j] -= factor * lu[k * n + j];
         }
      }
   }
   for (int64_t k = 0; k < n * n; k++)
   {
      if (!isfinite(lu[k]))
      {
         return TSW_ERROR_ROW(VALUE, k / n,
                              "the elimination on the last level has a result that "
                              "is not finite");
      }
   }
   return TRISWEEP_OK;
}

static trisweep_status check_sizes(const tsw_cycle_input *levels, int n_levels)
{
   for (int l = 0; l < n_levels; l++)
   {
      const int64_t most = l == n_levels - 1 ? TSW_CYCLE_LAST_ROWS : TSW_CYCLE_MOST_ROWS;
      if (levels[l].a.n_rows < 1 || levels[l].a.n_rows > most)
      {
         return TSW_ERROR(UNSUPPORTED,
                          "level %d of the cycle has %" PRId64 " rows, not 1 to %" PRId64, l,
                          levels[l].a.n_rows, most);
      }
      if (l < n_levels - 1)
      {
         TSW_TRY(tsw_csr_validate_arrays(&levels[l].p));
      }
   }
   return TRISWEEP_OK;
}

static trisweep_status pack_all(const tsw_cycle_input *levels, int n_levels, const tsw_levels *sets,
                                tsw_cycle_packed *packed, char *image, int64_t most_bytes)
{
   const tsw_cycle_input *last = &levels[n_levels - 1];
   const int64_t          n_last = last->a.n_rows;
   pieces                 memory = { NULL, 0 };
   for (int l = 0; l < n_levels - 1; l++)
   {
      (void) take_parts(&memory, &levels[l], sets[l].n_levels);
   }
   (void) take(&memory, n_last * n_last, sizeof(double));
   if (memory.used > most_bytes)
   {
      return TSW_ERROR(UNSUPPORTED, "the levels of the cycle take %" PRId64 " of %" PRId64 " bytes",
                       memory.used, most_bytes);
   }
   packed->n_bytes = (int32_t) memory.used;
   memset(image, 0, (size_t) memory.used);
   memory = (pieces){ image, 0 };
   for (int l = 0; l < n_levels - 1; l++)
   {
      TSW_TRY(pack_level(&levels[l], &sets[l], &memory, &packed->level[l]));
   }
   double *lu = take(&memory, n_last * n_last, sizeof *lu);
   packed->level[n_levels - 1].n_rows = (int32_t) n_last;
   packed->level[n_levels - 1].n_vectors = TSW_CYCLE_BEFORE;
   packed->n_levels = n_levels;
   packed->lu = offset(image, lu);
   return factorise_last(&last->a, lu);
}

trisweep_status tsw_cycle_pack(const tsw_cycle_input *levels, int n_levels,
                               tsw_cycle_packed *packed, char *image, int64_t most_bytes)
{
   tsw_levels sets[TSW_CYCLE_LEVELS];
   memset(sets, 0, sizeof sets);
   trisweep_status status = check_sizes(levels, n_levels);
   for (int l = 0; l < n_levels - 1 && status == TRISWEEP_OK; l++)
   {
      status = find_sets(&levels[l], &sets[l]);
   }
   status = status ? status : pack_all(levels, n_levels, sets, packed, image, most_bytes);
   for (int l = 0; l < n_levels - 1; l++)
   {
      tsw_levels_free(&sets[l]);
   }
   return status;
}
