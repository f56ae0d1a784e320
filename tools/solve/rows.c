/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Send rows from rank 0 to their ranks, and make right-hand sides. */
#include "tools/solve/rows.h"

#include <stdlib.h>

#include "tools/common/random.h"
#include "tools/common/support.h"

/* Count the rows and entries of each rank and find the first of each; rank 0 only. */
static void count_entries(const tsw_file_matrix *a, int block, int n_ranks, int *n_rows,
                          int *first_row, int *n_entries, int *first_entry)
{
   for (int rank = 0; rank < n_ranks; rank++)
   {
      first_row[rank] = (int) rows_first(a->n_rows, block, rank, n_ranks);
      n_rows[rank] = (int) rows_first(a->n_rows, block, rank + 1, n_ranks) - first_row[rank];
      first_entry[rank] = a->row_ptr[first_row[rank]];
      n_entries[rank] = a->row_ptr[first_row[rank] + n_rows[rank]] - first_entry[rank];
   }
}

/* Scatter row lengths, columns and values into allocated arrays. */
static void scatter(const tsw_file_matrix *a, const int *plan, int n_ranks, const int *length,
                    int n_entries, int *columns, rows *s)
{
   MPI_Scatterv(length, plan, plan + n_ranks, MPI_INT, s->length, s->n_rows, MPI_INT, 0,
                MPI_COMM_WORLD);
   MPI_Scatterv(a->col_idx, plan + 2 * n_ranks, plan + 3 * n_ranks, MPI_INT, columns, n_entries,
                MPI_INT, 0, MPI_COMM_WORLD);
   MPI_Scatterv(a->val, plan + 2 * n_ranks, plan + 3 * n_ranks, MPI_DOUBLE, s->val, n_entries,
                MPI_DOUBLE, 0, MPI_COMM_WORLD);
   s->n_entries = (size_t) n_entries;
   for (int k = 0; k < n_entries; k++)
   {
      s->col_idx[k] = columns[k];
   }
}

bool tsw_rows_scatter(const tsw_file_matrix *a, const tsw_facts *facts, int block, rows *s)
{
   int rank, n_ranks, n_entries;
   MPI_Comm_rank(MPI_COMM_WORLD, &rank);
   MPI_Comm_size(MPI_COMM_WORLD, &n_ranks);
   const HYPRE_BigInt first = rows_first(facts->n_rows, block, rank, n_ranks);
   const HYPRE_BigInt end = rows_first(facts->n_rows, block, rank + 1, n_ranks);

   /* plan: [4][n_ranks] rows, first rows, entries, first entries of the ranks; set on rank 0. */
   int *plan = tsw_get(4 * (size_t) n_ranks, sizeof *plan);
   int *length = tsw_get(rank ? 0 : (size_t) a->n_rows, sizeof *length);
   if (!tsw_all(plan && length))
   {
      free(plan);
      free(length);
      return false;
   }
   if (rank == 0)
   {
      count_entries(a, block, n_ranks, plan, plan + n_ranks, plan + 2 * n_ranks,
                    plan + 3 * n_ranks);
      for (int i = 0; i < a->n_rows; i++)
      {
         length[i] = a->row_ptr[i + 1] - a->row_ptr[i];
      }
   }
   MPI_Scatter(plan + 2 * n_ranks, 1, MPI_INT, &n_entries, 1, MPI_INT, 0, MPI_COMM_WORLD);
   int       *columns = tsw_get((size_t) n_entries, sizeof *columns);
   const bool mine = rows_create(first, (HYPRE_Int) (end - first), (size_t) n_entries, s);
   const bool done = tsw_all(columns && mine);
   if (done)
   {
      scatter(a, plan, n_ranks, length, n_entries, columns, s);
   }
   else if (!mine)
   {
      tsw_complain("not enough memory for the matrix");
   }
   free(columns);
   free(length);
   free(plan);
   return done;
}

/* A number in -1 .. 1 that depends on the row and the seed only. */
static double random_number(uint64_t seed, uint64_t row)
{
   return tsw_both_signs(tsw_mix((row + 1 + (seed << 32)) * UINT64_C(0x9e3779b97f4a7c15)));
}

/* Read the vector on rank 0 and send each rank its part. */
static bool read_rhs(const char *name, tsw_facts *facts, rows *s)
{
   int rank, n_ranks;
   MPI_Comm_rank(MPI_COMM_WORLD, &rank);
   MPI_Comm_size(MPI_COMM_WORLD, &n_ranks);
   double *whole = tsw_get(rank ? 0 : (size_t) facts->n_rows, sizeof *whole);
   int    *n_rows = tsw_get((size_t) n_ranks, sizeof *n_rows);
   int    *first_row = tsw_get((size_t) n_ranks, sizeof *first_row);
   bool    done = whole && n_rows && first_row;
   done = tsw_all(done && (rank > 0 || tsw_read_vector(name, facts->n_rows, whole, facts)));
   if (done)
   {
      const int first = (int) s->first;
      MPI_Gather(&s->n_rows, 1, MPI_INT, n_rows, 1, MPI_INT, 0, MPI_COMM_WORLD);
      MPI_Gather(&first, 1, MPI_INT, first_row, 1, MPI_INT, 0, MPI_COMM_WORLD);
      MPI_Scatterv(whole, n_rows, first_row, MPI_DOUBLE, s->rhs, s->n_rows, MPI_DOUBLE, 0,
                   MPI_COMM_WORLD);
   }
   free(whole);
   free(n_rows);
   free(first_row);
   return done;
}

bool tsw_rows_rhs(const tsw_solve_options *options, tsw_facts *facts, rows *s)
{
   if (options->rhs == TSW_RHS_FILE)
   {
      return read_rhs(options->rhs_file, facts, s);
   }
   if (options->rhs == TSW_RHS_WEIGHT || (options->rhs == TSW_RHS_DEFAULT && !options->matrix))
   {
      return true; /* set with the matrix */
   }
   for (int i = 0; i < s->n_rows; i++)
   {
      s->rhs[i] = options->rhs == TSW_RHS_RANDOM
                     ? random_number((uint64_t) options->seed, (uint64_t) s->first + (uint64_t) i)
                     : 1.0;
   }
   return true;
}
