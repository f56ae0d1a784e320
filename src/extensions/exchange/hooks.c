/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Hooks of hypre's exchanges of values. */
#include "hypre/hooks/hooks.h"
#include "extensions/exchange/channel.h"
#include "hypre/hooks/real.h"

#if TSW_ANSWERS_EXCHANGES
hypre_ParCSRCommHandle *tsw_hook_hypre_ParCSRCommHandleCreate_v2(
   HYPRE_Int job, hypre_ParCSRCommPkg *pkg, HYPRE_MemoryLocation send_location, void *send,
   HYPRE_MemoryLocation receive_location, void *receive)
{
   hypre_ParCSRCommHandle *handle =
      tsw_channel_begin(job, pkg, send_location, send, receive_location, receive);
   return handle ? handle
                 : tsw_real.hypre_ParCSRCommHandleCreate_v2(job, pkg, send_location, send,
                                                            receive_location, receive);
}

HYPRE_Int tsw_hook_hypre_ParCSRCommHandleDestroy(hypre_ParCSRCommHandle *handle)
{
   return handle && tsw_channel_end(handle) ? 0 : tsw_real.hypre_ParCSRCommHandleDestroy(handle);
}
#endif
