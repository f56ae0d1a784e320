# SPDX-License-Identifier: Apache-2.0 OR MIT

EXTRA_DIST += src/extensions/waits/waits.c
if EXTENSION_WAITS
if BUILD_PLUG
plug_tests += test/hypre/waits_np2
behind_tests += test/hypre/waits_np2
endif
extension_objects += $(test_hypre_waits_np2_OBJECTS)
test_hypre_waits_np2_SOURCES = test/hypre/waits_np2.c test/hypre/gpu_aware.c \
	test/hypre/gpu_aware.h $(gpu_sources)
if HYPRE_CUDA
plug_sources += src/extensions/waits/waits.c
endif
endif
