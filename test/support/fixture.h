/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A smoother with small vectors, for tests of single calls on the host. */
#ifndef TEST_SUPPORT_FIXTURE_H
#define TEST_SUPPORT_FIXTURE_H

#include <string.h>

#include "support/blocks.h"
#include "support/check.h"

enum
{
   FIXTURE_X = 32,     /* where x starts in memory */
   FIXTURE_LENGTH = 64 /* of the memory that holds b and x */
};

typedef struct fixture
{
   trisweep_context   *ctx;
   trisweep_smoother  *s;
   test_block          m; /* if the test fills it in; fixture_close frees it */
   trisweep_csr        a;
   double              memory[FIXTURE_LENGTH]; /* 8, 12, 16, ...: b, and x from FIXTURE_X */
   double             *x;
   trisweep_sweep      sweep;
   trisweep_solve      solve;
   trisweep_correction correction;
} fixture;

/** Set-up of a test, without a matrix: b and x are set in the arguments of all calls. */
fixture *fixture_open(void **state);

/** Tear-down of a test. */
int fixture_close(void **state);

/** Analyse a and load its values. */
void fixture_load(fixture *f, const double *l1);

/** x[at .. at + 2] must be these numbers. */
void fixture_expect_x(const fixture *f, int64_t at, double x0, double x1, double x2);

/**
 * With this value in a field of the member how, the call must fail with ARGUMENT, with these texts
 * in its message, and write nothing; with the old value the call succeeds.
 */
#define fixture_refuses(f, call, how, field, value, ...)         \
   do                                                            \
   {                                                             \
      double        before_[FIXTURE_LENGTH];                     \
      unsigned char good_[sizeof(f)->how];                       \
      memcpy(before_, (f)->memory, sizeof before_);              \
      memcpy(good_, &(f)->how, sizeof good_);                    \
      (f)->how.field = (value);                                  \
      assert_status(call((f)->s, &(f)->how, NULL), ARGUMENT);    \
      assert_message(__VA_ARGS__);                               \
      assert_memory_equal(before_, (f)->memory, sizeof before_); \
      memcpy(&(f)->how, good_, sizeof good_);                    \
      assert_ok(call((f)->s, &(f)->how, NULL));                  \
   } while (0)

#endif
