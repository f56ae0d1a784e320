# SPDX-License-Identifier: Apache-2.0 OR MIT

resetup_sources = \
	src/extensions/resetup/galerkin.c src/extensions/resetup/galerkin_plan.c \
	src/extensions/resetup/kept.c \
	src/extensions/resetup/resetup.c \
	src/extensions/resetup/spares.c src/extensions/resetup/values.c \
	src/extensions/resetup/values_data.c src/extensions/resetup/values_setup.c
EXTRA_DIST += $(resetup_sources) \
	src/extensions/resetup/absent.c src/extensions/resetup/values_device.c
if EXTENSION_RESETUP
extension_calls += src/extensions/resetup/calls.def
hypre_tests += test/hypre/galerkin_np2 test/hypre/spares_np3 \
	test/hypre/values_guard_np2 test/hypre/values_np2 test/hypre/wrapped_np2
extension_objects += $(test_hypre_galerkin_np2_OBJECTS) $(test_hypre_values_np2_OBJECTS)
test_hypre_galerkin_np2_SOURCES = test/hypre/galerkin_np2.c $(gpu_sources)
test_hypre_values_np2_SOURCES = test/hypre/values_np2.c $(gpu_sources)
plug_sources += $(resetup_sources)
if HYPRE_CUDA
plug_sources += src/extensions/resetup/values_device.c
else
plug_sources += src/extensions/resetup/absent.c
endif
endif
