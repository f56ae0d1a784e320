# SPDX-License-Identifier: Apache-2.0 OR MIT
# The plug, in two forms made from the same sources: libtrisweep-hypre.so stands
# before a shared libHYPRE and takes over its symbols by name; the archive
# libtrisweep-hypre-wrap.a gets them from a static libHYPRE.a by the linker's
# --wrap. A static form of the first would define hypre's symbols twice.

plug_headers = include/trisweep/hypre.h
plug_sources = \
	src/hypre/hooks.c \
	src/hypre/hooks.def

plug_cppflags = $(AM_CPPFLAGS) $(HYPRE_CPPFLAGS) $(MPI_CPPFLAGS) $(CJSON_CPPFLAGS)
plug_cflags = $(AM_CFLAGS) $(PTHREAD_CFLAGS)
plug_libs = $(CJSON_LIBS) $(MPI_LIBS) $(DL_LIBS)

if HAVE_HYPRE
trisweepinclude_HEADERS += $(plug_headers)
pkgconfig_DATA += trisweep-hypre.pc
endif
EXTRA_DIST += $(plug_headers) $(plug_sources)

if BUILD_PLUG
lib_LTLIBRARIES += libtrisweep-hypre.la
endif
libtrisweep_hypre_la_SOURCES = $(plug_sources)
libtrisweep_hypre_la_CPPFLAGS = $(plug_cppflags)
libtrisweep_hypre_la_CFLAGS = $(plug_cflags) -shared
libtrisweep_hypre_la_LIBADD = libtrisweep.la $(HYPRE_LIBS) $(plug_libs)
libtrisweep_hypre_la_LDFLAGS = $(AM_LDFLAGS) $(OPENMP_CFLAGS) $(PTHREAD_CFLAGS) \
	$(NO_UNDEFINED_LDFLAGS) $(HYPRE_RPATH) -shared -no-undefined -version-info $(TRISWEEP_ABI)

# Position independent, because a static libHYPRE.a may end up in a shared library.
if BUILD_WRAP
lib_LIBRARIES += libtrisweep-hypre-wrap.a
pkgdata_DATA = trisweep-hypre-wrap.flags
endif
libtrisweep_hypre_wrap_a_SOURCES = $(plug_sources)
libtrisweep_hypre_wrap_a_CPPFLAGS = $(plug_cppflags) -DTSW_HYPRE_WRAP
libtrisweep_hypre_wrap_a_CFLAGS = $(plug_cflags) $(PIC_FLAG)

# hooks.def is the only list of the symbols that are taken over.
trisweep-hypre-wrap.flags: src/hypre/hooks.def src/hypre/local.mk
	$(AM_V_GEN)$(SED) -n 's/^ *TSW_HOOK *( *\([A-Za-z_0-9]*\).*/-Wl,--wrap=\1/p' \
		$(top_srcdir)/src/hypre/hooks.def >$@.tmp && test -s $@.tmp && mv $@.tmp $@

trisweep-hypre.pc: trisweep-hypre.pc.conf trisweep-hypre-wrap.flags
	$(AM_V_GEN)wrap=`tr '\n' ' ' <trisweep-hypre-wrap.flags` && \
		$(SED) "s|[@]WRAP[@]|$$wrap|" trisweep-hypre.pc.conf >$@.tmp && mv $@.tmp $@

CLEANFILES += trisweep-hypre-wrap.flags trisweep-hypre.pc

# What a program of this tree links to use hypre with the plug in front of it.
if BUILD_PLUG
hypre_deps = libtrisweep-hypre.la libtrisweep.la
hypre_ldadd = libtrisweep-hypre.la libtrisweep.la $(HYPRE_LIBS) $(plug_libs)
hypre_ldflags = $(HYPRE_RPATH)
else
hypre_deps = $(wrap_deps)
hypre_ldadd = $(wrap_ldadd)
hypre_ldflags = $(wrap_ldflags)
endif

# The same with a static hypre.
wrap_deps = libtrisweep-hypre-wrap.a trisweep-hypre-wrap.flags libtrisweep.la
wrap_ldadd = libtrisweep.la $(HYPRE_STATIC_LIBS) $(plug_libs)
wrap_ldflags = `cat trisweep-hypre-wrap.flags` \
	-Wl,--whole-archive,libtrisweep-hypre-wrap.a,--no-whole-archive $(PTHREAD_CFLAGS)
