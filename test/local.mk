# SPDX-License-Identifier: Apache-2.0 OR MIT
# make check. A test is a program whose source has its name (test/unit/csr.c), or
# a script (test/rules/layers.sh); exit status 77 means skipped. The name of a
# program ends in _np<N> if test/launch.sh runs the program on N ranks.
#
# Results: every test leaves NAME.trs, whose line ":test-result:" is PASS,
# FAIL, SKIP or ERROR, and NAME.log. Programs with cmocka, the replays of the
# fuzz corpora and the rules end their log with the number of their cases,
#    [  PASSED  ] 31 test(s).
#    [  FAILED  ] 2 test(s).      only if there were any (cmocka adds ", listed below:")
# A log without these lines counts as one case; a FAIL without a FAILED line (a
# crash, a leak, a timeout) as one additional failure.

TEST_EXTENSIONS = .sh
LOG_COMPILER = $(SHELL) $(top_srcdir)/test/launch.sh
SH_LOG_COMPILER = $(SHELL)
AM_TESTS_ENVIRONMENT = \
	MPIEXEC='$(MPIEXEC)'; export MPIEXEC; \
	top_srcdir='$(abs_top_srcdir)'; export top_srcdir; \
	top_builddir='$(abs_top_builddir)'; export top_builddir; \
	NM='$(NM)'; export NM; CC='$(CC)'; export CC; \
	OMP_WAIT_POLICY=passive; export OMP_WAIT_POLICY; \
	TRISWEEP_TEST_NOT_BUILT='$(TESTS_NOT_BUILT)'; export TRISWEEP_TEST_NOT_BUILT;
EXTRA_DIST += test/launch.sh test/not-built.sh

# Programs that test the library from inside, with cmocka.
unit_tests += \
	test/unit/analysis \
	test/unit/clock \
	test/unit/colors \
	test/unit/context \
	test/unit/cores \
	test/unit/correct \
	test/unit/corrections \
	test/unit/csr \
	test/unit/device \
	test/unit/factors \
	test/unit/few_colors \
	test/unit/floats \
	test/unit/graphs \
	test/unit/grid \
	test/unit/levels \
	test/unit/load \
	test/unit/memory \
	test/unit/message \
	test/unit/near \
	test/unit/options \
	test/unit/ordering \
	test/unit/packed \
	test/unit/pivots \
	test/unit/plan \
	test/unit/ranges \
	test/unit/registry \
	test/unit/rule \
	test/unit/row_blocks \
	test/unit/smoother \
	test/unit/solve \
	test/unit/sort \
	test/unit/statistics \
	test/unit/status \
	test/unit/sweep
property_tests = \
	test/property/determinism \
	test/property/exact \
	test/property/residuals \
	test/property/schedules \
	test/property/solves
fault_tests = \
	test/fault/allocations
fuzz_tests = \
	test/fuzz/blocks \
	test/fuzz/options
core_tests = $(unit_tests) $(property_tests) $(fault_tests) $(fuzz_tests)

# Tests that need a CUDA device; without a device these tests are skipped, with a reason.
device_tests += \
	test/device/asynchronous \
	test/device/setups \
	test/device/busy \
	test/device/colors \
	test/device/dilu \
	test/device/drop \
	test/device/factors \
	test/device/faults \
	test/device/memory \
	test/device/onchip \
	test/device/published \
	test/device/residuals \
	test/device/rule \
	test/device/shapes \
	test/device/sweeps \
	test/device/tiles \
	test/device/updates \
	test/device/values \
	test/unit/cuda_abilities \
	test/unit/cuda_analysis \
	test/unit/cuda_grid \
	test/unit/cuda_levels \
	test/unit/cuda_memory \
	test/unit/cuda_near \
	test/unit/cuda_shape \
	test/unit/cuda_waits

# Tests that read Matrix Market files.
matrix_tests = \
	test/property/matrices \
	test/unit/products

# Tests that need the sources of trisweep-solve.
solve_tests = \
	test/fuzz/matrix_market

check_LTLIBRARIES =

# All tests with floating-point traps (test/launch.sh); the library is preloaded.
check_LTLIBRARIES += libtest-traps.la
libtest_traps_la_SOURCES = test/support/traps.c
libtest_traps_la_LDFLAGS = -rpath /nowhere -avoid-version -shared
libtest_traps_la_LIBADD = -lm
check-traps:
	TRISWEEP_TEST_TRAPS=1 $(MAKE) $(AM_MAKEFLAGS) check
.PHONY: check-traps
include test/hypre/local.mk

# Scripts that check the rules of the source tree.
rules_tests = \
	test/rules/docs.sh \
	test/rules/fields.sh \
	test/rules/format.sh \
	test/rules/layers.sh \
	test/rules/parity.sh \
	test/rules/papers.sh \
	test/rules/registry.sh \
	test/rules/rule.sh \
	test/rules/scripts.sh \
	test/rules/size.sh \
	test/rules/waiting.sh
TESTS += $(rules_tests) test/rules/symbols.sh
EXTRA_DIST += $(rules_tests) test/rules/common.sh test/rules/symbols.sh

# Tests that read files of the source tree.
file_tests = $(rules_tests) test/rules/symbols.sh

