/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* cmocka with the headers that cmocka.h requires, and checks of statuses and messages. */
#ifndef TEST_SUPPORT_CHECK_H
#define TEST_SUPPORT_CHECK_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <trisweep.h>

/* Numbers of threads that every build supports, also as an option in a string literal. */
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

/** The call must return this status; otherwise print the library's message and fail. */
#define assert_status(call, name) \
   check_status((call), TRISWEEP_ERROR_##name, #call, __FILE__, __LINE__)
#define TRISWEEP_ERROR_OK TRISWEEP_OK
#define assert_ok(call) assert_status(call, OK)

/** A struct with a member behind those of this header: used if the member is zero, else refused. */
#define check_newer_header(type, given, call, smoother)                  \
   do                                                                    \
   {                                                                     \
      struct                                                             \
      {                                                                  \
         type   known;                                                   \
         double member;                                                  \
      } newer_ = { (given), 0.0 };                                       \
      newer_.known.size = sizeof newer_;                                 \
      assert_ok(call((smoother), &newer_.known, NULL));                  \
      newer_.member = 1.0;                                               \
      assert_status(call((smoother), &newer_.known, NULL), UNSUPPORTED); \
      assert_message("member", "does not know", TRISWEEP_VERSION);       \
   } while (0)

/** The last message must contain each of these texts. */
#define assert_message(...) \
   check_message((const char *const[]){ __VA_ARGS__, NULL }, true, __FILE__, __LINE__)

/** The last message must contain none of these texts. */
#define assert_message_lacks(...) \
   check_message((const char *const[]){ __VA_ARGS__, NULL }, false, __FILE__, __LINE__)

void check_status(trisweep_status got, trisweep_status want, const char *call, const char *file,
                  int line);

void check_message(const char *const *texts, bool present, const char *file, int line);

/** Group set-up: remove TRISWEEP_OPTIONS from the environment. */
int check_clean_environment(void **state);

/**
 * Create a context, or fail the test. From this call on, the library's allocator fills new memory
 * with NaN, so that reads of uninitialised memory show in results.
 */
trisweep_context *check_context(const char *options);

/** Make the k-th allocation of the library from now fail, k = 1, 2, ...; 0 switches this off. */
void check_fail_at(int64_t k);

/** As check_fail_at, for the k-th and all later allocations. */
void check_fail_from(int64_t k);

/** Fill new memory of the library with NaN, or no more. */
void check_poison(bool on);

/** Create a smoother, or fail the test. */
trisweep_smoother *check_smoother(trisweep_context *ctx);

/** The statistics of a smoother, or fail the test. */
trisweep_stats check_stats(const trisweep_smoother *s);

/** Allocate zeroed memory, or fail the test. Free with free(). */
void *check_alloc(size_t count, size_t size);

#endif
