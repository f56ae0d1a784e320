/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Each hook, as the first call of the plug in a process, must reach hypre (behind.c). Without an
 * argument: all hooks in turn, one process each; else the named hook.
 */
#include "hypre/behind.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "hypre/plug.h"

typedef void (*any_function)(void);

/* No hook takes more arguments from the registers and the stack. */
typedef HYPRE_Int (*twelve_pointers)(void *, void *, void *, void *, void *, void *, void *, void *,
                                     void *, void *, void *, void *);

/* LAST args is a comma expression with the value of the last argument. */
#define LAST(...) ((void *) 0, ##__VA_ARGS__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
#pragma GCC diagnostic ignored "-Wunused-value"
/* With the parameters of the hook: is the last one a number? */
#define TSW_HOOK(name, type, params, args)                      \
   static HYPRE_Int ends_in_number_##name params                \
   {                                                            \
      return _Generic((LAST args), HYPRE_Int : 1, default : 0); \
   }
#include "hypre/hooks/hooks.def"
#undef TSW_HOOK
#pragma GCC diagnostic pop

static const struct
{
   const char  *name;
   any_function function;
   any_function ends_in_number;
} hooks[] = {
#define TSW_HOOK(name, type, params, args) \
   { #name, (any_function) name, (any_function) ends_in_number_##name },
#include "hypre/hooks/hooks.def"
#undef TSW_HOOK
};

enum
{
   N_HOOKS = (int) (sizeof hooks / sizeof hooks[0])
};

/*
 * Zeros are the first argument, r is every other. The calling conventions of C allow more arguments
 * than the callee reads.
 */
static HYPRE_Int call_with(any_function function, void *r)
{
   return ((twelve_pointers) function)(test_behind_memory, r, r, r, r, r, r, r, r, r, r, r);
}

static void call_hook(int i)
{
   const bool  number = call_with(hooks[i].ends_in_number, test_behind_memory) != 0;
   void *const rest =
      number ? (void *) (intptr_t) TEST_BEHIND_NUMBER : test_behind_memory; /* NOLINT */
   (void) call_with(hooks[i].function, rest);
}

/* The zeros stand for a matrix on MPI_COMM_SELF, a solver and relax types. */
static int call(const char *name)
{
   _Alignas(64) static char part[TEST_BEHIND_SIZE];
   if (!strstr(name, "GridRelaxType"))
   {
      hypre_ParCSRMatrixComm((hypre_ParCSRMatrix *) test_behind_memory) = MPI_COMM_SELF;
   }
   /* A plug for devices asks where the values are. */
   if (!strcmp(name, "hypre_BoomerAMGSetup"))
   {
      hypre_ParCSRMatrixDiag((hypre_ParCSRMatrix *) test_behind_memory) = (hypre_CSRMatrix *) part;
   }
   if (!strcmp(name, "hypre_ParVectorInnerProd"))
   {
      hypre_ParVectorLocalVector((hypre_ParVector *) test_behind_memory) = (hypre_Vector *) part;
   }
   for (int i = 0; i < N_HOOKS; i++)
   {
      if (!strcmp(hooks[i].name, name))
      {
         MPI_Init(NULL, NULL);
         test_behind_argument = test_behind_memory;
         call_hook(i);
         MPI_Finalize();
         return test_behind_arrived && !strcmp(test_behind_arrived, name) ? 0 : 1;
      }
   }
   return 2;
}

static bool call_in_process(const char *program, const char *name)
{
   int         status = 0;
   const pid_t child = fork();
   if (child == 0)
   {
      execl(program, program, name, (char *) NULL);
      _exit(3);
   }
   if (child < 0 || waitpid(child, &status, 0) != child || status != 0)
   {
      printf("FAIL: %s as the first call: wait status %d\n", name, status);
      return false;
   }
   return true;
}

int main(int argc, char **argv)
{
   int n_failed = 0;
   if (argc == 2)
   {
      return call(argv[1]);
   }
   for (int i = 0; i < N_HOOKS; i++)
   {
      n_failed += !call_in_process(argv[0], hooks[i].name);
   }
   printf("[  PASSED  ] %d test(s).\n", N_HOOKS - n_failed);
   if (n_failed > 0)
   {
      printf("[  FAILED  ] %d test(s).\n", n_failed);
   }
   return n_failed > 0;
}
