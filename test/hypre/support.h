/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Shared by the tests of the plug: small matrices by hypre's IJ interface, BoomerAMG solves with a
 * given relax number, and checks on several ranks. A test solves the same problem by hypre's plain
 * type t and by 1000 + t, and compares.
 */
#ifndef TEST_HYPRE_SUPPORT_H
#define TEST_HYPRE_SUPPORT_H

#include <HYPRE.h>
#include <HYPRE_IJ_mv.h>
#include <HYPRE_krylov.h>
#include <HYPRE_parcsr_ls.h>
#include <mpi.h>
#include <stdbool.h>

#include <trisweep/hypre.h>

/** A matrix and two vectors of its size. */
typedef struct test_system
{
   HYPRE_IJMatrix     ij_a;
   HYPRE_IJVector     ij_b, ij_x;
   HYPRE_ParCSRMatrix a;
   HYPRE_ParVector    b, x;
   HYPRE_BigInt       first, last; /* rows of this rank; none if last < first */
} test_system;

/** Start MPI and hypre. */
void test_start(int *argc, char ***argv);

/** End MPI and hypre. Returns the program's exit status: 0 if all checks of all ranks passed. */
int test_end(void);

extern int test_rank, test_size;

/** Where systems and vectors are; programs with --device set it (load_start) before the first. */
extern HYPRE_MemoryLocation test_location;

/** Count and print a failure of this rank, with the place in the source. */
#define TEST_CHECK(condition) test_check((condition), #condition, __FILE__, __LINE__)
void test_check(bool good, const char *text, const char *file, int line);

/** Check that two norms agree to a relative tolerance, or both are small to rounding. */
#define TEST_NEAR(a, b, tolerance) \
   test_near((a), (b), (tolerance), #a " and " #b, __FILE__, __LINE__)
void test_near(double a, double b, double tolerance, const char *text, const char *file, int line);

enum
{
   TEST_MOST_COLUMNS = 27 /* entries of a row */
};

/** Set the columns and values of a row, and its element of b. Returns the number of columns. */
typedef HYPRE_Int test_row(const void *data, HYPRE_BigInt row, HYPRE_BigInt *cols, double *values,
                           double *b);

/** The system with the rows first .. last on this rank, in test_location; x is zero. */
test_system test_system_assemble(MPI_Comm comm, HYPRE_BigInt first, HYPRE_BigInt last,
                                 test_row *row_of, const void *data);

/**
 * 7-point matrix on n^3 points with anisotropy eps in z, rows distributed evenly or, with gap,
 * none on the last rank; b is one plus a sine of amplitude 0.25, x zero.
 */
test_system test_system_create(int n, double eps, bool gap);
void        test_system_destroy(test_system *system);

/** Multiply the value of every entry of a by factor, in place. */
void test_system_scale(test_system *system, double factor);

/** Set one entry of a in place, on the rank that owns the row. */
void test_system_set(test_system *system, HYPRE_BigInt row, HYPRE_BigInt col, double value);

/** BoomerAMG with this relax type for down and up; not set up. */
HYPRE_Solver test_amg_create(HYPRE_Int type);

/** Solve with x = 0 by 6 cycles of a set-up BoomerAMG; returns the norm of the residual. */
double test_amg_solve(HYPRE_Solver amg, test_system *system);

/** The same with a new solver of hypre's own type, set up here. */
double test_solve_plain(HYPRE_Int type, test_system *system);

/** Norm of b - A x over all ranks. */
double test_residual(const test_system *system);

/** Vectors of a system's rows, as the relax function takes them. */
struct hypre_ParVector_struct *test_vector_create(const test_system *system, HYPRE_Int n_vectors);
double                        *test_vector_data(struct hypre_ParVector_struct *vector);

/** Zero, or numbers that depend on the rank, in the first n entries of this rank. */
void test_vector_fill(struct hypre_ParVector_struct *vector, HYPRE_Int n, double seed, bool zero);

/** The largest difference between the first n entries of this rank. */
double test_vector_distance(struct hypre_ParVector_struct *a, struct hypre_ParVector_struct *b,
                            HYPRE_Int n);

/** The number of trisweep's sweeps on a level on this rank; -1: trisweep does not smooth it. */
long test_sweeps(HYPRE_Solver amg, int level);

#endif
