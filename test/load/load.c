/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * load [--device] TASK [COUNT]
 *
 *    solvers      COUNT (1000) fresh solvers, each set up and solved; no memory is lost
 *    setups       COUNT (10000) setups of one solver, with new values each time and every
 *                 eighth time with a new pattern; each solves; no memory is lost
 *    allocations  repeated setups and solves, until each allocation of trisweep on the last rank
 *                 has failed once: each gives an error or a solution, and no rank hangs
 *    crowded      COUNT (100) fresh solvers, while a second thread sweeps without a pause and
 *                 keeps a GPU busy
 *    killed       COUNT (3) fresh solvers; the last rank kills itself before the last solver, and
 *                 mpirun must end
 *
 * PCG with BoomerAMG in the ordering of TRISWEEP_OPTIONS. Rank 0 prints a line per task; the exit
 * status is 0 if all checks passed.
 */
#include "load/load.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <mpi.h>
#include <trisweep/hypre.h>

#include "tools/common/support.h"

enum
{
   EDGE = 20,              /* of the grid of a rank */
   LEAST_EDGE = 10,        /* of the grids of setups */
   LEAST_DEVICE_EDGE = 14, /* on devices, where only one level has few rows */
   LEAST_LEVELS = 3,       /* of a hierarchy */
   PATTERNS = 3,           /* grids of setups, by turns */
   PATTERN_TURNS = 8,      /* setups in a row with one pattern */
   FIRST_TURNS = 8,        /* in which hypre and MPI grow their lists */
   MOST_FAILURES = 20
};

/* Limits of growth in bytes: of the heap per turn and once; of the GPU, with other programs. */
static const int64_t most_heap_a_turn = 64;
static const int64_t most_heap = INT64_C(16) << 10;
static const int64_t most_device = INT64_C(64) << 20;

/* The memory at the last measurement within each quarter of the turns. */
static struct
{
   load_memory memory;
   int         turn;
} quarters[4];

/* Measure the memory before a turn. All turns that call this hold the same objects. */
static void note_memory(int turn, int count)
{
   const load_memory now = load_memory_now();
   for (int quarter = 0; quarter < 4; quarter++)
   {
      if (4 * (int64_t) turn <= (quarter + 1) * (int64_t) (count - 1))
      {
         quarters[quarter].memory = now;
         quarters[quarter].turn = turn;
      }
   }
}

/* Growth of the heap beyond the limit from one quarter to the next. */
static int64_t heap_lost(int quarter)
{
   const int64_t grown = quarters[quarter + 1].memory.heap - quarters[quarter].memory.heap;
   return grown - most_heap -
          most_heap_a_turn * (quarters[quarter + 1].turn - quarters[quarter].turn);
}

/*
 * Compare the memory after half of the turns with that after three quarters and at the end, and
 * print the result of the task. A leak grows in both quarters; MPI's lists of messages grow once,
 * when a rank falls behind the others.
 */
static void compare_memory(const char *task, int count, const char *what)
{
   const int64_t heap = quarters[3].memory.heap - quarters[1].memory.heap;
   const int64_t device = quarters[3].memory.device - quarters[1].memory.device;
   const int     turns = quarters[3].turn - quarters[1].turn;
   if (quarters[1].turn < FIRST_TURNS || quarters[1].turn == quarters[2].turn ||
       quarters[2].turn == quarters[3].turn)
   {
      load_fail("%s: %d turns are too few to compare memory", task, count);
   }
   if ((heap_lost(1) > 0 && heap_lost(2) > 0) || device > most_device)
   {
      load_fail("%s: %d turns lost %lld bytes of the heap and %lld of the GPU", task, turns,
                (long long) heap, (long long) device);
   }
   if (load_rank == 0)
   {
      printf("%s: %d %s; heap %+lld bytes, GPU %+lld bytes in the last %d\n", task, count, what,
             (long long) heap, (long long) device, turns);
   }
}

static bool is_good(const load_result *result)
{
   return load_is_good(result) && result->levels >= LEAST_LEVELS;
}

/*
 * One fresh solver, 1003/1004 and 1006 in turn, must solve in as many iterations as before, plus or
 * minus one: on devices hypre chooses other random coarse grids each time.
 */
static void solve_fresh(load_system *system, int turn, int iterations[2])
{
   const bool  symmetric = turn % 2;
   load_solver solver = load_solver_create(symmetric ? 1006 : 1003, symmetric ? 1006 : 1004);
   load_result result = load_solve(&solver, system);
   const int   before = iterations[symmetric];
   if (!is_good(&result) || (before > 0 && abs(result.iterations - before) > 1))
   {
      load_fail("solver %d: error %d, residual %g, %d levels, %d iterations after %d", turn,
                (int) result.error, result.residual, result.levels, result.iterations, before);
   }
   iterations[symmetric] = result.iterations;
   load_solver_destroy(&solver);
}

static void run_solvers(int count)
{
   int         iterations[2] = { 0, 0 };
   load_system system = load_create(EDGE, false, 1.0);
   for (int turn = 0; turn < count; turn++)
   {
      note_memory(turn, count);
      solve_fresh(&system, turn, iterations);
   }
   compare_memory("solvers", count, "fresh solvers");
   load_destroy(&system);
}

static void run_setups(int count)
{
   const int   least = load_on_device ? LEAST_DEVICE_EDGE : LEAST_EDGE;
   load_solver solver = load_solver_create(1003, 1004);
   for (int turn = 0; turn < count && load_failures() < MOST_FAILURES; turn++)
   {
      const int pattern = turn / PATTERN_TURNS % PATTERNS;
      if (turn % (PATTERN_TURNS * PATTERNS) == 0)
      {
         note_memory(turn, count);
      }
      load_system system =
         load_create(least + pattern, pattern == PATTERNS / 2, 1.0 + 0.1 * (turn % PATTERN_TURNS));
      const load_result result = load_solve(&solver, &system);
      if (!is_good(&result))
      {
         load_fail("setup %d: error %d, residual %g, %d levels", turn, (int) result.error,
                   result.residual, result.levels);
      }
      load_destroy(&system);
   }
   compare_memory("setups", count, "setups of one solver");
   load_solver_destroy(&solver);
}

