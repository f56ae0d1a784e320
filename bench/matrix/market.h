/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Read Matrix Market files, plain or gzipped. */
#ifndef TSW_BENCH_MATRIX_MARKET_H
#define TSW_BENCH_MATRIX_MARKET_H

#include "bench/matrix/matrix.h"

/**
 * Read a file in coordinate form with real, integer or pattern entries. Symmetric and
 * skew-symmetric files are expanded to both triangles. Repeated entries are added. A
 * pattern becomes the Laplacian of its graph plus the identity: -1 off the diagonal.
 *
 * @param[in]  path     file, plain or gzipped
 * @param[out] m        square; free it with tsw_matrix_free
 * @param[out] problem  reason of a failure, with the line number if a line is wrong; static storage
 * @return OK, ARGUMENT (the file cannot be read, or is not valid), MEMORY
 */
TRISWEEP_CHECKED trisweep_status tsw_market_read(const char *path, tsw_matrix *m,
                                                 const char **problem);

#endif
