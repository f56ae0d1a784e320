# SPDX-License-Identifier: Apache-2.0 OR MIT
# Boards of kernels, scripts for boards, results.

# What the boards of kernels and the krylov board by PETSc have in common.
board_sources = \
	bench/boards/block.c \
	bench/boards/block.h \
	bench/boards/board.c \
	bench/boards/board.h \
	bench/boards/krylov_row.c \
	bench/boards/krylov_row.h \
	bench/boards/space.c \
	bench/boards/space.h \
	bench/boards/table.c \
	bench/boards/table.h \
	tools/common/json.c \
	tools/common/json.h \
	tools/common/output.c \
	tools/common/output.h \
	bench/matrix/builder.c \
	bench/matrix/builder.h \
	bench/matrix/generate.c \
	bench/matrix/generate.h \
	bench/matrix/grid.c \
	bench/matrix/grid.h \
	bench/matrix/market.c \
	bench/matrix/market.h \
	tools/matrix/market_check.c \
	tools/matrix/market_check.h \
	bench/matrix/matrix.c \
	bench/matrix/matrix.h

# trisweep-bench: the boards of kernels, not installed. trisweep-bench calls the schedules directly, not
# only trisweep.h.
if HAVE_ZLIB
if HAVE_CJSON
noinst_PROGRAMS += trisweep-bench
endif
endif
EXTRA_DIST += bench/boards/csrilu02.cu bench/boards/device.cu

# The krylov board by PETSc. A program of its own: trisweep-bench needs no MPI.
if HAVE_PETSC
if HAVE_ZLIB
if HAVE_CJSON
noinst_PROGRAMS += trisweep-bench-petsc
endif
endif
trisweep_bench_petsc_SOURCES = \
	$(board_sources) \
	bench/boards/petsc.c
trisweep_bench_petsc_CPPFLAGS = $(AM_CPPFLAGS) $(CUDA_CPPFLAGS) $(PETSC_CPPFLAGS) \
	$(ZLIB_CPPFLAGS) $(CJSON_CPPFLAGS)
trisweep_bench_petsc_LDADD = $(bench_device) libtrisweep-core.la $(CUDA_LIBS) $(PETSC_LIBS) \
	$(ZLIB_LIBS) $(CJSON_LIBS) $(DL_LIBS) -lm
endif
EXTRA_DIST += bench/boards/petsc.c

# For bench/papers.py, built with the tests or by name: make bench/levels.la
if HAVE_HYPRE
bench_levels_la_SOURCES = bench/levels.c
bench_levels_la_CPPFLAGS = $(AM_CPPFLAGS) $(HYPRE_CPPFLAGS) $(MPI_CPPFLAGS)
bench_levels_la_LDFLAGS = -module -avoid-version -shared -rpath /nowhere
bench_levels_la_LIBADD = $(DL_LIBS)
endif
EXTRA_DIST += bench/levels.c
trisweep_bench_SOURCES = \
	$(board_sources) \
	bench/boards/check.c \
	bench/boards/grid.c \
	bench/boards/grid.h \
	bench/boards/krylov.c \
	bench/boards/main.c \
	bench/boards/measure.c \
	bench/boards/solver.c \
	bench/boards/solver.h \
	bench/boards/sweep.c \
	bench/boards/yardstick.h \
	tools/common/random.h \
	tools/common/statistics.c \
	tools/common/statistics.h
trisweep_bench_CPPFLAGS = $(AM_CPPFLAGS) $(CUDA_CPPFLAGS) $(ZLIB_CPPFLAGS) $(CJSON_CPPFLAGS)
trisweep_bench_LDADD = $(bench_device) libtrisweep-core.la $(CUDA_LIBS) $(ZLIB_LIBS) $(CJSON_LIBS) -lm

# The boards of the device. The device code is a library, because nvcc compiles for
# libtool here.
if HAVE_CUDA
trisweep_bench_SOURCES += \
	bench/boards/csrilu02.h \
	bench/boards/ilu.c \
	bench/boards/papers.c \
	bench/boards/train.c
noinst_LTLIBRARIES += libtrisweep-bench-device.la
libtrisweep_bench_device_la_SOURCES = bench/boards/csrilu02.cu bench/boards/device.cu
bench_device = libtrisweep-bench-device.la
trisweep_bench_LDFLAGS = $(AM_LDFLAGS) $(CUDA_RPATH)
trisweep_bench_petsc_LDFLAGS = $(AM_LDFLAGS) $(CUDA_RPATH)
endif

