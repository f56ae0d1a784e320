/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Tests that run a program with preloaded libraries. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/** Run a program with these libraries preloaded. Returns its exit status, -1 after a signal. */
int test_process_run(char **arguments, const char *preload, char *output, size_t size);

/** Copy the libHYPRE of libtest-solver into this folder of the build; the name of the copy. */
bool test_process_copy_hypre(const char *folder, char *copy, size_t size);
