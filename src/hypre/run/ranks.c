/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "hypre/run/ranks.h"

#include "hypre/base/device.h"

#if TSW_HAS_DEVICE

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cuda_runtime_api.h>

#include "hypre/base/notice.h"
#include "hypre/peer/channel.h"
#include "hypre/run/coarse.h"
#include "hypre/run/gather.h"

enum
{
   KINDS = 3, /* exchanges of a level: columns of A, columns of P, sums for P^T */
   WAY_SIZE = 320
};

struct tsw_ranks
{
   char              way[WAY_SIZE]; /* text for the reports */
   tsw_group        *group;         /* NULL if MPI is in use */
   tsw_window        window;
   int               n_levels;
   tsw_link         *a;    /* [n_levels] */
   tsw_link         *p;    /* [coarse_first] interpolations to levels 0, 1, ...; or NULL */
   tsw_exchange      last; /* gathers the right-hand side of the last levels */
   tsw_gather_places places;
   double           *f, *u; /* device: right-hand side and solution of the last levels */
   tsw_exchange      sum;
   int               n_before; /* neighbours with a smaller rank */
   bool              has_cycle;
   const char       *no_cycle;   /* why hypre runs the cycles */
   bool              has_failed; /* a wait exceeded the limit */
};

static bool on_all(MPI_Comm comm, bool condition)
{
   int all = condition;
   MPI_Allreduce(MPI_IN_PLACE, &all, 1, MPI_INT, MPI_MIN, comm);
   return all;
}

static void describe(tsw_ranks *r, const char *text)
{
   snprintf(r->way, sizeof r->way, "%s", text);
}

/* Every other rank sends n_own values (of[rank]) to every other. */
static bool plan_all_to_all(tsw_exchange *e, int rank, int n_ranks, const int *of)
{
   HYPRE_Int ranks[TSW_MOST_NEIGHBOURS + 1];
   HYPRE_Int to[TSW_MOST_NEIGHBOURS + 1] = { 0 };
   HYPRE_Int from[TSW_MOST_NEIGHBOURS + 1] = { 0 };
   int       n = 0;
   for (int r = 0; r < n_ranks; r++)
   {
      if (r != rank)
      {
         ranks[n] = r;
         to[n + 1] = to[n] + (HYPRE_Int) of[rank];
         from[n + 1] = from[n] + (HYPRE_Int) of[r];
         n++;
      }
   }
   const tsw_rank_list send = { n, ranks, to };
   const tsw_rank_list receive = { n, ranks, from };
   return tsw_exchange_plan(e, &send, &receive);
}

/* The rows of all ranks in the first gathered level, and where they are. */
static bool plan_last(tsw_solver *solver, MPI_Comm comm)
{
   tsw_ranks          *r = solver->ranks;
   hypre_ParCSRMatrix *a = hypre_ParAMGDataAArray(solver->amg)[solver->coarse_first];
   int                 of[TSW_MOST_NEIGHBOURS + 1];
   int                 rank, n_ranks, first = 0;
   int                 own = (int) hypre_ParCSRMatrixNumRows(a);
   MPI_Comm_rank(comm, &rank);
   MPI_Comm_size(comm, &n_ranks);
   MPI_Allgather(&own, 1, MPI_INT, of, 1, MPI_INT, comm);
   const bool good = plan_all_to_all(&r->last, rank, n_ranks, of);
   for (int k = 0; k < n_ranks; k++)
   {
      /* Neighbours with values come first, in the order of the ranks. */
      int q = k == rank ? r->last.view.n_from : 0;
      while (k != rank && q < r->last.view.n_from && r->last.rank_from[q] != k)
      {
         q++;
      }
      r->places.first[q] = first;
      r->places.n[q] = of[k];
      first += of[k];
   }
   return good;
}

static bool plan_sum(tsw_ranks *r, MPI_Comm comm)
{
   int of[TSW_MOST_NEIGHBOURS + 1];
   int rank, n_ranks;
   MPI_Comm_rank(comm, &rank);
   MPI_Comm_size(comm, &n_ranks);
   for (int k = 0; k < n_ranks; k++)
   {
      of[k] = 1;
   }
   r->n_before = rank;
   return plan_all_to_all(&r->sum, rank, n_ranks, of);
}

