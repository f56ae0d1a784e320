/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The command line of trisweep-solve, by glibc's argp. */
#include "tools/solve/arguments.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <trisweep.h>

#include "tools/common/support.h"
#include "tools/solve/values.h"

static const char doc[] =
   "Solve A x = b with hypre's BoomerAMG, with hypre's smoothers and with trisweep's, compare "
   "the times, and recommend a smoother.\v"
   "MATRIX is a square real, integer or pattern Matrix Market file in coordinate form, plain or "
   "compressed by gzip. Options that are not given keep hypre's defaults. The exit status is 0 if "
   "all solves converged (without --relax: one of them), 1 if some did not, 2 for a bad file, "
   "option or environment.";

static const struct argp_option table[] = {
   { 0, 0, 0, 0, "Problem:", 1 },
   { "beam", TSW_KEY_BEAM, "NXxNYxNZ", 0,
     "instead of MATRIX: linear elasticity on a beam of NX x NY x NZ unit cubes, clamped at x = 0",
     0 },
   { "graph-laplacian", TSW_KEY_LAPLACIAN, "SHIFT", OPTION_ARG_OPTIONAL,
     "solve with the Laplacian of the graph of the matrix, plus SHIFT (0.001) times its mean "
     "degree on the diagonal; always used for files without values",
     0 },
   { "rhs", TSW_KEY_RHS, "ones|random|weight|FILE", 0,
     "right-hand side: ones (the default for MATRIX), random in -1 .. 1, the weight of the beam "
     "(the default for --beam), or a Matrix Market vector",
     0 },
   { "seed", TSW_KEY_SEED, "N", 0, "seed of --rhs random (1); the same for any number of ranks",
     0 },
   { 0, 0, 0, 0, "Smoothers:", 2 },
   { "relax", TSW_KEY_RELAX, "T[,T...]", 0,
     "hypre's relax types to compare (without it: hypre's Jacobi, l1-Jacobi, Chebyshev, and "
     "Gauss-Seidel and SSOR of both), each a number or DOWN/UP such as 13/14; 1000 + t and 2000 + "
     "t run trisweep only, 1100 + k (ILU(k)) hypre's ILU too, 1190 is DILU; may be repeated",
     0 },
   { "source", TSW_KEY_SOURCE, "both|hypre|trisweep", 0, "smoothers to run (both)", 0 },
   { "relax-weight", TSW_KEY_RELAX_WEIGHT, "W", 0, "relaxation weight", 0 },
   { "outer-weight", TSW_KEY_OUTER_WEIGHT, "W", 0, "outer weight (omega) of hybrid SOR", 0 },
   { "cf-relax", TSW_KEY_CF_RELAX, "0|1", 0, "1: relax C points and F points in turn", 0 },
   { "sweeps", TSW_KEY_SWEEPS, "N", 0, "sweeps on each leg of the cycle", 0 },
   { "ilu-jacobi", TSW_KEY_ILU_JACOBI, "N", 0,
     "with --device: in hypre's ILU, N Jacobi iterations in place of each triangular solve", 0 },
   { 0, 0, 0, 0, "Outer solver:", 3 },
   { "solver", TSW_KEY_SOLVER, "auto|pcg|gmres|bicgstab", 0,
     "auto (the default) takes PCG if matrix and cycle are symmetric and the diagonal is positive, "
     "else GMRES",
     0 },
   { "tol", TSW_KEY_TOL, "T", 0, "relative residual to reach (1e-8)", 0 },
   { "max-iter", TSW_KEY_MAX_ITER, "N", 0, "most iterations (500)", 0 },
   { "restart", TSW_KEY_RESTART, "N", 0, "iterations before GMRES restarts (50)", 0 },
   { "time-limit", TSW_KEY_TIME_LIMIT, "S", 0,
     "end a solve after S seconds (10 plus 20 times the fastest setup and solve so far; 600 s "
     "without progress before the first)",
     0 },
   { "repeat", TSW_KEY_REPEAT, "N", 0,
     "solve N times with fresh solvers, all smoothers in turn, and report medians (1)", 0 },
   { 0, 0, 0, 0, "BoomerAMG:", 4 },
   { "strong-threshold", TSW_KEY_STRONG, "T", 0, "strength threshold", 0 },
   { "coarsen", TSW_KEY_COARSEN, "N", 0, "coarsening type", 0 },
   { "interp", TSW_KEY_INTERP, "N", 0, "interpolation type", 0 },
   { "p-max", TSW_KEY_P_MAX, "N", 0, "most entries in a row of the interpolation", 0 },
   { "agg-levels", TSW_KEY_AGG_LEVELS, "N", 0, "levels of aggressive coarsening", 0 },
   { "num-functions", TSW_KEY_NUM_FUNCTIONS, "N", 0, "unknowns per node, numbered node by node",
     0 },
   { "nodal", TSW_KEY_NODAL, "N", 0, "coarsening of nodes instead of unknowns", 0 },
   { "rigid-body", TSW_KEY_RIGID_BODY, "0|1|2|3", 0,
     "hypre's variant of interpolation vectors for the rotations of the beam; 0: no vectors", 0 },
   { "q-max", TSW_KEY_Q_MAX, "N", 0, "most entries in a row that the interpolation vectors may add",
     0 },
   { 0, 0, 0, 0, "Place:", 5 },
   { "device", TSW_KEY_DEVICE, 0, 0, "solve on the GPU, with a hypre that was built for it", 0 },
   { 0, 0, 0, 0, "Output:", 6 },
   { "json", TSW_KEY_JSON, "FILE", 0, "write problem, options and results as JSON", 0 },
   { "history", TSW_KEY_HISTORY, "FILE", 0, "write all residual norms as CSV", 0 },
   { "stats", TSW_KEY_STATS, "FILE.json", OPTION_ARG_OPTIONAL,
     "print trisweep's statistics for each level, or write them to FILE.json", 0 },
   { "verbose", 'v', 0, 0, "let hypre print its setup and every iteration", 0 },
   { "help", '?', 0, 0, "print this help and stop", -1 },
   { "usage", TSW_KEY_USAGE, 0, 0, "print a shorter help and stop", -1 },
   { "version", 'V', 0, 0, "print the version and stop", -1 },
   { 0 }
};

