/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include <trisweep.h>

#include "analysis/few_colors.h"

/** Count the entries of a validated host block, pattern only. */
void tsw_few_count_host(const trisweep_csr *a, tsw_few_counts *counts);
