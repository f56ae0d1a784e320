# SPDX-License-Identifier: Apache-2.0 OR MIT
# Documents that are installed. Manual pages stand with their programs.

dist_doc_DATA = README.md CHANGELOG.md CONTRIBUTING.md \
	doc/choosing.md \
	doc/performance.md \
	doc/scaling.md \
	doc/schedules.md \
	doc/solve.svg \
	doc/theory.md \
	doc/timeline.svg
