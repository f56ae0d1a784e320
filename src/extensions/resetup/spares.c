/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "extensions/resetup/spares.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "extensions/offers.h"
#include "extensions/resetup/kept.h"
#include "extensions/resetup/values_data.h"
#include "hypre/base/device.h"
#include "hypre/base/notice.h"
#include "hypre/run/attach.h"
#include "hypre/run/hierarchy.h"

enum
{
   N_SPARES = 4
};

static tsw_solver *spares[N_SPARES]; /* the oldest first; NULL after the end of the process */
static int         n_spares;

uint64_t tsw_spares_new_name(void)
{
   static uint64_t last = 0;
   return ++last << 32 | (uint64_t) tsw_world_rank();
}

static void remove_entry(int i)
{
   n_spares--;
   memmove(&spares[i], &spares[i + 1], (size_t) (n_spares - i) * sizeof spares[0]);
}

/* hypre_BoomerAMGDestroy is the plug's hook, which finds no record of this object. */
static void free_entry(int i)
{
   tsw_solver       *record = spares[i];
   hypre_ParAMGData *amg = record->amg;
   remove_entry(i);
   tsw_solver_destroy(record);
   hypre_BoomerAMGDestroy(amg);
}

/* Does the solver keep a hierarchy that depends only on the matrix and on hashed parameters? */
static bool is_usable(tsw_solver *record)
{
   const tsw_kept         *kept = tsw_kept_of(record);
   const hypre_ParAMGData *amg = record->amg;
   return kept && kept->valid && !kept->has_weights && kept->name != 0 && tsw_mpi_runs() &&
          record->n_active_calls == 0 && kept->ended == tsw_values_parameters(amg) &&
          tsw_solver_update_options(record) && tsw_solver_option_is(record, "setup", "values");
}

/* Free what depends on the matrix of the program, and what only collective calls may free. */
static void detach(tsw_solver *record)
{
   hypre_ParAMGData *amg = record->amg;
   tsw_solver_drop_hierarchy(record);
   if (record->n_levels > 0 && record->levels[0])
   {
      tsw_level_detach(record->levels[0]);
   }
   hypre_ParAMGDataAArray(amg)[0] = NULL;
   hypre_ParAMGDataFArray(amg)[0] = NULL;
   hypre_ParAMGDataUArray(amg)[0] = NULL;
   tsw_values_free_elimination(amg);
}

bool tsw_spares_keep(void *amg)
{
   tsw_solver *record = amg ? tsw_registry_find(amg) : NULL;
   if (!record || !is_usable(record))
   {
      return false;
   }
   if (n_spares == N_SPARES)
   {
      free_entry(0);
   }
   detach(tsw_registry_take(amg));
   spares[n_spares++] = record;
   return true;
}

tsw_solver *tsw_spares_find(const tsw_solver *record, uint64_t pattern)
{
   const tsw_kept *wanted = tsw_kept_of(record);
   for (int i = 0; i < n_spares && !hypre_ParAMGDataAArray(record->amg) && !wanted->asked; i++)
   {
      const tsw_kept *kept = tsw_kept_of(spares[i]);
      if (kept->pattern == pattern && kept->begun == wanted->begun &&
          !tsw_values_sends_several(spares[i]->amg, NULL) && kept->comm == wanted->next_comm &&
          (!kept->own_products || tsw_solver_owns_products(record)))
      {
         return spares[i];
      }
   }
   return NULL;
}

#define EXCHANGE(a, b)          \
   {                            \
      __typeof__(a) stored = a; \
      (a) = b;                  \
      (b) = stored;             \
   }

/*
 * Exchange what hypre's setup computes; a parameter that the user sets stays. The interpolation
 * vectors of level 0 are the user's, and gone if they belong to the destroyed solver.
 */
static void exchange_hierarchies(hypre_ParAMGData *a, hypre_ParAMGData *b)
{
#define FIELD(name) EXCHANGE(hypre_ParAMGData##name(a), hypre_ParAMGData##name(b))
   FIELD(MemoryLocation)
   FIELD(NumVariables)
   FIELD(NumLevels)
   FIELD(AArray)
   FIELD(PArray)
   FIELD(RArray)
   FIELD(ABlockArray)
   FIELD(PBlockArray)
   FIELD(RBlockArray)
   FIELD(FArray)
   FIELD(UArray)
   FIELD(CFMarkerArray)
   FIELD(DofFunc)
   FIELD(DofFuncArray)
   FIELD(L1Norms)
   FIELD(RelaxWeight)
   FIELD(Omega)
   FIELD(Vtemp)
   FIELD(Rtemp)
   FIELD(Ptemp)
   FIELD(Ztemp)
   FIELD(Residual)
#ifdef hypre_ParAMGDataCumNnzAP
   FIELD(CumNnzAP)
#endif
#undef FIELD
   EXCHANGE(hypre_ParAMGNumLevelsInterpVectors(a), hypre_ParAMGNumLevelsInterpVectors(b))
   EXCHANGE(hypre_ParAMGInterpVectorsArray(a), hypre_ParAMGInterpVectorsArray(b))
   if (hypre_ParAMGInterpVectorsArray(a))
   {
      hypre_ParAMGInterpVectorsArray(a)[0] = hypre_ParAMGInterpVectors(a);
   }
}

