/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* trisweep-bench: run the boards. */
#include <argp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/new_file.h"
#include "bench/boards/board.h"
#include "tools/common/json.h"
#include "tools/common/output.h"

static const tsw_board *const boards[] = {
   &tsw_board_sweep,  &tsw_board_check, &tsw_board_krylov,
#ifdef HAVE_CUDA
   &tsw_board_papers, &tsw_board_train, &tsw_board_ilu,
#endif
};

enum
{
   N_BOARDS = sizeof boards / sizeof boards[0],
   DEFAULT_ROUNDS = 10,
   KEY = 256 /* added to the keys of options: no short names */
};

typedef struct request
{
   const tsw_board *board;
   trisweep_space   space;
   const char      *csv;
   const char      *json;
   const char      *commit;
   const char      *hypre;
   bool             list;
   tsw_bench_info   info;
   tsw_board_input  input;
} request;

static const char doc[] =
   "Run a board, a benchmark of every schedule on every matrix.\v"
   "A MATRIX is a generator, such as lap7:64x64x64, or a .mtx or .mtx.gz file; a pattern file is "
   "read as the Laplacian of its graph plus the identity. Results are compared with the serial "
   "schedule on the host and, on a device, with the times of cuSPARSE in the same process on the "
   "same data. The exit status is 1 for a wrong option, a matrix that cannot be read, a missing "
   "device or a failed check.";

static const struct argp_option options[] = {
   { "list", KEY + 'l', 0, 0, "print schedules, boards and matrix generators, and stop", 0 },
   { "board", KEY + 'b', "NAME", 0, "which board (sweep); papers, train and ilu need a device", 0 },
   { "space", KEY + 's', "PLACE", 0,
     "device or host (device if this build has it); host boards have natural order only", 0 },
   { "kernels", KEY + 'k', "A,B", 0, "these schedules only", 0 },
   { "orderings", KEY + 'o', "A,B", 0, "of the sweep board, these orderings only", 0 },
   { "levels", KEY + 'e', "A,B", 0, "of the papers board, level sets by these methods (pull)", 0 },
   { "solve", KEY + 'p', "TRIANGLES", 0,
     "of the papers board, solves with the lower triangle (lower) or with both (pair)", 0 },
   { "threads", KEY + 't', "N", 0, "host threads (1)", 0 },
   { "rounds", KEY + 'r', "N", 0, "rounds of the check board, graphs of the train board (10)", 0 },
   { "budget", KEY + 'g', "SECONDS", 0, "start no further matrix after this time", 0 },
   { "csv", KEY + 'c', "FILE", 0, "write the first table as CSV", 0 },
   { "json", KEY + 'j', "FILE", 0, "write all tables as JSON", 0 },
   { "commit", KEY + 'i', "ID", 0, "what to write into the JSON file as commit (unknown)", 0 },
   { "hypre", KEY + 'y', "VERSION", 0, "what to write into the JSON file as hypre (none)", 0 },
   { 0 }
};

static void print_list(void)
{
   const char    *name, *summary, *source;
   trisweep_space space;
   printf("schedules\n");
   for (int k = 0; trisweep_schedule_describe(k, &name, &space, &summary, &source), name; k++)
   {
      printf("  %-7s %-13s %s [%s]\n", space == TRISWEEP_HOST ? "host" : "device", name, summary,
             source);
   }
   printf("boards\n");
   for (int k = 0; k < N_BOARDS; k++)
   {
      printf("  %-13s %s\n", boards[k]->name, boards[k]->summary);
   }
   printf("generators\n");
   for (int k = 0; tsw_matrix_family(k); k++)
   {
      printf("  %s\n", tsw_matrix_family(k));
   }
}

static const tsw_board *find_board(const char *name)
{
   for (int k = 0; k < N_BOARDS; k++)
   {
      if (!strcmp(boards[k]->name, name))
      {
         return boards[k];
      }
   }
   fprintf(stderr, "trisweep-bench: no board '%s'; --list prints the boards\n", name);
   return NULL;
}

