/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * trisweep-bench-petsc FILE.json MATRIX...: the krylov board by PETSc on one thread of the host,
 * the tuned library beside trisweep (Naumov 2011 has MKL). CG with the incomplete Cholesky and
 * incomplete LU factorisations, BiCGSTAB with the latter, all without fill, in natural order:
 * preconditioners, methods, right-hand sides and tolerance are those of the board. A short solve
 * before the timed one maps the memory. PETSC_OPTIONS in the environment holds options of PETSc.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <dlfcn.h>
#include <petscksp.h>

#include "base/new_file.h"
#include "bench/boards/board.h"
#include "bench/boards/krylov_row.h"
#include "tools/common/json.h"
#include "tools/common/output.h"

static const struct
{
   const char *name;
   PCType      type;
   bool        symmetric; /* for symmetric matrices only */
} factors[] = { { "ICC(0)", PCICC, true }, { "ILU(0)", PCILU, false } };

/* A matrix of the board with its vectors, in PETSc's types. */
typedef struct petsc_system
{
   const tsw_matrix *m;
   bool              symmetric;
   Mat               a;
   Vec               b;
   Vec               x;
} petsc_system;

/* OpenBLAS starts a thread a core otherwise, for inner products and sums of vectors. */
static void use_one_thread(void)
{
   void (*set_threads)(int) = NULL;
   void *const address = dlsym(RTLD_DEFAULT, "openblas_set_num_threads");
   memcpy(&set_threads, &address, sizeof address);
   if (set_threads)
   {
      set_threads(1);
      return;
   }
   fprintf(stderr, "trisweep-bench-petsc: no OpenBLAS: the threads of its BLAS are not set\n");
}

static PetscErrorCode open_system(const tsw_matrix *m, petsc_system *s)
{
   double *b;
   s->m = m;
   s->symmetric = tsw_krylov_is_symmetric(m);
   PetscCall(MatCreateSeqAIJWithArrays(PETSC_COMM_SELF, (PetscInt) m->n_rows, (PetscInt) m->n_rows,
                                       m->row_ptr, m->col_idx, m->val, &s->a));
   PetscCall(MatCreateVecs(s->a, &s->x, &s->b));
   PetscCall(VecGetArrayWrite(s->b, &b));
   tsw_bench_host.random(b, m->n_rows, TSW_KRYLOV_SEED);
   PetscCall(VecRestoreArrayWrite(s->b, &b));
   PetscCall(MatSetOption(s->a, MAT_SYMMETRIC, s->symmetric ? PETSC_TRUE : PETSC_FALSE));
   return 0;
}

static PetscErrorCode close_system(petsc_system *s)
{
   PetscCall(VecDestroy(&s->x));
   PetscCall(VecDestroy(&s->b));
   PetscCall(MatDestroy(&s->a));
   return 0;
}

/* A solver with one of the factorisations; times and iterations go into the row. */
static PetscErrorCode solve(const petsc_system *s, int factor, int most, tsw_krylov_row *row)
{
   KSP       ksp;
   PC        pc;
   PetscReal size;
   PetscReal residual;
   PetscInt  iterations;
   PetscCall(KSPCreate(PETSC_COMM_SELF, &ksp));
   PetscCall(KSPSetType(ksp, s->symmetric ? KSPCG : KSPBCGS));
   PetscCall(KSPSetPCSide(ksp, s->symmetric ? PC_LEFT : PC_RIGHT));
   PetscCall(KSPSetNormType(ksp, KSP_NORM_UNPRECONDITIONED));
   PetscCall(KSPSetTolerances(ksp, tsw_krylov_tolerance, 0.0, PETSC_DEFAULT, most));
   PetscCall(KSPSetOperators(ksp, s->a, s->a));
   PetscCall(KSPGetPC(ksp, &pc));
   PetscCall(PCSetType(pc, factors[factor].type));
   PetscCall(PCFactorSetLevels(pc, 0));
   PetscCall(PCFactorSetMatOrderingType(pc, MATORDERINGNATURAL));
   PetscCall(PCFactorSetShiftType(pc, MAT_SHIFT_NONE));
   PetscCall(KSPSetFromOptions(ksp));
   tsw_bench_host.begin();
   PetscCall(KSPSetUp(ksp));
   row->ms_setup = tsw_bench_host.end();
   tsw_bench_host.begin();
   PetscCall(KSPSolve(ksp, s->b, s->x));
   row->ms_solve = tsw_bench_host.end();
   PetscCall(KSPGetIterationNumber(ksp, &iterations));
   PetscCall(KSPGetResidualNorm(ksp, &residual));
   PetscCall(VecNorm(s->b, NORM_2, &size));
   row->iterations = (int) iterations;
   row->residual = residual / size;
   PetscCall(KSPDestroy(&ksp));
   return 0;
}

static PetscErrorCode measure(const tsw_matrix *m, const char *library, tsw_table *t)
{
   const int64_t first = t->n_rows;
   petsc_system  s = { 0 };
   PetscCall(open_system(m, &s));
   for (int f = 0; f < (int) (sizeof factors / sizeof factors[0]); f++)
   {
      tsw_krylov_row row = { .symmetric = s.symmetric,
                             .place = "host",
                             .package = library,
                             .schedule = factors[f].name,
                             .threads = 1,
                             .depth = (double) NAN };
      if (factors[f].symmetric && !s.symmetric)
      {
         continue;
      }
      PetscCall(solve(&s, f, TSW_KRYLOV_WARM, &row));
      PetscCall(solve(&s, f, TSW_KRYLOV_ITERATIONS, &row));
      PetscCheck(tsw_krylov_add(m, &row, t), PETSC_COMM_SELF, PETSC_ERR_MEM, "no memory for a row");
   }
   tsw_table_print(t, first, stdout);
   PetscCall(close_system(&s));
   return 0;
}

static bool write_rows(const tsw_table *t, const char *library, const char *path)
{
   tsw_new_file file;
   cJSON       *root = cJSON_CreateObject();
   cJSON_AddStringToObject(root, "library", library);
   cJSON_AddItemToObject(root, "rows", tsw_table_json(t));
   const bool good = tsw_new_file_open(&file, path) &&
                     tsw_new_file_close(&file, tsw_json_write(root, file.stream));
   cJSON_Delete(root);
   if (!good)
   {
      fprintf(stderr, "trisweep-bench-petsc: %s cannot be written\n", path);
   }
   return good;
}

int main(int argc, char **argv)
{
   char      library[64];
   tsw_table t;
   bool      good = true;
   tsw_watch_output("trisweep-bench-petsc", EXIT_FAILURE);
   if (argc < 3 || argv[1][0] == '-')
   {
      fprintf(stderr,
              "usage: trisweep-bench-petsc FILE.json MATRIX...; trisweep-bench --list prints "
              "the generators\n");
      return EXIT_FAILURE;
   }
   use_one_thread();
   PetscCall(PetscInitializeNoArguments());
   snprintf(library, sizeof library, "PETSc %d.%d.%d", PETSC_VERSION_MAJOR, PETSC_VERSION_MINOR,
            PETSC_VERSION_SUBMINOR);
   tsw_krylov_open(&t);
   for (int k = 2; k < argc && good; k++)
   {
      tsw_matrix m;
      good = tsw_board_matrix(argv[k], &m) && measure(&m, library, &t) == 0;
      tsw_matrix_free(&m);
   }
   good = write_rows(&t, library, argv[1]) && good;
   tsw_table_close(&t);
   PetscCall(PetscFinalize());
   return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
