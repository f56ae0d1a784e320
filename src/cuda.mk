# SPDX-License-Identifier: Apache-2.0 OR MIT
# How nvcc builds .cu files through libtool. -forward-unknown-to-host-compiler
# passes libtool's -fPIC -DPIC to the host compiler, so that no wrapper script is
# needed and a misspelt flag is an error. nvcc writes the dependencies itself.
# As in C, members that a designated initializer leaves out are zero: no warning for such members.

SUFFIXES = .cu
AM_V_NVCC = $(am__v_NVCC_@AM_V@)
am__v_NVCC_ = $(am__v_NVCC_@AM_DEFAULT_V@)
am__v_NVCC_0 = @echo "  NVCC    " $@;
am__v_NVCC_1 =

AM_NVCCFLAGS = -std=c++17 --extended-lambda -DCCCL_DISABLE_NVTX -DNVTX_DISABLE -fvisibility=hidden -Wall -Wextra \
	-Wno-missing-field-initializers $(WERROR_NVCCFLAGS)
LTNVCC = $(LIBTOOL) $(AM_V_lt) --tag=CC $(AM_LIBTOOLFLAGS) $(LIBTOOLFLAGS) --mode=compile \
	$(NVCC) -forward-unknown-to-host-compiler $(NVCC_CCBIN) $(NVCC_ARCH_FLAGS) \
	$(DEFS) -I. $(AM_CPPFLAGS) $(CPPFLAGS) $(AM_NVCCFLAGS) $(NVCCFLAGS)

.cu.lo:
	$(AM_V_at)$(MKDIR_P) $(@D)
	$(AM_V_NVCC)$(LTNVCC) -MMD -MP -MT $@ -MF $@.d -c -o $@ $<

cuda_deps = $(cuda_sources:.cu=.lo.d) bench/boards/device.lo.d
-include $(cuda_deps)
CLEANFILES += $(cuda_deps)
