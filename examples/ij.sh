#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 OR MIT
# Use trisweep in a hypre program that is already built, here hypre's own driver
# ij: preload the plug and give the relax type as 1000 + t. Print the iterations,
# the residual and the statistics of the smoother.
#
#    examples/ij.sh path/to/ij [path/to/libtrisweep-hypre.so] [ranks]
set -eu
if [ $# -lt 1 ]; then
   echo "usage: $0 path/to/ij [path/to/libtrisweep-hypre.so] [ranks]" >&2
   exit 2
fi
ij=$1
plug=${2:-$(pkg-config --variable=libdir trisweep-hypre)/libtrisweep-hypre.so}
ranks=${3:-2}
problem="-27pt -n 40 40 40 -solver 1"

# hypre's symmetric Gauss-Seidel, relax type 6.
echo "hypre, type 6:"
mpirun -n "$ranks" "$ij" $problem -rlx 6 | grep -E 'Iterations|Final Rel'

# trisweep's symmetric Gauss-Seidel. With -x, mpirun of Open MPI sets LD_PRELOAD for the ranks only.
echo "trisweep, type 1006:"
mpirun -n "$ranks" -x LD_PRELOAD="$plug" -x TRISWEEP_STATS=1 "$ij" $problem -rlx 1006 |
   grep -E 'Iterations|Final Rel|trisweep|^ lev|^ ===|^ +[0-9]+ .* [a-z]{4,} '

# For a program with fixed options: replace the relax types 13 and 14, hypre's default.
echo "trisweep in place of hypre's default types 13 and 14:"
mpirun -n "$ranks" -x LD_PRELOAD="$plug" -x TRISWEEP_REPLACE=13,14 "$ij" $problem |
   grep -E 'Iterations|Final Rel'
