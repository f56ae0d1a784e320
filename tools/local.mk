# SPDX-License-Identifier: Apache-2.0 OR MIT
# Programs for users. They include headers of their own as tools/FOLDER/FILE.

AM_CPPFLAGS += -I$(top_srcdir)

# Programs find the libraries after the prefix was moved.
moved_ldflags = '-Wl,-rpath,$$ORIGIN/$(BIN_TO_LIB)'

bin_PROGRAMS += trisweep-info
dist_man_MANS += tools/trisweep-info.1

trisweep_info_SOURCES = \
	tools/common/output.c \
	tools/common/output.h \
	src/extensions/chosen.c \
	tools/trisweep-info.c
trisweep_info_LDADD = libtrisweep.la
trisweep_info_LDFLAGS = $(AM_LDFLAGS) $(moved_ldflags)

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
	tools/common/machine.c \
	tools/common/machine.h \
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
trisweep_solve_LDFLAGS = $(AM_LDFLAGS) $(hypre_ldflags) $(moved_ldflags)
trisweep_solve_DEPENDENCIES = $(hypre_deps)
