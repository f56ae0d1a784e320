/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The file of option tune_file: choices of earlier runs, one a line, so that later
 * runs make the same ones without looking. A pattern is known by its hash.
 */
#ifndef TSW_PLAN_TUNE_FILE_H
#define TSW_PLAN_TUNE_FILE_H

#include <stdbool.h>

#include <trisweep.h>

#ifdef __cplusplus
extern "C" {
#endif

enum
{
   TSW_TUNE_WORD = 32, /* longest schedule or ordering, with its terminating zero */
   TSW_TUNE_GPU = 256  /* longest name of a GPU, likewise */
};

typedef struct tsw_tune_entry
{
   int64_t  n_rows;
   int64_t  nnz;
   uint64_t hash;                 /* of the pattern */
   char     asked[TSW_TUNE_WORD]; /* the option ordering, and colors if it counts: auto-4 */
   char     gpu[TSW_TUNE_GPU];
   /* what belongs to the five above */
   char    ordering[TSW_TUNE_WORD];
   char    schedule[TSW_TUNE_WORD];
   int64_t depth;
   double  predicted_us; /* of a forward sweep; 0 if not known */
   double  measured_us;  /* the same */
} tsw_tune_entry;

/**
 * Look for an entry; the first one in the file counts. A file that does not
 * exist is empty.
 *
 * @param[in]     path   the file
 * @param[in,out] entry  n_rows, nnz, hash, asked and gpu as looked for; the rest is set if found
 * @param[out]    found  is it there?
 * @return OK, OPTION (the file cannot be read, or a line is none of ours)
 */
trisweep_status tsw_tune_file_find(const char *path, tsw_tune_entry *entry, bool *found);

/** Append an entry in one write, so that several processes may do so. OK, OPTION. */
trisweep_status tsw_tune_file_add(const char *path, const tsw_tune_entry *entry);

#ifdef __cplusplus
}
#endif

#endif
