# SPDX-License-Identifier: Apache-2.0 OR MIT
# Documents of the tarball, and manual pages.

dist_doc_DATA = CHANGELOG.md CONTRIBUTING.md doc/theory.md
