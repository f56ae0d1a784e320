/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Interface between a fuzz target and replay.c, which runs its corpus. */
#ifndef TEST_FUZZ_FUZZ_H
#define TEST_FUZZ_FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/** Folder of the target's inputs under test/fuzz/corpus. */
extern const char fuzz_corpus[];

/** The entry point of libFuzzer. Aborts if the library breaks a rule of its interface. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/** A condition that must hold for every input. */
#define FUZZ_PROMISE(condition)                                                          \
   do                                                                                    \
   {                                                                                     \
      if (!(condition))                                                                  \
      {                                                                                  \
         fprintf(stderr, "%s:%d: broken promise: %s\n", __FILE__, __LINE__, #condition); \
         abort();                                                                        \
      }                                                                                  \
   } while (0)

#endif