/* Check the options against each other, after the last option. */
static error_t finish(const struct argp_state *state, const tsw_solve_options *options)
{
   const char *fault = NULL;
   bool        any = options->n_relax == 0;
   for (int i = 0; i < options->n_relax; i++)
   {
      const tsw_relax *relax = &options->relax[i];
      any = any || (options->with_hypre && tsw_relax_hypres(relax) && !relax->ours_only) ||
            (options->with_trisweep && tsw_relax_ours(relax));
   }
   if (options->done)
   {
      return 0;
   }
   if (!options->matrix && !options->beam)
   {
      fault = "give a Matrix Market file or --beam NXxNYxNZ (see --help)";
   }
   else if (options->matrix && options->beam)
   {
      fault = "give a Matrix Market file or --beam, not both";
   }
   else if (!any)
   {
      fault =
         options->with_hypre
            ? "--source=hypre: these numbers select smoothers of trisweep only"
            : "trisweep has none of these relax types; trisweep has 3, 4, 6, 8, 13, 14, 88, 89 and "
              "1100 to 1190";
   }
   else if (options->beam && options->graph_laplacian)
   {
      fault = "--graph-laplacian needs a matrix file; a beam has values";
   }
   else if (options->ilu_jacobi > 0 && !options->device)
   {
      fault = "--ilu-jacobi needs --device: on hosts hypre's ILU solves exactly";
   }
   else if (!options->beam && (options->rigid_body > 0 || options->rhs == TSW_RHS_WEIGHT))
   {
      fault = "--rigid-body and --rhs weight need --beam: a matrix file has no geometry";
   }
   else if (options->rigid_body > 0 && (options->nodal < 1 || options->num_functions != 3))
   {
      fault = "--rigid-body needs --num-functions 3 and --nodal 1 to 6";
   }
   else if (options->nodal > 0 && options->num_functions < 2)
   {
      fault = "--nodal needs --num-functions 2 or more";
   }
   if (fault && !(state->flags & ARGP_NO_ERRS))
   {
      tsw_complain("%s", fault);
   }
   return fault ? EINVAL : 0;
}

