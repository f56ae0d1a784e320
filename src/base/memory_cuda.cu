/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "base/memory_cuda.h"

#include <inttypes.h>
#include <stdint.h>
#include <string.h>

#include <mutex>
#include <unordered_map>
#include <vector>

#include "base/cores.h"
#include "base/cuda_call.h"

/* Sizes of device arrays, by address. The host cannot read a size in front of a device array. */
static std::mutex                          sizes_lock;
static std::unordered_map<void *, int64_t> sizes;

/*
 * A pool a device of our own keeps up to 1 / KEPT_SHARE of the device's memory. The device's
 * current pool is used instead if it keeps as much, as HYPRE_DeviceInitialize lets it: then each
 * library uses what the other has freed.
 */
static constexpr uint64_t                     KEPT_SHARE = 16;
static std::mutex                             pools_lock;
static std::unordered_map<int, cudaMemPool_t> pools;

static thread_local cudaStream_t current_stream;

void tsw_memory_use_stream(void *stream)
{
   current_stream = (cudaStream_t) stream;
}

void *tsw_memory_stream(void)
{
   return current_stream;
}

/* Create the pool of our own; kept: bytes that it keeps. */
static cudaError_t create_pool(int device, uint64_t kept, cudaMemPool_t *pool)
{
   cudaMemPoolProps properties = {};
   properties.allocType = cudaMemAllocationTypePinned;
   properties.location.type = cudaMemLocationTypeDevice;
   properties.location.id = device;
   const cudaError_t error = cudaMemPoolCreate(pool, &properties);
   return error ? error : cudaMemPoolSetAttribute(*pool, cudaMemPoolAttrReleaseThreshold, &kept);
}

/* The pool of the current device, chosen at its first allocation. */
static cudaError_t pool_of_device(cudaMemPool_t *pool)
{
   int         device;
   cudaError_t error = cudaGetDevice(&device);
   if (error != cudaSuccess)
   {
      return error;
   }
   const std::lock_guard<std::mutex> guard(pools_lock);
   const auto                        found = pools.find(device);
   if (found != pools.end())
   {
      *pool = found->second;
      return cudaSuccess;
   }
   size_t   unused, total = 0;
   uint64_t kept = 0;
   error = cudaMemGetInfo(&unused, &total);
   error = error ? error : cudaDeviceGetMemPool(pool, device);
   error = error ? error : cudaMemPoolGetAttribute(*pool, cudaMemPoolAttrReleaseThreshold, &kept);
   if (!error && kept < total / KEPT_SHARE)
   {
      error = create_pool(device, total / KEPT_SHARE, pool);
   }
   if (!error)
   {
      pools[device] = *pool;
   }
   return error;
}

double tsw_memory_room(void)
{
   uint64_t      reserved = 0, used = 0;
   size_t        free_bytes = 0, total = 0;
   cudaMemPool_t pool;
   cudaError_t   error = pool_of_device(&pool);
   error = error ? error : cudaMemGetInfo(&free_bytes, &total);
   error =
      error ? error : cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReservedMemCurrent, &reserved);
   error = error ? error : cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &used);
   return error ? 0.0 : (double) free_bytes + (double) reserved - (double) used;
}

static cudaError_t allocate(void **array, size_t bytes)
{
   cudaMemPool_t pool;
   cudaError_t   error = pool_of_device(&pool);
   if (error != cudaSuccess)
   {
      return error;
   }
   error = cudaMallocFromPoolAsync(array, bytes, pool, current_stream);
   return error == cudaSuccess && tsw_memory_is_poisoned()
             ? cudaMemsetAsync(*array, 0xff, bytes, current_stream)
             : error;
}

trisweep_status tsw_memory_alloc_device(tsw_memory *owner, void *array_p, int64_t count,
                                        size_t size, const char *what)
{
   void *array = NULL;
   if (count < 0 || count > INT64_MAX / (int64_t) size)
   {
      return TSW_ERROR(MEMORY, "%s: %" PRId64 " elements of %zu bytes overflow", what, count, size);
   }
   const int64_t     bytes = count * (int64_t) size;
   const cudaError_t error = tsw_memory_must_fail()
                                ? cudaErrorMemoryAllocation
                                : allocate(&array, bytes > 0 ? (size_t) bytes : 1);
   if (error != cudaSuccess)
   {
      (void) cudaGetLastError(); /* the next launch must not report this failure again */
      return error == cudaErrorMemoryAllocation
                ? TSW_ERROR(MEMORY,
                            "no device memory for %s (%" PRId64 " bytes); use more devices "
                            "or a smaller problem",
                            what, bytes)
                : TSW_ERROR(CUDA, "no device memory for %s (%" PRId64 " bytes): %s", what, bytes,
                            cudaGetErrorString(error));
   }
   {
      const std::lock_guard<std::mutex> guard(sizes_lock);
      sizes[array] = bytes;
   }
   memcpy(array_p, &array, sizeof array);
   if (owner)
   {
      owner->bytes += bytes;
   }
   return TRISWEEP_OK;
}

void tsw_memory_free_device(tsw_memory *owner, void *array_p)
{
   void *array;
   memcpy(&array, array_p, sizeof array);
   if (!array)
   {
      return;
   }
   {
      const std::lock_guard<std::mutex> guard(sizes_lock);
      if (owner)
      {
         owner->bytes -= sizes[array];
      }
      sizes.erase(array);
   }
   cudaFreeAsync(array, current_stream);
   array = NULL;
   memcpy(array_p, &array, sizeof array);
}

