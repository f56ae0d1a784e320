/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "hypre/state/extensions.h"

#include <stdio.h>
#include <string.h>

enum
{
   ALL = TSW_N_EXTENSIONS,
   N_WORDS = ALL + 2
};

static const char *const words[N_WORDS] = {
#define TSW_EXTENSION(name, needs, purpose) #name,
#include "hypre/built/extensions.def"
#undef TSW_EXTENSION
   "all",
   "none",
};

/* The number of the word, which ends at a + or with the text; N_WORDS: unknown. */
static int find_word(const char *word)
{
   const size_t length = strcspn(word, "+");
   int          id = 0;
   while (id < N_WORDS && (strlen(words[id]) != length || strncmp(words[id], word, length) != 0))
   {
      id++;
   }
   return id;
}

/* Returns the first unknown word, or NULL. */
static const char *read_value(const char *word, unsigned *chosen)
{
   for (*chosen = 0; word;)
   {
      const int id = find_word(word);
      if (id == N_WORDS)
      {
         return word;
      }
      *chosen |= id < ALL ? 1u << id : id == ALL ? (1u << ALL) - 1 : 0;
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
   return words[id];
}
