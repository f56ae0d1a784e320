#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 OR MIT
# test/hypre/parity.py with stubs of the launcher and of ij_batch: a run that hangs is one failure
# that names the case, and a slow run in which cases finish goes on.
. "$(dirname "$0")/common.sh"

# The stub writes a result every $PAUSE seconds, and hangs after $HANG_AFTER cases.
cat >"$scratch/batch" <<'STUB'
#!/bin/sh
n=0
while read -r case; do
   [ $n -lt "$HANG_AFTER" ] || exec sleep 100
   case $n in [0-3]) sleep "$PAUSE" ;; esac
   echo "$n 5 1.0e-9 1.0e-9" >>"$2"
   n=$((n + 1))
done <"$1"
[ -z "$TRISWEEP_STATS" ] || echo '{"solvers": []}' >"$TRISWEEP_STATS"
STUB
cat >"$scratch/launch" <<'STUB'
#!/bin/sh
shift 2
while [ "$1" = -x ]; do shift 2; done
unset LD_PRELOAD
exec "$@"
STUB
chmod +x "$scratch/batch" "$scratch/launch"

# The output of parity.py on one rank: parity HANG-AFTER PAUSE
parity() {
   HANG_AFTER=$1 PAUSE=$2 TRISWEEP_TEST_TIMEOUT=3 MPIEXEC="$scratch/launch" python3 \
      "$top_srcdir/test/hypre/parity.py" --batch "$scratch/batch" --plug none --np 1 2>&1
}

need_python
output=$(parity 2 0)
case $output in
   *"no case finished for 3 seconds"*" in: laplacian, type 3, w, np 1; 2 of "*)
      report_pass "a run that hangs names its case" ;;
   *) report_fail "a run that hangs names its case"; echo "$output" ;;
esac
# Both runs hang; the second starts with the two cases of the first, and does not hang.
case $(echo "$output" | tail -1) in
   *" passed, 1 failed") report_pass "a run that hangs is one failure" ;;
   *) report_fail "a run that hangs is one failure"; echo "$output" | tail -5 ;;
esac
output=$(parity 1000 2)
case $output in
   *"no case finished"*) report_fail "a slow run goes on"; echo "$output" | tail -5 ;;
   *) report_pass "a slow run goes on" ;;
esac
finish
