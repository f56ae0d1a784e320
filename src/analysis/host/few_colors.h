/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef TSW_ANALYSIS_HOST_FEW_COLORS_H
#define TSW_ANALYSIS_HOST_FEW_COLORS_H

#include <trisweep.h>

#include "analysis/few_colors.h"

/** Count the entries of a validated host block, pattern only. */
void tsw_few_count_host(const trisweep_csr *a, tsw_few_counts *counts);

#endif
