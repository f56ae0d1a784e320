# SPDX-License-Identifier: Apache-2.0 OR MIT
# The plug, in two forms made from the same sources. libtrisweep-hypre.so is linked
# before a shared libHYPRE and interposes hypre's symbols by name. The archive
# libtrisweep-hypre-wrap.a intercepts calls of a static libHYPRE.a by the linker's
# --wrap. A static libtrisweep-hypre would define hypre's symbols twice.

plug_headers = include/trisweep/hypre.h
plug_sources = \
	src/hypre/api.c \
	src/hypre/base/notice.c src/hypre/base/space.c \
	src/hypre/state/agree.c src/hypre/state/choice.c src/hypre/state/context.c \
	src/hypre/state/environment.c src/hypre/state/frame.c \
	src/hypre/state/level.c src/hypre/state/meet.c src/hypre/state/numbers.c \
	src/hypre/state/registry.c src/hypre/state/replace.c \
	src/hypre/state/table.c \
	src/hypre/report/report.c src/hypre/report/stats_json.c src/hypre/report/summary.c \
	src/hypre/run/attach.c src/hypre/run/changed.c src/hypre/run/find_level.c \
	src/hypre/run/halo.c src/hypre/run/hierarchy.c \
	src/hypre/run/read_block.c src/hypre/run/relax.c src/hypre/run/setup.c src/hypre/run/standalone.c src/hypre/run/worker.c \
	src/hypre/hooks/destroy.c src/hypre/hooks/fit.c src/hypre/hooks/hooks.c \
	src/hypre/hooks/real.c src/hypre/hooks/relax.c \
	src/hypre/hooks/selfcheck.c src/hypre/hooks/setters.c src/hypre/hooks/setup.c \
	src/hypre/hooks/solve.c

# For a hypre built with CUDA; src/hypre/absent.c replaces them, and device code, otherwise.
plug_device_sources = \
	src/hypre/base/device.c src/hypre/run/device_halo.c src/hypre/run/rounded.c
if HYPRE_CUDA
plug_sources += $(plug_device_sources)
else
plug_sources += src/hypre/absent.c
endif

plug_cppflags = $(AM_CPPFLAGS) $(HYPRE_CPPFLAGS) $(MPI_CPPFLAGS) $(CJSON_CPPFLAGS)
plug_cflags = $(AM_CFLAGS) $(PTHREAD_CFLAGS)
plug_libs = $(CJSON_LIBS) $(MPI_LIBS) $(DL_LIBS)

if HAVE_HYPRE
trisweepinclude_HEADERS += $(plug_headers)
pkgconfig_DATA += trisweep-hypre.pc
endif
EXTRA_DIST += $(plug_headers) $(plug_sources) $(plug_device_sources) src/hypre/absent.c \
	src/hypre/base/device_kernels.cu

# Device code, for a hypre built with CUDA; position independent in both forms of the plug.
plug_cuda_sources = src/hypre/base/device_kernels.cu
plug_device_object = src/hypre/base/.libs/device_kernels.o src/base/.libs/cuda_major.o
if HYPRE_CUDA
plug_device = $(plug_cuda_sources:.cu=.lo) src/base/cuda_major.lo
plug_libs += $(CUDA_LIBS)
$(plug_device_object): $(plug_device)
CLEANFILES += $(plug_device) $(plug_device_object)
endif

if BUILD_PLUG
lib_LTLIBRARIES += libtrisweep-hypre.la
endif
libtrisweep_hypre_la_SOURCES = $(plug_sources) src/hypre/hooks/library.c src/hypre/hooks/calls.c
libtrisweep_hypre_la_CPPFLAGS = $(plug_cppflags) -DTSW_HYPRE_PLUG
libtrisweep_hypre_la_CFLAGS = $(plug_cflags) -shared
# Without libHYPRE, see src/hypre/calls/calls.h.
libtrisweep_hypre_la_LIBADD = $(plug_device) libtrisweep.la $(plug_libs)
libtrisweep_hypre_la_LDFLAGS = $(NO_UNDEFINED_LDFLAGS) $(HYPRE_RPATH) '-Wl,-rpath,$$ORIGIN' \
	-shared -no-undefined \
	-version-info $(TRISWEEP_HYPRE_ABI)

