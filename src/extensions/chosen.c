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

/* Is this the word, which ends at a + or with the text? */
static bool is_word(const char *word, const char *name)
{
   const size_t length = strlen(name);
   return !strncmp(word, name, length) && (word[length] == '+' || word[length] == '\0');
}

/* The set of a word. False: the word is unknown. */
static bool read_word(const char *word, unsigned *set)
{
   const bool all = is_word(word, "all");
   bool       known = all || is_word(word, "none");
   *set = all ? (1u << TSW_N_EXTENSIONS) - 1 : 0;
   for (int id = 0; id < TSW_N_EXTENSIONS && !known; id++)
   {
      known = is_word(word, names[id]);
      *set = known ? 1u << id : 0;
   }
   return known;
}

/* Returns the first unknown word, or NULL. */
static const char *read_value(const char *word, unsigned *chosen)
{
   for (*chosen = 0; word;)
   {
      unsigned set;
      if (!read_word(word, &set))
      {
         return word;
      }
      *chosen |= set;
      word = strchr(word, '+');
      word = word ? word + 1 : NULL;
   }
   return NULL;
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