void tsw_memory_drop_device(void *array_p)
{
   tsw_memory_free_device(NULL, array_p);
}

/* An event, unlike a stream, can be waited for without polling. */
static trisweep_status sleep_until_done(cudaStream_t stream)
{
   cudaEvent_t event;
   TSW_CUDA(cudaEventCreateWithFlags(&event, cudaEventDisableTiming | cudaEventBlockingSync));
   cudaError_t error = cudaEventRecord(event, stream);
   error = error ? error : cudaEventSynchronize(event);
   cudaEventDestroy(event);
   return TSW_CUDA_STATUS(error);
}

trisweep_status tsw_memory_wait(void *stream)
{
   return tsw_has_one_core() ? sleep_until_done((cudaStream_t) stream)
                             : TSW_CUDA_STATUS(cudaStreamSynchronize((cudaStream_t) stream));
}

trisweep_status tsw_memory_copy(void *to, const void *from, size_t bytes)
{
   TSW_CUDA(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, current_stream));
   return tsw_memory_wait(current_stream);
}

/*
 * Pinned memory is slow to allocate: pieces of two sizes are kept until the program ends. Queued
 * work may still access a piece that is freed: the piece is used again after an event behind the
 * queued work.
 */
struct retired_piece
{
   char       *piece;
   cudaEvent_t event;
};

struct pinned_pool
{
   size_t                     bytes;  /* of a piece */
   int                        a_page; /* pieces of an allocation */
   std::mutex                 lock;
   std::vector<char *>        unused;
   std::vector<retired_piece> retired;
};
static pinned_pool records = { TSW_MEMORY_RECORD, 256, {}, {}, {} };
static pinned_pool staging = { TSW_MEMORY_STAGING, 1, {}, {}, {} };

/* Move retired pieces whose event has passed to the unused ones; the caller holds the lock. */
static void recycle(pinned_pool *pool)
{
   size_t kept = 0;
   for (const retired_piece &r : pool->retired)
   {
      if (cudaEventQuery(r.event) == cudaSuccess)
      {
         cudaEventDestroy(r.event);
         pool->unused.push_back(r.piece);
      }
      else
      {
         pool->retired[kept++] = r;
      }
   }
   pool->retired.resize(kept);
   (void) cudaGetLastError(); /* the next launch must not report cudaErrorNotReady */
}

static trisweep_status take_piece(pinned_pool *pool, void *piece_p)
{
   const std::lock_guard<std::mutex> guard(pool->lock);
   recycle(pool);
   if (pool->unused.empty())
   {
      char *page = NULL;
      TSW_CUDA(cudaHostAlloc((void **) &page, (size_t) pool->a_page * pool->bytes,
                             cudaHostAllocPortable | cudaHostAllocMapped));
      for (int k = 0; k < pool->a_page; k++)
      {
         pool->unused.push_back(page + (size_t) k * pool->bytes);
      }
   }
   memcpy(piece_p, &pool->unused.back(), sizeof(char *));
   pool->unused.pop_back();
   return TRISWEEP_OK;
}

static void give_piece(pinned_pool *pool, void *piece_p)
{
   retired_piece r = {};
   memcpy(&r.piece, piece_p, sizeof r.piece);
   memset(piece_p, 0, sizeof r.piece);
   if (r.piece && cudaEventCreateWithFlags(&r.event, cudaEventDisableTiming) == cudaSuccess &&
       cudaEventRecord(r.event, current_stream) == cudaSuccess)
   {
      const std::lock_guard<std::mutex> guard(pool->lock);
      pool->retired.push_back(r);
   } /* otherwise CUDA has failed, and the piece is not used again */
}

trisweep_status tsw_memory_take_record(void *record_p)
{
   char *record;
   TSW_TRY(take_piece(&records, &record));
   memset(record, 0, TSW_MEMORY_RECORD);
   memcpy(record_p, &record, sizeof record);
   return TRISWEEP_OK;
}

void tsw_memory_give_record(void *record_p)
{
   give_piece(&records, record_p);
}

trisweep_status tsw_memory_take_staging(char **memory)
{
   return take_piece(&staging, memory);
}

void tsw_memory_give_staging(char **memory)
{
   give_piece(&staging, memory);
}

static trisweep_status read_part(char *to, const char *from, size_t bytes, char *through,
                                 cudaStream_t stream)
{
   TSW_CUDA(cudaMemcpyAsync(through, from, bytes, cudaMemcpyDeviceToHost, stream));
   TSW_TRY(tsw_memory_wait(stream));
   memcpy(to, through, bytes);
   return TRISWEEP_OK;
}

trisweep_status tsw_memory_read(void *to, const void *from, size_t bytes, void *stream)
{
   char           *through;
   trisweep_status status = TRISWEEP_OK;
   TSW_TRY(tsw_memory_take_staging(&through));
   for (size_t done = 0; done < bytes && status == TRISWEEP_OK; done += staging.bytes)
   {
      const size_t part = bytes - done < staging.bytes ? bytes - done : staging.bytes;
      status = read_part((char *) to + done, (const char *) from + done, part, through,
                         (cudaStream_t) stream);
   }
   const std::lock_guard<std::mutex> guard(staging.lock);
   staging.unused.push_back(through); /* read_part has waited for the copy */
   return status;
}
