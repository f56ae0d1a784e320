/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Threads under MPI_THREAD_MULTIPLE, each with its own communicator and solvers of hypre's types:
 * every solve takes as many iterations as in a single thread. With numbers of trisweep (in a
 * process of its own) a message ends the program as soon as two threads smooth at the same time.
 */
#include <HYPRE.h>
#include <HYPRE_IJ_mv.h>
#include <HYPRE_parcsr_ls.h>
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
   N_SOLVES = 50,
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

/* The number of iterations of BoomerAMG for the second difference. */
static HYPRE_Int solve(MPI_Comm comm)
{
   HYPRE_IJMatrix     ij;
   HYPRE_ParCSRMatrix a;
   HYPRE_ParVector    x, b;
   HYPRE_BigInt       range[2] = { 0, SIZE }, again[2] = { 0, SIZE };
   HYPRE_Solver       amg;
   HYPRE_Int          iterations = -1;
   HYPRE_IJMatrixCreate(comm, 0, SIZE - 1, 0, SIZE - 1, &ij);
   HYPRE_IJMatrixSetObjectType(ij, HYPRE_PARCSR);
   HYPRE_IJMatrixInitialize(ij);
   fill(ij);
   HYPRE_IJMatrixAssemble(ij);
   HYPRE_IJMatrixGetObject(ij, (void **) &a);
   HYPRE_ParVectorCreate(comm, SIZE, range, &x);
   HYPRE_ParVectorCreate(comm, SIZE, again, &b);
   HYPRE_ParVectorInitialize(x);
   HYPRE_ParVectorInitialize(b);
   HYPRE_ParVectorSetConstantValues(x, 0.0);
   HYPRE_ParVectorSetConstantValues(b, 1.0);
   HYPRE_BoomerAMGCreate(&amg);
   HYPRE_BoomerAMGSetRelaxType(amg, type);
   HYPRE_BoomerAMGSetTol(amg, 1e-8);
   HYPRE_BoomerAMGSetMaxIter(amg, 50);
   HYPRE_BoomerAMGSetup(amg, a, b, x);
   HYPRE_BoomerAMGSolve(amg, a, b, x);
   HYPRE_BoomerAMGGetNumIterations(amg, &iterations);
   HYPRE_BoomerAMGDestroy(amg);
   HYPRE_ParVectorDestroy(x);
   HYPRE_ParVectorDestroy(b);
   HYPRE_IJMatrixDestroy(ij);
   return iterations;
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
   task tasks[N_THREADS] = { 0 };
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
   HYPRE_Finalize();
   MPI_Finalize();
   printf("%d of %d solves do not take %d iterations\n", n_wrong, N_THREADS * N_SOLVES,
          (int) expected);
   pthread_barrier_destroy(&all_threads);
   return n_wrong != 0;
}
