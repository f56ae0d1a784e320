/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The block in the form that sweeps read. The strict lower and upper triangles are stored apart. In
 * each row the columns nearest to the diagonal come last, because their values are computed last.
 * Reciprocals replace the diagonal. The arrays of a device block, but none of the structs, are in
 * device memory. Some plans keep no triangles (a bare block), or no copy at all (a borrowed block:
 * sweeps read the caller's arrays).
 */
#pragma once

#include <stdbool.h>

#include <trisweep.h>

#include "base/memory.h"

TRISWEEP_BEGIN_C

/** One strict triangle. */
typedef struct tsw_triangle
{
   int32_t *row_ptr; /* [n_rows + 1] */
   int32_t *col_idx; /* [row_ptr[n_rows]] distinct; ascending in lower, descending in upper */
   double  *val;     /* [row_ptr[n_rows]] */
} tsw_triangle;

typedef struct tsw_packed
{
   int64_t       n_rows;
   tsw_triangle  lower;
   tsw_triangle  upper;
   int64_t       n_entries[2]; /* of the lower and of the upper triangle */
   int32_t       longest;      /* device: most entries of a row, both parts together; here and in
                                   the next, repeated columns count */
   int32_t       longest_part; /* device: most entries of one part of a row, with repetitions */
   double       *inv_diag;     /* [n_rows] 1 / a_ii by block row, 0 where a_ii is zero or missing */
   double       *inv_l1;       /* [n_rows] 1 / l1 norm by block row, 0 for 0; NULL without norms */
   double       *diag_l1;      /* [n_rows] a_ii / l1 norm by block row; NULL without norms */
   bool          floats;       /* the schedule may store values of the triangles as floats */
   bool          rounded;      /* the schedule stores some of them rounded */
   bool          near;         /* on devices: an entry has 4 bytes, its column included */
   bool          begins_with_diag; /* a host block without a copy: each row begins with its only
                                       diagonal entry, and no norm is zero */
   uint16_t      part, n_parts; /* device: a load has values of this part of the rows; 0: of all */
   trisweep_csr  block;         /* the caller's arrays, if borrowed, or for load of a schedule */
   const double *l1_norms;      /* [n_rows] or NULL, if borrowed */
   int64_t       n_zero_diagonals;
   int32_t      *wait_status; /* device word in which kernels store a status; NULL on the host */
   int32_t      *host_wait_status; /* copy of wait_status in mapped host memory; may be NULL */
   int64_t       wait_limit_ns;    /* longest wait of a kernel for one row */
} tsw_packed;

/** Lay out the pattern of a validated host block. Free p also after a failure. OK, MEMORY. */
trisweep_status tsw_packed_layout(const trisweep_csr *a, tsw_memory *owner, tsw_packed *p);

/** The first row of the part of a load, or of the next part. */
static inline int64_t tsw_packed_row(const tsw_packed *p, bool next)
{
   const int64_t all = next ? p->n_rows : 0;
   return p->n_parts > 0 ? p->n_rows * (p->part + next) / p->n_parts : all;
}

/** Entries of both triangles and the diagonal. */
static inline int64_t tsw_packed_nnz(const tsw_packed *p)
{
   return p->n_entries[0] + p->n_entries[1] + p->n_rows;
}

/** Load the values; repeated entries are added. OK, ORDER (entry not laid out), VALUE, MEMORY. */
trisweep_status tsw_packed_load(const trisweep_csr *a, const double *l1_norms, tsw_memory *owner,
                                tsw_packed *p);

/**
 * For sweeps in place: check a block whose sizes are valid in one pass over its arrays, as
 * tsw_csr_validate and tsw_packed_load do, and store the pointers in p; no memory is allocated.
 * Sets p->begins_with_diag and the number of zero diagonal entries. OK, PATTERN, VALUE.
 */
trisweep_status tsw_packed_borrow(const trisweep_csr *a, const double *l1_norms, tsw_packed *p);

/** Free the arrays. */
void tsw_triangle_free(tsw_memory *owner, tsw_triangle *t);

/** Free the arrays; their pointers become NULL. */
void tsw_packed_free(tsw_memory *owner, tsw_packed *p);

TRISWEEP_END_C
