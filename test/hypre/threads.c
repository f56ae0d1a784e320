/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Threads under MPI_THREAD_MULTIPLE, each with its own communicator and solvers of hypre's types:
 * every solve takes as many iterations as in a single thread, also while another thread smooths
 * with trisweep and has many solvers. With numbers of trisweep in all threads (in a process of its
 * own) a message ends the program as soon as two threads smooth at the same time.
 */
#include <HYPRE.h>
#include <HYPRE_IJ_mv.h>
#include <HYPRE_parcsr_ls.h>
#include <malloc.h>
#include <mpi.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum
{
   N_THREADS = 4,
   N_SOLVES = 1000,
   N_ALIVE = 300,        /* solvers of trisweep at the same time */
   MOST_SOLVES = 100000, /* until two threads meet */
   SIZE = 400
};

typedef struct task
{
   MPI_Comm  comm;
   pthread_t thread;
   int       n_wrong;
} task;

static HYPRE_Int         expected;
static int               type = 6; /* relax number */
static bool              is_done;  /* the threads with hypre's types */
static int               n_solves = N_SOLVES;
static pthread_barrier_t all_threads;

static void fill(HYPRE_IJMatrix matrix)
{
   for (HYPRE_BigInt row = 0; row < SIZE; row++)
   {
      const HYPRE_BigInt cols[3] = { row, row > 0 ? row - 1 : row + 1, row + 1 };
      const HYPRE_Real   values[3] = { 2.0, -1.0, -1.0 };
      HYPRE_Int          n = row > 0 && row < SIZE - 1 ? 3 : 2;
      HYPRE_IJMatrixSetValues(matrix, 1, &n, &row, cols, values);
   }
}

typedef struct problem
{
   HYPRE_IJMatrix     ij;
   HYPRE_ParCSRMatrix a;
   HYPRE_ParVector    x, b;
   HYPRE_Solver       amg;
} problem;

/* The second difference, and BoomerAMG set up for it. */
static problem set_up(MPI_Comm comm, HYPRE_Int number)
{
   problem      p;
   HYPRE_BigInt range[2] = { 0, SIZE }, again[2] = { 0, SIZE };
   HYPRE_IJMatrixCreate(comm, 0, SIZE - 1, 0, SIZE - 1, &p.ij);
   HYPRE_IJMatrixSetObjectType(p.ij, HYPRE_PARCSR);
   HYPRE_IJMatrixInitialize(p.ij);
   fill(p.ij);
   HYPRE_IJMatrixAssemble(p.ij);
   HYPRE_IJMatrixGetObject(p.ij, (void **) &p.a);
   HYPRE_ParVectorCreate(comm, SIZE, range, &p.x);
   HYPRE_ParVectorCreate(comm, SIZE, again, &p.b);
   HYPRE_ParVectorInitialize(p.x);
   HYPRE_ParVectorInitialize(p.b);
   HYPRE_BoomerAMGCreate(&p.amg);
   HYPRE_BoomerAMGSetRelaxType(p.amg, number);
   HYPRE_BoomerAMGSetTol(p.amg, 1e-8);
   HYPRE_BoomerAMGSetMaxIter(p.amg, 50);
   HYPRE_BoomerAMGSetup(p.amg, p.a, p.b, p.x);
   return p;
}

static HYPRE_Int iterate(problem *p)
{
   HYPRE_Int iterations = -1;
   HYPRE_ParVectorSetConstantValues(p->x, 0.0);
   HYPRE_ParVectorSetConstantValues(p->b, 1.0);
   HYPRE_BoomerAMGSolve(p->amg, p->a, p->b, p->x);
   HYPRE_BoomerAMGGetNumIterations(p->amg, &iterations);
   return iterations;
}

static void destroy(problem *p)
{
   HYPRE_BoomerAMGDestroy(p->amg);
   HYPRE_ParVectorDestroy(p->x);
   HYPRE_ParVectorDestroy(p->b);
   HYPRE_IJMatrixDestroy(p->ij);
}

/* The number of iterations of BoomerAMG. */
static HYPRE_Int solve(MPI_Comm comm)
{
   problem         p = set_up(comm, type);
   const HYPRE_Int iterations = iterate(&p);
   destroy(&p);
   return iterations;
}

