/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef TSW_SMOOTHER_CONTEXT_H
#define TSW_SMOOTHER_CONTEXT_H

#include "base/options.h"

struct trisweep_context
{
   tsw_options options;
};

#endif