if HAVE_CMOCKA
check_LTLIBRARIES += libtest-support.la
check_PROGRAMS += $(core_tests)
TESTS += $(core_tests)
file_tests += $(fuzz_tests)
if HAVE_MATRIX_MARKET
check_LTLIBRARIES += libtest-matrix.la
check_PROGRAMS += $(matrix_tests)
TESTS += $(matrix_tests)
file_tests += $(matrix_tests)
endif
if HAVE_CUDA
device_support = libtest-device.la
check_LTLIBRARIES += libtest-device.la
check_PROGRAMS += $(device_tests)
TESTS += $(device_tests)
endif
if BUILD_SOLVE
check_PROGRAMS += $(solve_tests)
TESTS += $(solve_tests)
file_tests += $(solve_tests)
endif
endif

# All tests but the rules of the source tree.
check-programs:
	$(MAKE) $(AM_MAKEFLAGS) check rules_tests=
# Build the tests on devices.
check-device: $(device_tests) $(test_hypre_published_np2_OBJECTS) $(extension_objects)
.PHONY: check-programs check-device

if TESTS_LEFT_OUT
TESTS += test/not-built.sh
endif

# Code shared by the tests. The tests use private headers and hidden symbols.
AM_CPPFLAGS += -I$(top_srcdir)/test $(CMOCKA_CPPFLAGS) $(HYPRE_CPPFLAGS) $(MPI_CPPFLAGS) \
	$(CUDA_CPPFLAGS)

# Flags of the programs with cmocka, see test/hypre/local.mk. LDADD is empty for all others.
LDADD =
cmocka_tests = $(core_tests) $(device_tests) $(matrix_tests) $(solve_tests)
$(cmocka_tests): private LDADD = $(device_support) libtest-support.la libtrisweep-core.la \
	$(CMOCKA_LIBS) $(CUDA_LIBS)
$(cmocka_tests): $(device_support) libtest-support.la libtrisweep-core.la

libtest_support_la_SOURCES = \
	test/support/blocks.c \
	test/support/blocks.h \
	test/support/check.c \
	test/support/check.h \
	test/support/dense.c \
	test/support/dense.h \
	test/support/families.c \
	test/support/families.h \
	test/support/fill.h \
	test/support/fill_grids.c \
	test/support/fill_random.c \
	test/support/fill_shapes.c \
	test/support/fixture.c \
	test/support/fixture.h \
	test/support/gallery.c \
	test/support/gallery.h \
	test/support/hybrid.c \
	test/support/hybrid.h \
	test/support/long_sweep.c \
	test/support/long_sweep.h \
	test/support/ordered.c \
	test/support/ordered.h \
	test/support/random.c \
	test/support/random.h \
	test/support/residuals.c \
	test/support/residuals.h \
	test/support/sweeps.c \
	test/support/sweeps.h \
	test/support/variants.c \
	test/support/variants.h \
	tools/common/random.h \
	bench/matrix/grid.c \
	bench/matrix/grid.h \
	bench/matrix/matrix.c \
	bench/matrix/matrix.h

test_unit_grid_SOURCES = test/unit/grid.c bench/boards/grid.c bench/boards/grid.h
test_unit_statistics_SOURCES = test/unit/statistics.c tools/common/statistics.c \
	tools/common/statistics.h

# A fuzz target and the program that replays its corpus.
test_fuzz_blocks_SOURCES = test/fuzz/blocks.c test/fuzz/fuzz.h test/fuzz/replay.c
test_fuzz_options_SOURCES = test/fuzz/options.c test/fuzz/fuzz.h test/fuzz/replay.c

# This test defines its own tsw_complain.
test_fuzz_matrix_market_SOURCES = \
	test/fuzz/fuzz.h \
	test/fuzz/matrix_market.c \
	test/fuzz/replay.c \
	tools/matrix/market_check.c \
	tools/matrix/market_check.h \
	tools/matrix/gzip_stream.c \
	tools/matrix/gzip_stream.h \
	tools/matrix/inspect.c \
	tools/matrix/inspect.h \
	tools/matrix/read.c \
	tools/matrix/read.h
test_fuzz_matrix_market_CPPFLAGS = $(trisweep_solve_CPPFLAGS)
test_fuzz_matrix_market_LDADD = $(LDADD) $(CHOLMOD_LIBS) $(ZLIB_LIBS)

libtest_device_la_SOURCES = \
	test/device/boxes.c \
	test/device/boxes.h \
	test/device/few.c \
	test/device/few.h \
	test/device/spoil.h \
	test/support/device.c \
	test/support/device.h \
	test/support/triangle.c \
	test/support/triangle.h
test_unit_cuda_grid_SOURCES = test/unit/cuda_grid.c bench/boards/grid.c bench/boards/grid.h

libtest_matrix_la_SOURCES = \
	test/support/mtx.c \
	test/support/mtx.h
libtest_matrix_la_CPPFLAGS = $(AM_CPPFLAGS) $(CHOLMOD_CPPFLAGS) $(ZLIB_CPPFLAGS)

test_property_matrices_LDADD = libtest-matrix.la $(LDADD) $(CHOLMOD_LIBS) $(ZLIB_LIBS)
test_unit_products_LDADD = $(test_property_matrices_LDADD)

# Tests of the installed programs; scripts/test runs these tests.
EXTRA_DIST += test/tools/cmake/CMakeLists.txt test/tools/files.py test/tools/limits.py \
	test/tools/run.py test/tools/tools.py test/tools/total.py

# Inputs of the tests, with their origin.
EXTRA_DIST += test/data test/fuzz/README.md test/fuzz/corpus
