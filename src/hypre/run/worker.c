/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "hypre/run/worker.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>

#include "base/cores.h"
#include "base/range.h"
#include "base/timer.h"
#include "hypre/base/device.h"

/*
 * A signal handler of the program may leave the plug by a jump. A mutex that its thread still owns
 * is taken as it is; while the main thread waits, signals are blocked.
 */
static pthread_mutex_t mutex = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
static pthread_cond_t  job_submitted = PTHREAD_COND_INITIALIZER;
static pthread_cond_t  job_done = PTHREAD_COND_INITIALIZER;

enum
{
   FEW_ENTRIES = 4096 /* their analysis takes less time than the start of a thread */
};

/* Guarded by the mutex, as is the field submitted of every level. */
static tsw_level *first_job;
static bool       stopping;

/* Used by the main thread only. */
static pthread_t thread;
static bool      running;

/* Analyse a level on the calling thread; load the values if worker_loads is set. */
static void analyse(tsw_level *level)
{
   TSW_RANGE("BoomerAMG level, analysis", level->index);
   const double begin = tsw_clock_now();
   void        *stream = NULL;
   if (level->block.space == TRISWEEP_DEVICE)
   {
      const char *why = tsw_device_set(level->device);
      if (why)
      {
         tsw_level_refuse(level, why);
         return;
      }
      stream = tsw_device_side_stream();
   }
   level->plan.status = trisweep_smoother_analyse(level->smoother, &level->block, stream);
   level->analysis_seconds += tsw_clock_now() - begin;
   if (level->plan.status == TRISWEEP_OK && level->plan.worker_loads)
   {
      level->plan.status =
         trisweep_smoother_update_values(level->smoother, &level->block, NULL, stream);
   }
   if (level->plan.status != TRISWEEP_OK)
   {
      snprintf(level->plan.message, sizeof level->plan.message, "%s", trisweep_message());
   }
}

/* Do the first job. The caller holds the mutex; the analysis releases it. */
static void process_first(bool on_worker)
{
   tsw_level *level = first_job;
   first_job = level->next_job;
   level->plan.submitted = on_worker;
   pthread_mutex_unlock(&mutex);
   analyse(level);
   pthread_mutex_lock(&mutex);
}

static void *worker_main(TSW_UNUSED void *unused)
{
   pthread_mutex_lock(&mutex);
   while (first_job || !stopping)
   {
      if (first_job)
      {
         tsw_level *const level = first_job;
         process_first(true);
         level->plan.submitted = false;
         pthread_cond_broadcast(&job_done);
      }
      else
      {
         pthread_cond_wait(&job_submitted, &mutex);
      }
   }
   pthread_mutex_unlock(&mutex);
   return NULL;
}

static void wait_for_worker(void)
{
   sigset_t all, before;
   sigfillset(&all);
   pthread_sigmask(SIG_SETMASK, &all, &before);
   pthread_cond_wait(&job_done, &mutex);
   pthread_sigmask(SIG_SETMASK, &before, NULL);
}

/*
 * On a rank that is bound to one core the analysis of a host block would slow down hypre's thread.
 * The device does the analysis of its blocks: the worker mostly waits, and then sleeps.
 */
static bool has_core(const tsw_level *level)
{
   return level->block.space == TRISWEEP_DEVICE || !tsw_has_one_core();
}

/* Start the thread with all signals blocked: the program's own threads handle signals. */
static bool start(void)
{
   sigset_t all, before;
   sigfillset(&all);
   pthread_sigmask(SIG_SETMASK, &all, &before);
   stopping = false;
   running = pthread_create(&thread, NULL, worker_main, NULL) == 0;
   pthread_sigmask(SIG_SETMASK, &before, NULL);
   return running;
}

void tsw_worker_submit(tsw_level *level, bool on_worker)
{
   /* Without a worker thread the caller analyses the level; the time counts as waited_seconds. */
   if (!on_worker || level->block.nnz < FEW_ENTRIES || !has_core(level) || (!running && !start()))
   {
      const double begin = tsw_clock_now();
      analyse(level);
      tsw_level_end_analysis(level);
      level->waited_seconds += tsw_clock_now() - begin;
      return;
   }
   tsw_level **last = &first_job;
   pthread_mutex_lock(&mutex);
   while (*last)
   {
      last = &(*last)->next_job;
   }
   level->plan.submitted = true;
   level->next_job = NULL;
   *last = level;
   pthread_cond_signal(&job_submitted);
   pthread_mutex_unlock(&mutex);
}

static void wait_for_job(tsw_level *level)
{
   const double begin = tsw_clock_now();
   bool         waits = false;
   pthread_mutex_lock(&mutex);
   while (level->plan.submitted)
   {
      waits = true;
      if (first_job)
      {
         process_first(false);
      }
      else
      {
         wait_for_worker();
      }
   }
   pthread_mutex_unlock(&mutex);
   level->waited_seconds += waits ? tsw_clock_now() - begin : 0.0;
}

/* Without a worker thread no job waits: small systems do not lock. */
void tsw_worker_wait(tsw_level *level)
{
   if (running)
   {
      wait_for_job(level);
   }
   if (level->state == TSW_LEVEL_ANALYSING)
   {
      tsw_level_end_analysis(level);
   }
}

void tsw_worker_stop(void)
{
   if (running)
   {
      pthread_mutex_lock(&mutex);
      stopping = true;
      pthread_cond_signal(&job_submitted);
      pthread_mutex_unlock(&mutex);
      pthread_join(thread, NULL);
      running = false;
   }
}
