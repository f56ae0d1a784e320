/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * yuenyeung: lanes and warps fused (Yuenyeung 2021, Alg. 6). A group of 32 rows is one task, whose
 * thread does the work of 32 lanes with a row each (Alg. 5). If the mean row of the group reaches
 * the threshold of unlisted GPUs, each row is a task (Alg. 3). Extra bytes: 4 a row, and at most 4
 * a row for each triangle. Deterministic: each row is added in its stored order. Progress: words.h.
 */
#include "base/message.h"
#include "kernels/host/words.h"

enum
{
   GROUP_ROWS = 32 /* lanes of a warp */
};

typedef struct yuenyeung_state
{
   tsw_words words;
   int32_t   n_tasks[2];
   int32_t  *execute_row_id[2]; /* [n_tasks + 1] */
} yuenyeung_state;

/* The last threshold is for GPUs that are not listed. */
static const double thresholds[] = {
#define TSW_TUNE_GPU(name, rows, few, many) few,
#include "kernels/cuda/published/yuenyeung.def"
#undef TSW_TUNE_GPU
};

/* Tasks of the group that begins with the first-th row; the mean includes the diagonal. */
static int32_t group_tasks(const tsw_graph *g, int32_t first, int32_t end, double threshold)
{
   const int32_t n = (int32_t) g->n_rows;
   const int32_t low = g->upper ? n - end : first;
   const int32_t rows = end - first;
   const int32_t entries = g->row_ptr[low + rows] - g->row_ptr[low] + rows;
   return (double) entries >= threshold * rows ? rows : 1;
}

/* ALGCHOOSE: count the tasks, or store the first row of each task. */
static int32_t choose(const tsw_graph *g, double threshold, int32_t *execute_row_id)
{
   const int32_t n = (int32_t) g->n_rows;
   int32_t       n_tasks = 0;
   for (int32_t first = 0; first < n; first += GROUP_ROWS)
   {
      const int32_t end = n - first < GROUP_ROWS ? n : first + GROUP_ROWS;
      const int32_t mine = group_tasks(g, first, end, threshold);
      for (int32_t w = 0; execute_row_id && w < mine; w++)
      {
         execute_row_id[n_tasks + w] = first + w;
      }
      n_tasks += mine;
   }
   if (execute_row_id)
   {
      execute_row_id[n_tasks] = n;
   }
   return n_tasks;
}

static trisweep_status yuenyeung_plan(const tsw_packed *p, int n_threads, TSW_UNUSED void *stream,
                                      tsw_memory *owner, void *state)
{
   yuenyeung_state *s = state;
   const double     threshold = thresholds[sizeof thresholds / sizeof thresholds[0] - 1];
   TSW_TRY(tsw_words_alloc(p->n_rows, n_threads, owner, &s->words));
   for (int upper = 0; upper < 2; upper++)
   {
      const tsw_graph g = tsw_packed_graph(p, upper);
      s->n_tasks[upper] = choose(&g, threshold, NULL);
      TSW_TRY(TSW_ALLOC(owner, &s->execute_row_id[upper], (int64_t) s->n_tasks[upper] + 1,
                        "the rows of the warps"));
      choose(&g, threshold, s->execute_row_id[upper]);
   }
   return TRISWEEP_OK;
}

typedef struct yuenyeung_context
{
   tsw_host_solve         solve;
   const yuenyeung_state *s;
} yuenyeung_context;

static int32_t row_of(const tsw_host_solve *s, int32_t k)
{
   return s->pass->backward ? s->n_rows - 1 - k : k;
}

/* Release the flag of row i: other threads may then read x_i. */
static void mark_solved(const tsw_host_solve *s, int32_t i)
{
   atomic_store_explicit(&s->words->word[i], 1, memory_order_release);
}

