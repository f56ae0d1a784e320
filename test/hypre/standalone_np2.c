/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Numbers passed directly to hypre_BoomerAMGRelax, as by MGR, AMS and ADS: a call with 1000 + t is
 * compared with a call with t, entry by entry, for all types, C/F points, weights and several
 * vectors.
 */
#include "hypre/support.h"

#include <_hypre_parcsr_ls.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The arguments of one call of the relax function. */
typedef struct relax_case
{
   HYPRE_Int type, points;
   double    weight, omega;
   bool      norms, zero;
} relax_case;

typedef struct workspace
{
   test_system     *system;
   HYPRE_Int       *cf_marker;
   HYPRE_Real      *norms;
   hypre_ParVector *v, *z;
   HYPRE_Int        n_rows;
} workspace;

static workspace workspace_create(test_system *system, HYPRE_Int norm_option)
{
   workspace           w;
   hypre_ParCSRMatrix *a = (hypre_ParCSRMatrix *) system->a;
   w.system = system;
   w.n_rows = hypre_CSRMatrixNumRows(hypre_ParCSRMatrixDiag(a));
   w.cf_marker = malloc(((size_t) w.n_rows + 1) * sizeof *w.cf_marker);
   for (HYPRE_Int i = 0; i < w.n_rows; i++)
   {
      w.cf_marker[i] = (i * 7) % 3 ? -1 : 1;
   }
   hypre_ParCSRComputeL1Norms(a, norm_option, NULL, &w.norms);
   w.v = test_vector_create(system, 1);
   w.z = test_vector_create(system, 1);
   return w;
}

static void workspace_destroy(workspace *w)
{
   free(w->cf_marker);
   hypre_TFree(w->norms, HYPRE_MEMORY_HOST);
   hypre_ParVectorDestroy(w->v);
   hypre_ParVectorDestroy(w->z);
}

static void relax(const workspace *w, const relax_case *c, HYPRE_Int number, hypre_ParVector *f,
                  hypre_ParVector *u)
{
   hypre_BoomerAMGRelax((hypre_ParCSRMatrix *) w->system->a, f, c->points ? w->cf_marker : NULL,
                        number, c->points, c->weight, c->omega, c->norms ? w->norms : NULL, u, w->v,
                        w->z);
}

static void check_case(const workspace *w, const relax_case *c)
{
   hypre_ParVector *f = test_vector_create(w->system, 1), *u = test_vector_create(w->system, 1),
                   *u0 = test_vector_create(w->system, 1);
   test_vector_fill(f, w->n_rows, 0.1, false);
   test_vector_fill(u, w->n_rows, 2.0, c->zero);
   test_vector_fill(u0, w->n_rows, 2.0, c->zero);
   relax(w, c, c->type, f, u0);
   relax(w, c, 1000 + c->type, f, u);
   const double difference = test_vector_distance(u, u0, w->n_rows);
   if (!(difference < 1e-12))
   {
      fprintf(stderr, "type %d points %d w %g omega %g norms %d zero %d: difference %g\n",
              (int) c->type, (int) c->points, c->weight, c->omega, c->norms, c->zero, difference);
   }
   TEST_CHECK(difference < 1e-12);
   hypre_ParVectorDestroy(f);
   hypre_ParVectorDestroy(u);
   hypre_ParVectorDestroy(u0);
}

static void check_types(const workspace *w, const HYPRE_Int *types, int n_types, bool norms)
{
   static const double weights[4][2] = { { 1.0, 1.0 }, { 0.9, 1.0 }, { 1.0, 0.8 }, { 0.7, 1.2 } };
   for (int t = 0; t < n_types; t++)
   {
      /* With norms, hypre's host code is only right with weights of 1. */
      for (int k = 0; k < (norms ? 1 : 4); k++)
      {
         for (HYPRE_Int points = -1; points <= 1; points++)
         {
            for (int zero = 0; zero <= 1; zero++)
            {
               const relax_case c = { types[t], points, weights[k][0], weights[k][1], norms, zero };
               check_case(w, &c);
            }
         }
      }
   }
}

static void test_types(bool gap)
{
   static const HYPRE_Int plain[] = { 3, 4, 6 }, l1[] = { 8, 13, 14 };
   test_system            system = test_system_create(7, 0.3, gap);
   workspace              w = workspace_create(&system, 4);
   check_types(&w, plain, 3, false);
   check_types(&w, l1, 3, true);
   check_types(&w, l1, 3, false);
#if HYPRE_RELEASE_NUMBER >= 23000
   static const HYPRE_Int convergent[] = { 88 }, two_halves[] = { 89 };
   workspace              w6 = workspace_create(&system, 6);
   check_types(&w, two_halves, 1, true);
   check_types(&w6, convergent, 1, true);
   workspace_destroy(&w6);
#endif
   workspace_destroy(&w);
   test_system_destroy(&system);
}

