/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "hypre/plug.h"

#include <stdarg.h>
#include <stdio.h>

tsw_call_table tsw_calls;

/* Inline functions of hypre's headers call these functions by name. */
#undef hypre_MAlloc
#undef hypre_Memcpy
#undef hypre_error_handler
#if defined(HYPRE_MIXED_PRECISION)
#define hypre_MAlloc hypre_MAlloc_dbl
#define hypre_Memcpy hypre_Memcpy_dbl
#define hypre_error_handler hypre_error_handler_dbl
#endif
void *hypre_MAlloc(size_t size, HYPRE_MemoryLocation location)
{
   return tsw_calls.hypre_MAlloc_entry(size, location);
}

void hypre_Memcpy(void *dst, void *src, size_t size, HYPRE_MemoryLocation loc_dst,
                  HYPRE_MemoryLocation loc_src)
{
   tsw_calls.hypre_Memcpy_entry(dst, src, size, loc_dst, loc_src);
}

void hypre_error_handler(const char *filename, HYPRE_Int line, HYPRE_Int ierr, const char *msg)
{
   tsw_calls.hypre_error_handler_entry(filename, line, ierr, msg);
}

__attribute__((format(printf, 2, 3))) HYPRE_Int hypre_sprintf(char *s, const char *format, ...)
{
   va_list arguments;
   va_start(arguments, format);
   const int n = vsprintf(s, format, arguments);
   va_end(arguments);
   return (HYPRE_Int) n;
}
