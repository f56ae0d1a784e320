/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* trisweep-total: time setup and solve with hypre's smoothers and with trisweep's. */

#include <argp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <trisweep/hypre.h>

#include "tools/common/output.h"
#include "tools/common/progress.h"
#include "tools/common/support.h"
#include "tools/total/file.h"
#include "tools/total/request.h"
#include "tools/total/steps_board.h"

enum
{
   MOST_REPEAT = 1000,
   STEPS = 20, /* of --steps without a number */
   /* Keys of options without a short name. */
   KEY_SOURCE = 256,
   KEY_REPEAT,
   KEY_DEVICE,
   KEY_JSON,
   KEY_APPEND,
   KEY_COMMIT,
   KEY_STEPS,
   KEY_CHANGE,
   KEY_USAGE
};

typedef tsw_total_request request;

static const char doc[] =
   "Measure setup and solve of BoomerAMG to 1e-8, with hypre's smoothers and with trisweep's: a "
   "fresh solver in a warm process, then a second setup and solve of the same solver with new "
   "values.\v"
   "A PROBLEM is lap7_N, lap27_N, sys3_N, rotate_N, vardif_N or elas_N. Without a PROBLEM, those "
   "of the board are run: lap7_64 lap7_128 lap27_128 lap7_256 sys3_64 rotate_1024 vardif_128 "
   "elas_40 elas_70. The exit status is 0 if trisweep's solves converged (hypre's Jacobi diverges "
   "on some problems), 1 if one did not, 2 for a bad option, file or environment.";

static const struct argp_option table[] = {
   { "source", KEY_SOURCE, "LIST", 0,
     "smoothers to run: hypre, and trisweep's in the order natural or auto, separated by commas "
     "(hypre,auto); one order per run, because the plug reads the option once",
     0 },
   { "steps", KEY_STEPS, "N", OPTION_ARG_OPTIONAL,
     "board steps: N time steps (20) of each solver, with hypre's setups and with trisweep's "
     "setups by values; natural and auto may be given together",
     0 },
   { "change", KEY_CHANGE, "LIST", 0,
     "with --steps: how values change, drift, bubble, timestep or several of them, separated by "
     "commas (drift,bubble,timestep); frozen adds solves without setups",
     0 },
   { "repeat", KEY_REPEAT, "N", 0,
     "fresh solvers with each smoother, of which medians are taken (5)", 0 },
   { "device", KEY_DEVICE, 0, 0, "assemble, set up and solve on the GPU", 0 },
   { "json", KEY_JSON, "FILE", 0, "write the board after each problem", 0 },
   { "append", KEY_APPEND, "FILE", 0, "add to the board in FILE, or replace rows of it", 0 },
   { "commit", KEY_COMMIT, "ID", 0, "commit of the code that runs, for the file", 0 },
   { "version", 'V', 0, 0, "print the version and stop", -1 },
   { "help", '?', 0, 0, "print this help and stop", -1 },
   { "usage", KEY_USAGE, 0, 0, "print a shorter help and stop", -1 },
   { 0 }
};

/* Print an option, its value and the fault; return EINVAL. */
static error_t fault(const request *r, const char *option, const char *value, const char *message)
{
   if (!r->silent)
   {
      tsw_complain("--%s=%s: %s", option, value, message);
   }
   return EINVAL;
}

/* Is a word of a list, which ends at a comma, this name? */
static bool is_word(const char *word, const char *name)
{
   return strcspn(word, ",") == strlen(name) && !strncmp(word, name, strlen(name));
}

static error_t read_source(const char *list, request *r)
{
   r->with_hypre = r->natural = r->automatic = false;
   for (const char *at = list;; at++)
   {
      if (!is_word(at, "hypre") && !is_word(at, "natural") && !is_word(at, "auto"))
      {
         return fault(r, "source", list, "takes hypre, natural and auto, separated by commas");
      }
      r->with_hypre = r->with_hypre || is_word(at, "hypre");
      r->natural = r->natural || is_word(at, "natural");
      r->automatic = r->automatic || is_word(at, "auto");
      at += strcspn(at, ",");
      if (!*at)
      {
         return 0;
      }
   }
}

static error_t read_changes(const char *list, request *r)
{
   memset(r->changes, 0, sizeof r->changes);
   for (const char *at = list;; at++)
   {
      bool known = is_word(at, "frozen");
      r->frozen = r->frozen || known;
      for (int c = 0; c < TSW_N_CHANGES; c++)
      {
         const bool same = is_word(at, tsw_change_name((tsw_change) c));
         r->changes[c] = r->changes[c] || same;
         known = known || same;
      }
      if (!known)
      {
         return fault(r, "change", list, "takes drift, bubble, timestep and frozen");
      }
      at += strcspn(at, ",");
      if (!*at)
      {
         return 0;
      }
   }
}

