# SPDX-License-Identifier: Apache-2.0 OR MIT
# Headers are not listed: dist-hook distributes the headers of all folders.
# libtrisweep: all code below the plug. libtrisweep is built from a convenience library,
# which the unit tests also link in order to call hidden functions.

noinst_LTLIBRARIES += libtrisweep-core.la
lib_LTLIBRARIES += libtrisweep.la

include_HEADERS = include/trisweep.h
trisweepincludedir = $(includedir)/trisweep
trisweepinclude_HEADERS = \
	include/trisweep/factors.h \
	include/trisweep/solve.h \
	include/trisweep/stats.h \
	include/trisweep/status.h
nodist_trisweepinclude_HEADERS = include/trisweep/version.h

libtrisweep_core_la_SOURCES = \
	src/base/memory.c src/base/message.c src/base/options.c src/base/status.c src/base/timer.c \
	src/block/borrow.c src/block/csr.c src/block/load.c src/block/packed.c \
	src/analysis/host/fill.c \
	src/analysis/host/graph.c src/analysis/host/grid.c \
	src/analysis/host/levels.c src/analysis/host/associate.c src/analysis/host/partition.c \
	src/analysis/host/row_blocks.c \
	src/factor/host/dilu.c src/factor/host/ilu.c src/factor/host/pivot.c \
	src/kernels/registry.c \
	src/kernels/host/inplace.c \
	src/kernels/host/rows.c src/kernels/host/serial.c \
	src/kernels/host/wavefront.c \
	src/plan/plan.c src/plan/rule.c src/plan/host/build.c \
	src/space/space.c src/space/host/space.c \
	src/smoother/asynchronous.c src/smoother/context.c src/smoother/correct.c \
	src/smoother/factors.c src/smoother/gauss_seidel.c src/smoother/pack.c \
	src/smoother/smoother.c src/smoother/solve.c src/smoother/vectors.c

# Device code; src/space/absent.c replaces it in a build without CUDA.
cuda_sources = \
	src/analysis/cuda/grid.cu \
	src/analysis/cuda/level_sets.cu src/analysis/cuda/levels.cu \
	src/analysis/cuda/sweep_graph.cu src/analysis/cuda/transpose.cu \
	src/base/cuda_major.cu src/base/last_use_cuda.cu src/base/memory_cuda.cu \
	src/base/timer_cuda.cu \
	src/block/cuda/borrowed.cu src/block/cuda/csr.cu \
	src/block/cuda/index.cu src/block/cuda/layout.cu src/block/cuda/load.cu src/block/cuda/sort.cu \
	src/factor/cuda/dilu.cu src/factor/cuda/ilu.cu src/factor/cuda/rows.cu \
	src/kernels/cuda/published/chain.cu src/kernels/cuda/published/cusparse.cu \
	src/kernels/cuda/published/capellini.cu \
	src/kernels/cuda/published/levc.cu \
	src/kernels/cuda/published/level_sets.cu src/kernels/cuda/published/levels_kahn.cu \
	src/kernels/cuda/published/levels_kahn_queue.cu src/kernels/cuda/published/levels_naumov.cu \
	src/kernels/cuda/published/levr.cu src/kernels/cuda/published/partition.cu \
	src/kernels/cuda/published/slfc.cu src/kernels/cuda/published/slfr.cu \
	src/kernels/cuda/published/syncfree_csc.cu src/kernels/cuda/published/syncfree_csr.cu \
	src/kernels/cuda/published/twophase.cu src/kernels/cuda/published/writingfirst.cu \
	src/kernels/cuda/published/yuenyeung.cu \
	src/kernels/cuda/colors/pack.cu src/kernels/cuda/colors/pivots.cu src/kernels/cuda/colors/residual.cu \
	src/kernels/cuda/colors/schedule.cu src/kernels/cuda/colors/sort.cu \
	src/kernels/cuda/colors/sweep.cu src/kernels/cuda/colors/validate.cu \
	src/kernels/cuda/colors_inplace/schedule.cu \
	src/kernels/cuda/compose.cu src/kernels/cuda/gpu.cu \
	src/kernels/cuda/residual.cu src/kernels/cuda/slices.cu src/kernels/cuda/triangles.cu \
	src/kernels/cuda/inplace/schedule.cu \
	src/kernels/cuda/onchip/far.cu src/kernels/cuda/onchip/fill.cu \
	src/kernels/cuda/onchip/pack.cu src/kernels/cuda/onchip/schedule.cu \
	src/kernels/cuda/onchip/solver.cu src/kernels/cuda/onchip/steps.cu \
	src/kernels/cuda/persistent/schedule.cu \
	src/kernels/cuda/strips/order.cu src/kernels/cuda/strips/pack.cu \
	src/kernels/cuda/strips/plan.cu src/kernels/cuda/strips/residual.cu \
	src/kernels/cuda/strips/schedule.cu src/kernels/cuda/strips/shape.cu \
	src/kernels/cuda/strips/solve.cu src/kernels/cuda/strips/tiles.cu \
	src/plan/cuda/analysis.cu src/plan/cuda/build.cu src/plan/cuda/choose.cu \
	src/space/cuda/device.cu src/space/cuda/space.cu

if HAVE_CUDA
AM_CPPFLAGS += -DHAVE_CUDA
libtrisweep_core_la_SOURCES += $(cuda_sources)
else
libtrisweep_core_la_SOURCES += src/space/absent.c
endif
libtrisweep_core_la_LIBADD = $(CUDA_LIBS)

libtrisweep_la_SOURCES =
libtrisweep_la_LIBADD = libtrisweep-core.la
libtrisweep_la_LDFLAGS = $(NO_UNDEFINED_LDFLAGS) $(CUDA_RPATH) -no-undefined \
	-version-info $(TRISWEEP_ABI) $(VERSION_SCRIPT_LDFLAGS)
libtrisweep_la_DEPENDENCIES = libtrisweep-core.la src/trisweep.map

dist-hook:
	(cd $(srcdir) && find src -name '*.h' -o -name '*.cuh' -o -name '*.def') | \
		while read -r file; do \
			$(MKDIR_P) "`dirname "$(distdir)/$$file"`" && \
				cp -p "$(srcdir)/$$file" "$(distdir)/$$file" || exit 1; \
		done

include src/cuda.mk
