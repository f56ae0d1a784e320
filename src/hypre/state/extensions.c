/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "hypre/state/extensions.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static const char *const names[] = {
#define TSW_EXTENSION(name, needs, purpose) #name,
#include "hypre/built/extensions.def"
#undef TSW_EXTENSION
   NULL, /* a build without extensions has no other name */
};

static bool is_word(const char *word, size_t length, const char *name)
{
   return strlen(name) == length && !strncmp(word, name, length);
}

/* The set of a word of this length. False: the word is unknown. */
static bool read_word(const char *word, size_t length, unsigned *set)
{
   const bool all = is_word(word, length, "all");
   bool       known = all || is_word(word, length, "none");
   *set = all ? (1u << TSW_N_EXTENSIONS) - 1 : 0;
   for (int id = 0; id < TSW_N_EXTENSIONS && !known; id++)
   {
      known = is_word(word, length, names[id]);
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
