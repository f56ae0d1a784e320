/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "extensions/offers.h"

#define OFFERED(table)                                              \
   const tsw_##table *tsw_offered_##table(const tsw_solver *solver) \
   {                                                                \
      const tsw_##table *found = NULL;                              \
      for (int id = 0; id < TSW_N_EXTENSIONS && !found; id++)       \
      {                                                             \
         const tsw_extension *e = tsw_extension_of(id, solver);     \
         found = e ? e->table : NULL;                               \
      }                                                             \
      return found;                                                 \
   }
OFFERED(last_levels)
OFFERED(connection)
#undef OFFERED

bool tsw_solver_owns_products(const tsw_solver *solver)
{
   return solver && tsw_solver_is_active(solver) &&
          !tsw_solver_option_is(solver, "ordering", "natural");
}
