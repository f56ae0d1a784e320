# SPDX-License-Identifier: Apache-2.0 OR MIT

products_sources = \
	src/extensions/products/hooks.c src/extensions/products/local_product.c \
	src/extensions/products/matmat.c
products_cuda = \
	src/extensions/products/columns_kernels.cu src/extensions/products/pattern_kernels.cu \
	src/extensions/products/pattern_fill_kernels.cu
EXTRA_DIST += $(products_sources) $(products_cuda)
if EXTENSION_PRODUCTS
extension_calls += src/extensions/products/calls.def
if BUILD_PLUG
plug_tests += test/hypre/products_np2
endif
extension_objects += $(test_hypre_products_np2_OBJECTS)
test_hypre_products_np2_SOURCES = test/hypre/products_np2.c $(gpu_sources)
if HYPRE_CUDA
test_hypre_products_np2_LDFLAGS = $(AM_LDFLAGS) \
	-Wl,--export-dynamic-symbol=cusparseSpGEMM_createDescr
plug_sources += $(products_sources)
plug_cuda_sources += $(products_cuda)
plug_device_object += src/extensions/products/.libs/columns_kernels.o \
	src/extensions/products/.libs/pattern_kernels.o \
	src/extensions/products/.libs/pattern_fill_kernels.o
endif
endif
