#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 OR MIT
# Version: SciPy 1.10.1, Debian 12.
# Guess: a callback that counts the iterations of gmres does not change the result.
# So: without it maxiter=19 means 19 cycles of 20 iterations and the solve converges; with it (type "legacy",
#    the default) it means 19 iterations, and x is still the initial guess: x changes only at the end
#    of a cycle.
# Why: SciPy 1.10.1, scipy/sparse/linalg/_isolve/iterative.py, gmres: "if callback_type == 'legacy'"
#    leaves the loop between two restarts; with no callback the type is "none". SciPy prints a DeprecationWarning.
# Whom it hurts: counts of iterations that are taken by a callback, with a maxiter below the restart.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
. "$(dirname "$0")/packages"
get_scipy
cat >"$dir/program.py" <<'END'
import warnings
import grid
import numpy
from scipy.sparse.linalg import gmres
warnings.simplefilter("ignore")
a, b = grid.laplacian(30), grid.right_hand_side(30)
for options in ({}, {"callback": lambda r: None}):
    x, info = gmres(a, b, tol=1e-8, maxiter=19, **options)
    print(info, numpy.linalg.norm(b - a @ x) <= 1e-8 * numpy.linalg.norm(b), abs(x).max() > 0, end=" ")
END
expect "info, converged, x not zero; the same with a callback" \
   "$(/usr/bin/python3 "$dir/program.py")" "0 True True 19 False False "
