/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tools/solve/check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/solve/values.h"

/* The words of --source; on boards trisweep's smoothers in two orders of the rows, and ILU. */
static bool read_source(tsw_solve_options *options, char *fault, size_t size)
{
   static const char *const words[] = { "both", "hypre", "trisweep", NULL };
   static const char *const total[] = { "hypre", "natural", "auto", "ilu", NULL };
   static const char *const steps[] = { "hypre", "natural", "auto", NULL };
   const bool               compare = options->task == TSW_COMPARE;
   const char *const  text = options->source ? options->source : compare ? "both" : "hypre,auto";
   bool               found[4] = { false };
   const char *const *known = compare ? words : options->task == TSW_BOARD_STEPS ? steps : total;
   if (!tsw_read_list(text, known, found) || (compare && found[0] + found[1] + found[2] != 1))
   {
      snprintf(fault, size, "--source=%s: give %s", text,
               compare ? "both, hypre or trisweep"
                       : "hypre, natural, auto and, on board total, ilu, separated by commas");
      return false;
   }
   options->with_hypre = found[0] || (compare && found[1]);
   options->with_trisweep = compare ? found[0] || found[2] : found[1] || found[2] || found[3];
   options->natural = !compare && found[1];
   options->automatic = !compare && found[2];
   options->factors = found[3];
   return true;
}

/* Write the fault, and return false. */
static bool no_problem(const char *name, char *fault, size_t size)
{
   snprintf(fault, size,
            "no problem %s: there are lap7_N, lap27_N, sys3_N, rotate_N, vardif_N and elas_N, "
            "with N from 2 to %d",
            name, TSW_MOST_SIZE);
   return false;
}

/* Find the problems of a board. */
static bool check_board(tsw_solve_options *options, char *fault, size_t size)
{
   static const char *const all[] = { "lap7_64",    "lap7_128", "lap27_128",
                                      "lap7_256",   "sys3_64",  "rotate_1024",
                                      "vardif_128", "elas_40",  "elas_70" };
   const char              *set = getenv("TRISWEEP_OPTIONS");
   if (options->n_names == 0)
   {
      options->name = all;
      options->n_names = sizeof all / sizeof all[0];
   }
   for (int i = 0; i < options->n_names; i++)
   {
      if (!tsw_problem_find(options->name[i], &options->problem))
      {
         return no_problem(options->name[i], fault, size);
      }
   }
   if (options->only_compare)
   {
      snprintf(fault, size, "--%s is not for boards, whose solvers have the same options always",
               options->only_compare);
   }
   else if (set && strstr(set, "ordering=") && options->with_trisweep)
   {
      snprintf(fault, size,
               "TRISWEEP_OPTIONS has ordering=; on a board --source selects the order");
   }
   return !*fault;
}

static bool is_same(const char *a, const char *b)
{
   return a && b && !strcmp(a, b);
}

/* Each output needs its own file. NULL, or the fault. */
static const char *check_files(const tsw_solve_options *o)
{
   return is_same(o->json, o->history) || is_same(o->json, o->stats) ||
                is_same(o->history, o->stats)
             ? "two outputs have the same file name"
             : NULL;
}

/* The problem of a comparison. NULL, or the fault. */
static const char *find_problem(tsw_solve_options *options)
{
   if (options->n_names > 1)
   {
      return "give one matrix or problem";
   }
   if (options->n_names == 1 && !tsw_problem_find(options->name[0], &options->problem))
   {
      options->matrix = options->name[0];
   }
   return options->n_names == 0 && !options->beam
             ? "give a Matrix Market file, a problem or --beam NXxNYxNZ (see --help)"
          : options->n_names > 0 && options->beam
             ? "give a Matrix Market file, a problem or --beam, not two of them"
             : NULL;
}

/* Check the options of a comparison against each other. NULL, or the fault. */
static const char *check_compare(const tsw_solve_options *options)
{
   bool any = options->n_relax == 0;
   for (int i = 0; i < options->n_relax; i++)
   {
      const tsw_relax *relax = &options->relax[i];
      any = any || (options->with_hypre && tsw_relax_hypres(relax) && !relax->ours_only) ||
            (options->with_trisweep && tsw_relax_ours(relax));
   }
   if (!any)
   {
      return options->with_hypre
                ? "--source=hypre: these numbers select smoothers of trisweep only"
                : "trisweep has none of these relax types; trisweep has 3, 4, 6, 8, 13, 14, 88, 89 "
                  "and 1100 to 1190";
   }
   if (!options->matrix && options->graph_laplacian)
   {
      return "--graph-laplacian needs a matrix file; a beam or a problem has values";
   }
   if (options->ilu_jacobi > 0 && !options->device)
   {
      return "--ilu-jacobi needs --device: on hosts hypre's ILU solves exactly";
   }
   if (!options->beam && (options->rigid_body > 0 || options->rhs == TSW_RHS_WEIGHT))
   {
      return "--rigid-body and --rhs weight need --beam: other problems have no geometry";
   }
   if (options->rigid_body > 0 && (options->nodal < 1 || options->num_functions != 3))
   {
      return "--rigid-body needs --num-functions 3 and --nodal 1 to 6";
   }
   return options->nodal > 0 && options->num_functions < 2
             ? "--nodal needs --num-functions 2 or more"
             : NULL;
}

bool tsw_solve_options_check(tsw_solve_options *options, char *fault, size_t size)
{
   if (!read_source(options, fault, size))
   {
      return false;
   }
   options->repeat = options->repeat > 0 ? options->repeat : options->task == TSW_COMPARE ? 1 : 5;
   if (options->task != TSW_COMPARE)
   {
      return check_board(options, fault, size);
   }
   const char *why = find_problem(options);
   if (options->matrix && tsw_problem_is_named(options->matrix) &&
       access(options->matrix, F_OK) != 0)
   {
      return no_problem(options->matrix, fault, size);
   }
   if (!options->problem.name[0])
   {
      options->problem.num_functions = 1;
   }
   else if (isnan(options->strong_threshold))
   {
      options->strong_threshold = options->problem.strong_threshold;
   }
   options->num_functions =
      options->num_functions > 0 ? options->num_functions : options->problem.num_functions;
   why = why ? why : check_files(options);
   why = why ? why : check_compare(options);
   if (why || options->only_boards)
   {
      snprintf(fault, size, why ? "%s" : "--%s needs --board or --steps",
               why ? why : options->only_boards);
   }
   return !*fault;
}
