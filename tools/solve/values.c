/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Read and check the values of the options of trisweep-solve. */
#include "tools/solve/values.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/common/support.h"

const char *tsw_option_name(const struct argp_state *state, int key)
{
   const struct argp_option *option = state->root_argp->options;
   for (; option->name || option->group; option++)
   {
      if (option->key == key && option->name)
      {
         return option->name;
      }
   }
   return "?";
}

error_t tsw_refuse_value(const struct argp_state *state, int key, const char *text,
                         const char *wanted)
{
   if (!(state->flags & ARGP_NO_ERRS))
   {
      tsw_complain("--%s=%s: give %s", tsw_option_name(state, key), text, wanted);
   }
   return EINVAL;
}

static error_t read_int(const struct argp_state *state, int key, const char *text, int least,
                        int most, int *value)
{
   char      *end;
   char       wanted[64];
   const long number = strtol(text, &end, 10);
   if (end == text || *end || number < least || number > most)
   {
      snprintf(wanted, sizeof wanted, "a whole number in %d .. %d", least, most);
      return tsw_refuse_value(state, key, text, wanted);
   }
   *value = (int) number;
   return 0;
}

static error_t read_real(const struct argp_state *state, int key, const char *text, double least,
                         double most, double *value)
{
   char        *end;
   char         wanted[64];
   const double number = strtod(text, &end);
   if (end == text || *end || !(number >= least) || number > most)
   {
      snprintf(wanted, sizeof wanted, "a number in %g .. %g", least, most);
      return tsw_refuse_value(state, key, text, wanted);
   }
   *value = number;
   return 0;
}

bool tsw_read_list(const char *list, const char *const *words, bool *found)
{
   for (const char *at = list;; at++)
   {
      const size_t length = strcspn(at, ",");
      int          i = 0;
      while (words[i] && (strlen(words[i]) != length || strncmp(at, words[i], length) != 0))
      {
         i++;
      }
      if (!words[i])
      {
         return false;
      }
      found[i] = true;
      at += length;
      if (!*at)
      {
         return true;
      }
   }
}

/* Index of text in a NULL-terminated list of words, or -1. */
static int find_word(const char *text, const char *const *words)
{
   for (int i = 0; words[i]; i++)
   {
      if (!strcmp(text, words[i]))
      {
         return i;
      }
   }
   return -1;
}

/* Options with an integer value: the member to set, and the range. */
static const struct
{
   int    key;
   size_t offset;
   int    least, most;
} whole[] = { { TSW_KEY_SEED, offsetof(tsw_solve_options, seed), 0, INT_MAX },
              { TSW_KEY_CF_RELAX, offsetof(tsw_solve_options, cf_relax), 0, 1 },
              { TSW_KEY_SWEEPS, offsetof(tsw_solve_options, sweeps), 1, 1000 },
              { TSW_KEY_ILU_JACOBI, offsetof(tsw_solve_options, ilu_jacobi), 1, 1000 },
              { TSW_KEY_MAX_ITER, offsetof(tsw_solve_options, max_iterations), 1, 1000000 },
              { TSW_KEY_RESTART, offsetof(tsw_solve_options, restart), 1, 10000 },
              { TSW_KEY_REPEAT, offsetof(tsw_solve_options, repeat), 1, 1000 },
              { TSW_KEY_STEPS, offsetof(tsw_solve_options, n_steps), 1, 1000 },
              { TSW_KEY_P_MAX, offsetof(tsw_solve_options, p_max), 0, 10000 },
              { TSW_KEY_AGG_LEVELS, offsetof(tsw_solve_options, agg_levels), 0, 100 },
              { TSW_KEY_NUM_FUNCTIONS, offsetof(tsw_solve_options, num_functions), 1, 1000 },
              { TSW_KEY_NODAL, offsetof(tsw_solve_options, nodal), 0, 6 },
              { TSW_KEY_RIGID_BODY, offsetof(tsw_solve_options, rigid_body), 0, 3 },
              { TSW_KEY_Q_MAX, offsetof(tsw_solve_options, q_max), 0, 10000 } };

static const struct
{
   int    key;
   size_t offset;
   double least, most;
} real[] = { { TSW_KEY_TOL, offsetof(tsw_solve_options, tolerance), 1e-300, 1.0 },
             { TSW_KEY_TIME_LIMIT, offsetof(tsw_solve_options, time_limit), 1e-3, 1e6 },
             { TSW_KEY_STRONG, offsetof(tsw_solve_options, strong_threshold), 0.0, 1.0 },
             { TSW_KEY_RELAX_WEIGHT, offsetof(tsw_solve_options, relax_weight), -1e3, 1e3 },
             { TSW_KEY_OUTER_WEIGHT, offsetof(tsw_solve_options, outer_weight), -1e3, 1e3 },
             { TSW_KEY_LAPLACIAN, offsetof(tsw_solve_options, shift), 1e-12, 1e6 } };

