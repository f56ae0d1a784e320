/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Exchanges of values between the GPUs of one host by stores into the memory of the neighbour. A
 * value travels in a slot of 16 bytes together with the number of the exchange: the receiver polls
 * the slot until the number is that of this exchange, so that no separate flag and no fence is
 * needed. (NCCL's protocol LL works in this way, with 8 bytes for 4.)
 *
 * A window has two sets of slots, for even and odd numbers. A rank stores exchange k in a set only
 * after it has received all of exchange k - 1, which the neighbour sent after it had received all
 * of exchange k - 2 from the same set. Therefore each rank sends at least one slot to each
 * neighbour from which it receives, and no acknowledgement is needed. All calls queue work on a
 * stream, in the same order on both ranks. The numbers are kept on the device, so that a CUDA graph
 * can be launched repeatedly.
 */
#pragma once

#include <stdint.h>

#include <cuda_runtime_api.h>

#include <trisweep/status.h>

#include "extensions/vector_kernels.h"

TRISWEEP_BEGIN_C

enum
{
   TSW_MOST_NEIGHBOURS = 15, /* of a rank on one host */
   TSW_RING = 8,             /* messages between two ranks (channel.h) */
   TSW_HYPRES_EXCHANGE = -2  /* id of exchanges that hypre began */
};

/** A value and the number of its exchange, twice: 8 bytes are stored at once. */
typedef struct tsw_slot
{
   uint32_t low, number_low;
   uint32_t high, number_high;
} tsw_slot;

/** The words of an exchange that kernels change; zero at first. */
typedef struct tsw_exchange_words
{
   uint32_t number;      /* of the last exchange */
   uint32_t blocks_done; /* of the running kernel */
} tsw_exchange_words;

/** A wait that exceeded the limit; in pinned host memory. */
typedef struct tsw_exchange_fault
{
   int32_t status; /* TRISWEEP_OK or TRISWEEP_ERROR_TIMEOUT */
   int32_t source; /* neighbour, in the order of first_from or of the messages */
   int32_t id;     /* of the exchange, chosen by the caller; -1 without a fault */
} tsw_exchange_fault;

/** An exchange as the kernels read it. Slots are counted from the start of a set. */
typedef struct tsw_exchange_view
{
   int32_t             n_to, n_from;
   int32_t             n_values;   /* to send; positions from n_values on carry zeros */
   int32_t             n_received; /* slots from n_received on carry no values */
   int32_t             first_to[TSW_MOST_NEIGHBOURS + 1];   /* positions for each receiver */
   tsw_slot           *to[TSW_MOST_NEIGHBOURS];             /* set for even numbers in its window */
   int32_t             n_slots_to[TSW_MOST_NEIGHBOURS];     /* slots of a set there */
   int32_t             first_from[TSW_MOST_NEIGHBOURS + 1]; /* slots of each sender here */
   tsw_slot           *window;                              /* set for even numbers */
   int32_t             n_slots;                             /* slots of a set here */
   tsw_exchange_words *words;
   int32_t            *status;   /* device word: TRISWEEP_OK until a wait times out */
   tsw_exchange_fault *fault;    /* pinned */
   int64_t             limit_ns; /* longest wait */
   int32_t             id;
} tsw_exchange_view;

/** Rows of a matrix that have entries, in any order. */
typedef struct tsw_row_list
{
   const int32_t *row;
   const int32_t *n;    /* device: number of rows */
   int64_t        most; /* upper bound of the number */
} tsw_row_list;

/** Append the rows with entries to list; n must be 0. */
cudaError_t tsw_list_rows(const int32_t *row_ptr, int64_t n_rows, int32_t *list, int32_t *n,
                          cudaStream_t stream);

/**
 * Send u[row[k]] (or, without row, the first values of u to each neighbour); receive the values of
 * the columns of a, and add alpha a x to y in the rows of the list. One launch.
 */
cudaError_t tsw_exchange_multiply(const tsw_exchange_view *e, const int32_t *row, const double *u,
                                  const tsw_device_csr *a, const tsw_row_list *rows, double alpha,
                                  double *y, cudaStream_t stream);

/** Send the products of the rows of a with x: position k is row k. tsw_exchange_add must follow. */
cudaError_t tsw_exchange_send_product(const tsw_exchange_view *e, const tsw_device_csr *a,
                                      const double *x, cudaStream_t stream);

/** y[row[k]] += received value k, neighbour by neighbour. */
cudaError_t tsw_exchange_add(const tsw_exchange_view *e, const int32_t *row, double *y,
                             cudaStream_t stream);

/** The slots that are added to each row, sender by sender: numbers from 1 on, 0 ends a list. */
typedef struct tsw_slot_lists
{
   const int32_t *first; /* of each row */
   const int32_t *next;  /* after each slot */
} tsw_slot_lists;

/** Make the lists; received value k is for row[k]. first and next are zero before. */
cudaError_t tsw_exchange_list_slots(const tsw_exchange_view *e, const int32_t *row, int32_t *first,
                                    int32_t *next, cudaStream_t stream);

/** y = own x, and y[row[k]] += received value k; sends (sent x)[k] as value k. */
cudaError_t tsw_exchange_restrict(const tsw_exchange_view *e, const tsw_device_csr *sent,
                                  const tsw_device_csr *own, const tsw_slot_lists *slots,
                                  const int32_t *row, const double *x, double *y,
                                  cudaStream_t stream);

/**
 * y = z + own x + external (received values); sends x[row[k]] as value k. z may be y. rows: those
 * of external with entries. The arrays of external are not read if external has no entries.
 */
cudaError_t tsw_exchange_interpolate(const tsw_exchange_view *e, const int32_t *row,
                                     const tsw_device_csr *own, const tsw_device_csr *external,
                                     const tsw_row_list *rows, const double *x, const double *z,
                                     double *y, cudaStream_t stream);

/**
 * Where the values of each rank are in a gathered vector: those of sender q, then (at n_from) this
 * rank's own.
 */
typedef struct tsw_gather_places
{
   int32_t first[TSW_MOST_NEIGHBOURS + 1];
   int32_t n[TSW_MOST_NEIGHBOURS + 1];
} tsw_gather_places;

/** Gather a short vector on all ranks: send the values of mine to each neighbour. */
cudaError_t tsw_exchange_gather(const tsw_exchange_view *e, const tsw_gather_places *places,
                                const double *mine, double *all, cudaStream_t stream);

/**
 * The inner product of vectors [n] of all ranks, the same bits on all ranks: sums in the order of
 * the ranks, of which this one is the n_before-th of first_from. result as in tsw_inner_product.
 */
cudaError_t tsw_exchange_inner_product(const tsw_exchange_view *e, int32_t n_before,
                                       const double *x, const double *y, int64_t n,
                                       tsw_inner_result *result, cudaStream_t stream);

/** A message of 32-bit words between two ranks, in slots of two words, at least one slot. */
typedef struct tsw_message
{
   tsw_slot *slots; /* in a ring */
   int64_t   begin; /* first word in the data of the exchange */
   int32_t   n_words;
   uint32_t  number;
} tsw_message;

typedef struct tsw_messages
{
   int32_t     n;
   int32_t     first_slot[TSW_MOST_NEIGHBOURS + 1]; /* of each message; the last: of all */
   tsw_message message[TSW_MOST_NEIGHBOURS];
} tsw_messages;

/** Store messages, of which data has the words, in the rings of other ranks. */
cudaError_t tsw_send_messages(const tsw_messages *m, const void *data, cudaStream_t stream);

/** Wait for messages, and copy their words to data. status, fault, limit_ns: as in the view. */
cudaError_t tsw_receive_messages(const tsw_messages *m, int32_t *status, tsw_exchange_fault *fault,
                                 int64_t limit_ns, void *data, cudaStream_t stream);

TRISWEEP_END_C
