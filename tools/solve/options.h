/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The options of trisweep-solve. */
#ifndef TSW_TOOLS_SOLVE_OPTIONS_H
#define TSW_TOOLS_SOLVE_OPTIONS_H

#include <stdbool.h>

#include "tools/common/krylov.h"
#include "tools/problem/change.h"
#include "tools/solve/relax.h"

/** What to do. */
typedef enum tsw_task
{
   TSW_COMPARE,     /* compare smoothers on one problem */
   TSW_BOARD_TOTAL, /* measure setup and solve of generated problems */
   TSW_BOARD_STEPS  /* measure time steps */
} tsw_task;

/** Right-hand side. */
typedef enum tsw_rhs
{
   TSW_RHS_DEFAULT, /* ones for a matrix, else that of the problem, which is weight for a beam */
   TSW_RHS_ONES,
   TSW_RHS_RANDOM,
   TSW_RHS_WEIGHT,
   TSW_RHS_FILE
} tsw_rhs;

/** The command line. A number that is NAN or -1 keeps hypre's default. */
typedef struct tsw_solve_options
{
   tsw_task    task;
   const char *matrix;  /* name of the file; NULL for a beam or a generated problem */
   tsw_problem problem; /* a generated problem, if it has a name */
   bool        beam;
   int         elements[3];
   tsw_relax   relax[TSW_MOST_RELAX];
   int         n_relax;
   const char *source;
   bool        with_hypre;
   bool        with_trisweep;
   bool        device; /* matrix, vectors and solves on the GPU */
   tsw_krylov  krylov;
   double      tolerance;
   int         max_iterations;
   int         restart;
   double      time_limit; /* seconds for one smoother; NAN: see limit_of in compare.c */
   int         repeat;     /* 0: not given */
   tsw_rhs     rhs;
   const char *rhs_file;
   int         seed;
   double      strong_threshold;
   int         coarsen;
   int         interp;
   int         p_max;
   int         agg_levels;
   int         num_functions; /* 0: not given */
   int         nodal;
   int         rigid_body; /* hypre's variant of interpolation vectors; 0: no vectors */
   int         q_max;
   bool        two_products; /* keep transposes; compute the coarse matrices in two steps */
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

   /* Boards. */
   const char *const *name; /* of the problems */
   int                n_names;
   bool               natural, automatic; /* trisweep's sweeps in these orders */
   bool               factors; /* board total: ILU(0) and DILU of hypre and of trisweep */
   int                n_steps;
   bool               changes[TSW_N_CHANGES];
   bool               frozen; /* board steps: also hypre's l1-Jacobi without setups */
   bool               append; /* to the file of json */
   int                only;   /* the number of the only smoother; 0: all */
   const char        *commit;
   const char        *only_compare, *only_boards; /* options given that are for these tasks only */
} tsw_solve_options;

#endif
