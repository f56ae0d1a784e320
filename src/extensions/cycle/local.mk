# SPDX-License-Identifier: Apache-2.0 OR MIT

# Packing and launch of the last levels know neither hypre nor MPI: libtrisweep has them.
cycle_sources = \
	src/extensions/cycle/coarse.c src/extensions/cycle/krylov.c src/extensions/cycle/vcycle.c
EXTRA_DIST += $(cycle_sources) src/extensions/cycle/cycle.c src/extensions/cycle/pack.c \
	src/extensions/cycle/cuda/cycle.cu
if EXTENSION_CYCLE
libtrisweep_core_la_SOURCES += src/extensions/cycle/pack.c
unit_tests += test/unit/cycle
device_tests += test/device/cycle
if HAVE_CUDA
libtrisweep_core_la_SOURCES += src/extensions/cycle/cycle.c
cuda_sources += src/extensions/cycle/cuda/cycle.cu
endif
if HYPRE_CUDA
plug_sources += $(cycle_sources)
endif
endif
