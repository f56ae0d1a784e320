/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "hypre/extension.h"

#include <stdio.h>
#include <string.h>

#include "hypre/report/report.h"

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

/* The set of extensions that are on for a solver; NULL: by TRISWEEP_OPTIONS. */
static unsigned chosen_for(const tsw_solver *solver)
{
   enum
   {
      KNOWN = 1u << 30
   };
   static unsigned   common; /* with KNOWN; 0: not yet known */
   static tsw_solver none;
   if (solver && solver->context)
   {
      return solver->extensions;
   }
   unsigned now = __atomic_load_n(&common, __ATOMIC_RELAXED);
   if (now == 0)
   {
      now = tsw_extensions_chosen(tsw_solver_option(&none, "extensions")) | KNOWN;
      __atomic_store_n(&common, now, __ATOMIC_RELAXED);
   }
   return now & ~(unsigned) KNOWN;
}

const tsw_extension *tsw_extension_of(int id, const tsw_solver *solver)
{
   return chosen_for(solver) & 1u << id ? table[id] : NULL;
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

/* What an extension has done for a solver, as a text; "": nothing. Returns text. */
static const char *deeds_of(int id, const tsw_solver *solver, char *text, size_t size)
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
      "waits",
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

void tsw_extensions_print(const char *title, const tsw_solver *solver)
{
   char text[320];
   for (int id = 0; id < TSW_N_EXTENSIONS; id++)
   {
      const tsw_extension *e = table[id];
      if (e->describe && (e->describe(solver, text, sizeof text), text[0]))
      {
         printf(" trisweep, %s: %s\n\n", title, text);
      }
      if (deeds_of(id, solver, text, sizeof text)[0])
      {
         printf(" trisweep, %s: extension %s: %s\n\n", title, tsw_extension_name(id), text);
      }
   }
   fflush(stdout);
}

void tsw_extensions_report(const tsw_solver *solver, struct cJSON *object)
{
   char          text[128];
   struct cJSON *acted = NULL;
   for (int id = 0; id < TSW_N_EXTENSIONS; id++)
   {
      const tsw_extension *e = table[id];
      e->report ? e->report(solver, object) : (void) 0;
      if (deeds_of(id, solver, text, sizeof text)[0])
      {
         acted = acted ? acted : tsw_report_add_object(object, "extensions");
         tsw_report_add_text(acted, tsw_extension_name(id), text);
      }
   }
}
