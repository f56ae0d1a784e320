/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "kernels/candidate.h"

const tsw_candidate tsw_candidate_cuda_persistent = {
   .name = "persistent",
};
