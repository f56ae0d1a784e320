/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * waits_np2 --device
 *
 * hypre's setup on GPUs with the plug's waits (src/extensions/waits) has fewer waits for CUDA's
 * streams than without, and makes the same hierarchy; the device is done when it ends. Several
 * setups in a row, of matrices of different sizes. Where MPI is GPU-aware on several ranks, hypre's
 * waits stay. Without --device there is nothing to test.
 */
#include <math.h>
#include <stdio.h>

#include <_hypre_parcsr_ls.h>
#include <mpi.h>
#include <trisweep/hypre.h>

#include "hypre/behind.h"
#include "load/load.h"

enum
{
   MOST = 25 /* levels */
};

static bool aware; /* do several ranks have a GPU-aware MPI? */

/* A setup: its waits, and of each level the entries, their sum, and that of interpolation. */
typedef struct outcome
{
   long   n_waits;
   int    levels;
   double entries[MOST], sums[MOST], weights[MOST];
} outcome;

static double sum_of(hypre_ParCSRMatrix *a)
{
   hypre_CSRMatrix *host = hypre_CSRMatrixClone_v2(hypre_ParCSRMatrixDiag(a), 1, HYPRE_MEMORY_HOST);
   double           sum = 0.0;
   for (HYPRE_Int k = 0; k < hypre_CSRMatrixNumNonzeros(host); k++)
   {
      sum += (1 + hypre_CSRMatrixJ(host)[k] % 7) * hypre_CSRMatrixData(host)[k];
   }
   hypre_CSRMatrixDestroy(host);
   return sum;
}

static void note(const hypre_ParAMGData *amg, outcome *o)
{
   o->levels = hypre_ParAMGDataNumLevels(amg);
   for (int k = 0; k < o->levels && k < MOST; k++)
   {
      hypre_ParCSRMatrix *a = hypre_ParAMGDataAArray(amg)[k];
      o->entries[k] = (double) hypre_CSRMatrixNumNonzeros(hypre_ParCSRMatrixDiag(a));
      o->sums[k] = sum_of(a);
      o->weights[k] = k + 1 < o->levels ? sum_of(hypre_ParAMGDataPArray(amg)[k]) : 0.0;
   }
}

static outcome set_up(load_system *v, const char *options)
{
   load_solver s = load_solver_create(2003, 2004);
   outcome     o = { 0 };
   if (trisweep_hypre_set_options(s.amg, options) != TRISWEEP_OK)
   {
      load_fail("%s: %s", options, trisweep_message());
   }
#if defined(HYPRE_USING_CUDA)
   hypre_ResetDeviceRandGenerator(4711ULL, 0ULL);
#endif
   const long begin = test_behind_n_waits;
   HYPRE_BoomerAMGSetup(s.amg, v->a, v->b, v->x);
   if (!test_behind_is_done())
   {
      load_fail("%s: the device works after the setup", options);
   }
   o.n_waits = test_behind_n_waits - begin;
   note((const hypre_ParAMGData *) s.amg, &o);
   const load_result r = load_solve(&s, v);
   if (!load_is_good(&r))
   {
      load_fail("%s: error %d, residual %g", options, r.error, r.residual);
   }
   load_solver_destroy(&s);
   return o;
}

static bool is_close(double x, double y)
{
   return fabs(x - y) <= 1e-10 * (fabs(x) + fabs(y));
}

static void compare(const outcome *with, const outcome *without, const char *what)
{
   bool same = with->levels == without->levels && with->levels > 1;
   for (int k = 0; same && k < with->levels && k < MOST; k++)
   {
      same = with->entries[k] == without->entries[k] && is_close(with->sums[k], without->sums[k]) &&
             is_close(with->weights[k], without->weights[k]);
   }
   if (!same)
   {
      load_fail("%s: another hierarchy, %d levels and %d", what, with->levels, without->levels);
   }
   if (aware ? 10 * with->n_waits < 9 * without->n_waits : with->n_waits >= without->n_waits)
   {
      load_fail("%s: %ld waits of %ld are left", what, with->n_waits, without->n_waits);
   }
}

/* Prints the waits of the setups without and with fewer waits. */
static void on_grid(int n, bool full, const char *what)
{
   load_system   v = load_create(n, full, 1.0);
   const outcome without = set_up(&v, "extensions=none");
   for (int k = 0; k < 3; k++)
   {
      const outcome with = set_up(&v, "extensions=waits");
      compare(&with, &without, what);
      if (load_rank == 0)
      {
         printf("%s: %ld waits of %ld\n", what, with.n_waits, without.n_waits);
      }
   }
   load_destroy(&v);
}

int main(int argc, char **argv)
{
   const int status = load_start(argc, argv, "waits_np2", "setups in device memory");
   if (status)
   {
      return status;
   }
   on_grid(20, false, "7-point, 20^3");
   on_grid(64, false, "7-point, 64^3");
   load_report("7-point");
   on_grid(48, true, "27-point, 48^3");
   load_report("27-point");
#if defined(HYPRE_USING_CUDA)
   aware = load_size > 1;
   HYPRE_SetGpuAwareMPI(aware);
   on_grid(20, false, "7-point, a GPU-aware MPI");
   load_report("a GPU-aware MPI");
#endif
   return load_end();
}