/* l1 types with weights: the solution of A u = f is a fixed point, unlike in hypre's host code. */
static void test_l1_fixed_point(void)
{
   static const HYPRE_Int numbers[] = { 1008, 1013, 1014, 1089 };
   test_system            system = test_system_create(6, 1.0, false);
   workspace              w = workspace_create(&system, 4);
   for (int t = 0; t < 4; t++)
   {
      hypre_ParVector *f = test_vector_create(&system, 1), *u = test_vector_create(&system, 1),
                      *solution = test_vector_create(&system, 1);
      test_vector_fill(solution, w.n_rows, 0.5, false);
      test_vector_fill(u, w.n_rows, 0.5, false);
      hypre_ParCSRMatrixMatvec(1.0, (hypre_ParCSRMatrix *) system.a, solution, 0.0, f);
      const relax_case c = { 0, 0, 0.8, 1.0, true, false };
      relax(&w, &c, numbers[t], f, u);
      TEST_CHECK(test_vector_distance(u, solution, w.n_rows) < 1e-12);
      hypre_ParVectorDestroy(f);
      hypre_ParVectorDestroy(u);
      hypre_ParVectorDestroy(solution);
   }
   workspace_destroy(&w);
   test_system_destroy(&system);
}

/* Several vectors at once, also after a product, which adapts the communication package. */
static void test_multivectors(void)
{
   static const HYPRE_Int types[] = { 3, 6, 14 };
   test_system            system = test_system_create(6, 0.5, false);
   workspace              w = workspace_create(&system, 4);
   hypre_ParCSRMatrix    *a = (hypre_ParCSRMatrix *) system.a;
   for (int t = 0; t < 6; t++)
   {
      const HYPRE_Int  n_vectors = 3, n = w.n_rows * n_vectors;
      hypre_ParVector *f = test_vector_create(&system, n_vectors),
                      *u = test_vector_create(&system, n_vectors),
                      *y = test_vector_create(&system, n_vectors),
                      *f1 = test_vector_create(&system, 1), *u1 = test_vector_create(&system, 1);
      const relax_case c = { types[t % 3], 0, 1.0, 1.0, false, false };
      test_vector_fill(f, n, 0.2, false);
      test_vector_fill(u, n, 1.4, false);
      if (t >= 3)
      {
         hypre_ParCSRMatrixMatvec(1.0, a, f, 0.0, y);
      }
      relax(&w, &c, 1000 + c.type, f, u);
      for (HYPRE_Int k = 0; k < n_vectors; k++)
      {
         memcpy(test_vector_data(f1), test_vector_data(f) + (size_t) k * (size_t) w.n_rows,
                (size_t) w.n_rows * sizeof(double));
         test_vector_fill(y, n, 1.4, false);
         memcpy(test_vector_data(u1), test_vector_data(y) + (size_t) k * (size_t) w.n_rows,
                (size_t) w.n_rows * sizeof(double));
         relax(&w, &c, 1000 + c.type, f1, u1);
         for (HYPRE_Int i = 0; i < w.n_rows; i++)
         {
            TEST_CHECK(fabs(test_vector_data(u1)[i] - test_vector_data(u)[k * w.n_rows + i]) <
                       1e-13);
         }
      }
      hypre_ParVectorDestroy(f);
      hypre_ParVectorDestroy(u);
      hypre_ParVectorDestroy(y);
      hypre_ParVectorDestroy(f1);
      hypre_ParVectorDestroy(u1);
   }
   workspace_destroy(&w);
   test_system_destroy(&system);
}

/* An unknown number has no effect, as in hypre, but prints a notice and sets the error flag. */
static void test_unknown(void)
{
   test_system      system = test_system_create(5, 1.0, false);
   workspace        w = workspace_create(&system, 4);
   hypre_ParVector *f = test_vector_create(&system, 1), *u = test_vector_create(&system, 1),
                   *u0 = test_vector_create(&system, 1);
   const relax_case c = { 0, 0, 1.0, 1.0, false, false };
   test_vector_fill(f, w.n_rows, 0.1, false);
   test_vector_fill(u, w.n_rows, 2.0, false);
   test_vector_fill(u0, w.n_rows, 2.0, false);
   HYPRE_ClearAllErrors();
   relax(&w, &c, 1005, f, u);
   relax(&w, &c, 1005, f, u);
   TEST_CHECK(HYPRE_GetError() != 0);
   TEST_CHECK(test_vector_distance(u, u0, w.n_rows) == 0.0);
   HYPRE_ClearAllErrors();
   hypre_ParVectorDestroy(f);
   hypre_ParVectorDestroy(u);
   hypre_ParVectorDestroy(u0);
   workspace_destroy(&w);
   test_system_destroy(&system);
}

int main(int argc, char **argv)
{
   test_start(&argc, &argv);
   test_types(false);
   test_types(true);
   test_l1_fixed_point();
   test_multivectors();
   test_unknown();
   return test_end();
}
