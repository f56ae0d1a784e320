/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

/**
 * hypre's exchanges of values in device memory are intercepted (channel.h). With persistent
 * communication, handles of exchanges live as long as their package.
 */
#if TSW_HAS_DEVICE && !defined(HYPRE_USING_PERSISTENT_COMM)
#define TSW_ANSWERS_EXCHANGES 1
#endif
