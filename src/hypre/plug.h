/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * hypre's headers, and the features of this version of hypre. The plug reads internal structures
 * of hypre. Therefore it works with the version that it was compiled for, and selfcheck.c refuses
 * any other version at run time.
 */
#pragma once

#ifdef HAVE_CONFIG_H
#include <config.h>
#endif

#include <_hypre_parcsr_ls.h>

#include <stdbool.h>
#include <stddef.h>

#include <trisweep.h>

#include "base/unused.h"

#if !defined(HYPRE_RELEASE_NUMBER) || HYPRE_RELEASE_NUMBER < 22600
#error "trisweep needs hypre 2.26 or newer"
#endif
#if defined(HYPRE_BIGINT)
#error "trisweep does not support hypre with 64-bit HYPRE_Int; use --enable-mixedint"
#endif
#if defined(HYPRE_COMPLEX) || defined(HYPRE_SINGLE) || defined(HYPRE_LONG_DOUBLE)
#error "trisweep supports hypre with real double precision only"
#endif
#if defined(HYPRE_MIXED_PRECISION) && !defined(MP_BUILD_DOUBLE)
#error "configure compiles with MP_BUILD_DOUBLE for a hypre with mixed precision"
#endif
#if defined(HYPRE_SEQUENTIAL)
#error "trisweep does not support hypre without MPI"
#endif

/**
 * The end of the names of hypre's functions: a hypre with mixed precision has each function for
 * each precision, and the plug serves those for doubles. hypre's headers make them of the names.
 */
#if defined(HYPRE_MIXED_PRECISION)
#define TSW_HYPRE_SUFFIX "_dbl"
#else
#define TSW_HYPRE_SUFFIX ""
#endif
#define TSW_SYMBOL(name) TSW_SYMBOL_OF(name)
#define TSW_SYMBOL_OF(name) #name

/**
 * hypre has relax types 88 and 89 since 2.30; before, these numbers select block mode, and hypre
 * does not compute the norms of 88.
 */
#define TSW_HYPRE_HAS_88 (HYPRE_RELEASE_NUMBER >= 23000)

/** Since 2.29 MGR passes its global smoother number to the relax function, and has l1 norms. */
#define TSW_HYPRE_MGR_RELAXES (HYPRE_RELEASE_NUMBER >= 22900)

/** The plug can smooth matrices in device memory. */
#if defined(HAVE_CUDA) && defined(HYPRE_USING_CUDA)
#define TSW_HAS_DEVICE 1
#else
#define TSW_HAS_DEVICE 0
#endif

/* Features of the extensions that are built. */
#include "hypre/built/features.h"

#ifndef TSW_ANSWERS_EXCHANGES
#define TSW_ANSWERS_EXCHANGES 0 /* no extension intercepts hypre's exchanges in device memory */
#endif

#if defined(HYPRE_USING_CUDA)
/**
 * hypre_DeviceDataStream, which hypre compiles as C++. Its stream 0 is hypre's compute stream:
 * hypre 2.26 to 3.1 and the development versions after 3.1 set compute_stream_num to 0 and do not
 * change it. hypre_DeviceDataComputeStream is no symbol after 3.1.
 */
#define TSW_HYPRE_COMPUTE_STREAM(data) _Z22hypre_DeviceDataStreamP16hypre_DeviceDatai(data, 0)
void *_Z22hypre_DeviceDataStreamP16hypre_DeviceDatai(void *device_data, HYPRE_Int i);
#endif

/**
 * A few bytes for each thread, read in every hook: without a call of __tls_get_addr, which costs
 * more than the rest of a hook. A library that dlopen loads has space for them (with glibc).
 */
#if defined(__GLIBC__)
#define TSW_THREAD_LOCAL _Thread_local __attribute__((tls_model("initial-exec")))
#else
#define TSW_THREAD_LOCAL _Thread_local
#endif

/** hypre 2.26 declares this function without its parameters. */
HYPRE_Int HYPRE_Finalize(void);

#if defined(TSW_HYPRE_PLUG) /* sources of the shared plug */
#include "hypre/calls/calls.h"
#endif
