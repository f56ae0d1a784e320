/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "hypre/plug.h"

/** Address of the plug's hypre_BoomerAMGRelax, whatever the name resolves to in this process. */
const void *tsw_hooks_own_relax(void);

/* The hooks. An inactive plug calls hypre's own function, without numbers of trisweep. */
#define TSW_HOOK(name, type, params, args) type tsw_hook_##name params;
#include "hypre/hooks/hooks.def"
#undef TSW_HOOK
