/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "plan/bands.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/message.h"

/* May a band have this schedule? */
static bool suits(const tsw_schedule *s)
{
   return s && !s->solve_only && s->needs != TSW_NEEDS_BLOCK && strcmp(s->name, "bands") != 0;
}

static trisweep_status wrong(const tsw_options *options, const char *problem)
{
   return TSW_ERROR(OPTION, "option bands (from the %s) takes auto or SCHEDULE:LEVELS/.../SCHEDULE"
                    ", such as strips:300/onchip, and not '%.40s': %s",
                    options->origin[TSW_OPTION_bands], options->value[TSW_OPTION_bands], problem);
}

/* One band, SCHEDULE:LEVELS, or SCHEDULE if it is the last one. */
static trisweep_status read_band(const tsw_options *options, const char *text, size_t length,
                                 bool last, tsw_band *band)
{
   char         name[TSW_OPTION_VALUE_SIZE];
   const size_t word = strcspn(text, ":/");
   memcpy(name, text, word);
   name[word] = '\0';
   band->schedule = tsw_schedule_find(name, TRISWEEP_DEVICE);
   if (!suits(band->schedule))
   {
      return wrong(options, "schedules of bands are levels, onchip, persistent and strips, on a "
                            "device");
   }
   if (last)
   {
      return word == length ? TRISWEEP_OK : wrong(options, "the last band has all levels left");
   }
   char            *end;
   const char      *digits = text + word + 1;
   const long long  levels = text[word] == ':' ? strtoll(digits, &end, 10) : 0;
   const bool       is_number = levels > 0 && digits[0] >= '0' && digits[0] <= '9';
   if (!is_number || end != text + length || levels > INT32_MAX)
   {
      return wrong(options, "each band but the last needs its number of levels, from 1");
   }
   band->levels = levels;
   return TRISWEEP_OK;
}

trisweep_status tsw_bands_read(const tsw_options *options, tsw_bands *bands)
{
   const char *text = options->value[TSW_OPTION_bands];
   memset(bands, 0, sizeof *bands);
   if (!strcmp(text, "auto"))
   {
      return TRISWEEP_OK;
   }
   if (strcmp(options->value[TSW_OPTION_schedule], "bands") != 0)
   {
      return wrong(options, "it is for schedule=bands only");
   }
   for (bool last = false; !last;)
   {
      const size_t length = strcspn(text, "/");
      last = text[length] == '\0';
      if (bands->n == TSW_BANDS_MOST)
      {
         return wrong(options, "there can be eight bands");
      }
      TSW_TRY(read_band(options, text, length, last, &bands->band[bands->n]));
      bands->n++;
      text += length + 1;
   }
   return TRISWEEP_OK;
}

void tsw_bands_write(const tsw_bands *bands, char text[TSW_BANDS_TEXT])
{
   int at = 0;
   text[0] = '\0';
   for (int k = 0; k < bands->n && at < TSW_BANDS_TEXT; k++)
   {
      const tsw_band *band = &bands->band[k];
      const size_t    room = (size_t) (TSW_BANDS_TEXT - at);
      at += k + 1 < bands->n
               ? snprintf(text + at, room, "%s:%" PRId64 "/", band->schedule->name, band->levels)
               : snprintf(text + at, room, "%s", band->schedule->name);
   }
}

void tsw_bands_fit(int64_t n_levels, tsw_bands *bands)
{
   int64_t level = 0;
   for (int k = 0; k < bands->n; k++)
   {
      if (level >= n_levels)
      {
         bands->n = k;
         return;
      }
      level += bands->band[k].levels;
   }
}

/* The best bands for the first so many pieces of the profile. */
typedef struct best
{
   double      seconds; /* 0: none found */
   int         from;    /* first piece of the last band */
   const char *schedule;
} best;

typedef best bests[TSW_BANDS_MOST + 1][TSW_TUNE_PIECES + 1]; /* by number of bands, and pieces */

/* The best number of bands - 1 of them for the pieces before some band, and that band. */
static void add_band(const tsw_tune_table *table, const tsw_tune_profile *profile, bests b, int to)
{
   for (int from = 0; from < to; from++)
   {
      tsw_tune_estimate    e;
      const tsw_tune_shape shape = tsw_tune_piece(profile, from, to);
      if (!tsw_tune_band(table, &shape, &e))
      {
         continue;
      }
      for (int n = 1; n <= TSW_BANDS_MOST; n++)
      {
         const double before = b[n - 1][from].seconds;
         best        *found = &b[n][to];
         if ((n == 1) != (from == 0) || (n > 1 && before == 0.0))
         {
            continue;
         }
         if (found->seconds == 0.0 || before + e.seconds < found->seconds)
         {
            *found = (best){ before + e.seconds, from, e.schedule };
         }
      }
   }
}

double tsw_bands_choose(const tsw_tune_table *table, const tsw_tune_profile *profile, int least,
                        tsw_bands *bands)
{
   bests     b;
   const int pieces = profile->n_pieces;
   int       n = 0;
   memset(b, 0, sizeof b);
   memset(bands, 0, sizeof *bands);
   for (int to = 1; to <= pieces; to++)
   {
      add_band(table, profile, b, to);
   }
   for (int k = least < pieces ? least : pieces; k >= 1 && k <= TSW_BANDS_MOST; k++)
   {
      if (b[k][pieces].seconds > 0.0 && (n == 0 || b[k][pieces].seconds < b[n][pieces].seconds))
      {
         n = k;
      }
   }
   bands->n = n;
   for (int k = n, to = pieces; k >= 1; k--)
   {
      const best *last = &b[k][to];
      bands->band[k - 1].schedule = tsw_schedule_find(last->schedule, TRISWEEP_DEVICE);
      bands->band[k - 1].levels = profile->piece[to].levels - profile->piece[last->from].levels;
      to = last->from;
   }
   return n > 0 ? b[n][pieces].seconds + tsw_tune_around(table, profile) : 0.0;
}
