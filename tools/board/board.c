/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tools/board/board.h"

#include <stdio.h>
#include <unistd.h>

#include "tools/board/file.h"
#include "tools/board/steps.h"
#include "tools/board/total.h"
#include "tools/common/progress.h"
#include "tools/common/support.h"

static void print_title(bool steps)
{
   if (steps)
   {
      printf("%-12s %-8s %-17s %-9s %-8s %-6s %4s %4s %4s %9s %9s %9s %9s %9s %9s\n", "problem",
             "change", "smoother", "source", "ordering", "mode", "it", "most", "full", "residual",
             "setup1 s", "setup s", "solve s", "total s", "peak MB");
   }
   else
   {
      printf("%-12s %-17s %-9s %-8s %4s %9s %9s %9s %9s %9s %9s %9s\n", "problem", "smoother",
             "source", "ordering", "it", "residual", "setup s", "solve s", "total s", "setup2 s",
             "solve2 s", "peak MB");
   }
}

static void print_row(bool steps, const char *problem, const tsw_row *row)
{
   const char  *source = row->trisweep ? "trisweep" : "hypre";
   const double total = row->setup + row->solve;
   if (steps)
   {
      printf("%-12s %-8s %-17s %-9s %-8s %-6s %4d %4d %4d %9.2e %9.4f %9.4f %9.4f %9.4f", problem,
             tsw_change_name(row->change), row->smoother, source, row->ordering,
             tsw_mode_name(row->mode), row->iterations_first, row->iterations_most,
             row->full_setups, row->residual, row->setup_first, row->setup, row->solve, total);
   }
   else
   {
      printf("%-12s %-17s %-9s %-8s %4d %9.2e %9.4f %9.4f %9.4f %9.4f %9.4f", problem,
             row->smoother, source, row->ordering, row->iterations, row->residual, row->setup,
             row->solve, total, row->setup_again, row->solve_again);
   }
   if (row->peak_bytes > 0.0)
   {
      printf(" %9.0f", row->peak_bytes / 1048576.0);
   }
   else
   {
      printf(" %9s", "-");
   }
   printf("%s\n", row->converged ? "" : "  not converged");
}

/*
 * The smoothers that run. Memory is that of a smoother if it is alone. 0, with a message: there are
 * fewer smoothers.
 */
static int list_rows(const tsw_solve_options *options, int rank, tsw_row *row)
{
   const int n = tsw_board_rows(options, row);
   if (options->only > n && rank == 0)
   {
      tsw_complain("--only=%d: this board has %d smoothers", options->only, n);
   }
   if (options->only > 0)
   {
      row[0] = row[options->only <= n ? options->only - 1 : 0];
   }
   return options->only > n ? 0 : options->only > 0 ? 1 : n;
}

/* Print and write the rows of a problem. Return an exit status. */
static int report(const tsw_head *head, bool append, int rank, const char *problem, int n_rows,
                  tsw_row *row)
{
   bool written = true, solved = true;
   for (int i = 0; i < n_rows; i++)
   {
      solved = solved && (!row[i].trisweep || row[i].converged);
      row[i].peak_bytes = head->options->only > 0 ? row[i].peak_bytes : 0.0;
   }
   if (rank == 0)
   {
      tsw_progress_end();
      for (int i = 0; i < n_rows; i++)
      {
         print_row(head->options->task == TSW_BOARD_STEPS, problem, &row[i]);
      }
      fflush(stdout);
      written = !head->options->json || tsw_board_write(head, append, problem, n_rows, row);
   }
   return !tsw_all(written) ? TSW_EXIT_INPUT : solved ? TSW_EXIT_OK : TSW_EXIT_UNSOLVED;
}

/* Measure a problem, on board steps with each change of the values. Return an exit status. */
static int run_problem(const tsw_head *head, int rank, const char *name, bool append)
{
   tsw_row     row[TSW_MOST_ROWS];
   tsw_problem problem = { .size = 0 };
   int         status = TSW_EXIT_OK;
   (void) tsw_problem_find(name, &problem);
   const tsw_solve_options options = tsw_board_options(head->options, &problem);
   const bool              steps = options.task == TSW_BOARD_STEPS;
   if (rank == 0)
   {
      tsw_progress("%s, making the matrices", name);
   }
   for (int change = 0; change < (steps ? TSW_N_CHANGES : 1) && status != TSW_EXIT_INPUT; change++)
   {
      if (!steps || options.changes[change])
      {
         const int  n_rows = list_rows(&options, rank, row);
         const bool done =
            n_rows == 0 ? false
            : steps     ? tsw_board_steps(&options, head->machine, (tsw_change) change, n_rows, row)
                        : tsw_total_run(&options, head->machine, n_rows, row);
         const int next = done ? report(head, append, rank, name, n_rows, row) : TSW_EXIT_INPUT;
         status = next > status ? next : status;
         append = true;
      }
   }
   return status;
}

int tsw_board(const tsw_solve_options *options, const tsw_machine *machine, int rank, int n_ranks)
{
   const tsw_head head = { options, machine, n_ranks };
   const bool     append = options->append && (rank > 0 || access(options->json, F_OK) == 0);
   int            status = TSW_EXIT_OK;
   if (!tsw_all(rank > 0 || !append || tsw_board_appendable(&head)))
   {
      return TSW_EXIT_INPUT;
   }
   if (rank == 0)
   {
      print_title(options->task == TSW_BOARD_STEPS);
   }
   for (int i = 0; i < options->n_names && status != TSW_EXIT_INPUT; i++)
   {
      const int next = run_problem(&head, rank, options->name[i], append || i > 0);
      status = next > status ? next : status;
   }
   return status;
}
