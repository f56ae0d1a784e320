/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Runs hypre's ij driver many times in one MPI session, because starting ranks
 * takes longer than solving a small problem. ij.c itself is compiled unmodified
 * with -Dmain=ij_main -Dhypre_MPI_Init=ij_mpi_init -Dhypre_MPI_Finalize=ij_mpi_finalize.
 *
 *    ij_batch CASES RESULTS
 *
 * CASES holds one list of ij options a line. RESULTS gets one line a case, from
 * rank 0: number of the case, iterations, final relative residual, and the
 * relative residual of the last iteration by the Krylov method's own recurrence.
 * A number that ij did not print is -1.
 */
#include <HYPRE_utilities.h>
#include <mpi.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int ij_main(int argc, char **argv);
int ij_mpi_init(int *argc, char ***argv);
int ij_mpi_finalize(void);

enum
{
   MOST_OPTIONS = 128,
   LINE_SIZE = 4096
};

int ij_mpi_init(int *argc, char ***argv)
{
   (void) argc;
   (void) argv;
   return 0;
}

int ij_mpi_finalize(void)
{
   return 0;
}

static void fail(const char *what, const char *name)
{
   fprintf(stderr, "ij_batch: %s %s\n", what, name);
   MPI_Abort(MPI_COMM_WORLD, 2);
}

/* The position after the last occurrence of a text, or NULL. */
static const char *behind_last(const char *all, const char *text)
{
   const char *found = NULL;
   for (const char *at = strstr(all, text); at; at = strstr(at + 1, text))
   {
      found = at + strlen(text);
   }
   return found;
}

static char *read_all(FILE *file)
{
   fseek(file, 0, SEEK_END);
   const long size = ftell(file);
   char      *all = calloc((size_t) size + 1, 1);
   rewind(file);
   if (!all || fread(all, 1, (size_t) size, file) != (size_t) size)
   {
      fail("cannot read back", "the output of ij");
   }
   return all;
}

/* The last relative residual of the table of iterations, whose lines start with 1, 2, ... */
static double last_of_history(const char *all)
{
   const char *line = strstr(all, "Iters ");
   double      last = -1.0;
   for (long wanted = 1; line && (line = strchr(line, '\n')) != NULL;)
   {
      long   number;
      double residual, rate, relative;
      line++;
      if (sscanf(line, "%ld %lf %lf %lf", &number, &residual, &rate, &relative) == 4 &&
          number == wanted)
      {
         last = relative;
         wanted++;
      }
   }
   return last;
}

static void report(FILE *output, int number, FILE *results)
{
   char       *all = read_all(output);
   const char *iterations = behind_last(all, "Iterations = ");
   const char *residual = behind_last(all, "Relative Residual Norm = ");
   fprintf(results, "%d %ld %.7e %.7e\n", number, iterations ? strtol(iterations, NULL, 10) : -1L,
           residual ? strtod(residual, NULL) : -1.0, last_of_history(all));
   fflush(results);
   free(all);
}

static void run_case(char *line, int number, int rank, FILE *results)
{
   char *argv[MOST_OPTIONS] = { (char *) "ij" };
   int   argc = 1;
   for (char *word = strtok(line, " \n"); word && argc < MOST_OPTIONS - 1;
        word = strtok(NULL, " \n"))
   {
      argv[argc++] = word;
   }
   FILE *output = tmpfile();
   if (!output)
   {
      fail("cannot make", "a temporary file");
   }
   fflush(stdout);
   const int before = dup(STDOUT_FILENO);
   dup2(fileno(output), STDOUT_FILENO);
   /* Else ij reports the error of a solve that did not converge for the next solve. */
   HYPRE_ClearAllErrors();
   ij_main(argc, argv);
   fflush(stdout);
   dup2(before, STDOUT_FILENO);
   close(before);
   if (rank == 0)
   {
      report(output, number, results);
   }
   fclose(output);
}

int main(int argc, char **argv)
{
   char line[LINE_SIZE];
   int  rank;
   MPI_Init(&argc, &argv);
   MPI_Comm_rank(MPI_COMM_WORLD, &rank);
   if (argc != 3)
   {
      fail("usage:", "ij_batch CASES RESULTS");
   }
   FILE *cases = fopen(argv[1], "r");
   FILE *results = rank == 0 ? fopen(argv[2], "w") : stdout;
   if (!cases || !results)
   {
      fail("cannot open", cases ? argv[2] : argv[1]);
   }
   for (int number = 0; fgets(line, sizeof line, cases); number++)
   {
      run_case(line, number, rank, results);
   }
   fclose(cases);
   if (rank == 0)
   {
      fclose(results);
   }
   MPI_Finalize();
   return 0;
}
