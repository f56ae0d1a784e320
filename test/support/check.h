/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What every test program starts from: cmocka with its prerequisites, and checks on statuses. */
#ifndef TEST_SUPPORT_CHECK_H
#define TEST_SUPPORT_CHECK_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <trisweep.h>

/* Options of a context, for string literals: threads that every build can have. */
#ifdef _OPENMP
#define CHECK_TWO_THREADS "threads=2"
enum
{
   CHECK_MOST_THREADS = 4
};
#else
#define CHECK_TWO_THREADS "threads=1"
enum
{
   CHECK_MOST_THREADS = 1
};
#endif

/** The call must return this status; if it does not, the library's message is shown. */
#define assert_status(call, name) check_status((call), TRISWEEP_##name, #call, __FILE__, __LINE__)
#define assert_ok(call) assert_status(call, OK)

/** The last message must contain each of these texts. */
#define assert_message(...) \
   check_message((const char *const[]){ __VA_ARGS__, NULL }, true, __FILE__, __LINE__)

/** The last message must contain none of these texts. */
#define assert_message_lacks(...) \
   check_message((const char *const[]){ __VA_ARGS__, NULL }, false, __FILE__, __LINE__)

void check_status(trisweep_status got, trisweep_status want, const char *call, const char *file,
                  int line);

void check_message(const char *const *texts, bool present, const char *file, int line);

/** Group set-up: forget the TRISWEEP_* variables of whoever runs the tests. */
int check_clean_environment(void **state);

/**
 * A context that must come to be; fails the test otherwise. From then on all memory that the
 * library gets is full of NaN, so that nothing may depend on what was not written.
 */
trisweep_context *check_context(const char *options);

/** A smoother that must come to be. */
trisweep_smoother *check_smoother(trisweep_context *ctx);

/** Memory of the tests themselves, which must not fail. Free with free(). */
void *check_alloc(size_t count, size_t size);

#endif
