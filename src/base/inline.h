/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* How functions in headers and in inner loops are compiled. */
#pragma once

/** A function that is compiled anew at each call, for instance once for each constant argument. */
#define TSW_ALWAYS_INLINE static inline __attribute__((always_inline))

/** A function for the host and, where a CUDA compiler reads it, for devices. */
#ifdef __CUDACC__
#define TSW_EVERYWHERE static inline __host__ __device__
#else
#define TSW_EVERYWHERE static inline
#endif
