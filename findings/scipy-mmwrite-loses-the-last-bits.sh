#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 OR MIT
# Version: SciPy 1.10.1, Debian 12.
# Guess: scipy.io.mmwrite followed by mmread gives the same doubles, as numpy.save, repr and
#    hb_write do.
# So: values are written with 16 significant digits, where a double needs 17: of 2,000 random
#    numbers in [0, 1) a quarter to a half come back changed; hb_write and hb_read change none.
# Why: SciPy 1.10.1, scipy/io/_mmio.py: the default precision is 15 digits after the point
#    (precision=17 is exact).
# Whom it hurts: bit for bit comparisons of solvers on a matrix that went through the file.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
. "$(dirname "$0")/packages"
get_scipy
cat >"$dir/program.py" <<'END'
import io
import os
import sys
import numpy
import scipy.io
import scipy.sparse
a = scipy.sparse.coo_matrix(numpy.random.default_rng(1).random((40, 50)))
def changed(write, read, *more):
    name = os.path.join(sys.argv[1], "matrix.mtx")
    write(name, a, *more)
    return (scipy.sparse.csr_matrix(read(name)) != a.tocsr()).nnz
exact = changed(lambda name, m: scipy.io.mmwrite(name, m, precision=17), scipy.io.mmread)
default = changed(scipy.io.mmwrite, scipy.io.mmread)
boeing = changed(lambda name, m: scipy.io.hb_write(name, m.tocsr()), scipy.io.hb_read)
print("%s %d %d" % ("many" if 500 < default < 1000 else default, exact, boeing))
END
expect "changed values of 2,000: mmwrite, mmwrite with precision=17, hb_write" \
   "$(/usr/bin/python3 "$dir/program.py" "$dir")" "many 0 0"