/* ---- the last levels --------------------------------------------------------- */

static bool gather_last(tsw_solver *solver, MPI_Comm comm, int first)
{
   hypre_ParAMGData *amg = solver->amg;
   const int         n = hypre_ParAMGDataNumLevels(amg) - first;
   tsw_gather_input  inputs[2 * TSW_COARSE_MOST_LEVELS];
   tsw_gathered      gathered[2 * TSW_COARSE_MOST_LEVELS];
   int               count = 0;
   for (int k = first; k < first + n; k++)
   {
      const bool last = k == first + n - 1;
      inputs[count++] =
         (tsw_gather_input){ hypre_ParAMGDataAArray(amg)[k], last ? NULL : solver->levels[k]->l1 };
      if (!last)
      {
         inputs[count++] = (tsw_gather_input){ hypre_ParAMGDataPArray(amg)[k], NULL };
      }
   }
   bool good = tsw_gather(comm, inputs, count, gathered);
   if (good)
   {
      tsw_coarse_block blocks[TSW_COARSE_MOST_LEVELS];
      for (int k = 0; k < n; k++)
      {
         const bool last = k == n - 1;
         blocks[k] = (tsw_coarse_block){ gathered[2 * k].csr,
                                         last ? (trisweep_csr){ 0 } : gathered[2 * k + 1].csr,
                                         gathered[2 * k].vector };
      }
      good = tsw_coarse_make(solver, first, blocks);
   }
   tsw_gathered_free(gathered, count);
   return good;
}

/* ---- setup --------------------------------------------------------------------- */

static bool plan_links(tsw_solver *solver, MPI_Comm comm, bool *cycle_fits)
{
   tsw_ranks *r = solver->ranks;
   bool       good = true;
   r->n_levels = solver->n_levels;
   r->a = calloc((size_t) r->n_levels + 1, sizeof *r->a);
   r->p = calloc((size_t) r->n_levels + 1, sizeof *r->p);
   if (!on_all(comm, r->a && r->p))
   {
      return false;
   }
   for (int k = 0; k < r->n_levels; k++)
   {
      if (solver->levels[k]) /* on all ranks, or hypre solves directly on the level */
      {
         good = tsw_link_plan(&r->a[k], solver->levels[k]->matrix, false) && good;
      }
   }
   for (int k = 0; k + 1 < r->n_levels && *cycle_fits; k++)
   {
      hypre_ParCSRMatrix *p = hypre_ParAMGDataPArray(solver->amg)[k];
      *cycle_fits = on_all(comm, tsw_link_plan(&r->p[k], p, true));
      r->no_cycle = "an interpolation has no stored transpose, or too many neighbours";
   }
   return on_all(comm, good);
}

/* The exchanges in the order in which the ranks place them. Returns their number. */
static int list_exchanges(tsw_solver *solver, tsw_exchange **list)
{
   tsw_ranks *r = solver->ranks;
   int        n = 0;
   for (int k = 0; k < r->n_levels; k++)
   {
      list[KINDS * k] = &r->a[k].forward;
      list[KINDS * k + 1] = &r->p[k].forward;    /* empty without a cycle */
      list[KINDS * k + 2] = &r->p[k].transposed; /* empty without a cycle */
   }
   n = KINDS * r->n_levels;
   list[n++] = &r->last;
   list[n++] = &r->sum;
   return n;
}

static size_t list_bytes(const tsw_solver *solver)
{
   const tsw_ranks *r = solver->ranks;
   size_t           bytes = 0;
   for (int k = 0; k < r->n_levels; k++)
   {
      bytes += tsw_link_bytes(&r->a[k]) + tsw_link_bytes(&r->p[k]);
   }
   return bytes;
}

