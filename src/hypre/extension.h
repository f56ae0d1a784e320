/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The contract of extensions. The plug is a smoother; what makes BoomerAMG around the smoother
 * faster, or right in more cases, is an extension: a folder of src/extensions with one constant
 * tsw_extension, and a line of src/extensions/registry.def. ./configure --with-extensions chooses
 * which are built, the option extensions= which act for a solver. The plug tells them the events
 * below in the order of the registry; a function is NULL where an extension has nothing to do.
 * Where the function returns bool, true means that the extension has done the work in place of
 * hypre, and that no later extension is asked.
 *
 * The plug includes no header of an extension, and no extension one of another: what an extension
 * offers to others is a table of functions (extensions/offers.h). Symbols of hypre that only an
 * extension intercepts are in hooks.def of its folder.
 *
 * solver is the record of a solver with an active method of the plug, or NULL.
 */
#pragma once

#include <stdint.h>

#include "hypre/state/agree.h"
#include "hypre/state/frame.h"

struct cJSON;

/** A setup of BoomerAMG. */
typedef struct tsw_setup_call
{
   hypre_ParAMGData   *amg;
   tsw_solver         *solver;
   hypre_ParCSRMatrix *matrix;
   hypre_ParVector    *f, *u;
} tsw_setup_call;

typedef struct tsw_extension
{
   /* ---- setups ---- */

   /** What this rank offers for a setup; the ranks reduce the words by minima. Not collective. */
   void (*offer)(const tsw_setup_call *call, uint64_t *words);

   /** The minima of all ranks, zeros if the ranks do not agree. solver: NULL without agreement. */
   void (*settle)(const tsw_setup_call *call, const uint64_t *words);

   /** A setup begins, with an active method on all ranks. Collective. */
   void (*setup_begins)(const tsw_setup_call *call);

   /** Set up in place of hypre; tsw_setup_attach attaches the levels. Collective. */
   bool (*set_up)(const tsw_setup_call *call);

   /** hypre's setup begins, of any solver. */
   void (*full_setup_begins)(const tsw_setup_call *call);

   /** All matrices are made; the plug does not yet load their values. Collective. */
   void (*hierarchy_made)(tsw_solver *solver);

   /** The levels are loaded on this rank. */
   void (*levels_loaded)(tsw_solver *solver);

   /** The levels are loaded on all ranks. Collective. */
   void (*setup_agreed)(tsw_solver *solver, hypre_ParCSRMatrix *matrix);

   /** The setup of any solver ends; good: without an error. */
   void (*setup_ends)(const tsw_setup_call *call, bool good);

   /** The setup has ended: relax types that the plug has replaced are the user's again. */
   void (*setup_ended)(hypre_ParAMGData *amg);

   /* ---- life of a solver ---- */

   /** The levels or their values change: free what depends on them. All extensions are told. */
   void (*hierarchy_dropped)(tsw_solver *solver);

   /** A record is freed, after hierarchy_dropped. All extensions are told. */
   void (*solver_freed)(tsw_solver *solver);

   /** hypre destroys a BoomerAMG object. True: the extension keeps it. */
   bool (*destroyed)(void *amg);

   /** The process ends. All extensions are told. */
   void (*process_ends)(void);

   /** Has a wait for another rank failed? Prints the first failure. */
   void (*check)(tsw_solver *solver);

   /* ---- solves ---- */

   /** A solve to a tolerance begins, by BoomerAMG amg or a Krylov method that it preconditions. */
   void (*solve_begins)(const void *amg);

   /** It has ended; failed: the tolerance is not reached. */
   void (*solve_ends)(const void *amg, const hypre_ParCSRMatrix *a, bool failed);

   /** A cycle of any BoomerAMG object begins. */
   void (*cycle_begins)(const void *amg);

   /** Run a cycle of the innermost frame. */
   bool (*cycle)(tsw_frame *frame, hypre_ParVector **f, hypre_ParVector **u, HYPRE_Int *status);

   /** Solve on the coarsest level in place of hypre's Gaussian elimination. */
   bool (*coarse_solve)(tsw_solver *solver, HYPRE_Int level, HYPRE_Int type, HYPRE_Int *status);

   /** y = alpha A x + beta b, within a solve by BoomerAMG or a Krylov method that it serves. */
   bool (*product)(tsw_solver *solver, double alpha, hypre_ParCSRMatrix *a, hypre_ParVector *x,
                   double beta, hypre_ParVector *b, hypre_ParVector *y);

   /** The inner product of two vectors within such a solve. */
   bool (*inner_product)(tsw_solver *solver, hypre_ParVector *x, hypre_ParVector *y,
                         double *product);

   /* ---- statistics and public calls ---- */

   /** A line for the table of the statistics, truncated to size - 1 characters; "": none. */
   void (*describe)(const tsw_solver *solver, char *text, size_t size);

   /** Add to the statistics as JSON (tsw_report_add_number, ..., of report/report.h). */
   void (*report)(const tsw_solver *solver, struct cJSON *object);

   /** trisweep_hypre_full_setup: the next setup of amg must be hypre's. */
   trisweep_status (*ask_full_setup)(void *amg);

   /** trisweep_hypre_setups. False: nothing is known. */
   bool (*count_setups)(const tsw_solver *solver, long *full, long *by_values, const char **why);

   /* ---- for other extensions: extensions/offers.h ---- */

   const struct tsw_last_levels *last_levels;
   const struct tsw_connection  *connection;
} tsw_extension;

