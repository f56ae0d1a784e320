/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef TEST_HYPRE_BEHIND_H
#define TEST_HYPRE_BEHIND_H

enum
{
   TEST_BEHIND_SIZE = 1 << 16
};

/** Zeros, larger than any structure of hypre. */
__attribute__((visibility("default"))) extern char test_behind_memory[TEST_BEHIND_SIZE];

/** Name of the function that was called last with these zeros, or NULL. */
__attribute__((visibility("default"))) extern const char *test_behind_arrived;

/** How many cycles hypre was called for, which the plug did not run itself. */
__attribute__((visibility("default"))) extern long test_behind_n_cycles;

/** How many inner products of vectors hypre computed. */
__attribute__((visibility("default"))) extern long test_behind_n_products;

/** What of this hypre is not as the plug was built for: "version", "field", "width"; or NULL. */
__attribute__((visibility("default"))) extern const char *test_behind_misfit;

#endif