/* Doubles of the gathered vectors. */
static size_t n_gathered(const tsw_solver *solver)
{
   hypre_ParCSRMatrix *first = hypre_ParAMGDataAArray(solver->amg)[solver->coarse_first];
   return solver->ranks->has_cycle ? (size_t) hypre_ParCSRMatrixGlobalNumRows(first) : 0;
}

static bool place_links(tsw_solver *solver, char *at)
{
   tsw_ranks *r = solver->ranks;
   tsw_link **placed = calloc(2 * (size_t) r->n_levels + 1, sizeof *placed);
   bool       good = placed != NULL;
   int        n = 0;
   for (int k = 0; k < 2 * r->n_levels && good; k++)
   {
      tsw_link *link = k % 2 == 0 ? &r->a[k / 2] : &r->p[k / 2];
      if (link->matrix)
      {
         good = tsw_link_place(link, at);
         placed[n++] = link;
      }
      at += tsw_link_bytes(link);
   }
   good = good && tsw_link_count(placed, n);
   free(placed);
   return good;
}

/* Exchanges, gathered vectors, lists of rows: all in one window. */
static bool place_all(tsw_solver *solver, MPI_Comm comm)
{
   tsw_ranks     *r = solver->ranks;
   tsw_exchange **list = calloc((size_t) (KINDS * r->n_levels) + 2, sizeof *list);
   size_t         bytes = 0;
   if (!on_all(comm, list != NULL))
   {
      free(list);
      return false;
   }
   const int n = list_exchanges(solver, list);
   for (int k = 0; k < n; k++)
   {
      bytes += tsw_exchange_bytes(list[k]);
   }
   const size_t all = bytes + 2 * sizeof(double) * n_gathered(solver) + list_bytes(solver);
   bool         good = tsw_window_take(r->group, all, &r->window);
   good = good && tsw_exchange_connect(list, n, &r->window, tsw_group_limit(r->group));
   free(list);
   if (!good)
   {
      return false;
   }
   char *at = tsw_window_address(&r->window) + bytes;
   r->f = (double *) at;
   r->u = r->f + n_gathered(solver);
   at = (char *) (r->u + n_gathered(solver));
   return on_all(comm, place_links(solver, at));
}

/* Does the plug smooth on all levels, perhaps but the last? */
static bool has_all_levels(const tsw_solver *solver)
{
   for (int k = 0; k < solver->n_levels; k++)
   {
      const tsw_level *level = solver->levels[k];
      if (level ? !level->matrix : k + 1 < solver->n_levels || k == 0)
      {
         return false;
      }
   }
   return solver->n_levels > 0;
}

/* Do all levels but the last sweep by schedule colors, and are interpolations stored transposed? */
static bool levels_fit(const tsw_solver *solver)
{
   bool fits = true;
   for (int k = 0; k + 1 < solver->n_levels && fits; k++)
   {
      const tsw_level *level = solver->levels[k];
      trisweep_stats   stats;
      fits = !level->failed && !level->left_to_hypre &&
             hypre_ParCSRMatrixDiagT(hypre_ParAMGDataPArray(solver->amg)[k]) &&
             (level->block.n_rows == 0 ||
              (trisweep_smoother_stats(level->smoother, sizeof stats, &stats) == TRISWEEP_OK &&
               stats.schedule && !strcmp(stats.schedule, "colors")));
   }
   return fits;
}

static bool connect(tsw_solver *solver, MPI_Comm comm, bool wants_cycle)
{
   tsw_ranks *r = solver->ranks;
   bool       cycle_fits = on_all(comm, wants_cycle && levels_fit(solver));
   r->no_cycle = wants_cycle ? "a level does not sweep by few colours, or keeps no transpose"
                             : "of the option cycle=hypre";
   if (!plan_links(solver, comm, &cycle_fits) || !on_all(comm, plan_sum(r, comm)))
   {
      describe(r, "MPI, because a rank has too many neighbours");
      return false;
   }
   const int first = cycle_fits ? tsw_coarse_first_gathered(solver) : 0;
   r->no_cycle =
      cycle_fits ? "the last levels are too large to gather, or of another cycle" : r->no_cycle;
   if (first > 0)
   {
      r->has_cycle =
         on_all(comm, gather_last(solver, comm, first)) && on_all(comm, plan_last(solver, comm));
      if (!r->has_cycle)
      {
         tsw_coarse_drop(solver);
      }
   }
   for (int k = r->has_cycle ? solver->coarse_first : 0; k < r->n_levels; k++)
   {
      memset(&r->p[k], 0, sizeof r->p[k]);
   }
   describe(r, "MPI, because a rank has no memory for the windows, or CUDA failed");
   return place_all(solver, comm);
}

