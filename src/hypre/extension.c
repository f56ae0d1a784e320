/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "hypre/extension.h"

#include <stdio.h>
#include <string.h>

#define TSW_EXTENSION(name, needs, purpose) extern const tsw_extension tsw_extension_##name;
#include "hypre/built/extensions.def"
#undef TSW_EXTENSION

static const tsw_extension *const table[] = {
#define TSW_EXTENSION(name, needs, purpose) &tsw_extension_##name,
#include "hypre/built/extensions.def"
#undef TSW_EXTENSION
   NULL, /* a build without extensions has no other entry */
};

static bool has_set_up;

const tsw_extension *tsw_extension_at(int id)
{
   return table[id];
}

const tsw_extension *tsw_extension_of(int id, const tsw_solver *solver)
{
   return tsw_solver_extensions(solver) & 1u << id ? table[id] : NULL;
}

bool tsw_extension_did(int id, tsw_solver *solver, tsw_deed deed, bool done)
{
   if (done && deed == TSW_DEED_set_up)
   {
      __atomic_store_n(&has_set_up, true, __ATOMIC_RELAXED);
   }
   if (solver && done)
   {
      solver->deeds[id] |= 1u << deed;
   }
   return done;
}

bool tsw_extension_has_set_up(void)
{
   return has_set_up;
}

const char *tsw_extension_deeds(int id, const tsw_solver *solver, char *text, size_t size)
{
   static const char *const names[TSW_N_DEEDS] = {
      "setups",
      "spares",
      "cycles",
      "coarse solves",
      "products with vectors",
      "inner products",
      "products of matrices",
      "exchanges",
   };
   text[0] = '\0';
   for (int deed = 0; deed < TSW_N_DEEDS; deed++)
   {
      if (solver->deeds[id] & 1u << deed)
      {
         const size_t length = strlen(text);
         snprintf(text + length, size - length, "%s%s", length ? ", " : "", names[deed]);
      }
   }
   return text;
}
