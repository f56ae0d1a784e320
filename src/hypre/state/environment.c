/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "hypre/state/environment.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/edit_distance.h"
#include "hypre/base/notice.h"
#include "hypre/state/replace.h"

extern char **environ;

enum
{
   LONGEST_NAME = 64
};

tsw_environment tsw_variables = { .rank_wait = 60.0 };

static const char *const variables[] = {
#define TSW_VARIABLE(name, text) #name,
#define TSW_PRIVATE(name) #name,
#include "hypre/state/environment.def"
#undef TSW_VARIABLE
#undef TSW_PRIVATE
};

static bool check_name(const char *name)
{
   const char *nearest = variables[0];
   for (size_t i = 0; i < sizeof variables / sizeof variables[0]; i++)
   {
      if (!strcmp(name, variables[i]))
      {
         return true;
      }
      const bool nearer = tsw_edit_distance(name, variables[i]) < tsw_edit_distance(name, nearest);
      nearest = nearer ? variables[i] : nearest;
   }
   tsw_notice_once("environment variable %s is unknown and has no effect; did you mean %s?", name,
                   nearest);
   return false;
}

static bool check_names(void)
{
   bool              good = true;
   static const char prefix[] = "TRISWEEP_", tests[] = "TRISWEEP_TEST_";
   for (char **entry = environ; entry && *entry; entry++)
   {
      const size_t length = strcspn(*entry, "=");
      if (!strncmp(*entry, prefix, sizeof prefix - 1) && strncmp(*entry, tests, sizeof tests - 1) &&
          length < LONGEST_NAME)
      {
         char name[LONGEST_NAME];
         memcpy(name, *entry, length);
         name[length] = '\0';
         good = check_name(name) && good;
      }
   }
   return good;
}

static bool is_json_file(const char *name)
{
   static const char suffix[] = ".json";
   const size_t      length = strlen(name), n_suffix = sizeof suffix - 1;
   return length > n_suffix && !strcmp(name + length - n_suffix, suffix);
}

/* The program may change its folder later. Without memory, the name stays as it is. */
static const char *absolute(const char *name)
{
   char   folder[PATH_MAX];
   char  *path = NULL;
   size_t size = 0;
   if (name[0] != '/' && getcwd(folder, sizeof folder))
   {
      size = strlen(folder) + strlen(name) + 2;
      path = malloc(size);
   }
   if (path)
   {
      snprintf(path, size, "%s/%s", folder, name);
   }
   return path ? path : name;
}

static bool is_off(const char *value)
{
   return !value[0] || !strcmp(value, "0");
}

static bool read_stats(const char *value)
{
   const bool is_json = is_json_file(value);
   tsw_variables.has_stats = is_json || !strcmp(value, "1");
   if (is_json)
   {
#ifdef HAVE_CJSON
      tsw_variables.stats_file = absolute(value);
#else
      tsw_notice_once("TRISWEEP_STATS=%s: this build of trisweep has no cJSON and writes no JSON; "
                      "printing the table instead",
                      value);
#endif
   }
   if (!tsw_variables.has_stats && !is_off(value))
   {
      tsw_notice_once(
         "TRISWEEP_STATS=%s is not understood, no statistics are printed; give 1 for a table or "
         "the name of a file that ends in .json",
         value);
      return false;
   }
   return true;
}

static bool read_rank_wait(const char *value)
{
   char      *end;
   const long seconds = strtol(value, &end, 10);
   if (end == value || *end || seconds < 0 || seconds > 86400)
   {
      tsw_notice_once(
         "TRISWEEP_RANK_WAIT=%s is not a number of seconds from 0 to 86400; the limit is "
         "%.0f seconds",
         value, tsw_variables.rank_wait);
      return false;
   }
   tsw_variables.rank_wait = (double) seconds;
   return true;
}

static bool read_variable(const char *name, bool (*read)(const char *value))
{
   const char *value = getenv(name);
   return !value || read(value);
}

bool tsw_environment_read(void)
{
   static bool done = false, good = true;
   if (!done)
   {
      done = true;
      good = check_names();
      good = read_variable("TRISWEEP_REPLACE", tsw_replace_read) && good;
      good = read_variable("TRISWEEP_STATS", read_stats) && good;
      good = read_variable("TRISWEEP_RANK_WAIT", read_rank_wait) && good;
   }
   return good;
}

bool tsw_environment_asks(void)
{
   static const char *const names[] = { "TRISWEEP_REPLACE", "TRISWEEP_OPTIONS", "TRISWEEP_STATS",
                                        "TRISWEEP_SUMMARY" };
   bool                     asks = false;
   for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
   {
      const char *value = getenv(names[i]);
      asks = asks || (value && !is_off(value));
   }
   return asks;
}

const char *tsw_environment_summary(void)
{
   const char *value = getenv("TRISWEEP_SUMMARY");
   return value && value[0] ? value : NULL;
}

bool tsw_environment_is_one(const char *name)
{
   const char *value = getenv(name);
   return value && !strcmp(value, "1");
}
