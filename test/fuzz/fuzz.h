/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What a fuzz target and the program that replays its corpus have to say to each other. */
#ifndef TEST_FUZZ_FUZZ_H
#define TEST_FUZZ_FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/** Folder of the target's inputs under test/fuzz/corpus. */
extern const char fuzz_corpus[];

/** The entry point that libFuzzer calls too. Aborts if a promise of the library is broken. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/** A promise that must hold for every input. */
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
