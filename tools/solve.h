/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * trisweep-solve: declarations of all its files. The flow is
 *
 *    solve_options   the command line
 *    solve_read      a Matrix Market file on rank 0 (CHOLMOD, zlib)
 *    solve_inspect   values, diagonal, symmetry; the graph Laplacian
 *    solve_rows      send the rows to their ranks; elasticity assembles its rows there
 *    solve_system    hypre's matrix and vectors
 *    solve_run       BoomerAMG with one smoother
 *    solve_report    table and notes
 *    solve_files     JSON, residual histories
 *    solve_advice    the best smoothers, and the hypre calls that select them
 *
 * The rank that finds a fault prints the fault once, by tsw_complain. The function
 * then returns false, or a status that is the same on all ranks.
 */
#ifndef TSW_TOOLS_SOLVE_H
#define TSW_TOOLS_SOLVE_H

#ifdef HAVE_CONFIG_H
#include <config.h>
#endif

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <HYPRE_IJ_mv.h>
#include <HYPRE_parcsr_ls.h>
#include <mpi.h>

#include "tools/krylov.h"
#include "tools/support.h"

enum
{
   TSW_MOST_RELAX = 16, /* smoothers per run of the program */
   TSW_EXIT_OK = 0,
   TSW_EXIT_UNSOLVED = 1, /* a solve did not converge */
   TSW_EXIT_INPUT = 2     /* a bad file, option or environment */
};

/** Right-hand side. */
typedef enum tsw_rhs
{
   TSW_RHS_DEFAULT, /* ones for a matrix, weight for a beam */
   TSW_RHS_ONES,
   TSW_RHS_RANDOM,
   TSW_RHS_WEIGHT,
   TSW_RHS_FILE
} tsw_rhs;

/** hypre's relax types of the down and up leg of a cycle; 100 + k: ILU(k); 190: DILU. */
typedef struct tsw_relax
{
   int    down;
   int    up;
   bool   one;       /* one number was given: SetRelaxType, for the whole cycle */
   bool   ours_only; /* do not run hypre's own sweeps of this type */
   double weight;    /* relax weight; NAN: relax_weight of the options */
} tsw_relax;

/** The command line. A number that is NAN or -1 keeps hypre's default. */
typedef struct tsw_solve_options
{
   const char *matrix; /* name of the file; NULL for a beam */
   bool        beam;
   int         elements[3];
   tsw_relax   relax[TSW_MOST_RELAX];
   int         n_relax;
   bool        with_hypre;
   bool        with_trisweep;
   bool        device; /* matrix, vectors and solves on the GPU */
   tsw_krylov  krylov;
   double      tolerance;
   int         max_iterations;
   int         restart;
   int         repeat;
   tsw_rhs     rhs;
   const char *rhs_file;
   int         seed;
   double      strong_threshold;
   int         coarsen;
   int         interp;
   int         p_max;
   int         agg_levels;
   int         num_functions;
   int         nodal;
   int         rigid_body; /* hypre's variant of interpolation vectors; 0: no vectors */
   int         q_max;
   double      relax_weight;
   double      outer_weight;
   int         cf_relax;
   int         sweeps;
   int         ilu_jacobi; /* Jacobi iterations per triangular solve of hypre; -1: exact solve */
   bool        graph_laplacian;
   double      shift; /* of the graph Laplacian's diagonal, in mean degrees */
   const char *json;
   const char *history;
   const char *stats;
   bool        verbose;
   bool        compare; /* no --relax: run the smoothers of tsw_relax_contenders */
   bool        done;    /* help or version was printed */
} tsw_solve_options;

/** The matrix of the file, on rank 0 only: CSR, columns sorted, indices from 0. */
typedef struct tsw_file_matrix
{
   int     n_rows;
   int    *row_ptr; /* [n_rows + 1] */
   int    *col_idx;
   double *val;
} tsw_file_matrix;

/** Properties of the problem; the same on all ranks. */
typedef struct tsw_facts
{
   int64_t n_rows;
   int64_t nnz;
   bool    symmetric;           /* by values, up to rounding */
   bool    positive_diagonal;   /* every diagonal entry is stored and positive */
   bool    pattern;             /* the file has no values */
   bool    laplacian;           /* the matrix is the graph Laplacian of the file's pattern */
   double  shift;               /* added to the diagonal of the graph Laplacian */
   int64_t n_repeated;          /* repeated entries; their values were added */
   int64_t n_zero_diagonal;     /* stored diagonal entries that are zero */
   int64_t first_zero_diagonal; /* 1-based */
   int64_t n_no_diagonal;       /* rows without a diagonal entry in the file */
   int64_t first_no_diagonal;   /* 1-based */
} tsw_facts;

/** The rows of one rank, with global columns. */
typedef struct tsw_rows
{
   HYPRE_BigInt  first;   /* global number of the first row */
   int           n_rows;  /* may be 0 */
   int          *length;  /* [n_rows] entries of each row */
   HYPRE_BigInt *col_idx; /* row after row */
   double       *val;
   double       *rhs;       /* [n_rows] */
   double       *mode[3];   /* [n_rows] rotations of the beam; NULL for a file */
   bool          on_device; /* assemble the matrix and vectors on the GPU */
} tsw_rows;

/** The problem as matrices and vectors of hypre. */
typedef struct tsw_system
{
   HYPRE_IJMatrix     ij_a;
   HYPRE_IJVector     ij_b, ij_x, ij_r, ij_mode[3];
   HYPRE_ParCSRMatrix a;
   HYPRE_ParVector    b, x, r, mode[3];
   int                n_modes;
   double             norm_b;
} tsw_system;

