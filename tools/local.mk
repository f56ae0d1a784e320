# SPDX-License-Identifier: Apache-2.0 OR MIT
# Programs for users.

bin_PROGRAMS += trisweep-info
dist_man_MANS += tools/trisweep-info.1

trisweep_info_SOURCES = tools/trisweep-info.c
trisweep_info_LDADD = libtrisweep.la

# trisweep-solve: hypre, and CHOLMOD with zlib for Matrix Market files.
if BUILD_SOLVE
bin_PROGRAMS += trisweep-solve
dist_man_MANS += tools/trisweep-solve.1
endif
EXTRA_DIST += tools/trisweep-solve.1
trisweep_solve_SOURCES = \
	tools/elasticity.c \
	tools/elasticity.h \
	tools/gzip_stream.c \
	tools/gzip_stream.h \
	tools/solve.h \
	tools/solve_files.c \
	tools/solve_inspect.c \
	tools/solve_keys.h \
	tools/solve_main.c \
	tools/solve_options.c \
	tools/solve_read.c \
	tools/solve_relax.c \
	tools/solve_report.c \
	tools/solve_rows.c \
	tools/solve_run.c \
	tools/solve_system.c \
	tools/solve_values.c
trisweep_solve_CPPFLAGS = -I$(top_srcdir) $(AM_CPPFLAGS) $(HYPRE_CPPFLAGS) $(MPI_CPPFLAGS) \
	$(CHOLMOD_CPPFLAGS) $(ZLIB_CPPFLAGS) $(CJSON_CPPFLAGS)
trisweep_solve_LDADD = $(hypre_ldadd) $(CHOLMOD_LIBS) $(ZLIB_LIBS) $(CJSON_LIBS) $(MPI_LIBS)
trisweep_solve_LDFLAGS = $(AM_LDFLAGS) $(hypre_ldflags)
trisweep_solve_DEPENDENCIES = $(hypre_deps)
