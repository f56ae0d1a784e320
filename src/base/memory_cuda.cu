/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "base/memory_cuda.h"

#include <inttypes.h>
#include <stdint.h>
#include <string.h>

#include <mutex>
#include <unordered_map>
#include <vector>

#include "base/cuda_call.h"

/* The host cannot read in front of a device address: sizes are stored apart. */
static std::mutex                          sizes_lock;
static std::unordered_map<void *, int64_t> sizes;

/* Pools by device, which keep this share of the device's memory. */
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
   cudaMemPoolProps properties = {};
   properties.allocType = cudaMemAllocationTypePinned;
   properties.location.type = cudaMemLocationTypeDevice;
   properties.location.id = device;
   error = cudaMemPoolCreate(pool, &properties);
   if (error == cudaSuccess)
   {
      size_t   unused, total = 0;
      uint64_t kept = cudaMemGetInfo(&unused, &total) == cudaSuccess ? total / KEPT_SHARE : 0;
      error = cudaMemPoolSetAttribute(*pool, cudaMemPoolAttrReleaseThreshold, &kept);
      pools[device] = *pool;
   }
   return error;
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
      (void) cudaGetLastError(); /* the failure is reported here, not by the next launch */
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

trisweep_status tsw_memory_copy(void *to, const void *from, size_t bytes)
{
   TSW_CUDA(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, current_stream));
   return TSW_CUDA_STATUS(cudaStreamSynchronize(current_stream));
}

/* Pinned memory is slow to get: staging buffers are kept until the program ends. */
static constexpr size_t    STAGING_BYTES = (size_t) 256 << 10;
static std::mutex          staging_lock;
static std::vector<char *> free_staging;

static trisweep_status take_staging(char **staging)
{
   {
      const std::lock_guard<std::mutex> guard(staging_lock);
      if (!free_staging.empty())
      {
         *staging = free_staging.back();
         free_staging.pop_back();
         return TRISWEEP_OK;
      }
   }
   return TSW_CUDA_STATUS(cudaHostAlloc((void **) staging, STAGING_BYTES, cudaHostAllocPortable));
}

static trisweep_status read_part(char *to, const char *from, size_t bytes, char *staging,
                                 cudaStream_t stream)
{
   TSW_CUDA(cudaMemcpyAsync(staging, from, bytes, cudaMemcpyDeviceToHost, stream));
   TSW_CUDA(cudaStreamSynchronize(stream));
   memcpy(to, staging, bytes);
   return TRISWEEP_OK;
}

trisweep_status tsw_memory_read(void *to, const void *from, size_t bytes, void *stream)
{
   char           *staging;
   trisweep_status status = TRISWEEP_OK;
   TSW_TRY(take_staging(&staging));
   for (size_t done = 0; done < bytes && status == TRISWEEP_OK; done += STAGING_BYTES)
   {
      const size_t part = bytes - done < STAGING_BYTES ? bytes - done : STAGING_BYTES;
      status = read_part((char *) to + done, (const char *) from + done, part, staging,
                         (cudaStream_t) stream);
   }
   const std::lock_guard<std::mutex> guard(staging_lock);
   free_staging.push_back(staging);
   return status;
}

/* Pinned memory is slow to get: records come from pages that are kept until the program ends. */
static constexpr int       RECORDS_A_PAGE = 256;
static std::mutex          records_lock;
static std::vector<char *> free_records;

/* Records that queued work may still write, each with an event behind that work. */
struct retired_record
{
   char       *record;
   cudaEvent_t event;
};
static std::vector<retired_record> retired_records;

/* Records behind finished work become free; the lock is held. */
static void harvest_records(void)
{
   size_t kept = 0;
   for (const retired_record &r : retired_records)
   {
      if (cudaEventQuery(r.event) == cudaSuccess)
      {
         cudaEventDestroy(r.event);
         free_records.push_back(r.record);
      }
      else
      {
         retired_records[kept++] = r;
      }
   }
   retired_records.resize(kept);
   (void) cudaGetLastError(); /* the next launch is not to report "not ready" */
}

trisweep_status tsw_memory_take_record(void *record_p)
{
   const std::lock_guard<std::mutex> guard(records_lock);
   harvest_records();
   if (free_records.empty())
   {
      char *page = NULL;
      TSW_CUDA(cudaHostAlloc((void **) &page, RECORDS_A_PAGE * TSW_MEMORY_RECORD,
                             cudaHostAllocPortable | cudaHostAllocMapped));
      for (int k = 0; k < RECORDS_A_PAGE; k++)
      {
         free_records.push_back(page + k * TSW_MEMORY_RECORD);
      }
   }
   char *record = free_records.back();
   free_records.pop_back();
   memset(record, 0, TSW_MEMORY_RECORD);
   memcpy(record_p, &record, sizeof record);
   return TRISWEEP_OK;
}

void tsw_memory_give_record(void *record_p)
{
   char *record;
   memcpy(&record, record_p, sizeof record);
   if (!record)
   {
      return;
   }
   retired_record r = { record, NULL };
   if (cudaEventCreateWithFlags(&r.event, cudaEventDisableTiming) == cudaSuccess &&
       cudaEventRecord(r.event, current_stream) == cudaSuccess)
   {
      const std::lock_guard<std::mutex> guard(records_lock);
      retired_records.push_back(r);
   } /* otherwise CUDA has failed, and the record stays unused */
   record = NULL;
   memcpy(record_p, &record, sizeof record);
}
