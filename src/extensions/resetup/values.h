/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Values of a matrix that keeps its pattern: inspection of a matrix, and copies of values from a
 * matrix with the same entries in another order. The functions queue their work on a device; the
 * findings of all calls since tsw_values_begin are read by tsw_values_end.
 */
#pragma once

#include <stdint.h>

#include "extensions/resetup/galerkin_plan.h"
#include "extensions/resetup/values_device.h"

/** Findings, as bits. */
enum
{
   TSW_VALUES_PATTERN = 1,  /* the entries of two matrices differ */
   TSW_VALUES_INFINITE = 2, /* a value is infinite or not a number */
   TSW_VALUES_DIAGONAL = 4, /* a diagonal entry is zero or missing */
   TSW_VALUES_FAILED = 8    /* CUDA failed */
};

typedef struct tsw_values_found
{
   uint64_t pattern; /* of the inspected matrices: row lengths, columns, in their order */
   unsigned bits;
} tsw_values_found;

/** Begin with no findings. on_device: the memory of all matrices until tsw_values_end. */
void tsw_values_begin(bool on_device);

/** Find the pattern of a matrix, and whether its values and its diagonal are sound. */
void tsw_values_inspect(hypre_ParCSRMatrix *matrix);

/** Add numbers to the pattern, in their order. */
void tsw_values_inspect_numbers(const HYPRE_Int *numbers, HYPRE_Int n);

/** Copy values into the entries of another matrix, and inspect the copied values. */
void tsw_values_copy(hypre_ParCSRMatrix *from, hypre_ParCSRMatrix *to);

/** Kept of a product for the next one with the same P and patterns; zeros first. */
typedef struct tsw_values_product
{
   tsw_galerkin_plan *plan;   /* hosts */
   tsw_values_ap      device; /* devices */
} tsw_values_product;

/** Free what is kept of a product, and set it to zeros. */
void tsw_values_forget(tsw_values_product *kept);

/** May this rank call tsw_values_galerkin? Not where hypre's own products use all threads. */
bool tsw_values_multiplies(const hypre_ParCSRMatrix *matrix, bool on_device);

/**
 * Compute the values of P^T A P into a matrix with that pattern, and inspect them. False on all
 * ranks, with nothing computed: the product must come from hypre. Collective, if all ranks may.
 */
bool tsw_values_galerkin(hypre_ParCSRMatrix *a, hypre_ParCSRMatrix *p, hypre_ParCSRMatrix *product,
                         tsw_values_product *kept);

/** Wait for the device, and return the findings. */
tsw_values_found tsw_values_end(void);
