#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 OR MIT
# Version: SciPy 1.10.1, Debian 12.
# Guess: minres(tol=1e-8) returns x with |b - A x| <= 1e-8 |b|, as SciPy's cg and gmres do; its manual
#    says "the relative residual".
# So: on a 30 x 30 grid the residual is above 1e-5 |b|, with info 0.
# Why: SciPy 1.10.1, scipy/sparse/linalg/_isolve/minres.py: test1 = |r| / (|A| |x|) <= tol, and |A| |x| is
#    much larger than |b| where the condition number is large.
# Whom it hurts: comparisons of minres with cg at one tolerance.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
. "$(dirname "$0")/packages"
get_scipy
cat >"$dir/program.py" <<'END'
import warnings
import grid
import numpy
from scipy.sparse.linalg import cg, minres
warnings.simplefilter("ignore")
a, b = grid.laplacian(30), grid.right_hand_side(30)
for solver in (cg, minres):
    x, info = solver(a, b, tol=1e-8)
    residual = numpy.linalg.norm(b - a @ x) / numpy.linalg.norm(b)
    print(info, residual <= 1e-8, residual <= 1e-5, end=" ")
END
expect "info, residual below 1e-8, below 1e-5: cg, minres" "$(/usr/bin/python3 "$dir/program.py")" \
   "0 True True 0 False False "