/* Read --stats. The plug takes a value that ends in .json as a file name, else prints a table. */
static error_t read_stats(const char *text, bool silent, tsw_solve_options *options)
{
   const size_t length = text ? strlen(text) : 0;
   options->stats = text ? text : "1";
   if (!text || (length > 5 && !strcmp(text + length - 5, ".json")))
   {
      return 0;
   }
   if (!silent)
   {
      tsw_complain("--stats=%s: give the name of a file that ends in .json", text);
   }
   return EINVAL;
}

static error_t parse_output(int key, char *text, struct argp_state *state,
                            tsw_solve_options *options)
{
   const bool silent = (state->flags & ARGP_NO_ERRS) != 0;
   switch (key)
   {
   case TSW_KEY_JSON:
      options->json = text;
      return 0;
   case TSW_KEY_HISTORY:
      options->history = text;
      return 0;
   case TSW_KEY_STATS:
      return read_stats(text, silent, options);
   case TSW_KEY_DEVICE:
      options->device = true;
      return 0;
   case 'v':
      options->verbose = true;
      return 0;
   case '?':
      options->done = true;
      if (!silent)
      {
         argp_state_help(state, stdout, ARGP_HELP_USAGE | ARGP_HELP_LONG | ARGP_HELP_DOC);
      }
      return 0;
   case TSW_KEY_USAGE:
      options->done = true;
      if (!silent)
      {
         argp_state_help(state, stdout, ARGP_HELP_USAGE);
      }
      return 0;
   case 'V':
      options->done = true;
      if (!silent)
      {
         printf("trisweep-solve %s\n", trisweep_version());
      }
      return 0;
   default:
      return ARGP_ERR_UNKNOWN;
   }
}

static error_t parse(int key, char *text, struct argp_state *state)
{
   tsw_solve_options *options = state->input;
   error_t            fault;
   switch (key)
   {
   case ARGP_KEY_ARG:
      if (options->matrix && !(state->flags & ARGP_NO_ERRS))
      {
         tsw_complain("give one matrix, not both %s and %s", options->matrix, text);
      }
      fault = options->matrix ? EINVAL : 0;
      options->matrix = text;
      return fault;
   case ARGP_KEY_END:
      return finish(state, options);
   case TSW_KEY_LAPLACIAN:
      options->graph_laplacian = true;
      return text ? tsw_read_number(key, text, state, options) : 0;
   default:
      fault = tsw_read_number(key, text, state, options);
      fault = fault == ARGP_ERR_UNKNOWN ? tsw_read_word(key, text, state, options) : fault;
      return fault == ARGP_ERR_UNKNOWN ? parse_output(key, text, state, options) : fault;
   }
}

bool tsw_solve_options_read(int argc, char **argv, int rank, tsw_solve_options *options)
{
   static const struct argp parser = { table, parse, "MATRIX", doc, NULL, NULL, NULL };
   const unsigned           flags = ARGP_NO_EXIT | ARGP_NO_HELP | (rank ? ARGP_NO_ERRS : 0u);
   *options = (tsw_solve_options){ .with_hypre = true,
                                   .with_trisweep = true,
                                   .tolerance = 1e-8,
                                   .max_iterations = 500,
                                   .restart = 50,
                                   .time_limit = NAN,
                                   .repeat = 1,
                                   .seed = 1,
                                   .strong_threshold = NAN,
                                   .coarsen = -1,
                                   .interp = -1,
                                   .p_max = -1,
                                   .agg_levels = -1,
                                   .num_functions = 1,
                                   .nodal = 0,
                                   .q_max = -1,
                                   .relax_weight = NAN,
                                   .outer_weight = NAN,
                                   .cf_relax = -1,
                                   .sweeps = -1,
                                   .ilu_jacobi = -1,
                                   .shift = 1e-3 };
   if (argp_parse(&parser, argc, argv, flags, NULL, options) != 0)
   {
      return false;
   }
   options->compare = options->n_relax == 0;
   if (options->compare)
   {
      const char *set = getenv("TRISWEEP_OPTIONS");
      const int   base = options->device && !(set && strstr(set, "ordering=")) ? 2000 : 1000;
      options->n_relax =
         tsw_relax_contenders(options->relax_weight, options->device, base, options->relax);
   }
   return true;
}
