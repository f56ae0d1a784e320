# SPDX-License-Identifier: Apache-2.0 OR MIT
# What extensions share, and the lists of those that are built. Each folder has a local.mk.

shared_cuda = src/extensions/galerkin_kernels.cu src/extensions/values_kernels.cu \
	src/extensions/vector_kernels.cu
plug_sources += src/extensions/chosen.c src/extensions/registry.c
EXTRA_DIST += src/extensions/chosen.c src/extensions/gather.c src/extensions/krylov.c src/extensions/offers.c \
	src/extensions/registry.c src/extensions/vectors.c \
	$(shared_cuda)
if EXTENSIONS
EXTENSIONS_SHARED = krylov.def
plug_sources += src/extensions/gather.c src/extensions/krylov.c src/extensions/offers.c
if HYPRE_CUDA
plug_sources += src/extensions/vectors.c
plug_cuda_sources += $(shared_cuda)
plug_device_object += src/extensions/.libs/galerkin_kernels.o \
	src/extensions/.libs/values_kernels.o src/extensions/.libs/vector_kernels.o
endif
endif

BUILT_SOURCES += include/hypre/built/extensions.def include/hypre/built/features.h \
	include/hypre/built/hooks.def include/hypre/built/calls.def
CLEANFILES += include/hypre/built/extensions.def include/hypre/built/features.h \
	include/hypre/built/hooks.def include/hypre/built/calls.def
include/hypre/built/extensions.def: src/extensions/registry.def Makefile
	$(AM_V_at)$(MKDIR_P) $(@D)
	$(AM_V_GEN)for name in $(EXTENSIONS); do \
		$(SED) -n "/^TSW_EXTENSION($$name,/p" $(srcdir)/src/extensions/registry.def; \
	done >$@
include/hypre/built/hooks.def: src/extensions/registry.def Makefile
	$(AM_V_at)$(MKDIR_P) $(@D)
	$(AM_V_GEN)for name in $(EXTENSIONS:=/hooks.def) $(EXTENSIONS_SHARED); do \
		test ! -f $(srcdir)/src/extensions/$$name || echo "#include \"extensions/$$name\""; \
	done >$@
include/hypre/built/features.h: src/extensions/registry.def Makefile
	$(AM_V_at)$(MKDIR_P) $(@D)
	$(AM_V_GEN)for name in $(EXTENSIONS); do \
		test ! -f $(srcdir)/src/extensions/$$name/features.h || \
			echo "#include \"extensions/$$name/features.h\""; \
	done >$@
include/hypre/built/calls.def: src/extensions/registry.def Makefile
	$(AM_V_at)$(MKDIR_P) $(@D)
	$(AM_V_GEN)for name in $(EXTENSIONS:=/calls.def); do \
		test ! -f $(srcdir)/src/extensions/$$name || echo "#include \"extensions/$$name\""; \
	done >$@