# Names of hypre's functions as macros, for the shared plug.
BUILT_SOURCES += include/hypre/calls/names.h
CLEANFILES += include/hypre/calls/names.h
include/hypre/calls/names.h: src/hypre/calls/calls.def $(extension_calls)
	$(AM_V_at)$(MKDIR_P) $(@D)
	$(AM_V_GEN)for file in $^; do $(SED) -n -e '/^# *include/d; /^#/p' \
		-e 's/^TSW_CALL(\([A-Za-z_0-9]*\))$$/#undef \1\n#define \1 (*tsw_calls.\1_entry)/p' $$file; done >$@

# Position independent, because a static libHYPRE.a may be linked into a shared library.
if BUILD_WRAP
lib_LIBRARIES += libtrisweep-hypre-wrap.a
pkgdata_DATA = trisweep-hypre-wrap.flags
endif
libtrisweep_hypre_wrap_a_SOURCES = $(plug_sources)
libtrisweep_hypre_wrap_a_CPPFLAGS = $(plug_cppflags) -DTSW_HYPRE_WRAP
libtrisweep_hypre_wrap_a_CFLAGS = $(plug_cflags) $(PIC_FLAG)
if HYPRE_CUDA
libtrisweep_hypre_wrap_a_LIBADD = $(plug_device_object)
endif

# hooks.def is the only list of the intercepted symbols. The preprocessor reads the
# list, because some symbols are intercepted in some versions of hypre only.
trisweep-hypre-wrap.flags: src/hypre/hooks/hooks.def src/hypre/plug.h src/hypre/local.mk \
		include/hypre/built/hooks.def include/hypre/built/features.h
	$(AM_V_GEN)printf '%s\n' '#include "hypre/plug.h"' \
		'#define TSW_HOOK(name, type, params, args) TSW_WRAP name' \
		'#include "hypre/hooks/hooks.def"' >$@.c && \
	$(CC) -E $(DEFS) $(DEFAULT_INCLUDES) $(libtrisweep_hypre_wrap_a_CPPFLAGS) \
		$(CPPFLAGS) $@.c >$@.i && \
	$(SED) -n 's/^ *TSW_WRAP \([A-Za-z_0-9]*\)$$/-Wl,--wrap=\1/p' $@.i >$@.tmp && \
	test -s $@.tmp && rm -f $@.c $@.i && mv $@.tmp $@

trisweep-hypre.pc: trisweep-hypre.pc.conf trisweep-hypre-wrap.flags
	$(AM_V_GEN)wrap=`tr '\n' ' ' <trisweep-hypre-wrap.flags` && \
		$(SED) "s|[@]WRAP[@]|$$wrap|" trisweep-hypre.pc.conf >$@.tmp && mv $@.tmp $@

CLEANFILES += trisweep-hypre-wrap.flags trisweep-hypre-wrap.flags.c trisweep-hypre-wrap.flags.i \
	trisweep-hypre.pc

# Link flags of programs of this tree that use hypre with the plug.
if BUILD_PLUG
hypre_deps = libtrisweep-hypre.la libtrisweep.la
hypre_ldadd = libtrisweep-hypre.la libtrisweep.la $(HYPRE_LIBS) $(plug_libs)
hypre_ldflags = $(HYPRE_RPATH)
else
hypre_deps = $(wrap_deps)
hypre_ldadd = $(wrap_ldadd)
hypre_ldflags = $(wrap_ldflags)
endif

# Link flags of programs of this tree that use the plug with a static hypre.
wrap_deps = libtrisweep-hypre-wrap.a trisweep-hypre-wrap.flags libtrisweep.la
wrap_ldadd = libtrisweep.la $(HYPRE_STATIC_LIBS) $(plug_libs)
wrap_ldflags = `cat trisweep-hypre-wrap.flags` \
	-Wl,--whole-archive,libtrisweep-hypre-wrap.a,--no-whole-archive $(PTHREAD_CFLAGS)
