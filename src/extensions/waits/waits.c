/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Functions of CUDA that hypre calls in its setup. After nearly every call of Thrust hypre waits
 * for its compute stream, unless it was configured --with-thrust-nosync, and the device idles until
 * the host has made the next launches. Here only those waits remain that follow a copy by the
 * stream to or from host memory. hypre's other copies are by cudaMemcpy, which waits for the
 * stream: it is in order with the default stream. Device memory is taken, given back and set in the
 * order of the stream, where hypre takes the default one: the device would wait at each change.
 */
#include <dlfcn.h>
#include <link.h>
#include <string.h>

#include "hypre/base/device.h"
#include "hypre/base/device_call.h"
#include "hypre/extension.h"

const tsw_extension tsw_extension_waits = { 0 };

/* Calls of a static hypre do not reach the plug; the host reads unified memory without a copy. */
#if !defined(TSW_HYPRE_WRAP) && !defined(HYPRE_USING_UNIFIED_MEMORY)

static TSW_THREAD_LOCAL bool copies; /* has a copy of host memory begun since the last wait? */

/* The memory of the library that an address belongs to. */
typedef struct library
{
   uintptr_t address, begin, end;
} library;

static int find_library(struct dl_phdr_info *info, TSW_UNUSED size_t size, void *data)
{
   library *l = data;
   for (int k = 0; k < info->dlpi_phnum && l->end == 0; k++)
   {
      const ElfW(Phdr) *p = &info->dlpi_phdr[k];
      const uintptr_t begin = info->dlpi_addr + p->p_vaddr, end = begin + p->p_memsz;
      if (p->p_type == PT_LOAD && begin <= l->address && l->address < end)
      {
         l->begin = begin;
         l->end = end;
      }
   }
   return l->end != 0;
}

static bool is_hypre(const void *caller)
{
   static library hypre;
   if (hypre.end == 0)
   {
      hypre_Handle *(*function)(void) = hypre_handle; /* no hook: others may replace those, too */
      memcpy(&hypre.address, &function, sizeof hypre.address);
      (void) dl_iterate_phdr(find_library, &hypre);
   }
   return hypre.begin <= (uintptr_t) caller && (uintptr_t) caller < hypre.end;
}

/* Is the stream in order with the default stream? */
static bool is_in_order(cudaStream_t stream)
{
   static cudaStream_t known; /* the default stream */
   static bool         in_order = true;
   if (stream != known)
   {
      unsigned flags;
      in_order = !tsw_cuda_fails(cudaStreamGetFlags(stream, &flags)) && flags == cudaStreamDefault;
      known = stream;
   }
   return in_order;
}

/*
 * The solver that hypre, the caller, sets up in this thread, on one rank and for sweeps of the
 * plug; else NULL. A program's own functions for device memory may need the waits.
 */
static tsw_solver *set_up_by(const void *caller)
{
   const tsw_frame *frame = tsw_frame_top();
   tsw_solver      *solver = frame && frame->sets_up ? frame->solver : NULL;
   const bool       serves =
      solver && is_hypre(caller) && solver->n_levels > 0 && solver->levels[0] &&
      solver->levels[0]->n_ranks == 1 && tsw_extension_of(TSW_EXTENSION_waits, solver) &&
      !hypre_HandleUserDeviceMalloc(hypre_handle()) && is_in_order(tsw_device_stream());
   return serves ? solver : NULL;
}

/* In the plug's function of this name: its caller, and CUDA's function. */
#define BEHIND(name)                                              \
   const void *const        caller = __builtin_return_address(0); \
   static __typeof__(name) *next;                                 \
   if (!next)                                                     \
   {                                                              \
      void *const address = dlsym(RTLD_NEXT, #name);              \
      memcpy(&next, &address, sizeof next);                       \
   }
#define REPLACED __attribute__((visibility("default"))) cudaError_t

REPLACED cudaStreamSynchronize(cudaStream_t stream)
{
   BEHIND(cudaStreamSynchronize)
   tsw_solver *solver = copies ? NULL : set_up_by(caller);
   if (solver && stream == tsw_device_stream())
   {
      (void) tsw_extension_did(TSW_EXTENSION_waits, solver, TSW_DEED_wait, true);
      return cudaSuccess;
   }
   copies = false;
   return next(stream);
}

REPLACED cudaMemcpyAsync(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind,
                         cudaStream_t stream)
{
   BEHIND(cudaMemcpyAsync)
   copies = copies || (kind != cudaMemcpyDeviceToDevice && set_up_by(caller));
   return next(to, from, bytes, kind, stream);
}

REPLACED cudaMallocAsync(void **array, size_t bytes, cudaStream_t stream)
{
   BEHIND(cudaMallocAsync)
   return next(array, bytes, !stream && set_up_by(caller) ? tsw_device_stream() : stream);
}

REPLACED cudaFreeAsync(void *array, cudaStream_t stream)
{
   BEHIND(cudaFreeAsync)
   return next(array, !stream && set_up_by(caller) ? tsw_device_stream() : stream);
}

REPLACED cudaMemset(void *array, int value, size_t bytes)
{
   BEHIND(cudaMemset)
   return set_up_by(caller) ? cudaMemsetAsync(array, value, bytes, tsw_device_stream())
                            : next(array, value, bytes);
}

#endif