/* Exchange the levels with their options, and what has been printed and counted. */
static void exchange_records(tsw_solver *a, tsw_solver *b)
{
   EXCHANGE(a->id, b->id)
   EXCHANGE(a->extension[TSW_EXTENSION_resetup], b->extension[TSW_EXTENSION_resetup])
   EXCHANGE(a->warned_zero_diagonal, b->warned_zero_diagonal)
   EXCHANGE(a->warned_pivots, b->warned_pivots)
   /* without memory the levels are analysed anew */
   if (!strcmp(a->settings, b->settings) && tsw_solver_reserve(b, a->n_levels))
   {
      EXCHANGE(a->context, b->context)
      EXCHANGE(a->n_levels, b->n_levels)
      EXCHANGE(a->levels, b->levels)
   }
}

void tsw_spares_settle(tsw_solver *record, uint64_t name, bool taken)
{
   int i = 0;
   while (i < n_spares && tsw_kept_of(spares[i])->name != name)
   {
      i++;
   }
   if (i == n_spares)
   {
      return;
   }
   tsw_solver *spare = spares[i];
   if (!taken)
   {
      free_entry(i);
      return;
   }
   tsw_kept       *kept = tsw_kept_of(spare);
   const tsw_kept *own = tsw_kept_of(record);
   kept->pattern = own->pattern;
   kept->prints = own->prints;
   exchange_hierarchies(record->amg, spare->amg);
   exchange_records(record, spare);
   remove_entry(i);
   hypre_BoomerAMGDestroy(spare->amg);
   tsw_solver_free(spare);
}

/* ---- the end of spares -------------------------------------------------------------- */

static double matrix_bytes(const hypre_ParCSRMatrix *matrix)
{
   const hypre_CSRMatrix *blocks[] = { hypre_ParCSRMatrixDiag(matrix),
                                       hypre_ParCSRMatrixOffd(matrix) };
   double                 bytes = 0.0;
   for (int i = 0; i < 2; i++)
   {
      bytes += (double) hypre_CSRMatrixNumNonzeros(blocks[i]) *
                  (double) (sizeof(HYPRE_Real) + sizeof(HYPRE_Int)) +
               (double) hypre_CSRMatrixNumRows(blocks[i]) * (double) sizeof(HYPRE_Int);
   }
   return bytes;
}

static double hierarchy_bytes(const hypre_ParAMGData *amg, const tsw_kept *kept)
{
   double bytes = 0.0;
   for (int k = 0; k + 1 < hypre_ParAMGDataNumLevels(amg); k++)
   {
      bytes += matrix_bytes(hypre_ParAMGDataPArray(amg)[k]) +
               matrix_bytes(hypre_ParAMGDataAArray(amg)[k + 1]);
      bytes += kept && k < TSW_KEPT_PRODUCTS && kept->products[k].device.ap
                  ? matrix_bytes(kept->products[k].device.ap)
                  : 0.0;
   }
   return bytes;
}

/* The available memory of this machine, as Linux estimates it. */
static double of_machine(void)
{
   char   line[128];
   double kilobytes = INFINITY;
   FILE  *file = fopen("/proc/meminfo", "r");
   while (file && fgets(line, sizeof line, file) &&
          sscanf(line, "MemAvailable: %lf kB", &kilobytes) != 1)
   {
   }
   file ? fclose(file) : 0;
   return 1024.0 * kilobytes;
}

/* Can this process allocate so many bytes? Other ranks of a host need as much, one a processor. */
static bool has_room(trisweep_space space, double bytes)
{
   if (space == TRISWEEP_DEVICE)
   {
      return tsw_values_free_bytes() >= bytes;
   }
   const double all = bytes * fmin(tsw_world_size(), (double) sysconf(_SC_NPROCESSORS_ONLN));
   void *const  trial =
      mmap(NULL, (size_t) all, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
   const bool allowed = trial != MAP_FAILED && munmap(trial, (size_t) all) == 0;
   return allowed && of_machine() >= all; /* allowed: by a limit of the process */
}

void tsw_spares_make_room(trisweep_space space)
{
   double bytes = 0.0;
   for (int i = 0; i < n_spares; i++)
   {
      bytes += hierarchy_bytes(spares[i]->amg, tsw_kept_of(spares[i]));
   }
   if (n_spares > 0 && !has_room(space, bytes))
   {
      tsw_spares_clear();
   }
}

void tsw_spares_clear(void)
{
   while (n_spares > 0 && spares[0])
   {
      free_entry(0);
   }
}

void tsw_spares_end(void)
{
   for (int i = 0; i < n_spares; i++)
   {
      tsw_solver_destroy(spares[i]);
      spares[i] = NULL;
   }
}
