/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Programs that open hypre, under a preloaded plug, or with a plug that they open. Each case runs
 * in a process of its own. This program is linked neither with hypre nor with the plug:
 * libtest-solver is linked with hypre, and a copy of the file of libHYPRE is a second hypre.
 */
#include <dlfcn.h>
#include <mpi.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "hypre/process.h"

typedef int (*solver_function)(int type, int argc, char **argv);
typedef int (*init_function)(void);
typedef int (*create_function)(void **solver);
typedef int (*set_function)(void *solver, int type);
typedef int (*destroy_function)(void *solver);

enum
{
   FAILED = 9
};

/* ---- in the process of a case -------------------------------------------------------- */

static void *open_library(const char *name, int mode)
{
   void *library = dlopen(name, mode | RTLD_LAZY);
   if (!library)
   {
      printf("%s\n", dlerror());
      exit(FAILED);
   }
   return library;
}

static void look_up(void *library, const char *name, void *function)
{
   void *const symbol = dlsym(library, name);
   if (!symbol)
   {
      printf("no %s\n", name);
      exit(FAILED);
   }
   memcpy(function, &symbol, sizeof symbol);
}

static void solve(void *library, int type, char **argv)
{
   solver_function solver;
   look_up(library, "test_solver", &solver);
   printf("%d iterations\n", solver(type, 1, argv));
}

/* Without this call, functions of hypre 3.1 set hypre's error flag. */
static void initialize(void *library)
{
   const bool    is_new = dlsym(library, "HYPRE_Initialize") != NULL;
   init_function init;
   look_up(library, is_new ? "HYPRE_Initialize" : "HYPRE_Init", &init);
   init();
}

/* Set a relax type by calls of this library's functions. */
static void set_type(void *library, int type)
{
   create_function  create;
   set_function     set;
   destroy_function destroy;
   void            *amg = NULL;
   look_up(library, "HYPRE_BoomerAMGCreate", &create);
   look_up(library, "HYPRE_BoomerAMGSetRelaxType", &set);
   look_up(library, "HYPRE_BoomerAMGDestroy", &destroy);
   create(&amg);
   printf("set: %d\n", set(amg, type));
   destroy(amg);
}

static int mode_of(const char *how)
{
   return strstr(how, "global")     ? RTLD_GLOBAL
          : strstr(how, "deepbind") ? RTLD_LOCAL | RTLD_DEEPBIND
                                    : RTLD_LOCAL;
}

/* Open the plug that is not preloaded: in the global search order or not. */
static void open_plug(const char *how)
{
   (void) open_library(getenv("TRISWEEP_TEST_PLUG"),
                       strstr(how, "private plug") ? RTLD_LOCAL : RTLD_GLOBAL);
}

/* SOLVER COPY HOW TYPE */
static int run_case(char **argv)
{
   const char *how = argv[3];
   const int   type = atoi(argv[4]);
   int         initialized = 0;
   if (strstr(how, "plug") && !strstr(how, "late"))
   {
      open_plug(how);
   }
   if (!strncmp(how, "copy", 4))
   {
      MPI_Init(NULL, NULL);
      void *library = open_library(argv[2], mode_of(how));
      initialize(library);
      set_type(library, type);
   }
   else
   {
      void *library = open_library(argv[1], mode_of(how));
      if (strstr(how, "late"))
      {
         open_plug(how);
      }
      solve(library, strstr(how, "second") ? 1006 : type, argv);
      if (strstr(how, "second"))
      {
         set_type(open_library(argv[2], mode_of(how)), type);
      }
      if (strstr(how, "close"))
      {
         dlclose(library);
      }
   }
   MPI_Initialized(&initialized);
   MPI_Finalize();
   return initialized ? 0 : FAILED;
}

/* ---- the cases ------------------------------------------------------------------------- */

static int n_passed, n_failed;

