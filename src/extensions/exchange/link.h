/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The off-process part of a matrix in device memory, with exchanges of its columns by stores into
 * the memory of the neighbours.
 */
#pragma once

#include "extensions/exchange/exchange.h"
#include "hypre/state/level.h"

typedef struct tsw_link
{
   tsw_carrier         carrier; /* first: functions get its address */
   hypre_ParCSRMatrix *matrix;
   tsw_exchange        forward;
   tsw_exchange        transposed; /* of an interpolation */
   int32_t            *sent; /* device: rows whose values other ranks need; hypre changes its own
                                copy in products with several vectors */
   int32_t            *rows; /* device: rows with entries */
   int32_t            *n_rows;
   int32_t            *first_slot; /* device: lists of what each coarse row receives */
   int32_t            *next_slot;
   int64_t             most_rows; /* upper bound of the number; exact after tsw_link_lay_out */
} tsw_link;

/**
 * Plan the exchanges of a matrix, an interpolation with a stored transpose or a square matrix;
 * makes hypre's communication package if the matrix has none. False on this rank: the exchanges
 * do not fit. Collective.
 */
bool tsw_link_plan(tsw_link *link, hypre_ParCSRMatrix *matrix, bool is_interpolation);

/** Bytes of device memory besides the exchanges, before tsw_link_lay_out. */
size_t tsw_link_bytes(const tsw_link *link);

/** Lay out the lists of a link in cleared device memory, and fill them. Waits for the stream. */
bool tsw_link_lay_out(tsw_link *link, char *memory);
