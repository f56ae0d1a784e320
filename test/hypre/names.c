/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * A hypre that lacks one of the names that the plug needs, one name after another: a copy of the
 * file of libHYPRE in which the symbol is hidden, as if hypre had made the function inline. The
 * plug names the symbol. A program with hypre's own smoothers goes on, one with a number of
 * trisweep ends. Each case runs in a process of its own, with the plug and the copy preloaded. This
 * program is linked neither with hypre nor with the plug.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* RTLD_DEFAULT */
#endif
#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <mpi.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "hypre/plug.h"
#include "hypre/process.h"

static const char *const names[] = {
#define TSW_HOOK(name, type, params, args) #name,
#include "hypre/hooks/hooks.def"
#undef TSW_HOOK
#define TSW_CALL(name) #name,
#include "hypre/calls/calls.def"
#undef TSW_CALL
};

enum
{
   N_NAMES = (int) (sizeof names / sizeof names[0]),
   FAILED = 9
};

/* ---- in the process of a case -------------------------------------------------------- */

static void look_up(void *library, const char *name, void *function)
{
   void *const symbol = library ? dlsym(library, name) : NULL;
   if (!symbol)
   {
      printf("no %s\n", name);
      exit(FAILED);
   }
   memcpy(function, &symbol, sizeof symbol);
}

static int ask_plug(void)
{
   int (*hooks_live)(int *live, const char **reason);
   int         live = -1;
   const char *reason = "";
   look_up(dlopen(NULL, RTLD_LAZY), "trisweep_hypre_hooks_live", &hooks_live);
   const int status = hooks_live(&live, &reason);
   printf("live %d: %s\n", live, reason);
   return status;
}

static int solve(char **argv)
{
   int (*solver)(int type, int argc, char **argv);
   look_up(dlopen(argv[1], RTLD_LAZY), "test_solver", &solver);
   printf("%d iterations\n", solver(atoi(argv[2]), 1, argv));
   MPI_Finalize();
   return 0;
}

/* ---- the cases ------------------------------------------------------------------------- */

static int   n_passed, n_failed;
static char *program, *preload, *solver_library;

/* The symbol of this name in the dynamic symbol table of a file; NULL without it. */
static ElfW(Sym) * find_symbol(char *file, const char *name)
{
   const ElfW(Ehdr) *header = (const ElfW(Ehdr) *) file;
   const ElfW(Shdr) *sections = (const ElfW(Shdr) *) (file + header->e_shoff);
   for (int i = 0; i < header->e_shnum; i++)
   {
      ElfW(Sym) *symbols = (ElfW(Sym) *) (file + sections[i].sh_offset);
      const size_t n =
         sections[i].sh_type == SHT_DYNSYM ? sections[i].sh_size / sizeof *symbols : 0;
      const char *strings = file + sections[sections[i].sh_link].sh_offset;
      for (size_t k = 0; k < n; k++)
      {
         if (symbols[k].st_shndx != SHN_UNDEF && !strcmp(strings + symbols[k].st_name, name))
         {
            return &symbols[k];
         }
      }
   }
   return NULL;
}

/* Run a case: exit status and words in the output as expected? */
static void expect(const char *name, const char *what, int status, const char *words)
{
   static char output[1 << 16];
   char        kind[16];
   snprintf(kind, sizeof kind, "%s", what);
   char      *arguments[] = { program, solver_library, kind, NULL };
   const int  got = test_process_run(arguments, preload, output, sizeof output);
   const bool good = got == status && strstr(output, words);
   n_passed += good;
   n_failed += !good;
   if (!good)
   {
      printf("FAIL: hypre without %s, %s: status %d, no '%s' in:\n%s\n", name, what, got, words,
             output);
   }
}

/* The last words of the list of names. */
static void expect_named(const char *name)
{
   char words[256];
   snprintf(words, sizeof words, "which the plug needs: %s;", name);
   expect(name, "live", 0, words);
}

static void expect_solves(const char *name)
{
   char words[256];
   snprintf(words, sizeof words, "which the plug needs: %s;", name);
   expect(name, "6", 0, " iterations");
   expect(name, "6", 0, words);
   expect(name, "1006", 1, words);
   setenv("TRISWEEP_ALLOW_DEAD_HOOKS", "1", 1);
   expect(name, "1006", 1, words);
   unsetenv("TRISWEEP_ALLOW_DEAD_HOOKS");
}

static bool is_solved(const char *name)
{
   static const char *const solved[] = { "hypre_BigBinarySearch", "hypre_error_handler",
                                         "hypre_BoomerAMGSetup" };
   bool                     found = false;
   for (size_t i = 0; i < sizeof solved / sizeof solved[0]; i++)
   {
      found = found || !strcmp(name, solved[i]);
   }
   return found;
}

static bool try_names(const char *copy)
{
   struct stat status;
   const int   file = open(copy, O_RDWR);
   char       *bytes =
      file < 0 || fstat(file, &status)
               ? MAP_FAILED
               : mmap(NULL, (size_t) status.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
   if (bytes == MAP_FAILED)
   {
      return false;
   }
   expect("nothing", "live", 0, "live 1: ");
   expect("nothing", "1006", 0, " iterations");
   for (int i = 0; i < N_NAMES; i++)
   {
      char symbol_name[128];
      snprintf(symbol_name, sizeof symbol_name, "%s" TSW_HYPRE_SUFFIX, names[i]);
      ElfW(Sym) *symbol = find_symbol(bytes, symbol_name);
      symbol = symbol ? symbol : find_symbol(bytes, names[i]); /* a variable */
      if (!symbol)
      {
         printf("FAIL: %s is not in %s\n", names[i], copy);
         n_failed++;
         continue;
      }
      symbol->st_other |= STV_HIDDEN;
      expect_named(names[i]);
      if (is_solved(names[i]))
      {
         expect_solves(names[i]);
      }
      symbol->st_other &= (unsigned char) ~STV_HIDDEN;
   }
   munmap(bytes, (size_t) status.st_size);
   close(file);
   return true;
}

int main(int argc, char **argv)
{
   static char copy[4096], preloaded[9000], solver[4096];
   const char *folder = getenv("top_builddir");
   if (argc == 3)
   {
      return !strcmp(argv[2], "live") ? ask_plug() : solve(argv);
   }
   if (dlsym(RTLD_DEFAULT, "__asan_init"))
   {
      printf("SKIP: AddressSanitizer wants to be preloaded itself\n");
      return 77;
   }
   if (!folder || !test_process_copy_hypre(folder, copy, sizeof copy))
   {
      printf("no libtest-solver or no copy of its libHYPRE in '%s'\n", folder ? folder : "");
      return 1;
   }
   snprintf(preloaded, sizeof preloaded, "%s/.libs/libtrisweep-hypre.so %s", folder, copy);
   snprintf(solver, sizeof solver, "%s/.libs/libtest-solver.so", folder);
   program = argv[0];
   preload = preloaded;
   solver_library = solver;
   const bool tried = try_names(copy);
   unlink(copy);
   printf("[  PASSED  ] %d test(s).\n", n_passed);
   if (n_failed > 0)
   {
      printf("[  FAILED  ] %d test(s).\n", n_failed);
   }
   return !tried || n_failed > 0;
}
