# SPDX-License-Identifier: Apache-2.0 OR MIT
# make check. A test is a program whose source has its name (test/unit/csr.c), or
# a script (test/rules/layers.sh); exit status 77 means skipped. The name of a
# program ends in _np<N> if it runs on N ranks; test/launch.sh sees to that.

TEST_EXTENSIONS = .sh
LOG_COMPILER = $(SHELL) $(top_srcdir)/test/launch.sh
SH_LOG_COMPILER = $(SHELL)
AM_TESTS_ENVIRONMENT = \
	MPIEXEC='$(MPIEXEC)'; export MPIEXEC; \
	top_srcdir='$(abs_top_srcdir)'; export top_srcdir; \
	top_builddir='$(abs_top_builddir)'; export top_builddir; \
	TRISWEEP_TEST_NOT_BUILT='$(TESTS_NOT_BUILT)'; export TRISWEEP_TEST_NOT_BUILT;
EXTRA_DIST += test/launch.sh test/not-built.sh

# Programs that test the library from inside, with cmocka.
unit_tests = \
	test/unit/clock \
	test/unit/context \
	test/unit/csr \
	test/unit/device \
	test/unit/levels \
	test/unit/load \
	test/unit/memory \
	test/unit/message \
	test/unit/options \
	test/unit/packed \
	test/unit/plan \
	test/unit/registry \
	test/unit/row_blocks \
	test/unit/smoother \
	test/unit/sort \
	test/unit/status \
	test/unit/steps \
	test/unit/sweep
property_tests = \
	test/property/analysis \
	test/property/determinism \
	test/property/exact \
	test/property/schedules
fault_tests = \
	test/fault/allocations
fuzz_tests = \
	test/fuzz/blocks \
	test/fuzz/options \
	test/fuzz/replay
core_tests = $(unit_tests) $(property_tests) $(fault_tests) $(fuzz_tests)

# Those among the programs that read Matrix Market files.
matrix_tests = \
	test/property/matrices

# Programs that run hypre with the plug. Each says where its flags come from:
#    test_hypre_lifetimes_np2_CPPFLAGS = $(hypre_test_cppflags)
#    test_hypre_lifetimes_np2_LDADD = $(hypre_ldadd) $(MPI_LIBS)
#    test_hypre_lifetimes_np2_LDFLAGS = $(hypre_ldflags)
#    test_hypre_lifetimes_np2_DEPENDENCIES = $(hypre_deps)
hypre_tests =
hypre_test_cppflags = $(AM_CPPFLAGS) $(HYPRE_CPPFLAGS) $(MPI_CPPFLAGS)

# Scripts that check the rules of the source tree.
rules_tests =
TESTS += $(rules_tests)
EXTRA_DIST += $(rules_tests)

if HAVE_CMOCKA
check_LTLIBRARIES = libtest-support.la
check_PROGRAMS += $(core_tests)
TESTS += $(core_tests)
if HAVE_MATRIX_MARKET
check_LTLIBRARIES += libtest-matrix.la
check_PROGRAMS += $(matrix_tests)
TESTS += $(matrix_tests)
endif
endif

if HAVE_HYPRE
check_PROGRAMS += $(hypre_tests)
TESTS += $(hypre_tests)
endif

if TESTS_LEFT_OUT
TESTS += test/not-built.sh
endif

# What the programs share. They see private headers and hidden symbols.
AM_CPPFLAGS += -I$(top_srcdir)/test $(CMOCKA_CPPFLAGS)
LDADD = libtest-support.la libtrisweep-core.la $(CMOCKA_LIBS)

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
	test/support/gallery.c \
	test/support/gallery.h \
	test/support/long_sweep.c \
	test/support/long_sweep.h \
	test/support/random.c \
	test/support/random.h \
	test/support/sweeps.c \
	test/support/sweeps.h \
	test/support/variants.c \
	test/support/variants.h

libtest_matrix_la_SOURCES = \
	test/support/mtx.c \
	test/support/mtx.h
libtest_matrix_la_CPPFLAGS = $(AM_CPPFLAGS) $(CHOLMOD_CPPFLAGS) $(ZLIB_CPPFLAGS)

test_property_matrices_LDADD = libtest-matrix.la $(LDADD) $(CHOLMOD_LIBS) $(ZLIB_LIBS)

# Matrices of applications; test/data/README.md says where they come from.
test_data = \
	test/data/1138_bus.mtx.gz \
	test/data/bar.mtx.gz \
	test/data/rajat01.mtx.gz \
	test/data/recirc_flow.mtx.gz
EXTRA_DIST += $(test_data)
