/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Matrix Market files, plain or gzipped. */
#ifndef TSW_TOOLS_MATRIX_MARKET_H
#define TSW_TOOLS_MATRIX_MARKET_H

#include "matrix/generate.h"

/**
 * Read a file of coordinates with real, integer or pattern entries, general or
 * symmetric (which is expanded). Repeated entries are added. A pattern becomes
 * the Laplacian of its graph plus one: -1 off the diagonal, on it one more than
 * the row has neighbours.
 *
 * @param[in]  path     file, plain or gzipped
 * @param[out] m        square; free it with tsw_matrix_free
 * @param[out] problem  static text that says what was wrong, with the number of the line
 * @return OK, ARGUMENT (no such file, or not such a file), MEMORY
 */
TRISWEEP_CHECKED trisweep_status tsw_market_read(const char *path, tsw_matrix *m,
                                                 const char **problem);

#endif
