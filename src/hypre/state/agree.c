/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "hypre/state/agree.h"

#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hypre/report/notice.h"
#include "hypre/state/meet.h"

enum
{
   N_ITEMS = 4,
   SHORT = 120 /* of a value that is quoted */
};

/* Items that must be equal on all ranks, and the advice if they are not. */
static const struct
{
   const char *title;
   const char *advice;
} items[N_ITEMS] = {
   { "the version of trisweep", "install the same on all nodes" },
   { "TRISWEEP_OPTIONS", "set it for all ranks alike (mpirun -x TRISWEEP_OPTIONS)" },
   { "TRISWEEP_REPLACE", "set it for all ranks alike (mpirun -x TRISWEEP_REPLACE)" },
   { "the choice of relax numbers", "give each rank the same ones" },
};

/* FNV-1a */
static uint64_t hash(const char *text)
{
   uint64_t h = 14695981039346656037u;
   for (; *text; text++)
   {
      h = (h ^ (unsigned char) *text) * 1099511628211u;
   }
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
   int rank, first;
   MPI_Comm_rank(comm, &rank);
   first = holds ? rank : INT_MAX;
   *count = holds;
   MPI_Allreduce(MPI_IN_PLACE, &first, 1, MPI_INT, MPI_MIN, comm);
   MPI_Allreduce(MPI_IN_PLACE, count, 1, MPI_INT, MPI_SUM, comm);
   return first;
}

/* send a text of one rank to all, as long as a message allows */
static void fetch(MPI_Comm comm, int rank, const char *own, char *text, int size)
{
   snprintf(text, (size_t) size, "%s", own);
   MPI_Bcast(text, size, MPI_CHAR, rank, comm);
}

static void describe_difference(MPI_Comm comm, int item, const char *own, char *why)
{
   char     first[SHORT], other[SHORT];
   int      n_ranks, count;
   uint64_t root = hash(own);
   MPI_Comm_size(comm, &n_ranks);
   MPI_Bcast(&root, 1, MPI_UINT64_T, 0, comm);
   const int rank = first_rank(comm, hash(own) != root, &count);
   fetch(comm, 0, own, first, SHORT);
   fetch(comm, rank, own, other, SHORT);
   snprintf(why, TSW_AGREE_TEXT,
            "%s differs between the ranks: %s%s%s on rank 0, %s%s%s on rank %d (%d of %d ranks "
            "differ from rank 0); %s",
            items[item].title, first[0] ? "'" : "not set", first, first[0] ? "'" : "",
            other[0] ? "'" : "not set", other, other[0] ? "'" : "", rank, count, n_ranks,
            items[item].advice);
}

static void describe_obstacle(MPI_Comm comm, const char *own, char *why)
{
   char      text[TSW_AGREE_TEXT / 2], more[64] = "";
   int       count;
   const int rank = first_rank(comm, own[0] != '\0', &count);
   fetch(comm, rank, own, text, (int) sizeof text);
   if (count > 1)
   {
      snprintf(more, sizeof more, ", as on %d other rank%s", count - 1, count > 2 ? "s" : "");
   }
   snprintf(why, TSW_AGREE_TEXT, "rank %d%s: %s", rank, more, text);
}

/* Each item as a hash and its complement: the minima of both show whether all ranks agree. */
static tsw_verdict reduce(MPI_Comm comm, const char *const *values, const tsw_terms *terms,
                          char *why)
{
   uint64_t least[2 * N_ITEMS + 2];
   for (int i = 0; i < N_ITEMS; i++)
   {
      least[2 * i] = hash(values[i]);
      least[2 * i + 1] = ~least[2 * i];
   }
   least[2 * N_ITEMS] = terms->obstacle[0] ? 0 : 1;
   least[2 * N_ITEMS + 1] = terms->wants ? 0 : 1;
   MPI_Allreduce(MPI_IN_PLACE, least, 2 * N_ITEMS + 2, MPI_UINT64_T, MPI_MIN, comm);
   if (least[2 * N_ITEMS + 1] != 0)
   {
      return TSW_AGREED; /* on doing nothing */
   }
   for (int i = 0; i < N_ITEMS; i++)
   {
      if (least[2 * i] != ~least[2 * i + 1])
      {
         describe_difference(comm, i, values[i], why);
         return TSW_DIFFER;
      }
   }
   if (least[2 * N_ITEMS] == 0)
   {
      describe_obstacle(comm, terms->obstacle, why);
      return TSW_HINDERED;
   }
   return TSW_AGREED;
}

tsw_verdict tsw_agree(MPI_Comm comm, const tsw_terms *terms, char *why)
{
   const char *const values[N_ITEMS] = { trisweep_version(), variable(items[1].title),
                                         variable(items[2].title), terms->numbers };
   int               n_ranks;
   MPI_Comm_size(comm, &n_ranks);
   why[0] = '\0';
   if (n_ranks == 1)
   {
      snprintf(why, TSW_AGREE_TEXT, "%s", terms->obstacle);
      return terms->obstacle[0] ? TSW_HINDERED : TSW_AGREED;
   }
   if (!tsw_meet(comm, terms->wants))
   {
      return TSW_DIFFER;
   }
   return reduce(comm, values, terms, why);
}

bool tsw_agree_environment(MPI_Comm comm, bool needed)
{
   const int flags = tsw_meet_flags(comm);
   if ((flags & (TSW_MEET_SAME_ENVIRONMENT | TSW_MEET_OTHER_ENVIRONMENT)) ||
       ((flags & TSW_MEET_NOT_ALL) && !needed))
   {
      return (flags & TSW_MEET_SAME_ENVIRONMENT) != 0;
   }
   char            why[TSW_AGREE_TEXT] = "";
   const tsw_terms terms = { true, "", "" };
   int             rank, n_ranks;
   MPI_Comm_rank(comm, &rank);
   MPI_Comm_size(comm, &n_ranks);
   if (n_ranks > 1 && !tsw_meet(comm, needed))
   {
      return false;
   }
   const bool same = tsw_agree(comm, &terms, why) == TSW_AGREED;
   tsw_meet_set_flags(comm, same ? TSW_MEET_SAME_ENVIRONMENT : TSW_MEET_OTHER_ENVIRONMENT);
   if (why[0] && rank == 0)
   {
      tsw_notice("%s; nothing outside of BoomerAMG is smoothed by trisweep", why);
   }
   return same;
}
