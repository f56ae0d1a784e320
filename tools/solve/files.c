/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Results of trisweep-solve as JSON and CSV; on rank 0 only. */
#include "tools/solve/files.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include <trisweep.h>

#include "tools/common/json.h"
#include "tools/common/support.h"
#include "tools/solve/report.h"

static void problem_name(const tsw_solve_options *options, char *name, size_t size)
{
   const char *slash = options->matrix ? strrchr(options->matrix, '/') : NULL;
   if (options->beam)
   {
      snprintf(name, size, "beam %dx%dx%d", options->elements[0], options->elements[1],
               options->elements[2]);
   }
   else if (!options->matrix)
   {
      snprintf(name, size, "%s", options->problem.name);
   }
   else
   {
      snprintf(name, size, "%s", slash ? slash + 1 : options->matrix);
      name[strcspn(name, "\",\n")] = '\0';
      char *suffix = strstr(name, ".mtx");
      if (suffix)
      {
         *suffix = '\0';
      }
   }
}

bool tsw_write_history(const char *file, const tsw_solve_options *options, int n_ranks,
                       const tsw_result *result, int n_results)
{
   char         problem[256], smoother[64];
   tsw_new_file new_file;
   if (!tsw_create_file(file, &new_file))
   {
      return false;
   }
   FILE *const out = new_file.stream;
   bool written = fputs("problem,ranks,smoother,solver,iteration,relative_residual\n", out) >= 0;
   problem_name(options, problem, sizeof problem);
   for (int i = 0; i < n_results; i++)
   {
      tsw_result_name(&result[i], smoother, sizeof smoother);
      for (int k = 0; k < result[i].n_history && written; k++)
      {
         written = fprintf(out, "%s,%d,%s,%s,%d,%.16e\n", problem, n_ranks, smoother,
                           tsw_krylov_find(result[i].krylov)->name, k, result[i].history[k]) > 0;
      }
   }
   return tsw_finish_file(file, &new_file, written);
}

static void add_problem(cJSON *root, const tsw_solve_options *options, const tsw_facts *facts)
{
   char   name[256];
   cJSON *problem = cJSON_AddObjectToObject(root, "problem");
   problem_name(options, name, sizeof name);
   cJSON_AddStringToObject(problem, "name", name);
   tsw_json_number(problem, "rows", (double) facts->n_rows);
   tsw_json_number(problem, "entries", (double) facts->nnz);
   cJSON_AddBoolToObject(problem, "symmetric", facts->symmetric);
   cJSON_AddBoolToObject(problem, "graph_laplacian", facts->laplacian);
   tsw_json_number(problem, "shift", facts->shift);
   tsw_json_number(problem, "repeated_entries", (double) facts->n_repeated);
   tsw_json_number(problem, "repeated_entries_of_rhs", (double) facts->n_repeated_rhs);
   tsw_json_number(problem, "zero_diagonals", (double) facts->n_zero_diagonal);
   tsw_json_number(problem, "missing_diagonals", (double) facts->n_no_diagonal);
}

static void add_options(cJSON *root, const tsw_solve_options *options)
{
   cJSON *object = cJSON_AddObjectToObject(root, "options");
   tsw_json_number(object, "tol", options->tolerance);
   tsw_json_number(object, "max_iter", options->max_iterations);
   tsw_json_number(object, "restart", options->restart);
   tsw_json_number(object, "repeat", options->repeat);
   tsw_json_number(object, "num_functions", options->num_functions);
   tsw_json_number(object, "nodal", options->nodal);
   tsw_json_number(object, "rigid_body", options->rigid_body);
   const struct
   {
      const char *key;
      double      value; /* negative or NAN: hypre's default */
   } set[] = { { "strong_threshold", options->strong_threshold },
               { "coarsen", options->coarsen },
               { "interp", options->interp },
               { "p_max", options->p_max },
               { "agg_levels", options->agg_levels },
               { "q_max", options->q_max },
               { "cf_relax", options->cf_relax },
               { "sweeps", options->sweeps } };
   for (size_t i = 0; i < sizeof set / sizeof set[0]; i++)
   {
      if (set[i].value >= 0.0)
      {
         tsw_json_number(object, set[i].key, set[i].value);
      }
   }
   tsw_json_number(object, "relax_weight", options->relax_weight);
   tsw_json_number(object, "outer_weight", options->outer_weight);
}

static void add_result(cJSON *list, const tsw_result *result)
{
   char   name[64];
   cJSON *object = cJSON_CreateObject();
   tsw_result_name(result, name, sizeof name);
   cJSON_AddStringToObject(object, "smoother", name);
   cJSON_AddStringToObject(object, "source", result->trisweep ? "trisweep" : "hypre");
   tsw_json_number(object, "relax_down", result->relax.down);
   tsw_json_number(object, "relax_up", result->relax.up);
   cJSON_AddStringToObject(object, "solver", tsw_krylov_find(result->krylov)->name);
   tsw_json_number(object, "iterations", result->iterations);
   cJSON_AddBoolToObject(object, "converged", result->converged);
   tsw_json_number(object, "residual", result->residual);
   tsw_json_number(object, "true_residual", result->true_residual);
   tsw_json_number(object, "setup_s", result->setup_seconds);
   tsw_json_number(object, "solve_s", result->solve_seconds);
   cJSON *history = cJSON_AddArrayToObject(object, "history");
   for (int i = 0; i < result->n_history; i++)
   {
      cJSON_AddItemToArray(history, isfinite(result->history[i])
                                       ? cJSON_CreateNumber(result->history[i])
                                       : cJSON_CreateNull());
   }
   cJSON_AddItemToArray(list, object);
}

bool tsw_write_json(const char *file, const tsw_solve_options *options, const tsw_facts *facts,
                    int n_ranks, const tsw_result *result, int n_results)
{
   tsw_new_file new_file;
   if (!tsw_create_file(file, &new_file))
   {
      return false;
   }
   cJSON *root = cJSON_CreateObject();
   cJSON_AddStringToObject(root, "trisweep", trisweep_version());
   cJSON_AddStringToObject(root, "hypre", HYPRE_RELEASE_VERSION);
   tsw_json_number(root, "ranks", n_ranks);
   add_problem(root, options, facts);
   add_options(root, options);
   cJSON *list = cJSON_AddArrayToObject(root, "results");
   for (int i = 0; i < n_results; i++)
   {
      add_result(list, &result[i]);
   }
   const bool written = tsw_json_write(root, new_file.stream);
   cJSON_Delete(root);
   return tsw_finish_file(file, &new_file, written);
}
