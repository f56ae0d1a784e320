/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What all boards take, and the files that they write. */
#ifndef TSW_TOOLS_BENCH_BOARD_H
#define TSW_TOOLS_BENCH_BOARD_H

#include "bench/solver.h"
#include "bench/table.h"

enum
{
   TSW_BOARD_TABLES = 8
};

typedef struct tsw_board_input
{
   const tsw_bench_space *space;
   const tsw_bench_info  *info;
   const char            *kernels; /* names with commas between; NULL: all of the space */
   const char            *orderings; /* the same, of the sweep board; NULL: all */
   int                    n_threads;
   int                    n_rounds; /* of the check board; matrices of the train board */
   int                    budget_s; /* start no further matrix after so many seconds; 0: no limit */
   int                    n_matrices;
   char *const           *matrices; /* generators or files */
} tsw_board_input;

/** A board: name, what it shows, and the tables that it fills. */
typedef struct tsw_board
{
   const char *name;
   const char *summary;
   bool        own_matrices; /* makes its matrices and takes none */

   /** Fill tables [TSW_BOARD_TABLES], first that of all rows; returns how many, 0 for failure. */
   int (*run)(const tsw_board_input *in, tsw_table *tables);
} tsw_board;

extern const tsw_board tsw_board_sweep;
extern const tsw_board tsw_board_li;
extern const tsw_board tsw_board_yuenyeung;
extern const tsw_board tsw_board_train;
extern const tsw_board tsw_board_check;
extern const tsw_board tsw_board_ilu;

/** Generate or read a matrix; false, with a message. */
bool tsw_board_matrix(const char *spec, tsw_matrix *m);

/** Is the time for starting another matrix over? Says so on stderr. */
bool tsw_board_out_of_time(const tsw_board_input *in, const char *next);

/** Is this schedule wanted? */
bool tsw_board_wants(const tsw_board_input *in, const tsw_schedule *schedule);

/** Is a kernel of this name wanted? */
bool tsw_board_wants_name(const tsw_board_input *in, const char *name);

/** Is the ordering wanted? */
bool tsw_board_wants_ordering(const tsw_board_input *in, const char *ordering);

#endif
