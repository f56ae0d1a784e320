/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The part of values.h for matrices in device memory; for values.c only. The functions queue work
 * on hypre's stream, and return false if CUDA failed.
 */
#pragma once

#include <stdint.h>

#include "hypre/plug.h"

/** Kept of a product for the next one with the same P and patterns; zeros first. */
typedef struct tsw_values_ap
{
   hypre_ParCSRMatrix *ap;         /* the pattern of A P; no values between two products */
   int                 longest;    /* of the rows of the product; -1: a row is too long */
   int                 longest_ap; /* of the rows of A P */
} tsw_values_ap;

/** Begin with no findings. */
bool tsw_values_begin_device(void);

/** Find the pattern of a part of a matrix, with a seed, and whether its values are sound. */
bool tsw_values_inspect_device(hypre_CSRMatrix *a, bool square, int seed);

/** Add numbers to the pattern. */
bool tsw_values_inspect_numbers_device(const HYPRE_Int *numbers, HYPRE_Int n);

/** Copy values into the entries of another part, and inspect the copied values. */
bool tsw_values_copy_device(hypre_CSRMatrix *from, hypre_CSRMatrix *to, bool square);

/**
 * As tsw_values_galerkin; *computed: false if the product must come from hypre. The transpose of P
 * must be stored: with it, hypre restricts by a product.
 */
bool tsw_values_galerkin_device(hypre_ParCSRMatrix *a, hypre_ParCSRMatrix *p, hypre_ParCSRMatrix *c,
                                tsw_values_ap *kept, bool *computed);

/** Free what is kept of a product. */
void tsw_values_forget_device(tsw_values_ap *kept);

/** Wait for the device, and return the findings, see values.h; zeros if CUDA failed. */
bool tsw_values_end_device(uint64_t *pattern, unsigned *bits);

/** Free bytes of the device, without those of hypre's memory pools; 0 if CUDA fails. */
double tsw_values_free_bytes(void);
