/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "hypre/run/tiny.h"

#include "hypre/base/device.h"
#include "hypre/state/numbers.h"

enum
{
   TINY = 220 /* rows; measured: with more, the plug takes at most 1.1 times the instructions */
};

/* Has hypre no relax type with the same sweeps? */
static bool is_own(HYPRE_Int type)
{
   const tsw_method *method = tsw_method_find(type);
   return method &&
          (method->factors != TRISWEEP_NO_FACTORS || tsw_number_plain(type) != method->type);
}

bool tsw_is_tiny(const tsw_solver *solver, hypre_ParCSRMatrix *matrix, const hypre_ParVector *f)
{
   const bool several = f && hypre_VectorNumVectors(hypre_ParVectorLocalVector(f)) > 1;
   if (several || hypre_ParCSRMatrixGlobalNumRows(matrix) >= TINY ||
       tsw_space_of(matrix) != TRISWEEP_HOST)
   {
      return false;
   }
   bool own = false;
   for (int i = 0; i < TSW_N_TYPES; i++)
   {
      own =
         own || is_own(solver->active[i]) || solver->substitutions[i].original != TSW_NOT_REPLACED;
   }
   return !own && tsw_solver_option_is(solver, "memory", "auto") &&
          tsw_solver_option_is(solver, "schedule", "auto") &&
          !tsw_solver_option_is(solver, "ordering", "hybrid-color");
}
