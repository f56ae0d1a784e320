/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Schedule colors: sweeps by few colours (analysis/few_colors.h), a launch for each colour. The
 * packed copy has three sides: entries whose columns are swept earlier, are in other units of the
 * row's colour, or are swept later. On each side the rows of a colour follow one another in slices
 * (slices.cuh), without padding. Entries within a unit are dense. The host queues a fixed number of
 * launches that pack the copy; wait of the schedule waits for the facts that they find.
 */
#pragma once

#include <cuda_runtime_api.h>

#include "analysis/few_colors.h"
#include "factor/pivot.h"
#include "kernels/schedule.h"

/** What the packing kernels find, on the device and copied to the host. Rows are colors_marks. */
typedef struct colors_facts
{
   tsw_few_counts counts;
   int64_t        shared;    /* entries between units of one colour */
   int64_t        stored;    /* entries between units */
   int32_t        farthest;  /* largest distance of a column to its row's number */
   int32_t        largest;   /* biased exponent of the largest entry between units */
   int32_t        smallest;  /* INT32_MAX minus that of the row with the smallest largest one */
   int32_t        bad_row;   /* first row with a bad pattern */
   int32_t        bad_value; /* first row with a number that is not finite, or with a divisor whose
                                reciprocal is not finite */
   int32_t        n_zero;    /* rows whose diagonal entry is zero or missing */
   int32_t        shifts;    /* not 0: some row has a shift, see cut.h */
   int32_t        too_large; /* not 0: some entry off the diagonal is too large for the store */
   int32_t        rounded;   /* not 0: some entry off the diagonal is stored rounded */
   int32_t        too_many;  /* not 0: the store has no room for the stored entries */
   int32_t        not_near;  /* not 0: distances or values do not fit entries of near.h */
} colors_facts;

/** Encode a row as a positive number, larger for smaller rows: atomicMax finds the first row. */
TSW_EVERYWHERE int32_t colors_mark(int64_t row)
{
   return INT32_MAX - (int32_t) row;
}

/** The row of a mark, which is not 0. */
TSW_EVERYWHERE int64_t colors_marked(int32_t mark)
{
   return INT32_MAX - (int64_t) mark;
}

/** Entries on a side, of a row and of a slice, up to which sort.cu orders a slice. */
#define COLORS_LONGEST 256
#define COLORS_ROOM 1024

/** An entry, which one load reads. */
template <class VALUE> struct alignas(2 * sizeof(VALUE)) colors_entry
{
   int32_t col;
   VALUE   val;
};

/** The packed copy. Place c n + p is place p of colour c; each colour has n places. */
typedef struct colors_store
{
   int32_t  n_rows;
   int32_t  lanes; /* lanes that share a row, 1 to 32; see slices.cuh */
   int32_t  bits;  /* of distances, see near.h; 0: columns, no distances */
   double   power; /* the power of two of entries of near.h */
   int64_t  nnz;   /* capacity in entries */
   int32_t *seg;   /* [3 places + 1] first entry of each place: side 0, then side 1, then side 2;
                      places: colors_most_places */
   void    *entry; /* [nnz + 1] colors_entry<float> or colors_entry<double>, or entries of near.h;
                      behind the last entry one zero of a valid column */
   void    *dense; /* [TSW_FEW_UNIT places] floats or doubles within the unit, by place of a column
                      in the unit; 0 where there is none; for the diagonal its shift, a float, see
                      cut.h */
} colors_store;

typedef struct colors_state
{
   colors_store   store;
   bool           floats;   /* entries off the diagonal are stored as floats */
   trisweep_csr   source;   /* the block to pack */
   bool           checked;  /* source is validated: validate need not run again */
   cudaEvent_t    event;    /* behind the validation of source by inspect; NULL: none */
   const double  *l1_norms; /* its norms, or NULL */
   tsw_memory    *owner;
   int32_t        asked;        /* number of colours that the user asks for; 0: any */
   int64_t        threads;      /* of packing kernels, at most */
   int64_t        at_once;      /* threads of a sweep kernel that are resident together, at least */
   colors_facts  *device_facts; /* device */
   colors_facts  *facts;        /* host, pinned */
   tsw_few_colors colors;
} colors_state;

/** Upper bound on the places of all colours, for any number of colours. */
TSW_EVERYWHERE int64_t colors_most_places(int64_t n_rows)
{
   return n_rows + TSW_FEW_MOST * TSW_FEW_BAND;
}

/** First entries of the places on a side: columns swept 0 earlier, 1 at once, 2 later. */
TSW_EVERYWHERE int32_t *colors_side(const colors_store *a, int side)
{
   return a->seg + side * colors_most_places(a->n_rows);
}

/** Index in dense of the shift of row i at a place. */
TSW_EVERYWHERE int64_t colors_shift_at(int64_t place, int64_t i)
{
   return TSW_FEW_UNIT * place + i % TSW_FEW_UNIT;
}

/** The format of entries, an index into tables of kernels: doubles, floats, near.h. */
static inline int colors_format(const colors_state *s)
{
   return !s->floats ? 0 : s->store.bits == 0 ? 1 : 2;
}

/** The spread of exponents in a block, see near.h. */
TSW_EVERYWHERE int32_t colors_spread(const colors_facts *f)
{
   return f->largest == 0 ? 0 : f->largest - (INT32_MAX - f->smallest);
}

/** Take the facts, and the number of colours that is asked for, for a plan. OK, MEMORY, CUDA. */
trisweep_status colors_take_facts(const tsw_analysis *analysis, tsw_memory *owner, colors_state *s);

/** Queue the first step of packing, which clears the facts. OK, CUDA. */
trisweep_status colors_validate(const colors_state *s, const trisweep_csr *a, cudaStream_t stream);

/** Queue the copy of the facts to the host. OK, CUDA. */
trisweep_status colors_read_facts(const colors_state *s, cudaStream_t stream);

/** free of the schedule. */
void colors_free(tsw_memory *owner, void *state);

/** dilu of the schedule. */
trisweep_status colors_dilu(void *state, const tsw_packed *p, tsw_pivots *pivots, void *stream);

/**
 * Queue the packing of source: validate, choose the colours, store pattern and values, divide, copy
 * the facts to the host. Sets, by place, inv_diag of p: 1 / (a_ii + shift_i), 0 where a_ii is
 * zero; with norms also inv_l1: 1 / l_i with l_i = tsw_cut_norm, and diag_l1: (a_ii + shift_i) /
 * l_i. OK, MEMORY, CUDA.
 */
trisweep_status colors_pack(colors_state *s, const tsw_packed *p, cudaStream_t stream);

/**
 * Wait for the facts on the stream, report errors, and choose the colours. Sets the numbers of
 * entries and zero diagonal entries of p. OK, PATTERN, VALUE, CUDA.
 */
trisweep_status colors_conclude(colors_state *s, void *stream, tsw_packed *p, tsw_found *found);

/** Can a block of so many rows be packed? Segments are counted in 32 bits. */
static inline bool colors_fits(int64_t n_rows)
{
   return 3 * colors_most_places(n_rows) < INT32_MAX;
}

/** pass and residual of tsw_schedule. */
trisweep_status colors_sweep(const void *state, const tsw_packed *p, const tsw_pass *pass,
                             void *stream);
trisweep_status colors_residual(const void *state, const tsw_packed *p, const tsw_pass *pass,
                                double *r, void *stream);
