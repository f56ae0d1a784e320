/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "hypre/base/notice.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/numeric.h"
#include <trisweep/hypre.h>

enum
{
   MESSAGE_SIZE = 768,
   LONGEST_VERSION = 8192 /* bytes, of any MPI: of MPICH. Open MPI's limit is 256. */
};

static bool is_open_mpi(const char *version)
{
   return strstr(version, "Open MPI") || strstr(version, "Spectrum MPI");
}

/* Handles are pointers in Open MPI, and numbers in MPICH and its relatives. */
const char *tsw_mpi_misfit(void)
{
#if defined(OPEN_MPI)
   static const bool built_with_open_mpi = true;
#else
   static const bool built_with_open_mpi = false;
#endif
   static char text[LONGEST_VERSION], reason[256];
   int         length;
   if (!text[0])
   {
      MPI_Get_library_version(text, &length);
      text[strcspn(text, ",\n")] = '\0';
      snprintf(reason, sizeof reason,
               "the plug was built with %s, but the MPI of this program is %.64s; build trisweep "
               "with this MPI (./configure MPICC=...)",
               built_with_open_mpi ? "Open MPI" : "MPICH or a relative of it", text);
   }
   return is_open_mpi(text) == built_with_open_mpi ? NULL : reason;
}

bool tsw_mpi_runs(void)
{
   int initialized = 0, finalized = 0;
   MPI_Initialized(&initialized);
   MPI_Finalized(&finalized);
   return initialized && !finalized && !tsw_mpi_misfit();
}

/* Stored, because statistics that are written after MPI_Finalize need both values. */
static int world_rank = -1; /* unknown */
static int world_size = 1;

/* The rank by the variables of the programs that start MPI programs; 0 without them. */
static int launched_rank(void)
{
   static const char *const names[] = { "OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK",
                                        "MV2_COMM_WORLD_RANK", "SLURM_PROCID" };
   const char              *value = NULL;
   for (size_t i = 0; i < sizeof names / sizeof names[0] && !value; i++)
   {
      value = getenv(names[i]);
   }
   return value ? (int) strtol(value, NULL, 10) : 0;
}

int tsw_world_rank(void)
{
   if (tsw_mpi_runs())
   {
      MPI_Comm_rank(MPI_COMM_WORLD, &world_rank);
   }
   return world_rank < 0 ? launched_rank() : world_rank;
}

int tsw_world_size(void)
{
   if (tsw_mpi_runs())
   {
      MPI_Comm_size(MPI_COMM_WORLD, &world_size);
   }
   return world_size;
}

bool tsw_prints_for(int rank, int n_ranks)
{
   return rank == 0 && (n_ranks > 1 || tsw_world_rank() == 0);
}

const char *tsw_without_prefix(const char *message)
{
   static const char prefix[] = "trisweep: ";
   return strncmp(message, prefix, sizeof prefix - 1) ? message : message + sizeof prefix - 1;
}

static bool raised;

void tsw_raise(const char *message)
{
   raised = true;
   hypre_error_w_msg(HYPRE_ERROR_GENERIC, message);
}

bool tsw_has_raised(void)
{
   return raised;
}

HYPRE_Int tsw_new_errors(HYPRE_Int before, HYPRE_Int status)
{
   return raised && status == before ? 0 : status;
}

static void (*printer)(const char *line, void *data);
static void *printer_data;

void trisweep_hypre_set_printer(void (*print)(const char *line, void *data), void *data)
{
   printer = print;
   printer_data = data;
}

void tsw_print(const char *line)
{
   if (printer)
   {
      printer(line, printer_data);
   }
   else
   {
      fprintf(stderr, "%s\n", line);
   }
}

/* The whole message in one string: one write, so that messages of several ranks do not mix. */
#define FORMAT_MESSAGE(message, format)                                 \
   char message[MESSAGE_SIZE] = "trisweep: ";                           \
   {                                                                    \
      const size_t   start = strlen(message);                           \
      const locale_t before = tsw_numeric_begin();                      \
      va_list        args;                                              \
      va_start(args, format);                                           \
      vsnprintf(message + start, sizeof message - start, format, args); \
      va_end(args);                                                     \
      tsw_numeric_end(before);                                          \
   }

void tsw_notice(const char *format, ...)
{
   FORMAT_MESSAGE(message, format)
   tsw_print(message);
}

HYPRE_Int tsw_refuse(const char *format, ...)
{
   FORMAT_MESSAGE(message, format)
   if (tsw_world_rank() == 0)
   {
      tsw_print(message);
   }
   tsw_raise(message);
   return hypre_error_flag;
}

bool tsw_all_ranks(MPI_Comm comm, bool condition)
{
   int all = condition;
   MPI_Allreduce(MPI_IN_PLACE, &all, 1, MPI_INT, MPI_MIN, comm);
   return all != 0;
}

void tsw_abort(bool at_once, const char *format, ...)
{
   static const struct timespec pause = { 5, 0 };
   FORMAT_MESSAGE(message, format)
   fflush(NULL);
   at_once ? (void) 0 : (void) nanosleep(&pause, NULL);
   tsw_print(message);
   fflush(NULL);
   if (tsw_mpi_runs())
   {
      MPI_Abort(MPI_COMM_SELF, 1); /* the launcher ends the other ranks */
   }
   _exit(1);
}
