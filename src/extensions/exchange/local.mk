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
if HYPRE_CUDA
plug_sources += $(exchange_sources)
plug_cuda_sources += $(exchange_cuda)
plug_device_object += src/extensions/exchange/.libs/messages.o \
	src/extensions/exchange/.libs/products.o src/extensions/exchange/.libs/reductions.o \
	src/extensions/exchange/.libs/transfers.o
endif
endif
