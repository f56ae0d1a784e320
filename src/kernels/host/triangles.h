/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * What the host twins of the published schedules keep of a pattern: for each
 * triangle its levels and its transpose, as far as the schedule asks for them,
 * and the words that its threads wait on. The counterpart of
 * kernels/cuda/triangles.h.
 */
#ifndef TSW_KERNELS_HOST_TRIANGLES_H
#define TSW_KERNELS_HOST_TRIANGLES_H

#include "analysis/graph.h"
#include "kernels/host/rows.h"
#include "kernels/host/team.h"
#include "kernels/schedule.h"

/** Parts of tsw_host_half, to be combined. */
enum
{
   TSW_KEEP_LEVELS = 1,
   TSW_KEEP_COLUMNS = 2,       /* their pattern */
   TSW_KEEP_COLUMN_VALUES = 4, /* their pattern, and values by tsw_host_triangles_load */
   TSW_KEEP_WORDS = 8          /* ticket and word */
};

/** One triangle; what the schedule did not ask for is zero. */
typedef struct tsw_host_half
{
   tsw_level_sets    levels;
   tsw_graph_columns columns;
   double           *val; /* [nnz] in the order of columns */
} tsw_host_half;

typedef struct tsw_host_triangles
{
   int           n_threads;
   tsw_host_half half[2]; /* lower, upper */
   tsw_word     *ticket;  /* units of work begun */
   tsw_word     *word;    /* [n_rows] rows that a row still waits for, or whether it is solved */
} tsw_host_triangles;

/** One triangle of a packed block in natural order. */
tsw_graph tsw_host_graph(const tsw_packed *p, bool upper);

/** Find the parts that keep names. t is to be freed also after a failure. OK, MEMORY. */
trisweep_status tsw_host_triangles_find(const tsw_packed *p, int keep, int n_threads,
                                        tsw_memory *owner, tsw_host_triangles *t);
void            tsw_host_triangles_drop(tsw_memory *owner, tsw_host_triangles *t);

/** For schedules whose whole state this is: plan, load and free of tsw_schedule. */
trisweep_status tsw_host_triangles_plan(const tsw_packed *p, int keep, int n_threads,
                                        tsw_memory *owner, void **state);
trisweep_status tsw_host_triangles_load(void *state, const tsw_packed *p, void *stream);
void            tsw_host_triangles_free(tsw_memory *owner, void **state);

/** What the threads of one pass work on. */
typedef struct tsw_host_solve
{
   const tsw_host_triangles *t;
   const tsw_host_half      *half;
   const tsw_packed         *p;
   const tsw_triangle       *rows; /* the triangle that is solved */
   const tsw_pass           *pass;
   int32_t                   n_rows;
} tsw_host_solve;

tsw_host_solve tsw_host_solve_of(const tsw_host_triangles *t, const tsw_packed *p,
                                 const tsw_pass *pass);

/** The row that comes k-th. */
static inline int32_t tsw_host_row(const tsw_host_solve *s, int32_t k)
{
   return s->pass->backward ? s->n_rows - 1 - k : k;
}

/** The place k of row i. */
static inline int32_t tsw_host_place(const tsw_host_solve *s, int32_t i)
{
   return s->pass->backward ? s->n_rows - 1 - i : i;
}

/** How many shares of `size` rows there are, and where the one that begins at `first` ends. */
static inline int32_t tsw_host_shares(int32_t n_rows, int32_t size)
{
   return (int32_t) (((int64_t) n_rows + size - 1) / size);
}

static inline int32_t tsw_host_share_end(int32_t n_rows, int32_t first, int32_t size)
{
   return n_rows - first < size ? n_rows : first + size;
}

/** ticket = 0, word = 0: no row is solved. */
void tsw_host_reset_flags(const tsw_host_solve *s);

/** ticket = 0, word[i] = entries of row i. */
void tsw_host_reset_counts(const tsw_host_solve *s);

/** x = omega b, from which columns are subtracted. */
void tsw_host_start_columns(const tsw_host_solve *s);

/** x_i from r = omega b_i - (T x)_i; 0 if the row is kept. */
void tsw_host_finish_row(const tsw_host_solve *s, int32_t i, double r);

/** x_i of a schedule by columns, once all columns it needs are subtracted. Returns it. */
double tsw_host_finish_column(const tsw_host_solve *s, int32_t i);

/** x_i -= part, while other threads may do the same. */
static inline void tsw_host_subtract(double *x_i, double part)
{
#pragma omp atomic
   *x_i -= part;
}

/** Row i is solved: whoever waits for its flag may read x_i. */
static inline void tsw_host_mark_solved(const tsw_host_solve *s, int32_t i)
{
   atomic_store_explicit(&s->t->word[i], 1, memory_order_release);
}

static inline bool tsw_host_is_solved(const tsw_host_solve *s, int32_t i)
{
   return atomic_load_explicit(&s->t->word[i], memory_order_acquire) != 0;
}

/** Row i waits for one row less. */
static inline void tsw_host_count_off(const tsw_host_solve *s, int32_t i)
{
   atomic_fetch_sub_explicit(&s->t->word[i], 1, memory_order_acq_rel);
}

#endif
