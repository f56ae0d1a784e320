/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The memory space of a board: memory, clock and random vectors of the host or of
 * a CUDA device. A call that fails ends the program with a message: a benchmark has
 * no data to save.
 */
#ifndef TSW_BENCH_BOARDS_SPACE_H
#define TSW_BENCH_BOARDS_SPACE_H

#include <stdbool.h>
#include <stddef.h>

#include <trisweep.h>

#include "kernels/registry.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Names and versions for the head of a result file; "none" if the host alone is measured. */
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

   /** Open the space. False, with the reason on stderr, if it is not available. */
   bool (*open)(tsw_bench_info *info);

   /** The stream to pass to calls of the library. */
   void *(*stream)(void);

   void *(*alloc)(size_t bytes);
   void (*free)(void *memory);
   void (*put)(void *there, const void *host, size_t bytes);
   void (*get)(void *host, const void *there, size_t bytes);

   /** Wait for all work on the stream. */
   void (*wait)(void);

   /** Uniform numbers in [-1, 1) by seed and index; the same in both spaces. */
   void (*random)(double *there, int64_t n, uint64_t seed);

   /** The inner product of x and y. */
   double (*dot)(const double *x, const double *y, int64_t n);

   /** y = a x + b y; with b = 0 y is not read. */
   void (*add)(double a, const double *x, double b, double *y, int64_t n);

   /** Start the clock; return the milliseconds since then, both in stream order. */
   void (*begin)(void);
   double (*end)(void);
} tsw_bench_space;

extern const tsw_bench_space tsw_bench_host;
extern const tsw_bench_space tsw_bench_device; /* in builds with CUDA */

/** The space of an id, or NULL with the reason on stderr if this build lacks the space. */
const tsw_bench_space *tsw_bench_space_find(trisweep_space id);

/** Copy a host matrix to the space. */
trisweep_csr tsw_bench_matrix(const tsw_bench_space *space, const trisweep_csr *host);
void         tsw_bench_matrix_free(const tsw_bench_space *space, trisweep_csr *a);

#ifdef __cplusplus
}
#endif

#endif