/* Solvers of trisweep: many are made, some solve, and the oldest are destroyed first. */
static void *smooth(void *argument)
{
   static problem problems[N_ALIVE];
   task          *mine = argument;
   do
   {
      for (int i = 0; i < N_ALIVE; i++)
      {
         problems[i] = set_up(mine->comm, 1006);
      }
      for (int i = 0; i < N_ALIVE; i += 7)
      {
         mine->n_wrong += iterate(&problems[i]) != expected;
      }
      for (int i = 0; i < N_ALIVE; i++)
      {
         destroy(&problems[i]);
      }
   } while (!__atomic_load_n(&is_done, __ATOMIC_ACQUIRE));
   return NULL;
}

static void *run(void *argument)
{
   task *mine = argument;
   for (int i = 0; i < n_solves; i++)
   {
      pthread_barrier_wait(&all_threads);
      mine->n_wrong += solve(mine->comm) != expected;
   }
   return NULL;
}

/* Does this program, started with a number of trisweep, end with the message? */
static bool ends_with_message(char *program)
{
   static char output[1 << 16];
   char        number[] = "1006";
   char       *arguments[] = { program, number, NULL };
   int         ends[2], status = 0;
   size_t      n = 0;
   if (pipe(ends))
   {
      return false;
   }
   const pid_t child = fork();
   if (child == 0)
   {
      dup2(ends[1], 1);
      dup2(ends[1], 2);
      execv(program, arguments);
      _exit(0);
   }
   close(ends[1]);
   for (ssize_t got = 1; got > 0 && n + 1 < sizeof output; n += got > 0 ? (size_t) got : 0)
   {
      got = read(ends[0], output + n, sizeof output - 1 - n);
   }
   close(ends[0]);
   const bool good = waitpid(child, &status, 0) == child && status != 0 &&
                     strstr(output, "two threads smooth with the plug at the same time");
   printf("%s: two threads with 1006\n%s", good ? "PASS" : "FAIL", good ? "" : output);
   return good;
}

int main(int argc, char **argv)
{
   int  provided, n_wrong = 0;
   task tasks[N_THREADS] = { 0 }, other = { 0 };
   mallopt(M_PERTURB, 0xa5); /* free memory holds no addresses */
   if (argc == 1 && !ends_with_message(argv[0]))
   {
      return 1;
   }
   if (argc > 1)
   {
      type = atoi(argv[1]);
      n_solves = MOST_SOLVES;
   }
   pthread_barrier_init(&all_threads, NULL, N_THREADS);
   MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
   HYPRE_Init();
   if (provided < MPI_THREAD_MULTIPLE)
   {
      puts("SKIP: this MPI has no MPI_THREAD_MULTIPLE");
      MPI_Finalize();
      return 77;
   }
   expected = solve(MPI_COMM_SELF);
   for (int i = 0; i < N_THREADS; i++)
   {
      MPI_Comm_dup(MPI_COMM_SELF, &tasks[i].comm);
   }
   MPI_Comm_dup(MPI_COMM_SELF, &other.comm);
   if (argc == 1)
   {
      pthread_create(&other.thread, NULL, smooth, &other);
   }
   for (int i = 0; i < N_THREADS; i++)
   {
      pthread_create(&tasks[i].thread, NULL, run, &tasks[i]);
   }
   for (int i = 0; i < N_THREADS; i++)
   {
      pthread_join(tasks[i].thread, NULL);
      n_wrong += tasks[i].n_wrong;
      MPI_Comm_free(&tasks[i].comm);
   }
   __atomic_store_n(&is_done, true, __ATOMIC_RELEASE);
   if (argc == 1)
   {
      pthread_join(other.thread, NULL);
      n_wrong += other.n_wrong;
   }
   MPI_Comm_free(&other.comm);
   HYPRE_Finalize();
   MPI_Finalize();
   printf("%d solves do not take %d iterations\n", n_wrong, (int) expected);
   pthread_barrier_destroy(&all_threads);
   return n_wrong != 0;
}
