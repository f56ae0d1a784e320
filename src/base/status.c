/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif

#include <trisweep.h>

typedef struct words
{
   const char *name;
   const char *text;
} words;

static words words_of(trisweep_status status)
{
   switch (status)
   {
#define WORDS(status, number, name, text) \
   case status:                           \
      return (words){ name, text };
      TRISWEEP_STATUS_LIST(WORDS)
#undef WORDS
   }
   return (words){ "UNKNOWN", "a number that no trisweep call returns" };
}

const char *trisweep_status_name(trisweep_status status)
{
   return words_of(status).name;
}

const char *trisweep_status_text(trisweep_status status)
{
   return words_of(status).text;
}

const char *trisweep_version(void)
{
   return TRISWEEP_VERSION;
}

const char *trisweep_build(void)
{
   return TSW_BUILD;
}
