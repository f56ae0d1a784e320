/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * trisweep-solve: which smoother for this problem? Compare hypre's smoothers with trisweep's on a
 * problem, or measure a board of problems. Called as trisweep-total: board total.
 */

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <trisweep/hypre.h>

#include "tools/board/board.h"
#include "tools/common/output.h"
#include "tools/common/progress.h"
#include "tools/common/support.h"
#include "tools/solve/arguments.h"
#include "tools/solve/compare.h"

/* Write a newline, in place of a device or beside a file, as a test. */
static bool can_write(const char *name)
{
   tsw_new_file file;
   if (!name || !tsw_create_file(name, &file))
   {
      return !name;
   }
   const bool fine = fputc('\n', file.stream) != EOF && fflush(file.stream) == 0;
   if (!fine)
   {
      tsw_complain("%s: cannot be written: %s", name, strerror(errno));
   }
   (void) tsw_new_file_close(&file, false);
   return fine;
}

/* Check the options in the environment. */
static bool knows_options(void)
{
   trisweep_context *context;
   const bool        known = trisweep_context_create(NULL, &context) == TRISWEEP_OK;
   if (!known)
   {
      tsw_complain("%s", trisweep_message());
   }
   trisweep_context_destroy(&context);
   return known;
}

/* Check the plug, the options and the output files before the start. Rank 0 prints a fault. */
static bool is_ready(const tsw_solve_options *options, int rank)
{
   const char *reason = "";
   int         live = 0;
   const bool  asked = trisweep_hypre_hooks_live(&live, &reason) == TRISWEEP_OK;
   const bool  dead = options->with_trisweep && !(asked && live);
   if (rank > 0)
   {
      return !dead;
   }
   if (dead)
   {
      tsw_complain("libtrisweep-hypre does not intercept the functions of hypre: %s", reason);
   }
   return !dead && knows_options() && can_write(options->json) && can_write(options->history) &&
          can_write(options->stats && strcmp(options->stats, "1") != 0 ? options->stats : NULL);
}

/* Run the task of the options. Return an exit status. */
static int run(const tsw_solve_options *options, int rank, int n_ranks)
{
   tsw_machine machine;
   int         status = TSW_EXIT_INPUT;
   if (options->stats)
   {
      setenv("TRISWEEP_STATS", options->stats, 1);
   }
   tsw_ignore_replace(rank);
   if (tsw_machine_open(options->device, &machine))
   {
      if (tsw_all(is_ready(options, rank)))
      {
         status = options->task == TSW_COMPARE ? tsw_compare(options, &machine, rank, n_ranks)
                                               : tsw_board(options, &machine, rank, n_ranks);
      }
      tsw_progress_end();
      tsw_machine_close();
   }
   return status;
}

int main(int argc, char **argv)
{
   static const char total[] = "trisweep-total";
   const char       *slash = argc > 0 ? strrchr(argv[0], '/') : NULL;
   const char       *name = slash ? slash + 1 : argc > 0 ? argv[0] : "";
   const bool        is_total = strstr(name, total) != NULL; /* installed names may be longer */
   int               rank, n_ranks, status = TSW_EXIT_INPUT;
   tsw_solve_options options;
   tsw_program = is_total ? total : "trisweep-solve";
   tsw_watch_output(tsw_program, TSW_EXIT_INPUT);
   MPI_Init(&argc, &argv);
   MPI_Comm_rank(MPI_COMM_WORLD, &rank);
   MPI_Comm_size(MPI_COMM_WORLD, &n_ranks);
   if (tsw_all(tsw_solve_options_read(argc, argv, rank, is_total ? TSW_BOARD_TOTAL : TSW_COMPARE,
                                      &options)))
   {
      status = options.done ? TSW_EXIT_OK : run(&options, rank, n_ranks);
   }
   MPI_Bcast(&status, 1, MPI_INT, 0, MPI_COMM_WORLD);
   if (status == TSW_EXIT_INPUT)
   {
      /* The reason was printed. Else the plug looks for a reason why there was no sweep. */
      unsetenv("TRISWEEP_STATS");
      unsetenv("TRISWEEP_OPTIONS");
   }
   MPI_Finalize();
   return status;
}