/* A number from 1 to MOST_REPEAT, or 0. */
static int read_number(const char *text)
{
   char      *end;
   const long number = strtol(text, &end, 10);
   return *end || end == text || number < 1 || number > MOST_REPEAT ? 0 : (int) number;
}

static error_t parse(int key, char *text, struct argp_state *state)
{
   request *r = state->input;
   switch (key)
   {
   case KEY_SOURCE:
      return read_source(text, r);
   case KEY_REPEAT:
      r->repeat = read_number(text);
      return r->repeat > 0 ? 0 : fault(r, "repeat", text, "takes a number from 1 to 1000");
   case KEY_STEPS:
      r->n_steps = text ? read_number(text) : STEPS;
      return r->n_steps > 0 ? 0 : fault(r, "steps", text, "takes a number from 1 to 1000");
   case KEY_CHANGE:
      return read_changes(text, r);
   case KEY_DEVICE:
      r->device = true;
      return 0;
   case KEY_JSON:
   case KEY_APPEND:
      if (r->file)
      {
         return fault(r, key == KEY_APPEND ? "append" : "json", text, "give one file only");
      }
      r->file = text;
      r->append = key == KEY_APPEND;
      return 0;
   case KEY_COMMIT:
      r->commit = text;
      return 0;
   case 'V':
      r->done = true;
      return r->silent ? 0 : printf("trisweep-total %s\n", trisweep_version()) < 0;
   case '?':
   case KEY_USAGE:
      r->done = true;
      if (!r->silent)
      {
         argp_state_help(state, stdout,
                         key == KEY_USAGE ? ARGP_HELP_USAGE
                                          : ARGP_HELP_USAGE | ARGP_HELP_LONG | ARGP_HELP_DOC);
      }
      return 0;
   case ARGP_KEY_ARGS:
      r->problem = (const char *const *) (state->argv + state->next);
      r->n_problems = state->argc - state->next;
      return 0;
   default:
      return ARGP_ERR_UNKNOWN;
   }
}

/* The order of trisweep's sweeps on board total; NULL: they do not run. */
static const char *ordering_of(const request *r)
{
   return r->natural ? "natural" : r->automatic ? "auto" : NULL;
}

/* Board total takes one order of trisweep's sweeps, which applies to the whole process. */
static bool select_order(const request *r)
{
   if (r->n_steps > 0 || r->done)
   {
      return true;
   }
   if (r->natural && r->automatic)
   {
      (void) fault(r, "source", "natural,auto",
                   "take natural or auto; run again with --append for the other order");
      return false;
   }
   return !ordering_of(r) || tsw_set_ordering(ordering_of(r));
}

/* Check the plug, if a run needs it, and that the file can be written. */
static bool is_ready(const request *r, const tsw_total_head *head, int rank)
{
   const char *reason = "";
   int         live = 0;
   if ((r->natural || r->automatic) &&
       (trisweep_hypre_hooks_live(&live, &reason) != TRISWEEP_OK || !live))
   {
      if (rank == 0)
      {
         tsw_complain("libtrisweep-hypre does not intercept the functions of hypre: %s", reason);
      }
      return false;
   }
   if (rank > 0 || !r->file)
   {
      return true;
   }
   return r->append ? tsw_total_appendable(r->file, head)
                    : tsw_total_write(r->file, false, head, "", 0, NULL);
}

/* Create both matrices of a problem. */
static bool create_systems(const char *name, const tsw_place *place, tsw_system system[2])
{
   tsw_rows rows = { .n_rows = 0 };
   HYPRE_SetMemoryLocation(HYPRE_MEMORY_HOST);
   bool fine = tsw_total_rows(name, &rows);
   HYPRE_SetMemoryLocation(place->device ? HYPRE_MEMORY_DEVICE : HYPRE_MEMORY_HOST);
   rows.on_device = place->device;
   fine = fine && tsw_system_create(&rows, &system[0]);
   if (fine)
   {
      tsw_total_rescale(&rows);
      fine = tsw_system_create(&rows, &system[1]);
   }
   tsw_rows_free(&rows);
   return fine;
}

static void print_rows(const char *problem, const tsw_total_row *row, int n_rows)
{
   for (int i = 0; i < n_rows; i++)
   {
      printf("%-12s %-17s %-9s %-8s %4d %9.2e %9.4f %9.4f %9.4f %9.4f %9.4f%s\n", problem,
             row[i].smoother->name, row[i].smoother->down < 1000 ? "hypre" : "trisweep",
             row[i].ordering, row[i].iterations, row[i].residual, row[i].setup, row[i].solve,
             row[i].setup + row[i].solve, row[i].setup_again, row[i].solve_again,
             row[i].converged ? "" : "  not converged");
   }
   fflush(stdout);
}

