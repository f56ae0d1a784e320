/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A GPU-aware MPI for tests, on top of any MPI: messages of device memory go through the host. */
#ifndef TEST_HYPRE_GPU_AWARE_H
#define TEST_HYPRE_GPU_AWARE_H

/** Messages of device memory since the start of the program. */
extern long test_device_messages;

#endif
