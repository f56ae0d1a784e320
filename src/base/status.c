/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <trisweep.h>

const char *trisweep_status_name(trisweep_status status)
{
   switch (status)
   {
#define NAME(status, number, name, text) \
   case status:                          \
      return name;
      TRISWEEP_STATUS_LIST(NAME)
#undef NAME
   }
   return "UNKNOWN";
}

const char *trisweep_status_text(trisweep_status status)
{
   switch (status)
   {
#define TEXT(status, number, name, text) \
   case status:                          \
      return text;
      TRISWEEP_STATUS_LIST(TEXT)
#undef TEXT
   }
   return "a number that no trisweep call returns";
}

const char *trisweep_version(void)
{
   return TRISWEEP_VERSION;
}