/* Read a number in 1 .. 1000000. Return 0 with a message if it is not. */
static int read_count(const char *option, const char *text)
{
   char      *end;
   const long n = strtol(text, &end, 10);
   if (n >= 1 && n <= 1000000 && end != text && *end == '\0')
   {
      return (int) n;
   }
   fprintf(stderr, "trisweep-bench: --%s takes a number from 1, not '%s'\n", option, text);
   return 0;
}

static bool read_space(const char *text, trisweep_space *space)
{
   *space = strcmp(text, "host") != 0 ? TRISWEEP_DEVICE : TRISWEEP_HOST;
   if (strcmp(text, "host") != 0 && strcmp(text, "device") != 0)
   {
      fprintf(stderr, "trisweep-bench: --space takes host or device, not '%s'\n", text);
      return false;
   }
   return true;
}

static bool read_solve(const char *text, bool *pairs)
{
   *pairs = strcmp(text, "pair") == 0;
   if (strcmp(text, "pair") != 0 && strcmp(text, "lower") != 0)
   {
      fprintf(stderr, "trisweep-bench: --solve takes lower or pair, not '%s'\n", text);
      return false;
   }
   return true;
}

/* Check that all names of a comma-separated list are values of the option ("key="); set list. */
static bool read_names(const char *option, const char *names, const char **list)
{
   char setting[256];
   bool known = true;
   for (const char *at = names; known && at; at = strchr(at, ','))
   {
      trisweep_context *ctx = NULL;
      at += *at == ',';
      const int length = (int) strcspn(at, ",");
      snprintf(setting, sizeof setting, "%s%.*s", option, length, at);
      known = trisweep_context_create(setting, &ctx) == TRISWEEP_OK;
      if (!known)
      {
         fprintf(stderr, "trisweep-bench: %s\n", trisweep_message());
      }
      trisweep_context_destroy(&ctx);
   }
   *list = names;
   return known;
}

static error_t read_option(int option, char *value, struct argp_state *state)
{
   request *r = state->input;
   bool     fine = true;
   switch (option)
   {
   case KEY + 'l':
      r->list = true;
      break;
   case KEY + 'b':
      fine = (r->board = find_board(value)) != NULL;
      break;
   case KEY + 's':
      fine = read_space(value, &r->space);
      break;
   case KEY + 'k':
      fine = read_names("schedule=", value, &r->input.kernels);
      break;
   case KEY + 'o':
      fine = read_names("ordering=", value, &r->input.orderings);
      break;
   case KEY + 'e':
      fine = read_names("levels=", value, &r->input.levels);
      break;
   case KEY + 'p':
      fine = read_solve(value, &r->input.pairs);
      break;
   case KEY + 't':
      fine = (r->input.n_threads = read_count("threads", value)) > 0;
      break;
   case KEY + 'r':
      fine = (r->input.n_rounds = read_count("rounds", value)) > 0;
      break;
   case KEY + 'g':
      fine = (r->input.budget_s = read_count("budget", value)) > 0;
      break;
   case KEY + 'c':
      r->csv = value;
      break;
   case KEY + 'j':
      r->json = value;
      break;
   case KEY + 'i':
      r->commit = value;
      break;
   case KEY + 'y':
      r->hypre = value;
      break;
   case ARGP_KEY_ARGS:
      r->input.matrices = state->argv + state->next;
      r->input.n_matrices = state->argc - state->next;
      break;
   default:
      return ARGP_ERR_UNKNOWN;
   }
   return fine ? 0 : EINVAL;
}

