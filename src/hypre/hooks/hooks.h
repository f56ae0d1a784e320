/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "hypre/plug.h"

/* The hooks. If the plug is inactive, a hook refuses numbers of trisweep and calls hypre. */
#define TSW_HOOK(name, type, params, args) type tsw_hook_##name params;
#include "hypre/hooks/hooks.def"
#undef TSW_HOOK