/** What an extension may do for a solver, for the statistics: see above; its own hooks. */
typedef enum tsw_deed
{
   TSW_DEED_set_up,
   TSW_DEED_destroyed,
   TSW_DEED_cycle,
   TSW_DEED_coarse_solve,
   TSW_DEED_product,
   TSW_DEED_inner_product,
   TSW_DEED_matrix_product,
   TSW_DEED_exchange,
   TSW_DEED_wait,
   TSW_N_DEEDS
} tsw_deed;

/* ---- the registry: src/extensions/registry.c ---- */

/** The extension with this number. */
const tsw_extension *tsw_extension_at(int id);

/** The same, if it is on for a solver (NULL: by TRISWEEP_OPTIONS), else NULL. */
const tsw_extension *tsw_extension_of(int id, const tsw_solver *solver);

/** Note a deed for the statistics, if it is done. Returns done. solver may be NULL. */
bool tsw_extension_did(int id, tsw_solver *solver, tsw_deed deed, bool done);

/** Print the lines of extensions for the table of a solver, and what they have done. */
void tsw_extensions_print(const char *title, const tsw_solver *solver);

/** Add to the statistics as JSON what extensions report, and what they have done. */
void tsw_extensions_report(const tsw_solver *solver, struct cJSON *object);

/** Has an extension set up a solver in place of hypre in this process? */
bool tsw_extension_has_set_up(void);

/** Tell the extensions an event: those that are on for a solver, or all. id_: number of each. */
#define TSW_TELL(solver, event, ...) \
   TSW_TELL_EACH(tsw_extension_of(id_, solver), event, __VA_ARGS__)
#define TSW_TELL_ALL(event, ...) TSW_TELL_EACH(tsw_extension_at(id_), event, __VA_ARGS__)
#define TSW_TELL_EACH(each, event, ...)                    \
   for (int id_ = 0; id_ < TSW_N_EXTENSIONS; id_++)        \
   {                                                       \
      const tsw_extension *const e_ = each;                \
      e_ && e_->event ? e_->event(__VA_ARGS__) : (void) 0; \
   }

/** Ask those that are on for a solver in turn until one answers true; defines answer. */
#define TSW_ASK(answer, solver, event, ...)                                              \
   bool answer = false;                                                                  \
   for (int id_ = 0; id_ < TSW_N_EXTENSIONS && !answer; id_++)                           \
   {                                                                                     \
      const tsw_extension *const e_ = tsw_extension_of(id_, solver);                     \
      answer = e_ && e_->event &&                                                        \
               tsw_extension_did(id_, solver, TSW_DEED_##event, e_->event(__VA_ARGS__)); \
   }
