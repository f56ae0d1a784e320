/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "hypre/hooks/fit.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "hypre/hooks/real.h"

/* The reason, and what to do about it. */
static __attribute__((format(printf, 1, 2))) const char *misfit(const char *format, ...)
{
   static const char remedy[] = "; build trisweep with this hypre (./configure --with-hypre=DIR)";
   static char       reason[640];
   va_list           arguments;
   va_start(arguments, format);
   const int n = vsnprintf(reason, sizeof reason - sizeof remedy, format, arguments);
   va_end(arguments);
   const size_t most = sizeof reason - sizeof remedy - 1;
   memcpy(reason + ((size_t) n < most ? (size_t) n : most), remedy, sizeof remedy);
   return reason;
}

static const char *other_layout(const char *structure, const char *field)
{
   return misfit("this hypre has version %s, for which the plug was built, but stores %s "
                 "elsewhere in %s: this hypre is another development version or was configured "
                 "with other options",
                 HYPRE_RELEASE_VERSION, field, structure);
}

typedef struct version
{
   HYPRE_Int number; /* 30100 for 3.1.0; 0: hypre does not tell */
   bool      is_wide;
   char      text[48];
} version;

/* The version of the current hypre, which may have 64-bit HYPRE_Int. */
static version version_of_hypre(void)
{
   HYPRE_Int        major[2] = { 0, -1 }, minor[2], patch[2], number[2] = { 0, 0 };
   version          found = { 0, false, "of unknown version" };
   const tsw_hypre *hypre = tsw_real_hypre();
   if (hypre->version)
   {
      hypre->version(major, minor, patch, number);
      found.number = number[0];
      found.is_wide = major[1] != -1;
      snprintf(found.text, sizeof found.text, "%d.%d.%d", (int) major[0], (int) minor[0],
               (int) patch[0]);
   }
   return found;
}

bool tsw_fit_is_wide(void)
{
   return version_of_hypre().is_wide;
}

static const char *check_version(void)
{
   const version found = version_of_hypre();
   if (found.is_wide)
   {
      return "this hypre has 64-bit HYPRE_Int (--enable-bigint), which trisweep does not support; "
             "use a hypre with --enable-mixedint, and build trisweep with it";
   }
   if (found.number == HYPRE_RELEASE_NUMBER || found.number == 0)
   {
      return NULL;
   }
   return misfit("the plug was built for hypre %s, but the program runs with %s (%s)",
                 HYPRE_RELEASE_VERSION, found.text, tsw_real_hypre()->name);
}

static const char *check_gpu(void)
{
   const bool has_gpu = tsw_real_hypre()->gpu_product != NULL;
#if defined(HYPRE_USING_GPU)
   const bool wants_gpu = true;
#else
   const bool wants_gpu = false;
#endif
   return has_gpu == wants_gpu
             ? NULL
             : misfit("the plug was built for a hypre %s GPU support, and this one is %s",
                      wants_gpu ? "with" : "without", has_gpu ? "with" : "without");
}

static const char *check_names(void)
{
   static char      reason[640];
   const tsw_hypre *hypre = tsw_real_hypre();
   snprintf(reason, sizeof reason,
            "this hypre (%s, %s) does not define the following, which the plug needs: %s; use a "
            "hypre that trisweep was tested with (doc/hypre.md)",
            version_of_hypre().text, hypre->name, hypre->missing);
   return hypre->missing[0] ? reason : NULL;
}

/* A hypre for hosts lacks functions for devices: the check for GPUs comes before that of names. */
const char *tsw_fit_names(void)
{
   const char *why = check_version();
   why = why ? why : check_gpu();
   return why ? why : check_names();
}

/*
 * 1, 5 in two 64-bit numbers are 1, 0 in the first two 32-bit numbers (0, 1 on machines that store
 * the high part first), among which 5 is not found.
 */
