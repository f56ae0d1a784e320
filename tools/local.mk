# SPDX-License-Identifier: Apache-2.0 OR MIT
# Programs for users. They include headers of their own as tools/FOLDER/FILE.

AM_CPPFLAGS += -I$(top_srcdir)

bin_PROGRAMS += trisweep-info
dist_man_MANS += tools/trisweep-info.1

trisweep_info_SOURCES = \
	tools/common/output.c \
	tools/common/output.h \
	tools/trisweep-info.c
trisweep_info_LDADD = libtrisweep.la

# trisweep-run: for the shared plug.
if BUILD_PLUG
bin_SCRIPTS = tools/trisweep-run
dist_man_MANS += tools/trisweep-run.1
endif
EXTRA_DIST += tools/trisweep-run.1

# trisweep-solve: hypre and cJSON; CHOLMOD and zlib for Matrix Market files. trisweep-total is a link
# to this program.
if BUILD_SOLVE
bin_PROGRAMS += trisweep-solve
dist_man_MANS += tools/trisweep-solve.1 tools/trisweep-total.1
install-exec-hook:
	cd "$(DESTDIR)$(bindir)" && rm -f $(total_link) && $(LN_S) $(solve_program) $(total_link)
endif
EXTRA_DIST += tools/trisweep-solve.1 tools/trisweep-total.1
solve_program = `echo trisweep-solve | $(SED) '$(transform)'`$(EXEEXT)
total_link = `echo trisweep-total | $(SED) '$(transform)'`$(EXEEXT)
trisweep_solve_SOURCES = \
	examples/assembly.c \
	examples/assembly.h \
	examples/beam.c \
	examples/beam.h \
	tools/board/board.c \
	tools/board/board.h \
	tools/board/file.c \
	tools/board/file.h \
	tools/board/row.c \
	tools/board/row.h \
	tools/board/steps.c \
	tools/board/steps.h \
	tools/board/total.c \
	tools/board/total.h \
	tools/common/json.c \
	tools/common/json.h \
	tools/common/krylov.c \
	tools/common/krylov.h \
	tools/common/output.c \
	tools/common/output.h \
	tools/common/place.c \
	tools/common/place.h \
	tools/common/progress.c \
	tools/common/progress.h \
	tools/common/random.h \
	tools/common/statistics.c \
	tools/common/statistics.h \
	tools/common/support.c \
	tools/common/support.h \
	tools/matrix/inspect.c \
	tools/matrix/inspect.h \
	tools/matrix/read.h \
	tools/problem/change.c \
	tools/problem/change.h \
	tools/problem/generated.c \
	tools/problem/generated.h \
	tools/problem/system.c \
	tools/problem/system.h \
	tools/problem/tetrahedra.c \
	tools/problem/tetrahedra.h \
	tools/solve/advice.c \
	tools/solve/advice.h \
	tools/solve/amg.c \
	tools/solve/amg.h \
	tools/solve/arguments.c \
	tools/solve/arguments.h \
	tools/solve/check.c \
	tools/solve/check.h \
	tools/solve/compare.c \
	tools/solve/compare.h \
	tools/solve/files.c \
	tools/solve/files.h \
	tools/solve/options.h \
	tools/solve/relax.c \
	tools/solve/relax.h \
	tools/solve/report.c \
	tools/solve/report.h \
	tools/solve/rows.c \
	tools/solve/rows.h \
	tools/solve/run.c \
	tools/solve/run.h \
	tools/solve/values.c \
	tools/solve/values.h \
	tools/trisweep-solve.c
if HAVE_MATRIX_MARKET
trisweep_solve_SOURCES += \
	tools/matrix/gzip_stream.c \
	tools/matrix/gzip_stream.h \
	tools/matrix/market_check.c \
	tools/matrix/market_check.h \
	tools/matrix/read.c
else
trisweep_solve_SOURCES += tools/matrix/read_absent.c
endif
trisweep_solve_CPPFLAGS = $(AM_CPPFLAGS) $(HYPRE_CPPFLAGS) $(MPI_CPPFLAGS) \
	$(CHOLMOD_CPPFLAGS) $(ZLIB_CPPFLAGS) $(CJSON_CPPFLAGS)
trisweep_solve_CFLAGS = $(AM_CFLAGS) $(PTHREAD_CFLAGS)
trisweep_solve_LDADD = $(hypre_ldadd) $(CHOLMOD_LIBS) $(ZLIB_LIBS) $(CJSON_LIBS) $(MPI_LIBS)
trisweep_solve_LDFLAGS = $(AM_LDFLAGS) $(hypre_ldflags)
trisweep_solve_DEPENDENCIES = $(hypre_deps)

