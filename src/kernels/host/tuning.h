/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Measured costs of host sweeps in nanoseconds: AMD EPYC, gcc 12 -O2, 2026-11-20, forward
 * sweeps of 7-point 100^3 and 27-point 70^3 (serial 7.2 and 4.6 ms, level order on one thread
 * 22.6 and 7.6 ms).
 */
#pragma once

#define TSW_ENTRY_NS 0.5      /* a stored entry */
#define TSW_ROW_NS 3.5        /* a row in natural order, beyond its entries */
#define TSW_LEVEL_ROW_NS 23.0 /* a row in level order: its vectors lie apart in memory */
#define TSW_BARRIER_NS 205.0  /* the barrier after a level */

/** Estimated time of a whole sweep over rows in natural order by one thread. */
static inline double tsw_serial_ns(double n_rows, double nnz)
{
   return TSW_ENTRY_NS * nnz + TSW_ROW_NS * n_rows;
}
