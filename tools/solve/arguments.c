/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The command line of trisweep-solve, by glibc's argp. */
#include "tools/solve/arguments.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <trisweep.h>

#include "tools/common/support.h"
#include "tools/solve/check.h"
#include "tools/solve/values.h"

static const char doc[] =
   "Solve A x = b with hypre's BoomerAMG, with hypre's smoothers and with trisweep's, compare "
   "the times, and recommend a smoother; or measure a board of generated problems. Called as "
   "trisweep-total the program measures board total.\v"
   "MATRIX is a square real, integer or pattern Matrix Market file in coordinate form, plain or "
   "compressed by gzip. PROBLEM is a generated problem: lap7_N, lap27_N, sys3_N, rotate_N, "
   "vardif_N or elas_N; write ./lap7_64 for a file of such a name. Options that are not given keep "
   "hypre's defaults. A board without a PROBLEM has lap7_64 lap7_128 lap27_128 lap7_256 sys3_64 "
   "rotate_1024 vardif_128 elas_40 elas_70. The exit status is 0 if all solves converged (without "
   "--relax: one of them; on a board: all of trisweep), 1 if some did not, 2 for a bad file, "
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
     "(the default for --beam), or a Matrix Market vector; a PROBLEM has one of its own",
     0 },
   { "seed", TSW_KEY_SEED, "N", 0, "seed of --rhs random (1); the same for any number of ranks",
     0 },
   { 0, 0, 0, 0, "Smoothers:", 2 },
   { "relax", TSW_KEY_RELAX, "T[,T...]", 0,
     "hypre's relax types to compare (without it: hypre's Jacobi, l1-Jacobi, Chebyshev, and "
     "Gauss-Seidel and SSOR of both), each a number or DOWN/UP such as 13/14; 1000 + t and 2000 + "
     "t run trisweep only, 1100 + k (ILU(k)) hypre's ILU too, 1190 is DILU; may be repeated",
     0 },
   { "source", TSW_KEY_SOURCE, "LIST", 0,
     "smoothers to run: both, hypre or trisweep (both); on a board hypre and trisweep's in the "
     "orders natural and auto, and on board total ilu, ILU(0) and DILU of both, separated by "
     "commas (hypre,auto)",
     0 },
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
     "solve N times with fresh solvers, all smoothers in turn, and report medians (1; 5 on a "
     "board)",
     0 },
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
   { 0, 0, 0, 0, "Boards, with the options --source, --repeat, --device and --json only:", 6 },
   { "board", TSW_KEY_BOARD, "total|steps", 0,
     "total: setup and solve by fresh solvers in a warm process, then again with new values; "
     "steps: time steps",
     0 },
   { "steps", TSW_KEY_STEPS, "N", OPTION_ARG_OPTIONAL,
     "board steps with N time steps (20) of each solver, with hypre's setups and with trisweep's "
     "setups by values",
     0 },
   { "change", TSW_KEY_CHANGE, "LIST", 0,
     "with --steps: how values change, drift, bubble, timestep or several of them, separated by "
     "commas (drift,bubble,timestep); frozen adds solves without setups",
     0 },
   { "only", TSW_KEY_ONLY, "N", 0,
     "only the N-th smoother that the board would have; on GPUs with the device memory of the "
     "process at its highest, which is all that --append adds to a row that is there",
     0 },
   { "append", TSW_KEY_APPEND, "FILE", 0, "add to the board in FILE, new or not, or replace rows",
     0 },
   { "commit", TSW_KEY_COMMIT, "ID", 0, "commit of the code that runs, for the file", 0 },
   { 0, 0, 0, 0, "Output:", 7 },
   { "json", TSW_KEY_JSON, "FILE", 0,
     "write problem, options and results as JSON; a board after each problem", 0 },
   { "history", TSW_KEY_HISTORY, "FILE", 0, "write all residual norms as CSV", 0 },
   { "stats", TSW_KEY_STATS, "FILE.json", OPTION_ARG_OPTIONAL,
     "print trisweep's statistics for each level, or write them to FILE.json", 0 },
   { "verbose", 'v', 0, 0, "let hypre print its setup and every iteration", 0 },
   { "help", '?', 0, 0, "print this help and stop", -1 },
   { "usage", TSW_KEY_USAGE, 0, 0, "print a shorter help and stop", -1 },
   { "version", 'V', 0, 0, "print the version and stop", -1 },
   { 0 }
};

static error_t print_help(int key, const struct argp_state *state, tsw_solve_options *options)
{
   options->done = true;
   if (!(state->flags & ARGP_NO_ERRS))
   {
      if (key == 'V')
      {
         printf("%s %s\n", tsw_program, trisweep_version());
      }
      else
      {
         argp_state_help(state, stdout,
                         key == TSW_KEY_USAGE ? ARGP_HELP_USAGE
                                              : ARGP_HELP_USAGE | ARGP_HELP_LONG | ARGP_HELP_DOC);
      }
   }
   return 0;
}

static error_t parse(int key, char *text, struct argp_state *state)
{
   tsw_solve_options *options = state->input;
   switch (key)
   {
   case ARGP_KEY_ARGS:
      options->name = (const char *const *) (state->argv + state->next);
      options->n_names = state->argc - state->next;
      return 0;
   case '?':
   case 'V':
   case TSW_KEY_USAGE:
      return print_help(key, state, options);
   default:
      return tsw_read_option(key, text, state, options);
   }
}

/* Without --relax: the contenders; on a GPU trisweep's in an order of its choice. */
static void list_contenders(tsw_solve_options *options)
{
   const char *set = getenv("TRISWEEP_OPTIONS");
   const int   base = options->device && !(set && strstr(set, "ordering=")) ? 2000 : 1000;
   options->compare = options->n_relax == 0;
   if (options->compare)
   {
      options->n_relax =
         tsw_relax_contenders(options->relax_weight, options->device, base, options->relax);
   }
}

bool tsw_solve_options_read(int argc, char **argv, int rank, tsw_task task,
                            tsw_solve_options *options)
{
   static const struct argp parser = { table, parse, "MATRIX|PROBLEM...", doc, NULL, NULL, NULL };
   const unsigned           flags = ARGP_NO_EXIT | ARGP_NO_HELP | (rank ? ARGP_NO_ERRS : 0u);
   char                     fault[512] = "";
   *options = (tsw_solve_options){ .task = task,
                                   .tolerance = 1e-8,
                                   .max_iterations = 500,
                                   .restart = 50,
                                   .time_limit = NAN,
                                   .seed = 1,
                                   .strong_threshold = NAN,
                                   .coarsen = -1,
                                   .interp = -1,
                                   .p_max = -1,
                                   .agg_levels = -1,
                                   .q_max = -1,
                                   .relax_weight = NAN,
                                   .outer_weight = NAN,
                                   .cf_relax = -1,
                                   .sweeps = -1,
                                   .ilu_jacobi = -1,
                                   .shift = 1e-3,
                                   .n_steps = 20,
                                   .changes = { true, true, true },
                                   .commit = "unknown" };
   if (argp_parse(&parser, argc, argv, flags, NULL, options) != 0)
   {
      return false;
   }
   if (!options->done && !tsw_solve_options_check(options, fault, sizeof fault))
   {
      if (rank == 0)
      {
         tsw_complain("%s", fault);
      }
      return false;
   }
   list_contenders(options);
   return true;
}
