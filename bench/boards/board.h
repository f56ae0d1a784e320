/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Input and interface of all boards. */
#ifndef TSW_BENCH_BOARDS_BOARD_H
#define TSW_BENCH_BOARDS_BOARD_H

#include "bench/boards/solver.h"
#include "bench/boards/table.h"

enum
{
   TSW_BOARD_TABLES = 8
};

typedef struct tsw_board_input
{
   const tsw_bench_space *space;
   const tsw_bench_info  *info;
   const char            *kernels;   /* comma-separated names; NULL: all of the space */
   const char            *orderings; /* comma-separated; for the sweep board; NULL: all */
   const char            *levels;    /* comma-separated methods of level sets; papers board */
   bool                   pairs;     /* papers board: solve with both triangles, not the lower */
   int                    n_threads;
   int                    n_rounds; /* rounds of the check board; matrices of the train board */
   int                    budget_s; /* start no matrix after so many seconds; 0: no limit */
   int                    n_matrices;
   char *const           *matrices; /* generator specs or file names */
} tsw_board_input;

/** A board: a benchmark that fills tables. */
typedef struct tsw_board
{
   const char *name;
   const char *summary;
   bool        own_matrices; /* generates matrices if none are given */

   /** Fill tables[TSW_BOARD_TABLES], all rows in the first. Returns their number, 0 on failure. */
   int (*run)(const tsw_board_input *in, tsw_table *tables);
} tsw_board;

extern const tsw_board tsw_board_sweep;
extern const tsw_board tsw_board_krylov;
extern const tsw_board tsw_board_papers;
extern const tsw_board tsw_board_train;
extern const tsw_board tsw_board_check;
extern const tsw_board tsw_board_ilu;

/** Generate or read a matrix. Returns false, with a message, on failure. */
bool tsw_board_matrix(const char *spec, tsw_matrix *m);

/** Measure one matrix of a board. */
typedef void tsw_board_measure(const tsw_board_input *in, tsw_bench_block *block,
                               tsw_table *tables);

/** Measure all matrices within the time budget. Returns false, with a message, on failure. */
bool tsw_board_each(const tsw_board_input *in, tsw_board_measure *measure, tsw_table *tables);

/** True, with a message on stderr, if the time budget is spent. next: matrix that would follow. */
bool tsw_board_out_of_time(const tsw_board_input *in, const char *next);

/** True if the schedule is listed, is of the space and needs no special layout. */
bool tsw_board_wants(const tsw_board_input *in, const tsw_registered *entry);

/** True if a kernel of this name is listed. */
bool tsw_board_wants_name(const tsw_board_input *in, const char *name);

/** True if the method of level sets is listed. */
bool tsw_board_wants_levels(const tsw_board_input *in, const char *method);

/** True if the ordering is listed. */
bool tsw_board_wants_ordering(const tsw_board_input *in, const char *ordering);

#endif
