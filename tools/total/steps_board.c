/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tools/total/steps_board.h"

#include <stdio.h>

#include "tools/common/output.h"
#include "tools/common/progress.h"
#include "tools/common/support.h"

void tsw_steps_print_title(void)
{
   printf("%-12s %-8s %-17s %-9s %-8s %-6s %4s %4s %4s %9s %9s %9s %9s %9s\n", "problem", "change",
          "smoother", "source", "ordering", "mode", "it", "most", "full", "residual", "setup1 s",
          "setup s", "solve s", "total s");
}

static void print_rows(const char *problem, const tsw_steps_row *row, int n_rows)
{
   for (int i = 0; i < n_rows; i++)
   {
      printf("%-12s %-8s %-17s %-9s %-8s %-6s %4d %4d %4d %9.2e %9.4f %9.4f %9.4f %9.4f%s\n",
             problem, tsw_change_name(row[i].change), row[i].smoother->name,
             row[i].smoother->down < 1000 ? "hypre" : "trisweep", row[i].ordering,
             tsw_mode_name(row[i].mode), row[i].iterations_first, row[i].iterations_most,
             row[i].full_setups, row[i].residual, row[i].setup_first, row[i].setup, row[i].solve,
             row[i].setup + row[i].solve, row[i].converged ? "" : "  not converged");
   }
   fflush(stdout);
}

static int run_change(const tsw_total_request *r, const tsw_total_head *head, int rank,
                      const tsw_total_problem *problem, tsw_change change, bool append)
{
   tsw_steps_row row[TSW_MOST_TOTAL];
   const int     n_rows = tsw_steps_list(r, row);
   bool          written = true, solved = true;
   if (!tsw_steps_run(problem, head->place, change, r->n_steps, n_rows, row))
   {
      return TSW_EXIT_INPUT;
   }
   if (rank == 0)
   {
      tsw_progress_end();
      print_rows(problem->name, row, n_rows);
      written = !r->file || tsw_steps_write(r->file, append, head, problem->name, n_rows, row);
   }
   for (int i = 0; i < n_rows; i++)
   {
      solved = solved && (row[i].smoother->down < 1000 || row[i].converged);
   }
   return !tsw_all(written) ? TSW_EXIT_INPUT : solved ? TSW_EXIT_OK : TSW_EXIT_UNSOLVED;
}

int tsw_steps_problem(const tsw_total_request *r, const tsw_total_head *head, int rank,
                      const char *name, bool first)
{
   tsw_total_problem problem;
   int               status = TSW_EXIT_OK;
   if (!tsw_total_find(name, rank, &problem))
   {
      return TSW_EXIT_INPUT;
   }
   for (int change = 0; change < TSW_N_CHANGES && status != TSW_EXIT_INPUT; change++)
   {
      if (r->changes[change])
      {
         const int next =
            run_change(r, head, rank, &problem, (tsw_change) change, r->append || !first);
         status = next > status ? next : status;
         first = false;
      }
   }
   return status;
}
