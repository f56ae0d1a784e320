/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Read and check the values of the options of trisweep-solve. */
#include "tools/solve/values.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/common/support.h"

/* The name of an option; argp passes keys of its table only. */
static const char *option_name(const struct argp_state *state, int key)
{
   const struct argp_option *option = state->root_argp->options;
   while (option->key != key)
   {
      option++;
   }
   return option->name;
}

static error_t refuse(const struct argp_state *state, int key, const char *text, const char *wanted)
{
   if (!(state->flags & ARGP_NO_ERRS))
   {
      tsw_complain("--%s=%s: give %s", option_name(state, key), text, wanted);
   }
   return EINVAL;
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

/* Options with a number as value: the member to set, which is an int or a double, and the range. */
static const struct
{
   int         key;
   bool        whole;
   size_t      offset;
   double      least, most;
   const char *list; /* the numbers of hypre's types; NULL: all in the range */
} numbers[] = {
   { TSW_KEY_SEED, true, offsetof(tsw_solve_options, seed), 0, INT_MAX, NULL },
   { TSW_KEY_CF_RELAX, true, offsetof(tsw_solve_options, cf_relax), 0, 1, NULL },
   { TSW_KEY_SWEEPS, true, offsetof(tsw_solve_options, sweeps), 1, 1000, NULL },
   { TSW_KEY_ILU_JACOBI, true, offsetof(tsw_solve_options, ilu_jacobi), 1, 1000, NULL },
   { TSW_KEY_MAX_ITER, true, offsetof(tsw_solve_options, max_iterations), 1, 1000000, NULL },
   { TSW_KEY_RESTART, true, offsetof(tsw_solve_options, restart), 1, 10000, NULL },
   { TSW_KEY_REPEAT, true, offsetof(tsw_solve_options, repeat), 1, 1000, NULL },
   { TSW_KEY_STEPS, true, offsetof(tsw_solve_options, n_steps), 1, 1000, NULL },
   { TSW_KEY_ONLY, true, offsetof(tsw_solve_options, only), 1, 1000, NULL },
   { TSW_KEY_P_MAX, true, offsetof(tsw_solve_options, p_max), 0, 10000, NULL },
   { TSW_KEY_AGG_LEVELS, true, offsetof(tsw_solve_options, agg_levels), 0, 100, NULL },
   { TSW_KEY_NUM_FUNCTIONS, true, offsetof(tsw_solve_options, num_functions), 1, 1000, NULL },
   { TSW_KEY_NODAL, true, offsetof(tsw_solve_options, nodal), 0, 6, NULL },
   { TSW_KEY_RIGID_BODY, true, offsetof(tsw_solve_options, rigid_body), 0, 3, NULL },
   { TSW_KEY_Q_MAX, true, offsetof(tsw_solve_options, q_max), 0, 10000, NULL },
   { TSW_KEY_COARSEN, true, offsetof(tsw_solve_options, coarsen), 0, 22,
     "0, 1, 3, 6, 7, 8, 9, 10, 11, 21, 22" },
   { TSW_KEY_INTERP, true, offsetof(tsw_solve_options, interp), 0, 100,
     "0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 100" },
   { TSW_KEY_TOL, false, offsetof(tsw_solve_options, tolerance), 1e-300, 1.0, NULL },
   { TSW_KEY_TIME_LIMIT, false, offsetof(tsw_solve_options, time_limit), 1e-3, 1e6, NULL },
   { TSW_KEY_STRONG, false, offsetof(tsw_solve_options, strong_threshold), 0.0, 1.0, NULL },
   { TSW_KEY_RELAX_WEIGHT, false, offsetof(tsw_solve_options, relax_weight), -1e3, 1e3, NULL },
   { TSW_KEY_OUTER_WEIGHT, false, offsetof(tsw_solve_options, outer_weight), -1e3, 1e3, NULL },
   { TSW_KEY_LAPLACIAN, false, offsetof(tsw_solve_options, shift), 1e-12, 1e6, NULL }
};

/* True if a number is in a list such as "0, 1, 3". */
static bool is_listed(double number, const char *list)
{
   char word[32], all[128];
   snprintf(word, sizeof word, " %.0f,", number);
   snprintf(all, sizeof all, " %s,", list);
   return strstr(all, word);
}

static error_t read_number(int key, const char *text, const struct argp_state *state,
                           tsw_solve_options *options)
{
   size_t i = 0;
   while (i < sizeof numbers / sizeof numbers[0] && numbers[i].key != key)
   {
      i++;
   }
   if (i == sizeof numbers / sizeof numbers[0])
   {
      return ARGP_ERR_UNKNOWN;
   }
   char         wanted[128], *end;
   void        *member = (char *) options + numbers[i].offset;
   const bool   whole = numbers[i].whole;
   const double least = numbers[i].least, most = numbers[i].most;
   const double number = whole ? (double) strtol(text, &end, 10) : strtod(text, &end);
   snprintf(wanted, sizeof wanted,
            whole ? "a whole number in %.0f .. %.0f" : "a number in %g .. %g", least, most);
   if (numbers[i].list)
   {
      snprintf(wanted, sizeof wanted, "one of hypre's types %s", numbers[i].list);
   }
   if (end == text || *end || !(number >= least) || number > most ||
       (numbers[i].list && !is_listed(number, numbers[i].list)))
   {
      return refuse(state, key, text, wanted);
   }
   if (whole)
   {
      *(int *) member = (int) number;
   }
   else
   {
      *(double *) member = number;
   }
   return 0;
}

/* Index of text in a NULL-terminated list of words; the length of the list if text is none. */
static int find_word(const char *text, const char *const *words)
{
   int i = 0;
   while (words[i] && strcmp(text, words[i]) != 0)
   {
      i++;
   }
   return i;
}

static error_t read_relax(const struct argp_state *state, const char *text,
                          tsw_solve_options *options)
{
   const char *wanted = "";
   return tsw_relax_read(text, options->relax, &options->n_relax, &wanted)
             ? 0
             : refuse(state, TSW_KEY_RELAX, text, wanted);
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
      return refuse(state, TSW_KEY_BEAM, text, wanted);
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
      return refuse(state, TSW_KEY_CHANGE, text,
                    "drift, bubble, timestep and frozen, separated by commas");
   }
   memcpy(options->changes, found, sizeof options->changes);
   options->frozen = found[TSW_N_CHANGES];
   return 0;
}

