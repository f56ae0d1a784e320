/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "hypre/state/extensions.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static const char *const names[] = {
#define TSW_EXTENSION(name, needs, purpose) #name,
#include "extensions/built.def"
#undef TSW_EXTENSION
   NULL, /* a build without extensions has no other name */
};

/* The set of a word that ends at + or at the end of the value; false: the word is unknown. */
static bool read_word(const char *word, size_t length, unsigned *set)
{
   *set = length == 3 && !strncmp(word, "all", length) ? (1u << TSW_N_EXTENSIONS) - 1 : 0;
   bool known = *set || (length == 4 && !strncmp(word, "none", length));
   for (int id = 0; id < TSW_N_EXTENSIONS && !known; id++)
   {
      known = strlen(names[id]) == length && !strncmp(word, names[id], length);
      *set = known ? 1u << id : 0;
   }
   return known;
}

/* Returns the first unknown word, or NULL. */
static const char *read_value(const char *value, unsigned *chosen)
{
   const char *unknown = NULL;
   *chosen = 0;
   for (const char *word = value; word && !unknown;)
   {
      unsigned     set;
      const size_t length = strcspn(word, "+");
      unknown = read_word(word, length, &set) ? NULL : word;
      *chosen |= set;
      word = word[length] ? word + length + 1 : NULL;
   }
   return unknown;
}

const char *tsw_extensions_obstacle(const char *value)
{
   static char text[192];
   unsigned    chosen;
   const char *unknown = read_value(value, &chosen);
   if (!unknown)
   {
      return "";
   }
   snprintf(text, sizeof text,
            "option extensions: this build has no extension '%.*s'; trisweep-info --extensions "
            "lists the extensions",
            (int) strcspn(unknown, "+"), unknown);
   return text;
}

unsigned tsw_extensions_chosen(const char *value)
{
   unsigned chosen;
   (void) read_value(value, &chosen);
   return chosen;
}

const char *tsw_extension_name(int id)
{
   return names[id];
}
