/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Where a board runs: memory, clock and random vectors of the host or of a CUDA
 * device. Calls stop the program with a message when they fail: a benchmark has
 * nothing to rescue.
 */
#ifndef TSW_TOOLS_BENCH_SPACE_H
#define TSW_TOOLS_BENCH_SPACE_H

#include <stdbool.h>
#include <stddef.h>

#include <trisweep.h>

#include "kernels/supports.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Names and versions, for the head of a result file; "none" for what took no part. */
typedef struct tsw_bench_info
{
   char    gpu[256];
   char    cuda[32];
   char    cusparse[32];
   tsw_gpu device; /* zeros on the host */
} tsw_bench_info;

typedef struct tsw_bench_space
{
   trisweep_space id;

   /** False, with the reason on stderr, if there is no such place. */
   bool (*open)(tsw_bench_info *info);

   /** What calls of the library take as stream. */
   void *(*stream)(void);

   void *(*alloc)(size_t bytes);
   void (*free)(void *memory);
   void (*put)(void *there, const void *host, size_t bytes);
   void (*get)(void *host, const void *there, size_t bytes);

   /** Wait for all work on the stream. */
   void (*wait)(void);

   /** Uniform numbers in (-1, 1), by seed and index; the same in all places. */
   void (*random)(double *there, int64_t n, uint64_t seed);

   /** Milliseconds between two marks on the stream. */
   void (*begin)(void);
   double (*end)(void);
} tsw_bench_space;

extern const tsw_bench_space tsw_bench_host;
extern const tsw_bench_space tsw_bench_device; /* in builds with CUDA */

/** The place of an id, or NULL with the reason on stderr if this build has none. */
const tsw_bench_space *tsw_bench_space_find(trisweep_space id);

/** Copy of a host matrix in that place. */
trisweep_csr tsw_bench_matrix(const tsw_bench_space *space, const trisweep_csr *host);
void         tsw_bench_matrix_free(const tsw_bench_space *space, trisweep_csr *a);

#ifdef __cplusplus
}
#endif

#endif
