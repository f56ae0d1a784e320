/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * What every file of the plug needs: hypre's own headers, and what this hypre can do. The
 * plug reads internal structures of hypre: it works with the version that it was compiled
 * for, and selfcheck.c refuses any other at run time.
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
#if defined(HYPRE_MIXED_PRECISION)
#error "trisweep does not support hypre with mixed precision: its functions have other names"
#endif
#if defined(HYPRE_SEQUENTIAL)
#error "trisweep does not support hypre without MPI"
#endif

/** Relax types 88 and 89 came with hypre 2.30; before, they mean block mode. */
#define TSW_HYPRE_HAS_88 (HYPRE_RELEASE_NUMBER >= 23000)

/** From 2.29 on, MGR hands any global smoother number to the relax function, and has l1 norms. */
#define TSW_HYPRE_MGR_RELAXES (HYPRE_RELEASE_NUMBER >= 22900)
