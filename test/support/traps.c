/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A library to preload: floating-point exceptions end the program. See test/launch.sh. */
#include <fenv.h>

__attribute__((constructor)) static void enable_traps(void)
{
   (void) feenableexcept(FE_OVERFLOW | FE_UNDERFLOW | FE_DIVBYZERO | FE_INVALID);
}
