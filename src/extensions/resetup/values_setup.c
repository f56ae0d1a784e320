/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "extensions/resetup/values_setup.h"

#include "base/hash.h"
#include "extensions/offers.h"
#include "extensions/resetup/kept.h"
#include "extensions/resetup/spares.h"
#include "extensions/resetup/values_data.h"
#include "hypre/base/device.h"
#include "hypre/base/fields.h"
#include "hypre/base/notice.h"
#include "hypre/run/hierarchy.h"
#include "hypre/run/setup.h"

enum
{
   SAME_SOLVER = 1 /* token of a hierarchy that the solver itself keeps */
};

/* The record of a solver with setup=values, or NULL. Ends the records of other solvers. */
static tsw_solver *find_record(void *amg)
{
   tsw_solver *record = tsw_registry_find(amg);
   if (record && !tsw_solver_update_options(record))
   {
      return NULL;
   }
   const tsw_solver none = { 0 };
   const bool       wanted = tsw_solver_option_is(record ? record : &none, "setup", "values");
   if (record && !wanted)
   {
      tsw_kept_free(record);
   }
   if (!wanted)
   {
      return NULL;
   }
   record = tsw_registry_get(amg);
   return tsw_kept_make(record) ? record : NULL;
}

/*
 * After a solve of several vectors hypre's exchanges of rows send others: the layout of the
 * packages for k values of each index persists until a solve of one vector.
 */
static bool has_several(const tsw_setup_call *call)
{
   return tsw_values_sends_several(call->amg, call->matrix) ||
          (call->f && hypre_VectorNumVectors(hypre_ParVectorLocalVector(call->f)) > 1);
}

/* The pattern and sizes of a matrix. Sets *sound: no infinite values, no zero diagonal entries. */
static uint64_t inspect(hypre_ParCSRMatrix *matrix, bool *sound)
{
   MPI_Comm comm = hypre_ParCSRMatrixComm(matrix);
   tsw_values_begin(tsw_space_of(matrix) == TRISWEEP_DEVICE);
   tsw_values_inspect(matrix);
   const tsw_values_found found = tsw_values_end();
   *sound = found.bits == 0;
   const int64_t sizes[] = { hypre_ParCSRMatrixGlobalNumRows(matrix),
                             hypre_ParCSRMatrixFirstRowIndex(matrix),
                             hypre_CSRMatrixNumNonzeros(hypre_ParCSRMatrixDiag(matrix)),
                             hypre_CSRMatrixNumNonzeros(hypre_ParCSRMatrixOffd(matrix)),
                             hypre_CSRMatrixNumRows(hypre_ParCSRMatrixDiag(matrix)),
                             tsw_rank_in(comm),
                             tsw_ranks_of(comm),
                             tsw_space_of(matrix) };
   uint64_t      pattern = found.pattern;
   tsw_hash_bytes(&pattern, sizes, sizeof sizes);
   return pattern;
}

/*
 * Why the kept hierarchy does not serve for a matrix; TSW_FULL_NOT if it does. same: the parameters
 * and the communicator are those of the hierarchy.
 */
static tsw_full_reason find_reason(const tsw_solver *record, uint64_t pattern, bool sound,
                                   bool same)
{
   const tsw_kept *kept = tsw_kept_of(record);
   const double    limit = tsw_solver_option_number(record, "setup_limit");
   return kept->declined                    ? TSW_FULL_DECLINED
          : !sound                          ? TSW_FULL_UNSOUND
          : !kept->valid                    ? TSW_FULL_FIRST
          : pattern != kept->pattern        ? TSW_FULL_PATTERN
          : !same                           ? TSW_FULL_PARAMETERS
          : kept->asked                     ? TSW_FULL_ASKED
          : tsw_measure_is_bad(kept, limit) ? TSW_FULL_CONVERGENCE
                                            : TSW_FULL_NOT;
}

/*
 * Are the parameters those of the last setup? New ones are a part of the key of spares.h:
 * functions that the user has set are a part of them, since hypre does not keep them unchanged.
 */
static bool note_begin(tsw_kept *kept, hypre_ParAMGData *amg, hypre_ParCSRMatrix *matrix)
{
   const bool same = tsw_values_parameters(amg) == kept->ended;
   kept->begun = same ? kept->begun : tsw_values_user_parameters(amg, matrix);
   kept->next_comm = hypre_ParCSRMatrixComm(matrix);
   kept->next_name = tsw_spares_new_name();
   kept->prints = tsw_prints_for_matrix(matrix);
   return same;
}

