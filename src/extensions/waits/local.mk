# SPDX-License-Identifier: Apache-2.0 OR MIT

EXTRA_DIST += src/extensions/waits/waits.c
if EXTENSION_WAITS
if BUILD_PLUG
plug_tests += test/hypre/waits
behind_tests += test/hypre/waits
endif
extension_objects += $(test_hypre_waits_OBJECTS)
test_hypre_waits_SOURCES = test/hypre/waits.c $(gpu_sources)
if HYPRE_CUDA
plug_sources += src/extensions/waits/waits.c
endif
endif