/* The file has the fields of bench/results/README.md. */
static bool write_json(const request *r, const tsw_table *tables, int n_tables, FILE *file)
{
   char         text[32];
   const time_t now = time(NULL);
   const bool   sweep = r->board == &tsw_board_sweep;
   cJSON       *root = cJSON_CreateObject();
   strftime(text, sizeof text, "%Y-%m-%d", gmtime(&now));
   cJSON_AddStringToObject(root, "board", sweep ? "sweep" : "papers");
   if (!sweep)
   {
      cJSON_AddStringToObject(root, "paper", r->board->name);
   }
   cJSON_AddStringToObject(root, "date", text);
   cJSON_AddStringToObject(root, "commit", r->commit);
   cJSON_AddStringToObject(root, "gpu", r->info.gpu);
   cJSON_AddStringToObject(root, "cuda", r->info.cuda);
   cJSON_AddStringToObject(root, "cusparse", r->info.cusparse);
   cJSON_AddNumberToObject(root, "shared_bytes", (double) r->info.device.shared_bytes);
   cJSON_AddStringToObject(root, "hypre", r->hypre);
   cJSON_AddItemToObject(root, "rows", tsw_table_json(&tables[0]));
   for (int k = 1; k < n_tables; k++)
   {
      snprintf(text, sizeof text, "table_%d", k + 1);
      cJSON_AddItemToObject(root, text, tsw_table_json(&tables[k]));
   }
   const bool written = tsw_json_write(root, file);
   cJSON_Delete(root);
   return written;
}

static bool write_files(const request *r, const tsw_table *tables, int n_tables)
{
   const char *path[] = { r->csv, r->json };
   for (int k = 0; k < 2; k++)
   {
      tsw_new_file file;
      const bool   is_open = path[k] && tsw_new_file_open(&file, path[k]);
      bool         written = true;
      if (is_open && k == 0)
      {
         tsw_table_csv(&tables[0], file.stream);
      }
      else if (is_open)
      {
         written = write_json(r, tables, n_tables, file.stream);
      }
      if (path[k] && (!is_open || !tsw_new_file_close(&file, written)))
      {
         fprintf(stderr, "trisweep-bench: %s cannot be written\n", path[k]);
         return false;
      }
   }
   return true;
}

static bool run_board(request *r)
{
   tsw_table tables[TSW_BOARD_TABLES] = { { .n_rows = 0 } };
   r->input.space = tsw_bench_space_find(r->space);
   r->input.info = &r->info;
   if (!r->input.space || !r->input.space->open(&r->info))
   {
      return false;
   }
   const int  n_tables = r->board->run(&r->input, tables);
   const bool written = n_tables > 0 && write_files(r, tables, n_tables);
   for (int k = 0; k < TSW_BOARD_TABLES; k++)
   {
      tsw_table_close(&tables[k]);
   }
   return written;
}

int main(int argc, char **argv)
{
   static const struct argp parser = { options, read_option, "MATRIX...", doc, NULL, NULL, NULL };
   request                  r = { .board = &tsw_board_sweep, .commit = "unknown", .hypre = "none" };
   r.input.levels = "pull";
   r.input.pairs = true;
   r.input.n_threads = 1;
   r.input.n_rounds = DEFAULT_ROUNDS;
#ifdef HAVE_CUDA
   r.space = TRISWEEP_DEVICE;
#endif
   tsw_watch_output("trisweep-bench", EXIT_FAILURE);
   argp_err_exit_status = EXIT_FAILURE;
   if (argp_parse(&parser, argc, argv, 0, NULL, &r) != 0)
   {
      return EXIT_FAILURE;
   }
   if (r.list)
   {
      print_list();
      return EXIT_SUCCESS;
   }
   if (r.input.n_matrices == 0 && !r.board->own_matrices)
   {
      fprintf(stderr, "trisweep-bench: no matrix is given, such as lap7:64x64x64 or file.mtx.gz; "
                      "--help describes the options, --list prints the generators\n");
      return EXIT_FAILURE;
   }
   return run_board(&r) ? EXIT_SUCCESS : EXIT_FAILURE;
}