/* MPI stays in use. */
static void leave_to_mpi(tsw_solver *solver)
{
   tsw_ranks *r = solver->ranks;
   tsw_window_give(&r->window);
   free(r->a);
   free(r->p);
   r->a = r->p = NULL;
   r->n_levels = 0;
   r->group = NULL;
   r->has_cycle = false;
}

static int64_t wait_limit_ns(const tsw_solver *solver)
{
   static const int64_t NS_A_MS = 1000000;
   return NS_A_MS * (int64_t) atoll(tsw_solver_option(solver, "wait_limit"));
}

static bool may_store(const tsw_solver *solver)
{
   return strcmp(tsw_solver_option(solver, "exchange"), "auto") == 0;
}

void tsw_ranks_open(const tsw_solver *solver, hypre_ParCSRMatrix *matrix)
{
#if TSW_ANSWERS_EXCHANGES
   MPI_Comm    comm = hypre_ParCSRMatrixComm(matrix);
   const char *why;
   int         n_ranks;
   MPI_Comm_size(comm, &n_ranks);
   if (n_ranks > 1 && tsw_space_of(matrix) == TRISWEEP_DEVICE && may_store(solver))
   {
      tsw_group *group = tsw_group_find(comm, &why);
      if (group)
      {
         tsw_group_set_limit(group, wait_limit_ns(solver));
      }
      tsw_channel_open(comm, group);
   }
#endif
}

void tsw_ranks_setup(tsw_solver *solver, hypre_ParCSRMatrix *matrix)
{
   MPI_Comm comm = hypre_ParCSRMatrixComm(matrix);
   int      n_ranks;
   tsw_ranks_drop(solver);
   MPI_Comm_size(comm, &n_ranks);
   if (n_ranks == 1 || tsw_space_of(matrix) != TRISWEEP_DEVICE || !has_all_levels(solver))
   {
      return; /* the same on all ranks */
   }
   tsw_ranks *r = calloc(1, sizeof *r);
   if (!on_all(comm, r != NULL))
   {
      free(r);
      return;
   }
   solver->ranks = r;
   const bool wants_cycle = strcmp(tsw_solver_option(solver, "cycle"), "auto") == 0;
   solver->way = r->way;
   const char *why = "of the option exchange=mpi";
   r->group = may_store(solver) ? tsw_group_find(comm, &why) : NULL;
   if (!r->group)
   {
      snprintf(r->way, sizeof r->way, "MPI, because %s", why);
      return;
   }
   tsw_group_set_limit(r->group, wait_limit_ns(solver));
   if (!connect(solver, comm, wants_cycle))
   {
      tsw_coarse_drop(solver);
      leave_to_mpi(solver);
      return;
   }
   if (r->has_cycle)
   {
      describe(r, "stores into the memory of other GPUs");
   }
   else
   {
      snprintf(r->way, sizeof r->way,
               "stores into the memory of other GPUs; hypre runs the cycles, because %s",
               r->no_cycle);
   }
   for (int k = 0; k < solver->n_levels; k++)
   {
      if (solver->levels[k])
      {
         solver->levels[k]->link = &r->a[k];
      }
   }
}

void tsw_ranks_drop(tsw_solver *solver)
{
   if (!solver->ranks)
   {
      return;
   }
   for (int k = 0; k < solver->n_levels; k++)
   {
      if (solver->levels[k])
      {
         solver->levels[k]->link = NULL;
      }
   }
   leave_to_mpi(solver);
   free(solver->ranks);
   solver->ranks = NULL;
   solver->way = NULL;
}

