/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Every status of a trisweep call: name, number, text. The enum below and the texts of
 * trisweep_status_text() are made from this list. Numbers are part of the ABI: append only.
 */
#ifndef TRISWEEP_STATUS_H
#define TRISWEEP_STATUS_H

/* Around declarations that C and C++ share. */
#ifdef __cplusplus
#define TRISWEEP_BEGIN_C extern "C" {
#define TRISWEEP_END_C }
#else
#define TRISWEEP_BEGIN_C
#define TRISWEEP_END_C
#endif

#define TRISWEEP_STATUS_LIST(ENTRY)                                                       \
   ENTRY(OK, 0, "success")                                                                \
   ENTRY(ARGUMENT, 1, "an argument of the call is not valid")                             \
   ENTRY(PATTERN, 2, "the sparsity pattern is not that of a square CSR matrix")           \
   ENTRY(VALUE, 3, "a matrix value or a norm is NaN or infinite")                         \
   ENTRY(ORDER, 4, "calls came in the wrong order, or the matrix changed since analysis") \
   ENTRY(OPTION, 5, "unknown option, or a value that the option does not take")           \
   ENTRY(MEMORY, 6, "out of memory")                                                      \
   ENTRY(UNSUPPORTED, 7, "not available in this build, on this machine or for this data") \
   ENTRY(CUDA, 8, "a CUDA call failed")                                                   \
   ENTRY(TIMEOUT, 9, "a kernel waited longer than its bound for a dependency")

typedef enum trisweep_status
{
#define TRISWEEP_STATUS_ENTRY(name, number, text) TRISWEEP_##name = number,
   TRISWEEP_STATUS_LIST(TRISWEEP_STATUS_ENTRY)
#undef TRISWEEP_STATUS_ENTRY
} trisweep_status;

#endif