/* Solve one row, as a warp does (Alg. 3). */
static void solve_row(const tsw_host_solve *s, int32_t i)
{
   for (int32_t e = s->rows->row_ptr[i]; e < s->rows->row_ptr[i + 1]; e++)
   {
      tsw_team_wait(&s->words->word[s->rows->col_idx[e]], 1);
   }
   tsw_rows_pass(s->p, s->pass, i, (int64_t) i + 1);
   mark_solved(s, i);
}

typedef struct lane
{
   int32_t i;
   int32_t e; /* next entry; the end of the row once the row is solved */
   double  r; /* omega b_i less the entries before e */
   bool    done;
} lane;

/* Add entries while their x is known; true if an entry was added or the row is solved. */
static bool advance(const tsw_host_solve *s, lane *l)
{
   const tsw_triangle *rows = s->rows;
   const int32_t       begin = l->e;
   const int32_t       end = rows->row_ptr[l->i + 1];
   for (; l->e < end &&
          atomic_load_explicit(&s->words->word[rows->col_idx[l->e]], memory_order_acquire) != 0;
        l->e++)
   {
      l->r -= rows->val[l->e] * s->pass->x[rows->col_idx[l->e]];
   }
   if (l->e < end)
   {
      return l->e > begin;
   }
   tsw_host_finish_row(s, l->i, l->r);
   mark_solved(s, l->i);
   l->done = true;
   return true;
}

/* Solve a group of rows by round robin, in place of a warp with a lane a row (Alg. 5). */
static void solve_group(const tsw_host_solve *s, int32_t first, int32_t end)
{
   lane    lanes[GROUP_ROWS];
   int32_t open = end - first;
   int     polls = 0;
   for (int32_t l = 0; l < end - first; l++)
   {
      const int32_t i = row_of(s, first + l);
      lanes[l] = (lane){ i, s->rows->row_ptr[i], s->pass->omega * s->pass->b[i], false };
   }
   while (open > 0)
   {
      bool moved = false;
      for (int32_t l = 0; l < end - first; l++)
      {
         if (!lanes[l].done)
         {
            moved |= advance(s, &lanes[l]);
            open -= lanes[l].done;
         }
      }
      if (!moved)
      {
         tsw_team_pause(&polls);
      }
   }
}

static void yuenyeung_thread(void *context)
{
   const yuenyeung_context *c = context;
   const bool               backward = c->solve.pass->backward;
   const int32_t            n_tasks = c->s->n_tasks[backward];
   const int32_t           *execute_row_id = c->s->execute_row_id[backward];
   for (int32_t w; (w = tsw_team_ticket(c->s->words.ticket)) < n_tasks;)
   {
      if (execute_row_id[w + 1] - execute_row_id[w] > 1)
      {
         solve_group(&c->solve, execute_row_id[w], execute_row_id[w + 1]);
      }
      else
      {
         solve_row(&c->solve, row_of(&c->solve, execute_row_id[w]));
      }
   }
}

static trisweep_status yuenyeung_solve(const void *state, const tsw_packed *p, const tsw_pass *pass,
                                       TSW_UNUSED void *stream)
{
   const yuenyeung_state *s = state;
   yuenyeung_context      c = { tsw_host_begin(&s->words, p, pass, false), s };
   tsw_team_run(s->words.n_threads, yuenyeung_thread, &c);
   return TRISWEEP_OK;
}

static void yuenyeung_free(tsw_memory *owner, void *state)
{
   yuenyeung_state *s = state;
   tsw_memory_free(owner, &s->execute_row_id[0]);
   tsw_memory_free(owner, &s->execute_row_id[1]);
   tsw_words_free(owner, &s->words);
}

const tsw_sptrsv tsw_sptrsv_host_yuenyeung = {
   .name = "yuenyeung",
   .summary = "a lane or a thread a row in row order, by the mean length of 32 rows",
   .source = "Yuenyeung 2021, Alg. 6",
   .space = TRISWEEP_HOST,
   .threaded = true,
   .deterministic = true,
   .state_bytes = sizeof(yuenyeung_state),
   .plan = yuenyeung_plan,
   .solve = yuenyeung_solve,
   .free = yuenyeung_free,
};