static const struct
{
   const char *how, *type;
   int         status;
   const char *words; /* in the output */
} cases[] = {
   { "local", "1006", 0, "per sweep" },
   { "global", "1006", 0, "per sweep" },
   { "deepbind", "1006", 0, "per sweep" },
   { "local close", "1006", 0, "per sweep" },
   { "deepbind close", "1006", 0, "per sweep" },
   { "local second", "6", 0, "a second hypre" },
   { "local second", "1006", 1, "a second hypre" },
   { "deepbind second", "1006", 0, "do not reach the plug" },
   { "copy", "1006", 0, "set: 0" },
   { "copy global", "1006", 0, "set: 0" },
   { "copy deepbind", "1006", 0, "do not reach the plug" },
   { "copy local", "1007", 0, "keeps the smoother" },
   { "local, plug", "1100", 0, "per sweep" },
   { "local, private plug", "1006", 0, "do not reach the plug" },
   { "local, late plug", "6", 0, " iterations" },
   { "local, late plug", "1006", 1, "this hypre was loaded before the plug" },
};

static void try_case(int i, char *program, char *folder, const char *copy)
{
   static char output[1 << 16];
   char        solver[4096], plug[4096], name[4096], how[64], type[16];
   snprintf(solver, sizeof solver, "%s/.libs/libtest-solver.so", folder);
   snprintf(plug, sizeof plug, "%s/.libs/libtrisweep-hypre.so", folder);
   snprintf(name, sizeof name, "%s", copy);
   snprintf(how, sizeof how, "%s", cases[i].how);
   snprintf(type, sizeof type, "%s", cases[i].type);
   char *arguments[] = { program, solver, name, how, type, NULL };
   setenv("TRISWEEP_TEST_PLUG", plug, 1);
   const int status =
      test_process_run(arguments, strstr(how, "plug") ? "" : plug, output, sizeof output);
   const bool good = status == cases[i].status && strstr(output, cases[i].words);
   n_passed += good;
   n_failed += !good;
   if (!good)
   {
      printf("FAIL: %s, %s: status %d, no '%s' in:\n%s\n", how, type, status, cases[i].words,
             output);
   }
}

/* Where does the dynamic linker log this call for the plug? Behind that point, or NULL. */
static const char *find_call(const char *log, const char *call)
{
   for (const char *line = log; line && (line = strstr(line, call)); line++)
   {
      const char *name = strstr(line, "/libtrisweep-hypre.so");
      if (name && name < line + strcspn(line, "\n"))
      {
         return name;
      }
   }
   return NULL;
}

/*
 * A program that is linked with the plug: while it ends, dlopen of a library would let the dynamic
 * linker run constructors again, those of the plug and of CUDA's runtime too.
 */
static void try_constructors(const char *folder)
{
   static char output[1 << 22];
   char        program[4096];
   snprintf(program, sizeof program, "%s/test/hypre/locale", folder);
   setenv("LD_DEBUG", "files", 1);
   char     *arguments[] = { program, NULL };
   const int status = test_process_run(arguments, "", output, sizeof output);
   unsetenv("LD_DEBUG");
   const char *end = find_call(output, "calling fini: ");
   const bool  good = status == 0 && end && !find_call(end, "calling init: ");
   n_passed += good;
   n_failed += !good;
   if (!good)
   {
      printf("FAIL: status %d, %s\n", status,
             end ? "constructors of the plug ran again at the end" : "no destructor of the plug");
   }
}

int main(int argc, char **argv)
{
   char  copy[4096];
   char *folder = getenv("top_builddir");
   if (argc == 5)
   {
      return run_case(argv);
   }
   if (dlsym(RTLD_DEFAULT, "__asan_init"))
   {
      printf("SKIP: AddressSanitizer refuses RTLD_DEEPBIND and wants to be preloaded itself\n");
      return 77;
   }
   if (!folder || !test_process_copy_hypre(folder, copy, sizeof copy))
   {
      printf("no libtest-solver or no copy of its libHYPRE in '%s'\n", folder ? folder : "");
      return 1;
   }
   setenv("TRISWEEP_STATS", "1", 1);
   for (int i = 0; i < (int) (sizeof cases / sizeof cases[0]); i++)
   {
      try_case(i, argv[0], folder, copy);
   }
   unlink(copy);
   try_constructors(folder);
   printf("[  PASSED  ] %d test(s).\n", n_passed);
   if (n_failed > 0)
   {
      printf("[  FAILED  ] %d test(s).\n", n_failed);
   }
   return n_failed > 0;
}