/* hypre's coarsening and interpolation types; each list ends in -1. */
static const int coarsenings[] = { 0, 1, 3, 6, 7, 8, 9, 10, 11, 21, 22, -1 };
static const int interpolations[] = { 0,  1,  2,  3,  4,  5,  6,  7,  8,   9, 10,
                                      11, 12, 13, 14, 15, 16, 17, 18, 100, -1 };

static error_t read_type(const struct argp_state *state, int key, const char *text,
                         const int *types, int *value)
{
   char   wanted[128] = "one of hypre's types";
   size_t length = strlen(wanted);
   char  *end;
   long   number = strtol(text, &end, 10);
   for (int i = 0; types[i] >= 0; i++)
   {
      if (end > text && !*end && number == types[i])
      {
         *value = types[i];
         return 0;
      }
      length += (size_t) snprintf(wanted + length, sizeof wanted - length, "%s %d", i ? "," : "",
                                  types[i]);
   }
   return tsw_refuse_value(state, key, text, wanted);
}

error_t tsw_read_number(int key, const char *text, const struct argp_state *state,
                        tsw_solve_options *options)
{
   for (size_t i = 0; i < sizeof whole / sizeof whole[0]; i++)
   {
      if (whole[i].key == key)
      {
         return read_int(state, key, text, whole[i].least, whole[i].most,
                         (int *) (void *) ((char *) options + whole[i].offset));
      }
   }
   for (size_t i = 0; i < sizeof real / sizeof real[0]; i++)
   {
      if (real[i].key == key)
      {
         return read_real(state, key, text, real[i].least, real[i].most,
                          (double *) (void *) ((char *) options + real[i].offset));
      }
   }
   switch (key)
   {
   case TSW_KEY_COARSEN:
      return read_type(state, key, text, coarsenings, &options->coarsen);
   case TSW_KEY_INTERP:
      return read_type(state, key, text, interpolations, &options->interp);
   default:
      return ARGP_ERR_UNKNOWN;
   }
}

static error_t read_beam(const struct argp_state *state, const char *text,
                         tsw_solve_options *options)
{
   static const char wanted[] =
      "three numbers of cubes, such as 64x8x8, with fewer than 2147483647 unknowns";
   int       *n = options->elements;
   int        used = 0;
   const bool read = sscanf(text, "%6dx%6dx%6d%n", &n[0], &n[1], &n[2], &used) == 3 && !text[used];
   if (!read || n[0] < 1 || n[1] < 1 || n[2] < 1 ||
       3.0 * n[0] * (n[1] + 1.0) * (n[2] + 1.0) > INT_MAX)
   {
      return tsw_refuse_value(state, TSW_KEY_BEAM, text, wanted);
   }
   options->beam = true;
   return 0;
}

static error_t read_changes(const struct argp_state *state, const char *text,
                            tsw_solve_options *options)
{
   const char *words[TSW_N_CHANGES + 2] = { NULL };
   bool        found[TSW_N_CHANGES + 1] = { false };
   for (int c = 0; c < TSW_N_CHANGES; c++)
   {
      words[c] = tsw_change_name((tsw_change) c);
   }
   words[TSW_N_CHANGES] = "frozen";
   if (!tsw_read_list(text, words, found))
   {
      return tsw_refuse_value(state, TSW_KEY_CHANGE, text,
                              "drift, bubble, timestep and frozen, separated by commas");
   }
   memcpy(options->changes, found, sizeof options->changes);
   options->frozen = found[TSW_N_CHANGES];
   return 0;
}

error_t tsw_read_word(int key, char *text, const struct argp_state *state,
                      tsw_solve_options *options)
{
   static const char *const rhs[] = { "ones", "random", "weight", NULL };
   static const char *const boards[] = { "total", "steps", NULL };
   static const char *const solvers[] = { "auto", "pcg", "gmres", "bicgstab", NULL };
   const char              *wanted = "";
   int                      found;
   switch (key)
   {
   case TSW_KEY_BEAM:
      return read_beam(state, text, options);
   case TSW_KEY_RELAX:
      return tsw_relax_read(text, options->relax, &options->n_relax, &wanted)
                ? 0
                : tsw_refuse_value(state, key, text, wanted);
   case TSW_KEY_RHS:
      found = find_word(text, rhs);
      options->rhs = found < 0 ? TSW_RHS_FILE : (tsw_rhs) (TSW_RHS_ONES + found);
      options->rhs_file = text;
      return 0;
   case TSW_KEY_BOARD:
      found = find_word(text, boards);
      options->task = found == 1 ? TSW_BOARD_STEPS : TSW_BOARD_TOTAL;
      return found < 0 ? tsw_refuse_value(state, key, text, "total or steps") : 0;
   case TSW_KEY_CHANGE:
      return read_changes(state, text, options);
   case TSW_KEY_SOLVER:
      found = find_word(text, solvers);
      options->krylov = found < 0 ? TSW_AUTO : (tsw_krylov) found;
      return found < 0 ? tsw_refuse_value(state, key, text, "auto, pcg, gmres or bicgstab") : 0;
   default:
      return ARGP_ERR_UNKNOWN;
   }
}
