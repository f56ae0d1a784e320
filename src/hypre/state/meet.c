/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "hypre/state/meet.h"

#include <sched.h>
#include <stdint.h>
#include <time.h>

#include "base/timer.h"
#include "hypre/base/notice.h"
#include "hypre/state/environment.h"

enum
{
   TAG = 29791,      /* a prime that neither hypre nor its users are known to use */
   N_POLLS = 2000,   /* polls without a pause, before the wait sleeps between polls */
   PAUSE = 200000,   /* nanoseconds */
   ARRIVED = -2,     /* a rank has arrived */
   NONE_MISSING = -1 /* the result of a subtree: this, or the first missing rank */
};

static const double seconds_to_note = 10.0;

/* Wait for a message at most limit seconds; 0: no limit. False if the message did not arrive. */
static bool wait_for_message(MPI_Request *request, int source, int rank, double limit)
{
   const double begin = tsw_clock_now();
   bool         printed = false;
   int          done = 0;
   MPI_Test(request, &done, MPI_STATUS_IGNORE);
   for (long n = 0; !done; n++)
   {
      const double           waited = tsw_clock_now() - begin;
      static struct timespec pause = { 0, PAUSE };
      if (limit > 0.0 && waited > limit)
      {
         return false;
      }
      if (waited > seconds_to_note && !printed)
      {
         printed = true;
         tsw_notice(
            "rank %d waits for rank %d to call the same setup or sweep with the plug; the limit "
            "is %.0f seconds (TRISWEEP_RANK_WAIT)",
            rank, source, limit);
      }
      if (n < N_POLLS)
      {
         sched_yield();
      }
      else
      {
         nanosleep(&pause, NULL);
      }
      MPI_Test(request, &done, MPI_STATUS_IGNORE);
   }
   return true;
}

/* Receive one number from a rank. False if no number arrived within the limit. */
static bool receive(MPI_Comm comm, int source, int rank, double limit, int *number)
{
   static int  buffer; /* static, for a request that cannot be cancelled */
   MPI_Request request;
   MPI_Irecv(&buffer, 1, MPI_INT, source, TAG, comm, &request);
   if (!wait_for_message(&request, source, rank, limit))
   {
      MPI_Cancel(&request);
      MPI_Request_free(&request);
      return false;
   }
   *number = buffer;
   return true;
}

/* Send one number without waiting: MPI buffers the number. */
static void send(MPI_Comm comm, int target, int number)
{
   static int numbers[] = { ARRIVED, NONE_MISSING };
   static int missing;
   int *buffer = number == ARRIVED ? &numbers[0] : number == NONE_MISSING ? &numbers[1] : &missing;
   MPI_Request request;
   if (buffer == &missing)
   {
      missing = number;
   }
   MPI_Isend(buffer, 1, MPI_INT, target, TAG, comm, &request);
   MPI_Request_free(&request);
}

/* Children of a rank: rank + 1, rank + 2, rank + 4, ... below the rank's lowest set bit. */
static void send_to_children(MPI_Comm comm, int rank, int n_ranks, int number)
{
   for (int bit = 1; !(rank & bit) && rank + bit < n_ranks; bit <<= 1)
   {
      send(comm, rank + bit, number);
   }
}

/*
 * The first missing rank, or NONE_MISSING. Parents send ARRIVED at once, so that their children
 * find a missing parent as fast as a parent finds a missing child. A rank with more children waits
 * longer, so that the parent of a missing rank names the missing rank first.
 */
static int find_missing(MPI_Comm comm, int rank, int n_ranks, double limit)
{
   const int lowest = rank == 0 ? n_ranks : rank & -rank;
   int       missing = NONE_MISSING, number = 0;
   double    wait = limit;
   send_to_children(comm, rank, n_ranks, ARRIVED);
   for (int bit = 1; bit < lowest && rank + bit < n_ranks; bit <<= 1, wait += 0.1 * limit)
   {
      if (!receive(comm, rank + bit, rank, wait, &number))
      {
         number = rank + bit;
      }
      missing = missing == NONE_MISSING ? number : missing;
   }
   if (rank == 0)
   {
      return missing;
   }
   const int parent = rank - lowest;
   send(comm, parent, missing);
   if (!receive(comm, parent, rank, limit, &number) ||
       !receive(comm, parent, rank, 8.0 * limit, &number))
   {
      number = parent;
   }
   return missing == NONE_MISSING ? number : missing;
}

static bool barrier(MPI_Comm comm, bool needed)
{
   const double limit = tsw_variables.rank_wait;
   const int    rank = tsw_rank_in(comm), n_ranks = tsw_ranks_of(comm);
   const int    missing = find_missing(comm, rank, n_ranks, limit);
   send_to_children(comm, rank, n_ranks, missing);
   if (missing != NONE_MISSING && needed)
   {
      /* Rank 0 prints, or rank 1 if rank 0 is missing; it may be missing, too, or need no plug. */
      tsw_abort(
         rank == (missing == 0),
         "rank %d did not call the setup or sweep in which rank %d has waited for it. Either "
         "rank %d runs without the plug: start all ranks with the plug or none (mpirun -x "
         "LD_PRELOAD reaches all nodes); or rank %d has other relax numbers; or rank %d needs "
         "more than %.0f seconds: set a larger TRISWEEP_RANK_WAIT, or 0 for no limit",
         missing, rank, missing, missing, missing, limit);
   }
   if (missing != NONE_MISSING && rank == 0)
   {
      tsw_notice("rank %d runs without the plug; no relax type is replaced", missing);
   }
   return missing == NONE_MISSING;
}

/* ---- attributes of a communicator -------------------------------------------- */

static int keyval = MPI_KEYVAL_INVALID;

int tsw_meet_flags(MPI_Comm comm)
{
   void *value = NULL;
   int   found = 0;
   if (keyval == MPI_KEYVAL_INVALID)
   {
      MPI_Comm_create_keyval(MPI_COMM_DUP_FN, MPI_COMM_NULL_DELETE_FN, &keyval, NULL);
   }
   MPI_Comm_get_attr(comm, keyval, &value, &found);
   return found ? (int) (intptr_t) value : 0;
}

void tsw_meet_set_flags(MPI_Comm comm, int flags)
{
   const int all = tsw_meet_flags(comm) | flags;
   MPI_Comm_set_attr(comm, keyval, (void *) (intptr_t) all); /* NOLINT: a number, no address */
}

bool tsw_meet_barrier(MPI_Comm comm, bool needed)
{
   const int flags = tsw_meet_flags(comm);
   if (flags & TSW_MEET_ALL_HAVE_PLUG)
   {
      return true;
   }
   if ((flags & TSW_MEET_PLUG_MISSING) && !needed)
   {
      return false;
   }
   const bool complete = barrier(comm, needed);
   tsw_meet_set_flags(comm, complete ? TSW_MEET_ALL_HAVE_PLUG : TSW_MEET_PLUG_MISSING);
   return complete;
}

void tsw_meet_barrier_again(MPI_Comm comm)
{
   (void) barrier(comm, true);
}
