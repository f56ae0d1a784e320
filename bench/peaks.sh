#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 OR MIT
# Add the device memory of each smoother, peak_bytes, to a board: a process for each problem and
# smoother. The board must be that of the same commit, hypre and GPU.
#
#    peaks.sh PROBLEM... -- trisweep-solve --board=total --device --append=FILE --commit=ID ...
problems=
while [ $# -gt 0 ] && [ "$1" != -- ]; do
   problems="$problems $1"
   shift
done
[ $# -gt 1 ] || { echo "usage: peaks.sh PROBLEM... -- COMMAND" >&2; exit 2; }
shift
for problem in $problems; do
   number=1
   while "$@" --repeat=1 --only=$number "$problem" || [ $? = 1 ]; do # 2: no more smoothers
      number=$((number + 1))
   done
done
