/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "base/options.h"

struct trisweep_context
{
   tsw_options options;
};
