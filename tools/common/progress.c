/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif

#include "tools/common/progress.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "tools/common/support.h"

enum
{
   PATIENCE = 2 /* seconds before the first line */
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t  news = PTHREAD_COND_INITIALIZER;
static pthread_t       thread;
static bool            running;
static char            phase[256]; /* empty: end the thread */
static time_t          begin;
static time_t          patience; /* seconds from begin to the next line */
static time_t          beat;     /* when the phase or its last part began */
static time_t          limit;    /* seconds from beat to expire; 0: no limit */
static void (*expire)(void);

static void *watch(void *unused)
{
   (void) unused;
   pthread_mutex_lock(&lock);
   while (phase[0])
   {
      const time_t          line = begin + patience, end = beat + limit;
      const struct timespec deadline = { .tv_sec = limit > 0 && end < line ? end : line };
      pthread_cond_timedwait(&news, &lock, &deadline);
      const time_t now = time(NULL);
      if (phase[0] && limit > 0 && now >= beat + limit)
      {
         tsw_complain("%s: no progress for %lld s; the program ends here", phase,
                      (long long) (now - beat));
         expire();
      }
      if (phase[0] && now >= begin + patience)
      {
         tsw_complain("%s, %lld s so far", phase, (long long) (now - begin));
         patience *= 2;
      }
   }
   pthread_mutex_unlock(&lock);
   return NULL;
}

void tsw_progress(const char *format, ...)
{
   va_list arguments;
   pthread_mutex_lock(&lock);
   va_start(arguments, format);
   vsnprintf(phase, sizeof phase, format, arguments);
   va_end(arguments);
   begin = beat = time(NULL);
   patience = PATIENCE;
   /* If the thread cannot be started, the program runs without progress lines. */
   running = running || pthread_create(&thread, NULL, watch, NULL) == 0;
   pthread_cond_signal(&news);
   pthread_mutex_unlock(&lock);
}

void tsw_progress_watch(double seconds, void (*when)(void))
{
   pthread_mutex_lock(&lock);
   limit = (time_t) seconds + 1;
   expire = when;
   beat = time(NULL);
   pthread_cond_signal(&news);
   pthread_mutex_unlock(&lock);
}

void tsw_progress_beat(void)
{
   pthread_mutex_lock(&lock);
   beat = time(NULL);
   pthread_mutex_unlock(&lock);
}

void tsw_progress_end(void)
{
   pthread_mutex_lock(&lock);
   const bool was_running = running;
   phase[0] = '\0';
   running = false;
   pthread_cond_signal(&news);
   pthread_mutex_unlock(&lock);
   if (was_running)
   {
      pthread_join(thread, NULL);
   }
}
