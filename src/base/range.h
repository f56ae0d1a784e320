/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Ranges of the calling thread for profilers, by NVTX of the CUDA Toolkit. While no profiler
 * listens, a range costs some stores and the test of a pointer. Builds without CUDA have no ranges.
 */
#pragma once

#include "base/unused.h"

#ifdef HAVE_CUDA

#include <nvtx3/nvToolsExt.h>

/** Begin a range inside those that are open; payload: an AMG level, or -1. */
static inline int tsw_range_begin(const char *name, int payload)
{
   nvtxEventAttributes_t range = { 0 };
   range.version = NVTX_VERSION;
   range.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
   range.messageType = NVTX_MESSAGE_TYPE_ASCII;
   range.message.ascii = name;
   range.payloadType = payload >= 0 ? NVTX_PAYLOAD_TYPE_INT32 : NVTX_PAYLOAD_UNKNOWN;
   range.payload.iValue = payload;
   return nvtxRangePushEx(&range);
}

static inline void tsw_range_end(TSW_UNUSED const int *range)
{
   (void) nvtxRangePop();
}

/** A range up to the end of the block in which this line stands. */
#define TSW_RANGE(name, payload)                                                 \
   __attribute__((cleanup(tsw_range_end))) TSW_UNUSED const int tsw_open_range = \
      tsw_range_begin(name, payload)

#else
#define TSW_RANGE(name, payload) (void) 0
#endif
