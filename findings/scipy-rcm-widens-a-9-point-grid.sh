#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 OR MIT
# Version: SciPy 1.10.1, Debian 12.
# Guess: reverse Cuthill-McKee does not widen the band of a grid that is numbered row by row.
# So: on a 30 x 30 grid with nine points a row the bandwidth grows from 31 to 59; on the 5-point
#    grid it stays 30.
# Why: SciPy 1.10.1, scipy/sparse/csgraph/_reordering.pyx: the levels of the breadth-first
#    search from a corner are L-shaped (up to 59 points) where diagonal neighbours are coupled;
#    no bandwidth is compared.
# Whom it hurts: incomplete factors and natural-order sweeps after a renumbering "for locality":
#    longer rows of the band, longer chains.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
. "$(dirname "$0")/packages"
get_scipy
cat >"$dir/program.py" <<'END'
import scipy.sparse
from scipy.sparse.csgraph import reverse_cuthill_mckee
n = 30
line = scipy.sparse.diags([1, 1, 1], [-1, 0, 1], shape=(n, n))
one = scipy.sparse.eye(n)
def width(m):
    m = m.tocoo()
    return abs(m.row - m.col).max()
for a in (scipy.sparse.kron(line, line), scipy.sparse.kron(one, line) + scipy.sparse.kron(line, one)):
    a = a.tocsr()
    order = reverse_cuthill_mckee(a, symmetric_mode=True)
    print(width(a), width(a[order][:, order]), end=" ")
END
expect "bandwidth before and after, 9 points, 5 points" "$(/usr/bin/python3 "$dir/program.py")" \
   "31 59 30 30 "
