# SPDX-License-Identifier: Apache-2.0 OR MIT
# Documents and all files to which the documents link (test/rules/docs.sh), installed with
# the same folder structure. tools/local.mk has the manual pages.

nobase_dist_doc_DATA = README.md CHANGELOG.md CONTRIBUTING.md SUPPORT.md LICENSE LICENSE-APACHE LICENSE-MIT \
	bench/results/README.md \
	doc/architecture.md \
	doc/before.md \
	doc/choosing.md \
	doc/clients.svg \
	doc/cycle.svg \
	doc/extensions/README.md \
	doc/extensions/cycle.md \
	doc/extensions/exchange.md \
	doc/extensions/products.md \
	doc/extensions/resetup.md \
	doc/extensions/singular.md \
	doc/extensions/waits.md \
	doc/fields.md \
	doc/glossary.md \
	doc/hypre.md \
	doc/options.md \
	doc/packaging.md \
	doc/performance.md \
	doc/scaling.md \
	doc/schedules.md \
	doc/setup.svg \
	doc/solve.svg \
	doc/theory.md \
	doc/totals.svg \
	doc/tried.md \
	examples/adaptive.c \
	examples/assembly.c \
	examples/assembly.h \
	examples/beam.c \
	examples/beam.h \
	examples/capi.c \
	examples/common.c \
	examples/common.h \
	examples/elasticity.c \
	examples/heat.c \
	examples/ij.sh \
	examples/newton.c \
	examples/petsc.c \
	include/trisweep.h \
	include/trisweep/hypre.h

# Regenerate the tables of doc/options.md and tools/trisweep-info.1 from those in src.
reference:
	$(SHELL) $(top_srcdir)/doc/reference.sh $(top_srcdir)
.PHONY: reference
EXTRA_DIST += doc/reference.sh
