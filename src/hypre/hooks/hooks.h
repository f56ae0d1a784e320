/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "hypre/plug.h"

/** Address of our own hypre_BoomerAMGRelax, whatever that name leads to in this process. */
const void *tsw_hooks_own_relax(void);

/* What each entry does. A dead plug calls hypre's own function, and keeps our numbers from it. */
#define TSW_HOOK(name, type, params, args) type tsw_hook_##name params;
#include "hypre/hooks/hooks.def"
#undef TSW_HOOK