const char *tsw_fit_width(void)
{
   static const int64_t list[] = { 1, 5 };
   HYPRE_Int (*search)(const int64_t *list, int64_t value, HYPRE_Int length);
   __typeof__(hypre_BigBinarySearch) *const own = hypre_BigBinarySearch;
   memcpy(&search, &own, sizeof search);
   const bool is_wide = search(list, 5, 2) == 1;
   if (is_wide == (sizeof(HYPRE_BigInt) == sizeof(int64_t)))
   {
      return NULL;
   }
   return misfit("the plug was built for a hypre with %d-bit HYPRE_BigInt, but this hypre has %d "
                 "bits (--enable-mixedint or not)",
                 (int) (8 * sizeof(HYPRE_BigInt)), is_wide ? 64 : 32);
}

/* ---- BoomerAMG ----------------------------------------------------------------- */

/*
 * Fields in the order of the structure: those before a pointer are checked before it is followed.
 * SET: set by hypre's setter of this name; IS: as set below, or as hypre makes a solver.
 */
#define FIELDS                       \
   SET(MaxLevels, 23)                \
   SET(Restriction, 1)               \
   IS(Participate, 0)                \
   SET(Sabs, 1)                      \
   SET(MaxIter, 17)                  \
   SET(FCycle, 1)                    \
   SET(CycleType, 2)                 \
   ENTRY(NumGridSweeps, 1, 3)        \
   ENTRY(GridRelaxType, 0, 6)        \
   ENTRY(GridRelaxType, 2, 4)        \
   IS(GridRelaxPoints, NULL)         \
   SET(RelaxOrder, 1)                \
   IS(UserCoarseRelaxType, 3)        \
   IS(UserRelaxType, 6)              \
   ENTRY(RelaxWeight, 1, 0.75)       \
   ENTRY(Omega, 1, 0.5)              \
   IS(PartialCycleCoarsestLevel, -1) \
   SET(NumFunctions, 5)              \
   IS(AArray, NULL)                  \
   IS(FArray, NULL)                  \
   IS(UArray, NULL)                  \
   IS(PArray, NULL)                  \
   IS(CFMarkerArray, NULL)           \
   IS(NumLevels, 0)                  \
   IS(L1Norms, NULL)                 \
   IS(BlockMode, 0)                  \
   SET(SmoothNumLevels, 3)           \
   IS(CoarseSolver, NULL)            \
   SET(Additive, 2)

static void set_fields(HYPRE_Solver solver)
{
#define SET(field, value) HYPRE_BoomerAMGSet##field(solver, value);
#define IS(field, value)
#define ENTRY(field, i, value)
   FIELDS
#undef SET
#undef IS
#undef ENTRY
   HYPRE_BoomerAMGSetCycleNumSweeps(solver, 3, 1);
   tsw_real.HYPRE_BoomerAMGSetRelaxType(solver, 6);
   tsw_real.HYPRE_BoomerAMGSetCycleRelaxType(solver, 4, 2);
   tsw_real.HYPRE_BoomerAMGSetCycleRelaxType(solver, 3, 3);
   HYPRE_BoomerAMGSetLevelRelaxWt(solver, 0.75, 1);
   HYPRE_BoomerAMGSetLevelOuterWt(solver, 0.5, 1);
}

static const char *read_fields(const hypre_ParAMGData *amg)
{
#define IS(field, value)                               \
   if (hypre_ParAMGData##field(amg) != (value))        \
   {                                                   \
      return other_layout("hypre_ParAMGData", #field); \
   }
#define SET IS
#define ENTRY(field, i, value)                                                      \
   if (!hypre_ParAMGData##field(amg) || hypre_ParAMGData##field(amg)[i] != (value)) \
   {                                                                                \
      return other_layout("hypre_ParAMGData", #field);                              \
   }
   FIELDS
#undef SET
#undef IS
#undef ENTRY
   return NULL;
}

const char *tsw_fit_solvers(void)
{
   HYPRE_Solver solver = NULL;
   tsw_real.HYPRE_BoomerAMGCreate(&solver);
   set_fields(solver);
   const char *why = read_fields((const hypre_ParAMGData *) solver);
   HYPRE_BoomerAMGSetSmoothNumLevels(solver, 0); /* without smoothers to destroy */
   tsw_real.hypre_BoomerAMGDestroy(solver);
   return why;
}