/* Setup and solve while the k-th allocation fails. False: there were fewer than k. */
static bool fail_one(load_system *system, int k, int *n_errors)
{
   const bool  mine = load_rank == load_size - 1;
   load_solver solver = load_solver_create(1003, 1004);
   load_allocations_fail_at(mine ? k : 0);
   const load_result result = load_solve(&solver, system);
   const int         failed = load_allocation_failed(), reports = result.error;
   int               any_failed, n_reporting;
   load_allocations_fail_at(0);
   MPI_Allreduce(&failed, &any_failed, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
   MPI_Allreduce(&reports, &n_reporting, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
   if (n_reporting != load_size && !load_is_good(&result))
   {
      load_fail("allocation %d: %d of %d ranks report an error, residual %g", k, n_reporting,
                load_size, result.residual);
   }
   *n_errors += n_reporting > 0;
   load_solver_destroy(&solver);
   return any_failed;
}

/* On devices: a setup without the stream of analyses fails on all ranks, and the next works. */
static void refuse_stream(load_system *system)
{
   load_solver solver = load_solver_create(1003, 1004);
   load_streams_fail(load_rank == load_size - 1);
   const load_result result = load_solve(&solver, system);
   load_streams_fail(false);
   if (!result.error)
   {
      load_fail("no stream: no error, residual %g", result.residual);
   }
   load_solver_destroy(&solver);
}

static void run_allocations(int count)
{
   int         k = 1, n_errors = 0;
   int         iterations[2] = { 0, 0 };
   load_system system = load_create(EDGE / 2, false, 1.0);
   (void) count;
   if (load_on_device)
   {
      refuse_stream(&system);
   }
   solve_fresh(&system, 0, iterations);
   while (fail_one(&system, k, &n_errors) && load_failures() < MOST_FAILURES)
   {
      solve_fresh(&system, 0, iterations);
      k++;
   }
   if (k < 4) /* on one rank with memory=auto: 5 */
   {
      load_fail("only %d allocations failed", k - 1);
   }
   if (load_rank == 0)
   {
      printf("allocations: %d failed in turn; %d solves with an error, %d with a fallback\n", k - 1,
             n_errors, k - 1 - n_errors);
   }
   load_destroy(&system);
}

static void run_crowded(int count)
{
   int        iterations[2] = { 0, 0 };
   const bool started = tsw_all(load_crowd_start());
   if (started)
   {
      load_system system = load_create(EDGE, false, 1.0);
      for (int turn = 0; turn < count; turn++)
      {
         solve_fresh(&system, turn, iterations);
      }
      load_destroy(&system);
   }
   const load_crowd beside = load_crowd_stop();
   if (beside.reason[0])
   {
      load_fail("crowded: the second thread does not sweep: %s", beside.reason);
   }
   else if (10 * beside.n_dry > 9 * beside.n_batches) /* cudaFree waits until the GPU is idle */
   {
      load_fail("crowded: %lld of %lld batches of sweeps ended before the next one was queued",
                (long long) beside.n_dry, (long long) beside.n_batches);
   }
   if (load_rank == 0 && started)
   {
      printf("crowded: %d fresh solvers beside %lld sweeps; nothing was queued after %lld of %lld "
             "batches\n",
             count, (long long) beside.n_sweeps, (long long) beside.n_dry,
             (long long) beside.n_batches);
   }
}

static void run_killed(int count)
{
   int         iterations[2] = { 0, 0 };
   load_system system = load_create(EDGE, false, 1.0);
   for (int turn = 0; turn < count; turn++)
   {
      if (turn == count - 1 && load_rank == load_size - 1)
      {
         raise(SIGKILL);
      }
      solve_fresh(&system, turn, iterations);
   }
   load_fail("killed: no rank was killed");
}

static const struct task
{
   const char *name;
   int         count;
   void (*run)(int count);
} tasks[] = { { "solvers", 1000, run_solvers },
              { "setups", 10000, run_setups },
              { "allocations", 0, run_allocations },
              { "crowded", 100, run_crowded },
              { "killed", 3, run_killed } };

static const struct task *find_task(const char *name)
{
   for (size_t i = 0; i < sizeof tasks / sizeof tasks[0]; i++)
   {
      if (strcmp(tasks[i].name, name) == 0)
      {
         return &tasks[i];
      }
   }
   return NULL;
}

static void run(const struct task *task, int count)
{
   const char *reason;
   int         live = 0;
   if (trisweep_hypre_hooks_live(&live, &reason) != TRISWEEP_OK || !live)
   {
      load_fail("the plug does not reach hypre: %s", reason);
   }
   else
   {
      task->run(count);
   }
}

int main(int argc, char **argv)
{
   const int status = load_start(argc, argv, "load", NULL);
   if (status)
   {
      return status;
   }
   char *const       *words = argv + 1 + load_on_device;
   const int          n_words = argc - 1 - load_on_device;
   const struct task *task = n_words > 0 ? find_task(words[0]) : NULL;
   const int          count = n_words > 1 ? atoi(words[1]) : task ? task->count : 0;
   if (!task || n_words > 2 || (n_words > 1 && count < 1))
   {
      load_fail("usage: load [--device] solvers|setups|allocations|crowded|killed [COUNT]");
   }
   else
   {
      run(task, count);
   }
   return load_end();
}