/* ---- use -------------------------------------------------------------------------- */

bool tsw_ranks_have_cycle(const tsw_solver *solver)
{
   return solver->ranks && solver->ranks->has_cycle;
}

const tsw_link *tsw_ranks_interpolation(const tsw_solver *solver, int k)
{
   return &solver->ranks->p[k];
}

bool tsw_ranks_run_last(tsw_solver *solver, const double *f, const double **u)
{
   tsw_ranks        *r = solver->ranks;
   const cudaError_t error =
      tsw_exchange_gather(&r->last.view, &r->places, f, r->f, tsw_device_stream());
   *u = r->u + r->places.first[r->last.view.n_from];
   return error == cudaSuccess && tsw_coarse_run(solver, r->f, r->u);
}

bool tsw_ranks_inner_product(tsw_solver *solver, const double *x, const double *y, int64_t n,
                             double *product)
{
   const tsw_ranks  *r = solver->ranks;
   tsw_inner_result *result = tsw_device_inner_begin();
   const bool        done = result &&
                     tsw_exchange_inner_product(&r->sum.view, r->n_before, x, y, n, result,
                                                tsw_device_stream()) == cudaSuccess &&
                     tsw_device_inner_end(result, product);
   (void) tsw_ranks_check(solver);
   return done;
}

/* The AMG level and the purpose of an exchange, by its place in list_exchanges. */
static void print_fault(const tsw_solver *solver, const tsw_exchange_fault *fault)
{
   static const char *const purposes[KINDS] = { "values of the matrix", "values to interpolate",
                                                "sums to restrict" };
   const tsw_ranks         *r = solver->ranks;
   const int                id = fault->id;
   const int                level = id < 0 ? 0 : id / KINDS;
   const bool               is_last = id == KINDS * r->n_levels;
   const bool               is_sum = id == KINDS * r->n_levels + 1;
   const tsw_exchange      *e = is_sum            ? &r->sum
                                : is_last         ? &r->last
                                : id % KINDS == 0 ? &r->a[level].forward
                                : id % KINDS == 1 ? &r->p[level].forward
                                                  : &r->p[level].transposed;
   if (id == TSW_HYPRES_EXCHANGE)
   {
      tsw_notice("rank %d: no values for hypre came from another rank within %s ms; that rank has "
                 "ended, failed, or is slower than the option wait_limit allows",
                 tsw_world_rank(), tsw_solver_option(solver, "wait_limit"));
      return;
   }
   tsw_notice("rank %d, level %d: no %s came from rank %d within %s ms; the solution is NaN. That "
              "rank has ended, failed, or is slower than the option wait_limit allows",
              tsw_world_rank(),
              is_sum    ? 0
              : is_last ? solver->coarse_first
                        : level,
              is_sum    ? "inner product"
              : is_last ? "right-hand side of the last levels"
                        : purposes[id % KINDS],
              e->rank_from[fault->source], tsw_solver_option(solver, "wait_limit"));
}

bool tsw_ranks_check(tsw_solver *solver)
{
   tsw_ranks *r = solver->ranks;
   if (!r || !r->group)
   {
      return true;
   }
   const tsw_exchange_fault *fault = tsw_group_fault(r->group);
   if (__atomic_load_n(&fault->status, __ATOMIC_ACQUIRE) != TRISWEEP_OK && !r->has_failed)
   {
      r->has_failed = true;
      tsw_group_abandon(r->group);
      print_fault(solver, fault);
      tsw_raise("a rank waited too long for another rank; see the message of trisweep");
   }
   return !r->has_failed;
}

#else

void tsw_ranks_open(TSW_UNUSED const tsw_solver *solver, TSW_UNUSED hypre_ParCSRMatrix *matrix)
{
}

bool tsw_ranks_check(TSW_UNUSED tsw_solver *solver)
{
   return true;
}

void tsw_ranks_setup(TSW_UNUSED tsw_solver *solver, TSW_UNUSED hypre_ParCSRMatrix *matrix)
{
}

void tsw_ranks_drop(TSW_UNUSED tsw_solver *solver)
{
}

#endif
