/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Functions of CUDA that hypre calls in its setup. After nearly every call of Thrust hypre waits
 * for its compute stream, unless it was configured --with-thrust-nosync, and the device idles until
 * the host has made the next launches. Here only those waits remain that follow a copy to or from
 * host memory, and one ends the setup. hypre's other copies are by cudaMemcpy, which waits for the
 * stream: it is in order with the default stream. Device memory is taken, given back and set in the
 * order of the stream, where hypre takes the default one: the device would wait at each change.
 */
#include <dlfcn.h>
#include <link.h>
#include <string.h>

#include "hypre/base/device.h"
#include "hypre/base/device_call.h"
#include "hypre/base/notice.h"
#include "hypre/extension.h"

/*
 * Calls of a static hypre do not reach the plug; the host reads unified memory without a copy; and
 * a hypre for debugging is to report an error where it happens.
 */
#if !defined(TSW_HYPRE_WRAP) && !defined(HYPRE_USING_UNIFIED_MEMORY) && !defined(HYPRE_DEBUG)

static TSW_THREAD_LOCAL bool copies;   /* has a copy of host memory begun since the last wait? */
static TSW_THREAD_LOCAL bool left_out; /* has the setup left out a wait? */

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
   static TSW_THREAD_LOCAL library hypre;
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
   static TSW_THREAD_LOCAL cudaStream_t known; /* the default stream */
   static TSW_THREAD_LOCAL bool         in_order = true;
   if (stream != known)
   {
      unsigned flags;
      in_order = !tsw_cuda_fails(cudaStreamGetFlags(stream, &flags)) && flags == cudaStreamDefault;
      known = stream;
   }
   return in_order;
}

/*
 * The solver that hypre sets up in this thread, for sweeps of the plug; else NULL. MPI must not
 * read device memory, and a program's own functions for device memory may need the waits.
 */
static tsw_solver *set_up_now(void)
{
   const tsw_frame *frame = tsw_frame_top();
   tsw_solver      *s = frame && frame->sets_up ? frame->solver : NULL;
   const bool       serves =
      s && s->n_levels > 0 && s->levels[0] && tsw_extension_of(TSW_EXTENSION_waits, s) &&
      (s->levels[0]->n_ranks == 1 || !hypre_GetGpuAwareMPI()) &&
      !hypre_HandleUserDeviceMalloc(hypre_handle()) && is_in_order(tsw_device_stream());
   return serves ? s : NULL;
}

/* Where hypre sets up: its stream in place of the default stream. */
static cudaStream_t stream_of(const void *caller, cudaStream_t stream)
{
   return !stream && set_up_now() && is_hypre(caller) ? tsw_device_stream() : stream;
}

/* CUDA's function; a program may have it before that of the plug in the search order. */
static void *function_of_cuda(const char *name)
{
   void *next = dlsym(RTLD_NEXT, name);
   return next ? next : dlsym(RTLD_DEFAULT, name);
}

/* In the plug's function of this name: its caller, and that of CUDA. */
#define BEHIND(name)                                              \
   const void *const        caller = __builtin_return_address(0); \
   static __typeof__(name) *next;                                 \
   if (!next)                                                     \
   {                                                              \
      void *const address = function_of_cuda(#name);              \
      memcpy(&next, &address, sizeof next);                       \
   }
#define REPLACED __attribute__((visibility("default"))) cudaError_t

REPLACED cudaStreamSynchronize(cudaStream_t stream)
{
   BEHIND(cudaStreamSynchronize)
   tsw_solver *solver = set_up_now();
   if (solver && stream == tsw_device_stream())
   {
      const bool needed = copies || !is_hypre(caller);
      copies = false;
      if (tsw_extension_did(TSW_EXTENSION_waits, solver, TSW_DEED_wait, !needed))
      {
         left_out = true;
         return cudaSuccess;
      }
   }
   return next(stream);
}

/* The copy may be in a function of Thrust that hypre shares with another library. */
REPLACED cudaMemcpyAsync(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind,
                         cudaStream_t stream)
{
   BEHIND(cudaMemcpyAsync)
   (void) caller;
   copies = copies || kind != cudaMemcpyDeviceToDevice;
   return next(to, from, bytes, kind, stream);
}

REPLACED cudaMallocAsync(void **array, size_t bytes, cudaStream_t stream)
{
   BEHIND(cudaMallocAsync)
   return next(array, bytes, stream_of(caller, stream));
}

REPLACED cudaFreeAsync(void *array, cudaStream_t stream)
{
   BEHIND(cudaFreeAsync)
   return next(array, stream_of(caller, stream));
}

REPLACED cudaMemset(void *array, int value, size_t bytes)
{
   BEHIND(cudaMemset)
   cudaStream_t stream = stream_of(caller, NULL);
   return stream ? cudaMemsetAsync(array, value, bytes, stream) : next(array, value, bytes);
}

/* The setup ends when the device is done, whose errors are known then. */
static void wait_at_end(TSW_UNUSED const tsw_setup_call *call, TSW_UNUSED bool good)
{
   if (left_out && !tsw_cuda_check(cudaStreamSynchronize(tsw_device_stream()), "hypre's setup"))
   {
      tsw_raise("the device has failed in hypre's setup");
   }
   left_out = false;
}

const tsw_extension tsw_extension_waits = { .setup_ends = wait_at_end };
#else
const tsw_extension tsw_extension_waits = { 0 };
#endif
