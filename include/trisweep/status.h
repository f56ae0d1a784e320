/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Every status of a trisweep call: number, name, text. The enum below, trisweep_status_name() and
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
   ENTRY(TRISWEEP_OK, 0, "OK", "success")                                                 \
   ENTRY(TRISWEEP_ERROR_ARGUMENT, 1, "ARGUMENT", "an argument of the call is not valid")  \
   ENTRY(TRISWEEP_ERROR_PATTERN, 2, "PATTERN",                                            \
         "the sparsity pattern is not that of a square CSR matrix")                       \
   ENTRY(TRISWEEP_ERROR_VALUE, 3, "VALUE", "a matrix value or a norm is NaN or infinite") \
   ENTRY(TRISWEEP_ERROR_ORDER, 4, "ORDER",                                                \
         "calls came in the wrong order, or the matrix changed since analysis")           \
   ENTRY(TRISWEEP_ERROR_OPTION, 5, "OPTION",                                              \
         "unknown option, or a value that the option does not take")                      \
   ENTRY(TRISWEEP_ERROR_MEMORY, 6, "MEMORY", "out of memory")                             \
   ENTRY(TRISWEEP_ERROR_UNSUPPORTED, 7, "UNSUPPORTED",                                    \
         "not available in this build, on this machine or for this data")                 \
   ENTRY(TRISWEEP_ERROR_CUDA, 8, "CUDA", "a CUDA call failed")                            \
   ENTRY(TRISWEEP_ERROR_TIMEOUT, 9, "TIMEOUT",                                            \
         "a kernel waited longer than its bound for a dependency")

typedef enum trisweep_status
{
#define TRISWEEP_STATUS_ENTRY(status, number, name, text) status = number,
   TRISWEEP_STATUS_LIST(TRISWEEP_STATUS_ENTRY)
#undef TRISWEEP_STATUS_ENTRY
} trisweep_status;

#endif
