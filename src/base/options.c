/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "base/options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/edit_distance.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/numeric.h"

typedef enum option_kind
{
   KIND_ENUM,
   KIND_INT,
   KIND_REAL,
   KIND_NAME
} option_kind;

typedef struct option_row
{
   const char *key;
   option_kind kind;
   const char *deflt;
   const char *allowed;
   const char *help;
} option_row;

static const option_row table[TSW_N_OPTIONS] = {
#define TSW_OPTION(key, kind, deflt, allowed, help) { #key, KIND_##kind, deflt, allowed, help },
#include "base/options.def"
#undef TSW_OPTION
};

static const char BLANKS[] = " \t\r\n,";

void trisweep_option_describe(int index, const char **key, const char **deflt, const char **allowed,
                              const char **help)
{
   static const option_row none = { NULL, KIND_NAME, NULL, NULL, NULL };
   const option_row       *row = index >= 0 && index < TSW_N_OPTIONS ? &table[index] : &none;
   const char            **outputs[] = { key, deflt, allowed, help };
   const char             *texts[] = { row->key, row->deflt, row->allowed, row->help };
   for (int i = 0; i < 4; i++)
   {
      if (outputs[i])
      {
         *outputs[i] = texts[i];
      }
   }
}

int tsw_options_find(const char *key)
{
   for (int i = 0; i < TSW_N_OPTIONS; i++)
   {
      if (!strcmp(table[i].key, key))
      {
         return i;
      }
   }
   return -1;
}

bool tsw_options_is(const tsw_options *options, tsw_option_key key, const char *value)
{
   return strcmp(options->value[key], value) == 0;
}

int tsw_options_int(const tsw_options *options, tsw_option_key key)
{
   return (int) strtol(options->value[key], NULL, 10);
}

double tsw_options_real(const tsw_options *options, tsw_option_key key)
{
   return tsw_numeric_read(options->value[key], NULL);
}

const char *tsw_options_nearest(const char *word, const char *const *words, int n_words)
{
   const char *nearest = NULL;
   int         least = 4;
   for (int i = 0; i < n_words; i++)
   {
      const int distance = tsw_edit_distance(word, words[i]);
      if (distance < least && distance < (int) strlen(words[i]))
      {
         nearest = words[i];
         least = distance;
      }
   }
   return nearest;
}

static int enum_allows(const char *allowed, const char *value)
{
   char words[2 * TSW_OPTION_VALUE_SIZE];
   char word[TSW_OPTION_VALUE_SIZE + 2];
   snprintf(words, sizeof words, "|%s|", allowed);
   snprintf(word, sizeof word, "|%s|", value);
   return strstr(words, word) != NULL && !strchr(value, '|');
}

/* Is value a number in the range "min..max"? strtod also takes blanks, hexadecimals and NaN. */
static int number_allows(const char *allowed, const char *characters, const char *value)
{
   char        *end;
   const double low = tsw_numeric_read(allowed, NULL);
   const double high = tsw_numeric_read(strstr(allowed, "..") + 2, NULL);
   const double number = tsw_numeric_read(value, &end);
   return strspn(value, characters) == strlen(value) && end != value && *end == '\0' &&
          number >= low && number <= high;
}

static int allows(const option_row *row, const char *value)
{
   return row->kind == KIND_ENUM   ? enum_allows(row->allowed, value)
          : row->kind == KIND_INT  ? number_allows(row->allowed, "0123456789", value)
          : row->kind == KIND_REAL ? number_allows(row->allowed, "-0123456789.eE+", value)
                                   : value[0] != '\0';
}

static trisweep_status set_option(tsw_options *options, const char *key, const char *value,
                                  const char *origin)
{
   const int index = tsw_options_find(key);
   if (index < 0)
   {
      const char *keys[TSW_N_OPTIONS];
      for (int i = 0; i < TSW_N_OPTIONS; i++)
      {
         keys[i] = table[i].key;
      }
      const char *nearest = tsw_options_nearest(key, keys, TSW_N_OPTIONS);
      return TSW_ERROR(OPTION,
                       "unknown option '%.40s' (from the %s)%s%s%s; trisweep-info "
                       "--options lists them all",
                       key, origin, nearest ? "; did you mean '" : "", nearest ? nearest : "",
                       nearest ? "'?" : "");
   }
   const option_row *row = &table[index];
   if (!allows(row, value))
   {
      return TSW_ERROR(OPTION, "option %s (from the %s) takes %s, not '%.40s'", row->key, origin,
                       row->allowed, value);
   }
   strcpy(options->value[index], value);
   options->origin[index] = origin;
   return TRISWEEP_OK;
}

/* Read "key=value key=value": blanks and commas separate. */
static trisweep_status read_string(tsw_options *options, const char *string, const char *origin)
{
   TSW_SCRATCH char *copy = NULL;
   char             *rest;
   TSW_TRY(TSW_ALLOC(NULL, &copy, (int64_t) strlen(string) + 1, "the options"));
   strcpy(copy, string);
   for (char *key = strtok_r(copy, BLANKS, &rest); key; key = strtok_r(NULL, BLANKS, &rest))
   {
      char *value = strchr(key, '=');
      if (!value)
      {
         return TSW_ERROR(OPTION, "option '%.40s' (from the %s) has no value; write key=value", key,
                          origin);
      }
      *value++ = '\0';
      if (strlen(value) >= TSW_OPTION_VALUE_SIZE)
      {
         return TSW_ERROR(OPTION, "the value of option '%.40s' (from the %s) is too long", key,
                          origin);
      }
      TSW_TRY(set_option(options, key, value, origin));
   }
   return TRISWEEP_OK;
}

trisweep_status tsw_options_read(const char *string, tsw_options *options)
{
   for (int i = 0; i < TSW_N_OPTIONS; i++)
   {
      strcpy(options->value[i], table[i].deflt);
      options->origin[i] = "default";
   }
   if (string)
   {
      TSW_TRY(read_string(options, string, "call"));
   }
   const char *environment = getenv("TRISWEEP_OPTIONS");
   if (environment)
   {
      TSW_TRY(read_string(options, environment, "environment"));
   }
   return TRISWEEP_OK;
}
