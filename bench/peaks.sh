#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 OR MIT
# Add the device memory of each smoother, peak_bytes, to a board: a process for each problem and
# smoother. The board must be that of the same commit, hypre and GPU; a new one has the times of one
# repetition. On hosts no peak is measured.
# Exit status 1: a process failed, for want of memory for instance; the others ran.
#
#    peaks.sh PROBLEM... -- trisweep-solve --board=total --device --append=FILE --commit=ID ...
problems=
while [ $# -gt 0 ] && [ "$1" != -- ]; do
   problems="$problems $1"
   shift
done
[ $# -gt 1 ] || { echo "usage: peaks.sh PROBLEM... -- COMMAND" >&2; exit 2; }
shift
case " $* " in
*" --device "*) ;;
*) echo "peaks.sh: the command has no --device; on hosts no peak is measured" >&2; exit 2 ;;
esac
failed=0
for problem in $problems; do
   number=0 status=0
   while [ $status != 2 ] && [ $number -lt 20 ]; do # 2: no more smoothers
      number=$((number + 1))
      "$@" --repeat=1 --only=$number "$problem"
      status=$?
      case $status in
      0 | 1) ;; # 1: not converged
      2) [ $number -gt 1 ] || exit 2 ;;
      126 | 127) exit $status ;;
      *) echo "peaks.sh: $problem, smoother $number: exit status $status" >&2; failed=1 ;;
      esac
   done
done
exit $failed
