/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef TSW_BENCH_BOARDS_CSRILU02_H
#define TSW_BENCH_BOARDS_CSRILU02_H

#include <stdbool.h>

#include <trisweep.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Factorise with cuSPARSE's csrilu02, as hypre's ILU(0) does on a device.
 *
 * @param[in]  a            device matrix, columns ascending, with a full diagonal
 * @param[out] ms_analysis  time of the analysis
 * @param[out] ms_factor    time of one factorisation
 * @return false, with a message on stderr, if cuSPARSE refuses
 */
bool tsw_bench_csrilu02(const trisweep_csr *a, double *ms_analysis, double *ms_factor);

#ifdef __cplusplus
}
#endif

#endif
