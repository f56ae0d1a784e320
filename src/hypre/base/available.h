/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The memory that this process can still allocate. */
#pragma once

#include "hypre/plug.h"

/**
 * Bytes of host or device memory: the smaller of what the system has available and what the limit
 * of the address space (ulimit -v) leaves; on a device, what is free. Infinite if unknown.
 */
double tsw_available_bytes(trisweep_space space);
