# SPDX-License-Identifier: Apache-2.0 OR MIT

if EXTENSION_SINGULAR
unit_tests += test/unit/row_sums
hypre_tests += test/hypre/singular_np3
plug_sources += src/extensions/singular/null_vectors.c src/extensions/singular/singular.c
if HYPRE_CUDA
plug_cuda_sources += src/extensions/singular/row_sums_kernels.cu
plug_device_object += src/extensions/singular/.libs/row_sums_kernels.o
endif
endif
EXTRA_DIST += src/extensions/singular/null_vectors.c src/extensions/singular/singular.c \
	src/extensions/singular/row_sums_kernels.cu
