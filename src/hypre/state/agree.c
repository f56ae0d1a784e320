/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "hypre/state/agree.h"

#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "hypre/base/notice.h"
#include "hypre/state/meet.h"

enum
{
   N_ITEMS = 4,
   N_OWN = 2 * N_ITEMS + 2,
   QUOTED_SIZE = 120 /* of a value that is quoted */
};

/* Items that must be equal on all ranks, and the advice if an item differs. */
static const struct
{
   const char *title;
   const char *advice;
} items[N_ITEMS] = {
   { "the version of trisweep", "install the same version on all nodes" },
   { "TRISWEEP_OPTIONS", "set the same value on all ranks (mpirun -x TRISWEEP_OPTIONS)" },
   { "TRISWEEP_REPLACE", "set the same value on all ranks (mpirun -x TRISWEEP_REPLACE)" },
   { "the choice of relax numbers", "set the same numbers on all ranks" },
};

static uint64_t hash(const char *text)
{
   uint64_t h = TSW_HASH_BEGIN;
   tsw_hash_bytes(&h, text, strlen(text));
   return h;
}

static const char *variable(const char *name)
{
   const char *value = getenv(name);
   return value ? value : "";
}

/* The first rank for which a condition holds, or INT_MAX, and the number of such ranks. */
static int first_rank(MPI_Comm comm, bool holds, int *count)
{
   int first = holds ? tsw_rank_in(comm) : INT_MAX;
   *count = holds;
   MPI_Allreduce(MPI_IN_PLACE, &first, 1, MPI_INT, MPI_MIN, comm);
   MPI_Allreduce(MPI_IN_PLACE, count, 1, MPI_INT, MPI_SUM, comm);
   return first;
}

/* Broadcast a text of one rank, truncated to size - 1 characters. */
static void broadcast_text(MPI_Comm comm, int rank, const char *own, char *text, int size)
{
   snprintf(text, (size_t) size, "%s", own);
   MPI_Bcast(text, size, MPI_CHAR, rank, comm);
}

static void describe_difference(MPI_Comm comm, int item, const char *own, char *why)
{
   char     first[QUOTED_SIZE], other[QUOTED_SIZE];
   int      count;
   uint64_t root = hash(own);
   MPI_Bcast(&root, 1, MPI_UINT64_T, 0, comm);
   const int rank = first_rank(comm, hash(own) != root, &count);
   broadcast_text(comm, 0, own, first, QUOTED_SIZE);
   broadcast_text(comm, rank, own, other, QUOTED_SIZE);
   snprintf(why, TSW_AGREE_TEXT,
            "%s differs between the ranks: %s%s%s on rank 0, %s%s%s on rank %d (%d of %d ranks "
            "differ from rank 0); %s",
            items[item].title, first[0] ? "'" : "not set", first, first[0] ? "'" : "",
            other[0] ? "'" : "not set", other, other[0] ? "'" : "", rank, count, tsw_ranks_of(comm),
            items[item].advice);
}

static void describe_obstacle(MPI_Comm comm, const char *own, char *why)
{
   char      text[TSW_AGREE_TEXT / 2], more[64] = "";
   int       count;
   const int rank = first_rank(comm, own[0] != '\0', &count);
   broadcast_text(comm, rank, own, text, (int) sizeof text);
   if (count > 1)
   {
      snprintf(more, sizeof more, ", as on %d other rank%s", count - 1, count > 2 ? "s" : "");
   }
   snprintf(why, TSW_AGREE_TEXT, "rank %d%s: %s", rank, more, text);
}

/*
 * One reduction of minima. Each item is a hash and the complement of the hash: all ranks agree if
 * the minimum of the complements is the complement of the minimum.
 */
static tsw_agree_result reduce(MPI_Comm comm, const char *const *values,
                               const tsw_agree_input *input, uint64_t *words, char *why)
{
   uint64_t minima[N_OWN + TSW_AGREE_WORDS];
   for (int i = 0; i < N_ITEMS; i++)
   {
      minima[2 * i] = hash(values[i]);
      minima[2 * i + 1] = ~minima[2 * i];
   }
   minima[2 * N_ITEMS] = input->obstacle[0] ? 0 : 1;
   minima[2 * N_ITEMS + 1] = input->is_active ? 0 : 1;
   memcpy(minima + N_OWN, words, TSW_AGREE_WORDS * sizeof *words);
   MPI_Allreduce(MPI_IN_PLACE, minima, N_OWN + TSW_AGREE_WORDS, MPI_UINT64_T, MPI_MIN, comm);
   memcpy(words, minima + N_OWN, TSW_AGREE_WORDS * sizeof *words);
   if (minima[2 * N_ITEMS + 1] != 0)
   {
      return TSW_AGREED; /* no rank has an active method */
   }
   for (int i = 0; i < N_ITEMS; i++)
   {
      if (minima[2 * i] != ~minima[2 * i + 1])
      {
         describe_difference(comm, i, values[i], why);
         return TSW_DIFFER;
      }
   }
   if (minima[2 * N_ITEMS] == 0)
   {
      describe_obstacle(comm, input->obstacle, why);
      return TSW_OBSTACLE;
   }
   return TSW_AGREED;
}

tsw_agree_result tsw_agree(MPI_Comm comm, const tsw_agree_input *input, uint64_t *words, char *why)
{
   why[0] = '\0';
   if (tsw_ranks_of(comm) == 1) /* at once, for tiny systems */
   {
      snprintf(why, TSW_AGREE_TEXT, "%s", input->obstacle);
      return why[0] ? TSW_OBSTACLE : TSW_AGREED;
   }
   const char *const values[N_ITEMS] = { trisweep_version(), variable(items[1].title),
                                         variable(items[2].title), input->numbers };
   if (!tsw_meet_barrier(comm, input->is_active))
   {
      memset(words, 0, TSW_AGREE_WORDS * sizeof *words);
      return TSW_DIFFER;
   }
   return reduce(comm, values, input, words, why);
}

bool tsw_agree_environment(MPI_Comm comm, bool needed)
{
   const int flags = tsw_meet_flags(comm);
   if ((flags & (TSW_MEET_SAME_ENVIRONMENT | TSW_MEET_OTHER_ENVIRONMENT)) ||
       ((flags & TSW_MEET_PLUG_MISSING) && !needed))
   {
      return (flags & TSW_MEET_SAME_ENVIRONMENT) != 0;
   }
   char            why[TSW_AGREE_TEXT] = "";
   uint64_t        words[TSW_AGREE_WORDS] = { 0 };
   tsw_agree_input input = { true, "", "" };
   if (tsw_ranks_of(comm) > 1 && !tsw_meet_barrier(comm, needed))
   {
      return false;
   }
   const bool same = tsw_agree(comm, &input, words, why) == TSW_AGREED;
   tsw_meet_set_flags(comm, same ? TSW_MEET_SAME_ENVIRONMENT : TSW_MEET_OTHER_ENVIRONMENT);
   if (why[0] && tsw_rank_in(comm) == 0)
   {
      tsw_notice("%s; trisweep smooths no matrix outside of BoomerAMG", why);
   }
   return same;
}
