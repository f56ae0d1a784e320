/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif

#include "tools/common/machine.h"

#include <stdint.h>
#include <stdio.h>

#include <HYPRE.h>
#include <HYPRE_utilities.h>
#include <mpi.h>

#include "tools/common/support.h"

#if defined(HYPRE_USING_CUDA) && defined(HAVE_CUDA)
#define TSW_MACHINE_CUDA
#include <cuda_runtime_api.h>
#include <cusparse.h>
#endif

#ifdef TSW_MACHINE_CUDA
/* Select the GPU of this rank by its number on the machine. Fill in n_gpus, names and versions. */
static bool choose_gpu(tsw_machine *machine)
{
   struct cudaDeviceProp properties;
   MPI_Comm              host;
   int                   local_rank, n_devices = 0, version = 0;
   MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &host);
   MPI_Comm_rank(host, &local_rank);
   MPI_Comm_free(&host);
   cudaError_t fault = cudaGetDeviceCount(&n_devices);
   if (fault == cudaSuccess && n_devices > 0)
   {
      fault = cudaSetDevice(local_rank % n_devices);
   }
   if (fault == cudaSuccess && n_devices > 0)
   {
      fault = cudaGetDeviceProperties(&properties, local_rank % n_devices);
   }
   if (!tsw_all(fault == cudaSuccess && n_devices > 0))
   {
      if (fault != cudaSuccess || n_devices == 0)
      {
         tsw_complain("--device: no GPU: %s", cudaGetErrorString(fault));
      }
      return false;
   }
   const int mine = local_rank < n_devices;
   machine->first = mine;
   MPI_Allreduce(&mine, &machine->n_gpus, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
   cudaRuntimeGetVersion(&version);
   snprintf(machine->gpu, sizeof machine->gpu, "%s", properties.name);
   snprintf(machine->cuda, sizeof machine->cuda, "%d.%d", version / 1000, version % 1000 / 10);
   snprintf(machine->cusparse, sizeof machine->cusparse, "%d.%d.%d", CUSPARSE_VER_MAJOR,
            CUSPARSE_VER_MINOR, CUSPARSE_VER_PATCH);
   return true;
}
#else
static bool choose_gpu(tsw_machine *machine)
{
   int rank;
   (void) machine;
   MPI_Comm_rank(MPI_COMM_WORLD, &rank);
   if (rank == 0)
   {
#if defined(HYPRE_USING_GPU) || defined(HYPRE_USING_CUDA)
      tsw_complain("--device: this build of trisweep has no device code; configure with CUDA");
#else
      tsw_complain("--device: this hypre was built without GPUs");
#endif
   }
   return false;
}
#endif

bool tsw_machine_open(bool device, tsw_machine *machine)
{
   *machine = (tsw_machine){ .device = device, .gpu = "none", .cuda = "none", .cusparse = "none" };
   if (device && !choose_gpu(machine))
   {
      return false;
   }
   HYPRE_Init();
#if HYPRE_RELEASE_NUMBER >= 23100
   if (device)
   {
      HYPRE_DeviceInitialize(); /* without it, hypre returns free memory at each wait */
   }
#endif
   HYPRE_SetMemoryLocation(device ? HYPRE_MEMORY_DEVICE : HYPRE_MEMORY_HOST);
   HYPRE_SetExecutionPolicy(device ? HYPRE_EXEC_DEVICE : HYPRE_EXEC_HOST);
#ifdef HYPRE_USING_CUDA
   /* As in ij: cuSPARSE's SpGEMM needs too much memory, and its sums differ between runs. */
   HYPRE_SetSpGemmUseVendor(0);
   HYPRE_SetSpMVUseVendor(0);
#endif
   return true;
}

double tsw_machine_lap(const tsw_machine *machine, double start)
{
#ifdef TSW_MACHINE_CUDA
   if (machine->device)
   {
      cudaDeviceSynchronize();
   }
#else
   (void) machine;
#endif
   MPI_Barrier(MPI_COMM_WORLD);
   return MPI_Wtime() - start;
}

double tsw_machine_memory(const tsw_machine *machine)
{
   double bytes = 0.0;
#ifdef TSW_MACHINE_CUDA
   size_t        unused, total;
   uint64_t      reserved = 0, highest = 0;
   int           device;
   cudaMemPool_t pool;
   if (machine->device && machine->first && cudaMemGetInfo(&unused, &total) == cudaSuccess &&
       cudaGetDevice(&device) == cudaSuccess &&
       cudaDeviceGetMemPool(&pool, device) == cudaSuccess &&
       cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReservedMemCurrent, &reserved) == cudaSuccess &&
       cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReservedMemHigh, &highest) == cudaSuccess)
   {
      bytes = (double) (total - unused) + (double) (highest - reserved);
   }
#endif
   if (machine->device)
   {
      MPI_Allreduce(MPI_IN_PLACE, &bytes, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
   }
   return bytes;
}

void tsw_machine_close(void)
{
   HYPRE_Finalize();
}
