/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef TSW_HYPRE_HOOKS_H
#define TSW_HYPRE_HOOKS_H

/** Address of our own hypre_BoomerAMGRelax, whatever that name leads to in this process. */
const void *tsw_hooks_own_relax(void);

#endif