/*
 * The token of the hierarchy and its complement, which shows whether all ranks offer the same; the
 * complement of the reason, since the gravest of all ranks counts; a name for a new hierarchy.
 */
void tsw_values_offer(const tsw_setup_call *call, uint64_t *words)
{
   hypre_ParAMGData *amg = call->amg;
   tsw_solver       *record = find_record(amg);
   if (!record || tsw_space_obstacle(call->matrix))
   {
      return;
   }
   bool           sound;
   tsw_kept      *kept = tsw_kept_of(record);
   const bool     one = !has_several(call);
   const uint64_t pattern = inspect(call->matrix, &sound);
   const bool     as_before = note_begin(kept, amg, call->matrix);
   tsw_solver    *spare = one ? tsw_spares_find(record, pattern) : NULL;
   tsw_kept      *found = spare ? tsw_kept_of(spare) : kept;
   tsw_measure_end(found);
   const bool fits = !kept->own_products || tsw_solver_owns_products(record);
   const bool same = spare || (one && as_before && kept->comm == kept->next_comm && fits);
   const tsw_full_reason why = find_reason(spare ? spare : record, pattern, sound, same);
   kept->pattern = pattern;
   kept->offered = spare ? found->name : why == TSW_FULL_NOT ? SAME_SOLVER : 0;
   words[0] = kept->offered;
   words[1] = ~kept->offered;
   words[2] = ~(uint64_t) why;
   words[3] = kept->next_name;
}

void tsw_values_settle(const tsw_setup_call *call, const uint64_t *words)
{
   tsw_solver    *record = tsw_registry_find(call->amg);
   tsw_kept      *kept = tsw_kept_of(record);
   const uint64_t token = words[0] == ~words[1] ? words[0] : 0;
   if (!kept)
   {
      return;
   }
   if (kept->offered > SAME_SOLVER)
   {
      tsw_spares_settle(record, kept->offered, token == kept->offered);
      kept = tsw_kept_of(record);
   }
   kept->offered = 0;
   kept->valid = false; /* until the setup returns: the program may leave it by a jump */
   kept->next_name = words[3];
   kept->why = words[1] == 0 ? TSW_FULL_NOT : (tsw_full_reason) ~words[2];
   kept->why = kept->why == TSW_FULL_NOT && token == 0 ? TSW_FULL_FIRST : kept->why;
}

/* ---- products --------------------------------------------------------------- */

/*
 * The coarse matrix of level k by the functions that hypre's setup calls. A stored transpose of P
 * is not stored again: some of these functions would lose the old one.
 */
static hypre_ParCSRMatrix *multiply(hypre_ParAMGData *amg, int k)
{
   hypre_ParCSRMatrix *a = hypre_ParAMGDataAArray(amg)[k], *p = hypre_ParAMGDataPArray(amg)[k];
   hypre_ParCSRMatrix *product = NULL;
   const bool          modular = hypre_ParAMGDataModularizedMatMat(amg) != 0;
   const HYPRE_Int     keep = hypre_ParAMGDataKeepTranspose(amg) && !hypre_ParCSRMatrixDiagT(p);
   if (hypre_ParAMGDataRAP2(amg))
   {
      hypre_ParCSRMatrix *ap = modular ? hypre_ParCSRMatMat(a, p) : hypre_ParMatmul(a, p);
      product = modular ? hypre_ParCSRTMatMatKT(p, ap, keep) : hypre_ParTMatmul(p, ap);
      hypre_ParCSRMatrixDestroy(ap);
   }
   else if (modular)
   {
#if HYPRE_RELEASE_NUMBER >= 30000
      product = hypre_ParCSRMatrixRAPKT(p, a, p, keep, 1);
#else
      product = hypre_ParCSRMatrixRAPKT(p, a, p, keep);
#endif
   }
   else
   {
      hypre_BoomerAMGBuildCoarseOperatorKT(p, a, p, keep, &product);
   }
   return product;
}

