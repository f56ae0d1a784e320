# SPDX-License-Identifier: Apache-2.0 OR MIT

exchange_sources = \
	src/extensions/exchange/channel.c src/extensions/exchange/chunks.c \
	src/extensions/exchange/connect.c src/extensions/exchange/exchange.c \
	src/extensions/exchange/group.c src/extensions/exchange/hooks.c \
	src/extensions/exchange/link.c src/extensions/exchange/ranks.c
exchange_cuda = \
	src/extensions/exchange/messages.cu src/extensions/exchange/products.cu \
	src/extensions/exchange/reductions.cu src/extensions/exchange/transfers.cu
EXTRA_DIST += $(exchange_sources) $(exchange_cuda)
if EXTENSION_EXCHANGE
if BUILD_PLUG
plug_tests += test/hypre/gpus_np2
endif
extension_objects += $(test_hypre_gpus_np2_OBJECTS)
test_hypre_gpus_np2_SOURCES = test/hypre/gpus_np2.c test/hypre/gpu_aware.c test/hypre/gpu_aware.h \
	test/load/memory.c $(gpu_sources)
if HYPRE_CUDA
plug_sources += $(exchange_sources)
plug_cuda_sources += $(exchange_cuda)
plug_device_object += src/extensions/exchange/.libs/messages.o \
	src/extensions/exchange/.libs/products.o src/extensions/exchange/.libs/reductions.o \
	src/extensions/exchange/.libs/transfers.o
endif
endif
