/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The options of trisweep-solve. */
#ifndef TSW_TOOLS_SOLVE_OPTIONS_H
#define TSW_TOOLS_SOLVE_OPTIONS_H

#include <stdbool.h>

#include "tools/common/krylov.h"
#include "tools/solve/relax.h"

/** Right-hand side. */
typedef enum tsw_rhs
{
   TSW_RHS_DEFAULT, /* ones for a matrix, weight for a beam */
   TSW_RHS_ONES,
   TSW_RHS_RANDOM,
   TSW_RHS_WEIGHT,
   TSW_RHS_FILE
} tsw_rhs;

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
   double      time_limit; /* seconds for one smoother; NAN: see tsw_result_limit */
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

#endif