/* The plug takes a value that ends in .json as a file name, else prints a table. */
static error_t read_stats(const struct argp_state *state, const char *text,
                          tsw_solve_options *options)
{
   const size_t length = text ? strlen(text) : 0;
   options->stats = text ? text : "1";
   return !text || (length > 5 && !strcmp(text + length - 5, ".json"))
             ? 0
             : refuse(state, TSW_KEY_STATS, text, "the name of a file that ends in .json");
}

static error_t read_json(const struct argp_state *state, int key, const char *text,
                         tsw_solve_options *options)
{
   if (options->json)
   {
      return refuse(state, key, text, "one file only");
   }
   options->json = text;
   options->append = key == TSW_KEY_APPEND;
   return 0;
}

/* Note options that are for some tasks only. */
static void note_task(const struct argp_state *state, int key, tsw_solve_options *options)
{
   if (key == 'v' || (key >= TSW_KEY_RELAX && key <= TSW_KEY_STATS))
   {
      options->only_compare = option_name(state, key);
   }
   if (key >= TSW_KEY_CHANGE && key <= TSW_KEY_COMMIT)
   {
      options->only_boards = option_name(state, key);
   }
}

error_t tsw_read_option(int key, char *text, const struct argp_state *state,
                        tsw_solve_options *options)
{
   /* In the order of their enumerators. */
   static const char *const rhs[] = { "ones", "random", "weight", NULL };
   static const char *const boards[] = { "total", "steps", NULL };
   static const char *const solvers[] = { "auto", "pcg", "gmres", "bicgstab", NULL };
   note_task(state, key, options);
   switch (key)
   {
   case TSW_KEY_RELAX:
      return read_relax(state, text, options);
   case TSW_KEY_RHS:
      options->rhs = (tsw_rhs) (TSW_RHS_ONES + find_word(text, rhs)); /* another word: a file */
      options->rhs_file = text;
      return 0;
   case TSW_KEY_BOARD:
      options->task = (tsw_task) (TSW_BOARD_TOTAL + find_word(text, boards));
      return options->task > TSW_BOARD_STEPS ? refuse(state, key, text, "total or steps") : 0;
   case TSW_KEY_SOLVER:
      options->krylov = (tsw_krylov) find_word(text, solvers);
      return options->krylov > TSW_BICGSTAB
                ? refuse(state, key, text, "auto, pcg, gmres or bicgstab")
                : 0;
   case TSW_KEY_BEAM:
      return read_beam(state, text, options);
   case TSW_KEY_CHANGE:
      return read_changes(state, text, options);
   case TSW_KEY_STATS:
      return read_stats(state, text, options);
   case TSW_KEY_JSON:
   case TSW_KEY_APPEND:
      return read_json(state, key, text, options);
   case TSW_KEY_HISTORY:
      options->history = text;
      return 0;
   case TSW_KEY_SOURCE:
      options->source = text;
      return 0;
   case TSW_KEY_COMMIT:
      options->commit = text;
      return 0;
   case TSW_KEY_DEVICE:
      options->device = true;
      return 0;
   case 'v':
      options->verbose = true;
      return 0;
   case TSW_KEY_STEPS:
      options->task = TSW_BOARD_STEPS;
      return text ? read_number(key, text, state, options) : 0;
   case TSW_KEY_LAPLACIAN:
      options->graph_laplacian = true;
      return text ? read_number(key, text, state, options) : 0;
   default:
      return read_number(key, text, state, options);
   }
}
