/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Replaces hypre's hooked functions behind the plug, for first.c, misfit.c, vcycle_np2.c and
 * waits_np2.c. A call with test_behind_memory or TEST_BEHIND_NUMBER as its last argument ends here,
 * one without arguments if test_behind_argument is test_behind_memory; other calls go on to hypre,
 * and hypre's cycles, inner products and CUDA's waits are counted. Three of hypre's functions
 * can imitate another hypre.
 */
#include "hypre/behind.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hypre/plug.h"

_Alignas(64) char test_behind_memory[TEST_BEHIND_SIZE];
const void *test_behind_argument;
const char *test_behind_arrived;
long        test_behind_n_cycles;
long        test_behind_n_products;
long        test_behind_n_waits;

const char *test_behind_misfit;

static bool is_pointer(const void *last)
{
   return last == test_behind_memory;
}

static bool is_number(HYPRE_Int last)
{
   return last == TEST_BEHIND_NUMBER;
}

static void look_up(void *function, size_t size, const char *name)
{
   void *const symbol = dlsym(RTLD_NEXT, name);
   if (!symbol)
   {
      fprintf(stderr, "hypre has no %s\n", name);
      abort();
   }
   memcpy(function, &symbol, size);
}

/* LAST args is a comma expression with the value of the last argument. */
#define LAST(...) (test_behind_argument, ##__VA_ARGS__)
#pragma GCC visibility push(default)
#pragma GCC diagnostic ignored "-Wunused-value"
#define TSW_HOOK(name, type, params, args)                                               \
   type name params                                                                      \
   {                                                                                     \
      static type(*next) params;                                                         \
      if (_Generic((LAST args), HYPRE_Int : is_number, default : is_pointer)(LAST args)) \
      {                                                                                  \
         test_behind_arrived = #name;                                                    \
         return 0;                                                                       \
      }                                                                                  \
      if (!next)                                                                         \
      {                                                                                  \
         look_up(&next, sizeof next, TSW_SYMBOL(name));                                  \
      }                                                                                  \
      test_behind_n_cycles += !strcmp(#name, "hypre_BoomerAMGCycle");                    \
      test_behind_n_products += !strcmp(#name, "hypre_ParVectorInnerProd");              \
      return next args;                                                                  \
   }
#include "hypre/hooks/hooks.def"
#undef TSW_HOOK

static bool misfits(const char *what)
{
   return test_behind_misfit && !strcmp(test_behind_misfit, what);
}

HYPRE_Int HYPRE_VersionNumber(HYPRE_Int *major, HYPRE_Int *minor, HYPRE_Int *patch,
                              HYPRE_Int *number)
{
   static __typeof__(HYPRE_VersionNumber) *next;
   look_up(&next, sizeof next, TSW_SYMBOL(HYPRE_VersionNumber));
   const HYPRE_Int status = next(major, minor, patch, number);
   *number += misfits("version");
   return status;
}

HYPRE_Int HYPRE_BoomerAMGSetRelaxOrder(HYPRE_Solver solver, HYPRE_Int order)
{
   static __typeof__(HYPRE_BoomerAMGSetRelaxOrder) *next;
   look_up(&next, sizeof next, TSW_SYMBOL(HYPRE_BoomerAMGSetRelaxOrder));
   return next(solver, misfits("field") ? 0 : order);
}

HYPRE_Int hypre_BigBinarySearch(HYPRE_BigInt *list, HYPRE_BigInt value, HYPRE_Int length)
{
   static __typeof__(hypre_BigBinarySearch) *next;
   look_up(&next, sizeof next, TSW_SYMBOL(hypre_BigBinarySearch));
   const HYPRE_Int place = next(list, value, length);
   return misfits("width") ? (place == 1 ? -1 : 1) : place;
}

#if TSW_HAS_DEVICE
static void *waited;

int cudaStreamQuery(void *stream);
int cudaStreamSynchronize(void *stream);

int cudaStreamSynchronize(void *stream)
{
   static __typeof__(cudaStreamSynchronize) *next;
   look_up(&next, sizeof next, "cudaStreamSynchronize");
   test_behind_n_waits++;
   waited = stream;
   return next(stream);
}

int test_behind_is_done(void)
{
   static __typeof__(cudaStreamQuery) *query;
   look_up(&query, sizeof query, "cudaStreamQuery");
   return query(waited) == 0;
}
#else
int test_behind_is_done(void)
{
   return 1;
}
#endif
#pragma GCC visibility pop
