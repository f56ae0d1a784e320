# SPDX-License-Identifier: Apache-2.0 OR MIT
# Programs that run hypre with the plug, under MPI, without cmocka. The programs use
# neither private headers nor hidden symbols of the library.

hypre_tests += \
	test/hypre/agree_np2 \
	test/hypre/around_np2 \
	test/hypre/changed_np2 \
	test/hypre/ends \
	test/hypre/errors_np2 \
	test/hypre/extensions_np2 \
	test/hypre/first_entry_np2 \
	test/hypre/flexible_np2 \
	test/hypre/ilu_np3 \
	test/hypre/jumps \
	test/hypre/l1_np3 \
	test/hypre/locale \
	test/hypre/memory_np2 \
	test/hypre/multi_np2 \
	test/hypre/options_np2 \
	test/hypre/pack_np2 \
	test/hypre/precisions_np2 \
	test/hypre/standalone_np2 \
	test/hypre/reductions_np2 \
	test/hypre/resetup_np2 \
	test/hypre/shapes_np2 \
	test/hypre/statistics \
	test/hypre/symmetry_np2 \
	test/hypre/traps_np2

if HAVE_HYPRE
check_LTLIBRARIES += libtest-hypre.la
check_PROGRAMS += $(hypre_tests)
TESTS += $(hypre_tests)
endif

# Tests of each hook as the first call, of a hypre that the plug does not fit, of programs that open
# hypre, and of cycles by the plug and by hypre. libtest-behind is linked between the plug and hypre.
if BUILD_PLUG
check_LTLIBRARIES += libtest-behind.la libtest-solver.la
plug_tests += test/hypre/first test/hypre/libraries test/hypre/misfit test/hypre/misfit_gpu \
	test/hypre/names test/hypre/published_np2 test/hypre/replace_np2 test/hypre/threads
endif
if LINK_WRAP
plug_tests += test/hypre/misfit_gpu_static
endif
check_PROGRAMS += $(plug_tests)
TESTS += $(plug_tests)

# Target for a second hypre: these tests only.
hypre_check = $(hypre_tests) $(plug_tests)
check-hypre:
	$(MAKE) $(AM_MAKEFLAGS) check TESTS='$(hypre_check)' check_PROGRAMS='$(hypre_check)'
.PHONY: check-hypre

# Flags, once for all programs: variables of GNU make for these targets. They are private: the
# libraries that a target needs are linked without them.
linked_tests = $(hypre_tests) test/load/load
behind_tests += test/hypre/first test/hypre/misfit test/hypre/published_np2
$(linked_tests) $(plug_tests): private AM_LDFLAGS = $(hypre_ldflags)
$(linked_tests): private LDADD = libtest-hypre.la $(hypre_ldadd)
$(plug_tests): private LDADD = $(hypre_ldadd)
$(behind_tests): private LDADD = libtrisweep-hypre.la libtest-behind.la libtrisweep.la \
	$(HYPRE_LIBS) $(plug_libs)
$(linked_tests): libtest-hypre.la
$(linked_tests) $(plug_tests): $(hypre_deps)
$(behind_tests): libtest-behind.la

# Programs with flags of their own. The linker drops libHYPRE from a program that calls hooked
# functions only.
needed_ldflags = $(HYPRE_RPATH) -Wl,--no-as-needed
test_hypre_first_LDFLAGS = $(needed_ldflags)
test_hypre_misfit_LDFLAGS = $(needed_ldflags)
test_hypre_misfit_gpu_LDFLAGS = $(needed_ldflags) -export-dynamic
test_hypre_misfit_gpu_static_LDFLAGS = $(wrap_ldflags)
test_hypre_misfit_gpu_static_LDADD = $(wrap_ldadd)
test_hypre_misfit_gpu_static_DEPENDENCIES = $(wrap_deps)
test_hypre_libraries_LDFLAGS =
test_hypre_libraries_LDADD = $(MPI_LIBS) $(DL_LIBS)
test_hypre_libraries_DEPENDENCIES = libtest-solver.la test/hypre/locale
test_hypre_jumps_CFLAGS = $(AM_CFLAGS) $(PTHREAD_CFLAGS)
test_hypre_names_LDFLAGS =
test_hypre_names_LDADD = $(MPI_LIBS) $(DL_LIBS)
test_hypre_names_DEPENDENCIES = libtest-solver.la
test_hypre_threads_CFLAGS = $(AM_CFLAGS) $(PTHREAD_CFLAGS)
test_load_load_CFLAGS = $(AM_CFLAGS) $(PTHREAD_CFLAGS)

# Libraries for the tests of this folder.
libtest_hypre_la_SOURCES = test/hypre/support.c test/hypre/support.h test/hypre/values.c \
	test/hypre/values.h test/hypre/wrapped.h
libtest_behind_la_SOURCES = test/hypre/behind.c test/hypre/behind.h
libtest_behind_la_LDFLAGS = -rpath /nowhere -avoid-version -shared
libtest_behind_la_LIBADD = $(HYPRE_LIBS) $(MPI_LIBS) $(DL_LIBS)
libtest_solver_la_SOURCES = test/hypre/solver.c
libtest_solver_la_LDFLAGS = -rpath /nowhere -avoid-version -shared $(HYPRE_RPATH)
# Without the plug, whose functions other tests call by libtest-hypre: not -z now.
lazy_binding = $(empty)-Wl,-z,lazy
libtest_solver_la_DEPENDENCIES = libtest-hypre.la
libtest_solver_la_LIBADD = $(lazy_binding) libtest-hypre.la $(HYPRE_LIBS) $(MPI_LIBS)

# Programs of more than one file. With --device, those with these sources compute on GPUs.
gpu_sources = test/load/load.h test/load/support.c \
	tools/common/machine.c tools/common/machine.h tools/common/support.c tools/common/support.h
test_hypre_libraries_SOURCES = test/hypre/libraries.c test/hypre/process.c test/hypre/process.h
test_hypre_names_SOURCES = test/hypre/names.c test/hypre/process.c test/hypre/process.h
test_hypre_misfit_gpu_static_SOURCES = test/hypre/misfit_gpu.c
test_hypre_published_np2_SOURCES = test/hypre/published_np2.c $(gpu_sources)
test_hypre_replace_np2_SOURCES = test/hypre/replace_np2.c $(gpu_sources)
test_load_load_SOURCES = test/load/crowd.c test/load/load.c test/load/memory.c $(gpu_sources)

# Tests under load, on hosts and GPUs; see test/load/run.sh.
if HAVE_HYPRE
check_PROGRAMS += test/load/load
TESTS += test/load/run.sh
check_LTLIBRARIES += bench/levels.la
TESTS += test/hypre/levels.sh
endif
EXTRA_DIST += test/hypre/levels.sh test/load/run.sh

# Parity with hypre's driver ij, which scripts/test builds from hypre's source package.
EXTRA_DIST += \
	test/hypre/examples.py \
	test/hypre/ij_batch.c \
	test/hypre/iterations.csv \
	test/hypre/leaks.sh \
	test/hypre/live.c \
	test/hypre/parity.py \
	test/hypre/programs.py
