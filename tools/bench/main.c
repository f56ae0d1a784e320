/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* trisweep-bench: run the boards. See trisweep-bench.1. */
#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tools/bench/board.h"
#include "tools/common/output.h"

static const tsw_board *const boards[] = {
   &tsw_board_sweep,  &tsw_board_check,
#ifdef HAVE_CUDA
   &tsw_board_papers, &tsw_board_krylov, &tsw_board_train, &tsw_board_ilu,
#endif
};

enum
{
   N_BOARDS = sizeof boards / sizeof boards[0],
   DEFAULT_ROUNDS = 10
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

static void print_usage(FILE *file)
{
   fputs("usage: trisweep-bench [options] MATRIX...\n"
         "  --list            print schedules, boards and matrix generators, and stop\n"
         "  --board=NAME      which board [sweep]\n"
         "  --space=PLACE     device or host [device if this build has it]\n"
         "  --kernels=A,B     these schedules only\n"
         "  --orderings=A,B   of the sweep board, these orderings only\n"
         "  --levels=A,B      of the papers board, level sets by these methods [pull]\n"
         "  --solve=lower     of the papers board, solves with the lower triangle [pair: both]\n"
         "  --threads=N       host threads [1]\n"
         "  --rounds=N        rounds of the check board, graphs of the train board [10]\n"
         "  --budget=SECONDS  start no further matrix after this time\n"
         "  --csv=FILE        write the first table as CSV\n"
         "  --json=FILE       write all tables as JSON\n"
         "  --commit=ID       what to write into the JSON file as commit [unknown]\n"
         "  --hypre=VERSION   what to write into the JSON file as hypre [none]\n"
         "  --help\n"
         "A MATRIX is a generator, such as lap7:64x64x64, or a .mtx or .mtx.gz file.\n",
         file);
}

static void print_list(void)
{
   const tsw_schedule *schedule;
   printf("schedules\n");
   for (int k = 0; (schedule = tsw_schedule_get(k)); k++)
   {
      printf("  %-7s %-13s %s [%s]\n", schedule->space == TRISWEEP_HOST ? "host" : "device",
             schedule->name, schedule->summary, schedule->source);
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

static bool read_option(int option, const char *value, request *r)
{
   switch (option)
   {
   case 'l':
      r->list = true;
      return true;
   case 'b':
      return (r->board = find_board(value)) != NULL;
   case 's':
      return read_space(value, &r->space);
   case 'k':
      return read_names("schedule=", value, &r->input.kernels);
   case 'o':
      return read_names("ordering=", value, &r->input.orderings);
   case 'e':
      return read_names("levels=", value, &r->input.levels);
   case 'p':
      return read_solve(value, &r->input.pairs);
   case 't':
      return (r->input.n_threads = read_count("threads", value)) > 0;
   case 'r':
      return (r->input.n_rounds = read_count("rounds", value)) > 0;
   case 'g':
      return (r->input.budget_s = read_count("budget", value)) > 0;
   case 'c':
      r->csv = value;
      return true;
   case 'j':
      r->json = value;
      return true;
   case 'i':
      r->commit = value;
      return true;
   case 'y':
      r->hypre = value;
      return true;
   default:
      return false;
   }
}

static bool read_options(int argc, char **argv, request *r)
{
   static const struct option options[] = {
      { "list", no_argument, NULL, 'l' },
      { "board", required_argument, NULL, 'b' },
      { "space", required_argument, NULL, 's' },
      { "kernels", required_argument, NULL, 'k' },
      { "levels", required_argument, NULL, 'e' },
      { "solve", required_argument, NULL, 'p' },
      { "threads", required_argument, NULL, 't' },
      { "rounds", required_argument, NULL, 'r' },
      { "csv", required_argument, NULL, 'c' },
      { "json", required_argument, NULL, 'j' },
      { "commit", required_argument, NULL, 'i' },
      { "hypre", required_argument, NULL, 'y' },
      { "budget", required_argument, NULL, 'g' },
      { "help", no_argument, NULL, 'h' },
      { "orderings", required_argument, NULL, 'o' },
      { NULL, 0, NULL, 0 },
   };
   int option;
   while ((option = getopt_long(argc, argv, "", options, NULL)) != -1)
   {
      if (option == 'h')
      {
         print_usage(stdout);
         exit(EXIT_SUCCESS);
      }
      if (!read_option(option, optarg, r))
      {
         return false;
      }
   }
   r->input.n_matrices = argc - optind;
   r->input.matrices = argv + optind;
   return true;
}

static void write_field(const char *name, const char *value, FILE *file)
{
   fprintf(file, "  \"%s\": ", name);
   tsw_json_string(value, file);
   fputs(",\n", file);
}

static void write_json(const request *r, const tsw_table *tables, int n_tables, FILE *file)
{
   const tsw_bench_info *info = &r->info;
   char                  date[32];
   const time_t          now = time(NULL);
   strftime(date, sizeof date, "%Y-%m-%d", gmtime(&now));
   const bool sweep = r->board == &tsw_board_sweep;
   fputs("{\n", file);
   write_field("board", sweep ? "sweep" : "papers", file);
   if (!sweep)
   {
      write_field("paper", r->board->name, file);
   }
   write_field("date", date, file);
   write_field("commit", r->commit, file);
   write_field("gpu", info->gpu, file);
   write_field("cuda", info->cuda, file);
   write_field("cusparse", info->cusparse, file);
   fprintf(file, "  \"shared_bytes\": %" PRId64 ",\n", info->device.shared_bytes);
   write_field("hypre", r->hypre, file);
   fputs("  \"rows\": ", file);
   tsw_table_json(&tables[0], "  ", file);
   for (int k = 1; k < n_tables; k++)
   {
      fprintf(file, ",\n  \"table_%d\": ", k + 1);
      tsw_table_json(&tables[k], "  ", file);
   }
   fputs("\n}\n", file);
}

static bool write_files(const request *r, const tsw_table *tables, int n_tables)
{
   const char *path[] = { r->csv, r->json };
   for (int k = 0; k < 2; k++)
   {
      FILE *file = path[k] ? fopen(path[k], "w") : NULL;
      if (path[k] && !file)
      {
         fprintf(stderr, "trisweep-bench: %s cannot be written\n", path[k]);
         return false;
      }
      if (file && k == 0)
      {
         tsw_table_csv(&tables[0], file);
      }
      else if (file)
      {
         write_json(r, tables, n_tables, file);
      }
      if (file && fclose(file) != 0)
      {
         fprintf(stderr, "trisweep-bench: %s could not be written in full\n", path[k]);
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
   request r = { .board = &tsw_board_sweep,
                 .commit = "unknown",
                 .hypre = "none",
                 .input = {
                    .levels = "pull", .pairs = true, .n_threads = 1, .n_rounds = DEFAULT_ROUNDS } };
#ifdef HAVE_CUDA
   r.space = TRISWEEP_DEVICE;
#endif
   tsw_watch_output("trisweep-bench", EXIT_FAILURE);
   if (!read_options(argc, argv, &r))
   {
      print_usage(stderr);
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
