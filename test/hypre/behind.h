/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef TEST_HYPRE_BEHIND_H
#define TEST_HYPRE_BEHIND_H

enum
{
   TEST_BEHIND_SIZE = 1 << 16,
   TEST_BEHIND_NUMBER = 777 /* a relax type of neither hypre nor the plug */
};

/** Zeros, larger than any structure of hypre. */
__attribute__((visibility("default"))) extern char test_behind_memory[TEST_BEHIND_SIZE];

/** What stands for the argument of functions without arguments: these zeros, or NULL. */
__attribute__((visibility("default"))) extern const void *test_behind_argument;

/** Name of the function that was called last with these zeros or this number, or NULL. */
__attribute__((visibility("default"))) extern const char *test_behind_arrived;

/** The number of cycles that hypre ran, not the plug. */
__attribute__((visibility("default"))) extern long test_behind_n_cycles;

/** The number of inner products that hypre computed. */
__attribute__((visibility("default"))) extern long test_behind_n_products;

/** The number of waits for streams of CUDA, by hypre, the plug and the program. */
__attribute__((visibility("default"))) extern long test_behind_n_waits;

/** Is the stream of the last of these waits done? */
__attribute__((visibility("default"))) int test_behind_is_done(void);

/** Difference from the build's hypre: "version", "field", "width"; NULL: none. */
__attribute__((visibility("default"))) extern const char *test_behind_misfit;

#endif
