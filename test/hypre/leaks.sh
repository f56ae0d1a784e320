#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 OR MIT
# No leak over 100 setups: leaks.sh BUILD runs BUILD's test/hypre/resetup_np2 on
# one rank under valgrind. A record of lost memory counts if its stack contains
# hypre or trisweep. Memory that MPI keeps until exit does not count.
build=$1
program=$build/test/hypre/resetup_np2
log=${TMPDIR:-/tmp}/trisweep-leaks.$$
trap 'rm -f "$log"' EXIT

cd "$build" && make "${program#"$build"/}" >/dev/null || exit 1
TRISWEEP_STATS='' ./libtool --mode=execute valgrind --leak-check=full --num-callers=30 \
   --show-leak-kinds=definite,indirect,possible --log-file="$log" "$program"
status=$?
if [ "$status" -ne 0 ] || ! grep -q 'HEAP SUMMARY' "$log"; then
   tail -20 "$log"
   echo "the program under valgrind ended with status $status"
   exit 1
fi
# A record is a paragraph of the log.
count()
{
   sed 's/^==[0-9]*== *//' "$log" | awk -v kind="$1" -v whose="$2" 'BEGIN { RS = "" }
      $0 ~ kind && $0 ~ whose { n++; if (n <= 3) print > "/dev/stderr" }
      END { print n + 0 }'
}
lost=$(count ' lost in loss record ' 'tsw_|trisweep_|hypre_|HYPRE_')
errors=$(count '^(Invalid|Conditional jump|Use of uninit)' 'tsw_|trisweep_')
[ "$(count ' lost in loss record ' '.' 2>/dev/null)" -gt 0 ] ||
   echo "note: valgrind lost nothing at all, not even what MPI keeps"
echo "$lost records of lost memory, $errors invalid accesses"
[ "$lost" -eq 0 ] && [ "$errors" -eq 0 ]