# trisweep-bench: the boards of kernels, not installed. trisweep-bench calls the schedules directly, not
# only trisweep.h.
if HAVE_ZLIB
if HAVE_CJSON
noinst_PROGRAMS += trisweep-bench
endif
endif
EXTRA_DIST += tools/bench/csrilu02.cu tools/bench/device.cu
trisweep_bench_SOURCES = \
	tools/bench/block.c \
	tools/bench/block.h \
	tools/bench/board.c \
	tools/bench/board.h \
	tools/bench/calibrate.c \
	tools/bench/calibrate.h \
	tools/bench/check.c \
	tools/bench/grid.c \
	tools/bench/grid.h \
	tools/bench/main.c \
	tools/bench/measure.c \
	tools/bench/solver.c \
	tools/bench/solver.h \
	tools/bench/space.c \
	tools/bench/space.h \
	tools/bench/sweep.c \
	tools/bench/table.c \
	tools/bench/table.h \
	tools/bench/yardstick.h \
	tools/common/json.c \
	tools/common/json.h \
	tools/common/output.c \
	tools/common/output.h \
	tools/common/random.h \
	tools/common/statistics.c \
	tools/common/statistics.h \
	tools/matrix/builder.c \
	tools/matrix/builder.h \
	tools/matrix/generate.c \
	tools/matrix/generate.h \
	tools/matrix/grid.c \
	tools/matrix/grid.h \
	tools/matrix/market.c \
	tools/matrix/market.h \
	tools/matrix/market_check.c \
	tools/matrix/market_check.h \
	tools/matrix/matrix.c \
	tools/matrix/matrix.h
trisweep_bench_CPPFLAGS = $(AM_CPPFLAGS) $(CUDA_CPPFLAGS) $(ZLIB_CPPFLAGS) $(CJSON_CPPFLAGS)
trisweep_bench_LDADD = $(bench_device) libtrisweep-core.la $(CUDA_LIBS) $(ZLIB_LIBS) $(CJSON_LIBS) -lm

# The boards of the device. The device code is a library, because nvcc compiles for
# libtool here.
if HAVE_CUDA
trisweep_bench_SOURCES += \
	tools/bench/csrilu02.h \
	tools/bench/ilu.c \
	tools/bench/krylov.c \
	tools/bench/papers.c \
	tools/bench/train.c
noinst_LTLIBRARIES += libtrisweep-bench-device.la
libtrisweep_bench_device_la_SOURCES = tools/bench/csrilu02.cu tools/bench/device.cu
bench_device = libtrisweep-bench-device.la
trisweep_bench_LDFLAGS = $(AM_LDFLAGS) $(CUDA_RPATH)
endif

# Also for trisweep-bench calibrate.
dist_pkgdata_DATA += bench/fit_tuning.py
EXTRA_DIST += \
	bench/papers.py \
	bench/papers_tables.py \
	bench/published.py \
	bench/plot_boards.py \
	bench/plot_solve.py \
	bench/plot_totals.py \
	bench/scaling_model.py \
	bench/ilu_board.py \
	bench/solve_board.py \
	bench/results/README.md \
	bench/results/cpu2-iterations-2026-11-24.txt \
	bench/results/cpu2-iterations-2026-11-25.txt \
	bench/results/cpu2-ranks-2026-11-25.txt \
	bench/results/cpu2-steps-programs-2026-11-25.txt \
	bench/results/cpu2-ranks-2026-11-25.txt \
	bench/results/cpu2-total-2026-11-24.json \
	bench/results/h100-calibrate-2026-11-23.txt \
	bench/results/h100-colors-2026-11-25.txt \
	bench/results/h100-iterations-2026-11-25.txt \
	bench/results/h100-load-2026-11-24.txt \
	bench/results/h100-natural-setup-2026-11-25.txt \
	bench/results/h100-papers-2026-11-25.json \
	bench/results/h100-steps-2026-11-25.json \
	bench/results/h100x2-test-gpu-2026-11-24.txt \
	bench/results/h100x2-total-2026-11-25.json \
	bench/results/h200-check-2026-11-21.json \
	bench/results/h200-colors-2026-11-23.txt \
	bench/results/h200-cycle-2026-11-24.txt \
	bench/results/h200-dilu-colors-2026-11-24.txt \
	bench/results/h200-hop-latency.txt \
	bench/results/h200-ilu-amg-2026-11-21.json \
	bench/results/h200-ilu-auto-2026-11-21.json \
	bench/results/h200-ilu-rivals-2026-11-22.txt \
	bench/results/h200-ilu-rivals-2026-11-24.txt \
	bench/results/h200-ilu-step-2026-11-21.json \
	bench/results/h200-large-2026-11-21.txt \
	bench/results/h200-layout-2026-11-24.txt \
	bench/results/h200-natural-2026-11-24.json \
	bench/results/h200-ncu-2026-11-22.txt \
	bench/results/h200-profile-2026-11-24.txt \
	bench/results/h200-pull-2026-11-24.txt \
	bench/results/h200-solve-2026-11-21e.json \
	bench/results/h200-strips-load-2026-11-24.txt \
	bench/results/h200-sweep-2026-11-22d.json \
	bench/results/h200-test-gpu-2026-11-24.txt \
	bench/results/h200-total-2026-11-24.json \
	bench/results/h200-total-2026-11-24b.json \
	bench/results/h200-tune-2026-11-21.json \
	bench/results/h200-tune-bands-2026-11-22.json \
	bench/results/h200-tune-colors-2026-11-21.json \
	bench/results/h200-tune-onchip-2026-11-22.json \
	bench/results/h200-tune-strips-2026-11-22.json \
	bench/results/h200-tune-tiles-2026-11-22.json \
	bench/results/h200-umpire-2026-11-23.txt \
	bench/results/h200-unified-2026-11-23.txt \
	bench/results/h200-unsymmetric-2026-11-21.txt \
	bench/results/h200-update-2026-11-24.txt \
	bench/results/h200x2-examples-2026-11-23.txt