/** A smoother with its outer solver, and the results of its solves. */
typedef struct tsw_result
{
   tsw_relax  relax;
   bool       trisweep; /* true: trisweep's sweeps; false: hypre's */
   tsw_krylov krylov;
   int        iterations;
   bool       converged;
   double     residual;      /* relative, as the solver reports it */
   double     true_residual; /* ||b - A x|| / ||b||, computed afterwards */
   double    *samples;       /* [2 * repeat] seconds of each setup, then of each solve */
   int        n_samples;     /* setups so far, and as many solves */
   double     setup_seconds; /* medians of the samples, slowest rank */
   double     solve_seconds;
   int        n_history;
   double    *history; /* [n_history] relative residual norms from iteration 0 on */
} tsw_result;

/* ---- solve_options.c, solve_relax.c -------------------------------------- */

/** Read the command line. Rank 0 prints a fault. The result is the same on all ranks. */
bool tsw_solve_options_read(int argc, char **argv, int rank, tsw_solve_options *options);

/** Append a list such as "6,8,13/14" to relax[]; on failure fault is the text of the reason. */
bool tsw_relax_read(const char *list, tsw_relax *relax, int *n_relax, const char **fault);

/** List hypre's best built-in smoothers and trisweep's, for a comparison. Returns the number. */
int tsw_relax_contenders(const tsw_solve_options *options, tsw_relax *relax);

/** True if a cycle with these sweeps is a symmetric operator; false for incomplete factors. */
bool tsw_relax_symmetric(const tsw_relax *relax);

/** True if trisweep has these relax types. */
bool tsw_relax_ours(const tsw_relax *relax);

/** True if hypre has these relax types. */
bool tsw_relax_hypres(const tsw_relax *relax);

/** True for ILU(k) and DILU. */
bool tsw_relax_factors(const tsw_relax *relax);

/** k of ILU(k), or -1 for other smoothers. */
int tsw_relax_fill(const tsw_relax *relax);

/* ---- solve_read.c ------------------------------------------------------- */

/** Read a Matrix Market file, plain or gzipped, on this rank only. Sets a and facts of the file. */
bool tsw_read_matrix(const char *name, tsw_file_matrix *a, tsw_facts *facts);

/** Read a Matrix Market vector of n numbers on this rank only. */
bool tsw_read_vector(const char *name, int64_t n, double *vector);

void tsw_file_matrix_free(tsw_file_matrix *a);

/* ---- solve_inspect.c ---------------------------------------------------- */

/** Refuse NaN and infinite entries, store a zero for each missing diagonal entry, fill in facts. */
bool tsw_inspect(const char *name, tsw_file_matrix *a, tsw_facts *facts);

/** Replace a by the Laplacian of the graph of its pattern, plus shift times the mean degree. */
bool tsw_graph_laplacian(tsw_file_matrix *a, double shift, tsw_facts *facts);

/* ---- solve_rows.c ------------------------------------------------------- */

/** Send the rows of the matrix from rank 0 to their ranks. Collective. */
bool tsw_rows_scatter(const tsw_file_matrix *a, const tsw_facts *facts, int block, tsw_rows *rows);

/** Fill in the right-hand side. Collective. */
bool tsw_rows_rhs(const tsw_solve_options *options, const tsw_facts *facts, tsw_rows *rows);

/* ---- solve_system.c ----------------------------------------------------- */

/** First row of a rank. A group of `block` consecutive rows stays on one rank. */
int64_t tsw_first_row(int64_t n_rows, int block, int rank, int n_ranks);

void tsw_rows_free(tsw_rows *rows);

/** Create hypre's matrix and vectors from the rows. Collective. */
bool tsw_system_create(const tsw_rows *rows, tsw_system *system);

/** ||b - A x|| / ||b||, or ||A x|| if b is zero. Collective. */
double tsw_system_residual(const tsw_system *system);

void tsw_system_destroy(tsw_system *system);

/* ---- solve_run.c -------------------------------------------------------- */

/** Choose the outer solver for a smoother. */
tsw_krylov tsw_choose_krylov(const tsw_solve_options *options, const tsw_facts *facts,
                             const tsw_relax *relax);

/**
 * Solve once with new solvers: result names the smoother and the outer solver. Fill in
 * the other members of result; the times are medians of all solves so far. Collective.
 * Returns false if an allocation fails or if hypre or trisweep refuses a setting.
 */
bool tsw_run(const tsw_solve_options *options, tsw_system *system, tsw_result *result);

/* ---- solve_report.c, solve_files.c --------------------------------------- */

/** "hypre 6", "trisweep 1013/1014", ... */
void tsw_result_name(const tsw_result *result, char *name, size_t size);

/** True if result i is trisweep's and result i - 1 is hypre's of the same smoother. */
bool tsw_result_pair(const tsw_result *result, int i);

void tsw_print_problem(const tsw_solve_options *options, const tsw_facts *facts, int n_ranks);
void tsw_print_header(void);
void tsw_print_result(const tsw_result *result, const tsw_result *hypre);

/** Print the best smoother by column, the hypre calls that select it, and a line of advice. */
void tsw_print_advice(const tsw_solve_options *options, const tsw_result *result, int n_results);

void tsw_print_notes(const tsw_solve_options *options, const tsw_result *result, int n_results);

bool tsw_write_json(const char *file, const tsw_solve_options *options, const tsw_facts *facts,
                    int n_ranks, const tsw_result *result, int n_results);
bool tsw_write_history(const char *file, const tsw_solve_options *options, int n_ranks,
                       const tsw_result *result, int n_results);

#endif