/* Run one problem. Return an exit status. */
static int run_problem(const request *r, const tsw_total_head *head, int rank, const char *name,
                       bool first)
{
   tsw_total_problem problem;
   tsw_total_row     row[TSW_MOST_TOTAL];
   tsw_system        system[2] = { { .n_modes = 0 }, { .n_modes = 0 } };
   const int         n_rows = tsw_total_list(r, ordering_of(r), row);
   int               status = TSW_EXIT_OK;
   tsw_total_find(name, rank, &problem);
   if (rank == 0)
   {
      tsw_progress("%s, making the matrices", name);
   }
   if (!create_systems(name, head->place, system) ||
       !tsw_total_run(&problem, head->place, system, r->repeat, n_rows, row))
   {
      return TSW_EXIT_INPUT;
   }
   for (int i = 0; i < n_rows; i++)
   {
      const bool ours = row[i].smoother->down >= 1000;
      status = ours && !row[i].converged ? TSW_EXIT_UNSOLVED : status;
   }
   tsw_system_destroy(&system[0]);
   tsw_system_destroy(&system[1]);
   bool written = true;
   if (rank == 0)
   {
      tsw_progress_end();
      print_rows(name, row, n_rows);
      written = !r->file || tsw_total_write(r->file, r->append || !first, head, name, n_rows, row);
   }
   return tsw_all(written) ? status : TSW_EXIT_INPUT;
}

static int run(const request *r, int rank, int n_ranks)
{
   static const char *const board[] = { "lap7_64",    "lap7_128", "lap27_128",
                                        "lap7_256",   "sys3_64",  "rotate_1024",
                                        "vardif_128", "elas_40",  "elas_70" };
   const char *const       *problem = r->n_problems > 0 ? r->problem : board;
   const int         n = r->n_problems > 0 ? r->n_problems : (int) (sizeof board / sizeof board[0]);
   tsw_place         place;
   tsw_total_problem found;
   const tsw_total_head head = { .board = r->n_steps > 0 ? "steps" : "total",
                                 .commit = r->commit,
                                 .place = &place,
                                 .n_ranks = n_ranks,
                                 .repeat = r->repeat };
   int                  status = TSW_EXIT_OK;
   for (int i = 0; i < n; i++)
   {
      if (!tsw_total_find(problem[i], rank, &found))
      {
         return TSW_EXIT_INPUT;
      }
   }
   if (!tsw_place_open(r->device, &place))
   {
      return TSW_EXIT_INPUT;
   }
   if (!tsw_all(is_ready(r, &head, rank)))
   {
      status = TSW_EXIT_INPUT;
   }
   else if (rank == 0 && r->n_steps > 0)
   {
      tsw_steps_print_title();
   }
   else if (rank == 0)
   {
      printf("%-12s %-17s %-9s %-8s %4s %9s %9s %9s %9s %9s %9s\n", "problem", "smoother", "source",
             "ordering", "it", "residual", "setup s", "solve s", "total s", "setup2 s", "solve2 s");
   }
   for (int i = 0; i < n && status != TSW_EXIT_INPUT; i++)
   {
      const int next = r->n_steps > 0 ? tsw_steps_problem(r, &head, rank, problem[i], i == 0)
                                      : run_problem(r, &head, rank, problem[i], i == 0);
      status = next > status ? next : status;
   }
   tsw_progress_end();
   tsw_place_close();
   return status;
}

int main(int argc, char **argv)
{
   int     rank, n_ranks, status = TSW_EXIT_INPUT;
   request r = { .with_hypre = true,
                 .automatic = true,
                 .changes = { true, true, true },
                 .repeat = 5,
                 .commit = "unknown" };
   tsw_program = "trisweep-total";
   tsw_watch_output(tsw_program, TSW_EXIT_INPUT);
   MPI_Init(&argc, &argv);
   MPI_Comm_rank(MPI_COMM_WORLD, &rank);
   MPI_Comm_size(MPI_COMM_WORLD, &n_ranks);
   r.silent = rank > 0;
   const struct argp parser = { table, parse, "[PROBLEM...]", doc, NULL, NULL, NULL };
   const unsigned    flags = ARGP_NO_EXIT | ARGP_NO_HELP | (rank > 0 ? ARGP_NO_ERRS : 0);
   if (tsw_all(argp_parse(&parser, argc, argv, flags, NULL, &r) == 0 && select_order(&r)))
   {
      tsw_ignore_replace(rank);
      status = r.done ? TSW_EXIT_OK : run(&r, rank, n_ranks);
   }
   MPI_Bcast(&status, 1, MPI_INT, 0, MPI_COMM_WORLD);
   MPI_Finalize();
   return status;
}