EXTRA_DIST += \
	bench/largest.py \
	bench/new_file.py \
	bench/peaks.sh \
	bench/papers.py \
	bench/papers_amg.py \
	bench/papers_board.py \
	bench/papers_counters.py \
	bench/papers_li.py \
	bench/papers_naumov.py \
	bench/papers_tables.py \
	bench/papers_yuenyeung.py \
	bench/published.py \
	bench/rule.py \
	bench/plot_boards.py \
	bench/plot_cycle.py \
	bench/clients.py \
	bench/plot_setup.py \
	bench/plot_solve.py \
	bench/plot_totals.py \
	bench/scaling_model.py \
	bench/ilu_board.py \
	bench/solve_board.py \
	bench/results/README.md \
	bench/results/cpu2-clients-2026-11-28.json \
	bench/results/cpu2-few-colors-ranks-2026-11-27.txt \
	bench/results/cpu2-iterations-2026-11-24.txt \
	bench/results/cpu2-iterations-2026-11-25.txt \
	bench/results/cpu2-memory-2026-11-28.txt \
	bench/results/cpu2-np1-total-2026-11-26.json \
	bench/results/cpu2-ranks-2026-11-25.txt \
	bench/results/cpu2-steps-2026-11-26.json \
	bench/results/cpu2-steps-mfem-2026-11-26.txt \
	bench/results/cpu2-total-2026-11-24.json \
	bench/results/cpu2-total-2026-11-26.json \
	bench/results/h100-colors-2026-11-25.txt \
	bench/results/h100-cycle-2026-11-26.txt \
	bench/results/h100-iterations-2026-11-25.txt \
	bench/results/h100-clients-2026-11-27.json \
	bench/results/h200-client-products-2026-11-28.txt \
	bench/results/h200-client-spmv-2026-11-28.txt \
	bench/results/h200-clients-2026-11-28.json \
	bench/results/h200-lanes-2026-11-28.txt \
	bench/results/h200-least-setup-2026-11-28.txt \
	bench/results/h200-clients-2026-11-28b.json \
	bench/results/h200-clients-2026-11-28c.json \
	bench/results/h200-client-runs-2026-11-28.txt \
	bench/results/h200x2-exchanges-2026-11-28.txt \
	bench/results/h200x2-clients-2026-11-28.json \
	bench/results/h200x2-clients-2026-11-28b.json \
	bench/results/h200x2-clients-2026-11-28c.json \
	bench/results/h200x4-clients-2026-11-28.json \
	bench/results/h100-memory-2026-11-27.txt \
	bench/results/h100-pack-order-2026-11-27.txt \
	bench/results/h100-natural-setup-2026-11-25.txt \
	bench/results/h100-natural-setup-2026-11-27.txt \
	bench/results/h100-test-gpu-2026-11-27.txt \
	bench/results/h200-papers-2026-11-28.json \
	bench/results/h200-papers-2026-11-28b.json \
	bench/results/h200-papers-amg-2026-11-28.json \
	bench/results/h100-rule-2026-11-26.txt \
	bench/results/h100-steps-2026-11-26d.json \
	bench/results/h200-steps-2026-11-28.json \
	bench/results/h200x2-steps-2026-11-26b.json \
	bench/results/cpu16-steps-2026-11-26.json \
	bench/results/cpu16-threads-2026-11-26.txt \
	bench/results/cpu16-total-2026-11-26.json \
	bench/results/h200x2-binaries-2026-11-27.txt \
	bench/results/h200-sanitizer-2026-11-28.txt \
	bench/results/h200-test-gpu-2026-11-27.txt \
	bench/results/h200x2-test-gpu-2026-11-27.txt \
	bench/results/h200x4-test-gpu-2026-11-26.txt \
	bench/results/h200-color-order-2026-11-26.txt \
	bench/results/h200-colors-2026-11-23.txt \
	bench/results/h200-cycle-2026-11-24.txt \
	bench/results/h200-dilu-colors-2026-11-24.txt \
	bench/results/h200-facts-2026-11-27.txt \
	bench/results/h200-hop-latency.txt \
	bench/results/h200-ilu-amg-2026-11-21.json \
	bench/results/h200-ilu-auto-2026-11-21.json \
	bench/results/h200-ilu-rivals-2026-11-24.txt \
	bench/results/h200-large-2026-11-21.txt \
	bench/results/h200-largest-2026-11-28.txt \
	bench/results/h200-natural-2026-11-24.json \
	bench/results/h200-natural-hosts-2026-11-27.txt \
	bench/results/h200-natural-workers-2026-11-28.txt \
	bench/results/h200-onchip-2026-11-28.txt \
	bench/results/h200-setup-trace-2026-11-27.json \
	bench/results/h200-memory-2026-11-28.txt \
	bench/results/h200-memory-2026-11-28b.txt \
	bench/results/h200-memory-2026-11-28c.txt \
	bench/results/h200-memory-2026-11-28d.txt \
	bench/results/h200-memory-low-2026-11-28.txt \
	bench/results/h200-memory-natural-2026-11-28.txt \
	bench/results/h200-memory-natural-2026-11-28b.txt \
	bench/results/h200-ncu-2026-11-22.txt \
	bench/results/h200-profile-2026-11-24.txt \
	bench/results/h200-pull-2026-11-24.txt \
	bench/results/h200-strips-load-2026-11-24.txt \
	bench/results/h200-sweep-2026-11-22d.json \
	bench/results/h100-total-2026-11-26c.json \
	bench/results/h200-tune-2026-11-21.json \
	bench/results/h200-tune-bands-2026-11-22.json \
	bench/results/h200-tune-onchip-2026-11-22.json \
	bench/results/h200-tune-tiles-2026-11-22.json \
	bench/results/h200-unsymmetric-2026-11-21.txt \
	bench/results/h200-update-2026-11-24.txt \
	bench/results/h200-waits-2026-11-28.txt \
	bench/results/h200x2-cycle-2026-11-26.json \
	bench/results/h200x2-links-2026-11-26.txt \
	bench/results/h200x2-setup-2026-11-26.txt \
	bench/results/h200-total-2026-11-28.json \
	bench/results/h200-total-2026-11-28b.json \
	bench/results/h200x2-total-2026-11-26c.json \
	bench/results/h200-pool-2026-11-26.txt \
	bench/results/h200-mps-2026-11-26.txt \
	bench/results/h200-products-2026-11-26.txt \
	bench/results/h200x4-total-2026-11-26b.json
