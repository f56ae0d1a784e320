# SPDX-License-Identifier: Apache-2.0 OR MIT

# Packing and launch of the last levels know neither hypre nor MPI: libtrisweep has them.
cycle_sources = \
	src/extensions/cycle/coarse.c src/extensions/cycle/krylov.c src/extensions/cycle/vcycle.c
EXTRA_DIST += $(cycle_sources) src/extensions/cycle/cycle.c src/extensions/cycle/pack.c \
	src/extensions/cycle/cuda/cycle.cu
if EXTENSION_CYCLE
libtrisweep_core_la_SOURCES += src/extensions/cycle/pack.c
unit_tests += test/unit/cycle
device_tests += test/unit/cuda_cycle
if BUILD_PLUG
plug_tests += test/hypre/vcycle_np2
behind_tests += test/hypre/vcycle_np2
endif
extension_objects += $(test_hypre_vcycle_np2_OBJECTS)
test_hypre_vcycle_np2_SOURCES = test/hypre/vcycle_np2.c test/hypre/cycles.c test/hypre/cycles.h \
	$(gpu_sources)
if HAVE_CUDA
libtrisweep_core_la_SOURCES += src/extensions/cycle/cycle.c
cuda_sources += src/extensions/cycle/cuda/cycle.cu
endif
if HYPRE_CUDA
plug_sources += $(cycle_sources)
endif
endif