/* Returns what is wrong with the products on any rank, as bits. */
static int renew_matrices(hypre_ParAMGData *amg, tsw_kept *kept)
{
   hypre_ParCSRMatrix **matrices = hypre_ParAMGDataAArray(amg);
   MPI_Comm             comm = hypre_ParCSRMatrixComm(matrices[0]);
   const bool           on_device = tsw_space_of(matrices[0]) == TRISWEEP_DEVICE;
   const bool           own = tsw_all_ranks(comm, tsw_values_multiplies(matrices[0], on_device));
   tsw_values_begin(on_device);
   for (int k = 0; k + 1 < hypre_ParAMGDataNumLevels(amg); k++)
   {
      if (!own || k >= TSW_KEPT_PRODUCTS ||
          !tsw_values_galerkin(matrices[k], hypre_ParAMGDataPArray(amg)[k], matrices[k + 1],
                               &kept->products[k]))
      {
         hypre_ParCSRMatrix *product = multiply(amg, k);
         tsw_values_copy(product, matrices[k + 1]);
         hypre_ParCSRMatrixDestroy(product);
      }
   }
   int bits = (int) tsw_values_end().bits;
   MPI_Allreduce(MPI_IN_PLACE, &bits, 1, MPI_INT, MPI_BOR, comm);
   return bits;
}

static void set_finest(hypre_ParAMGData *amg, hypre_ParCSRMatrix *matrix, hypre_ParVector *f,
                       hypre_ParVector *u, HYPRE_Real n_entries)
{
   hypre_ParAMGDataAArray(amg)[0] = matrix;
   hypre_ParAMGDataFArray(amg)[0] = f;
   hypre_ParAMGDataUArray(amg)[0] = u;
   hypre_ParCSRMatrixNumNonzeros(matrix) = (HYPRE_BigInt) n_entries;
   hypre_ParCSRMatrixDNumNonzeros(matrix) = n_entries;
   (void) tsw_comm_pkg(matrix); /* on one rank, too: norms with C/F points read it */
}

bool tsw_values_set_up(const tsw_setup_call *call)
{
   tsw_kept *kept = tsw_kept_find(call->amg);
   if (!kept || kept->why != TSW_FULL_NOT)
   {
      return false;
   }
   set_finest(call->amg, call->matrix, call->f, call->u, kept->n_entries);
   const int bits = renew_matrices(call->amg, kept);
   if (bits != 0)
   {
      kept->why = bits & TSW_VALUES_PATTERN ? TSW_FULL_PRODUCT : TSW_FULL_UNSOUND;
      return false;
   }
   if (call->solver)
   {
      tsw_setup_attach(call->solver);
   }
   tsw_values_renew_data(call->amg);
   return true;
}

/* ---- the record ------------------------------------------------------------- */

void tsw_values_before_full(const tsw_setup_call *call)
{
   tsw_kept *kept = tsw_kept_find(call->amg);
   if (kept)
   {
      hypre_ParAMGDataGSSetup(call->amg) = 0; /* hypre notes by it that it has eliminated */
      kept->has_weights = kept->has_weights || tsw_values_computes_weights(call->amg);
      tsw_kept_forget_products(kept); /* memory for hypre's setup */
   }
}

void tsw_values_after(const tsw_setup_call *call, bool good)
{
   hypre_ParAMGData *amg = call->amg;
   tsw_kept         *kept = tsw_kept_find(amg);
   if (!kept)
   {
      return;
   }
   const tsw_full_reason why = kept->why;
   tsw_measure_setup(kept, why != TSW_FULL_NOT);
   kept->asked = false;
   kept->n_setups[why]++;
   if (kept->is_full)
   {
      kept->last_full = why;
      kept->declined = has_several(call) ? "several vectors" : tsw_values_obstacle(amg);
      kept->name = kept->next_name;
      kept->comm = kept->next_comm;
      /* a hierarchy that is not declined has levels */
      kept->own_products = !kept->declined &&
                           tsw_space_of(hypre_ParAMGDataAArray(amg)[0]) == TRISWEEP_DEVICE &&
                           tsw_solver_owns_products(tsw_registry_find(amg));
      kept->coarsest_type = hypre_ParAMGDataGridRelaxType(amg)[3];
      kept->elimination = hypre_ParAMGDataGSSetup(amg) ? kept->coarsest_type : 0;
   }
   kept->valid = good && !kept->declined && why != TSW_FULL_UNSOUND;
   if (kept->valid && kept->is_full)
   {
      kept->n_entries = hypre_ParCSRMatrixDNumNonzeros(hypre_ParAMGDataAArray(amg)[0]);
   }
}

void tsw_values_note_parameters(hypre_ParAMGData *amg)
{
   tsw_kept *kept = tsw_kept_find(amg);
   if (kept)
   {
      kept->ended = tsw_values_parameters(amg);
   }
}
