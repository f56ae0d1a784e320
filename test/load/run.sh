#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 OR MIT
# Load on hosts and GPUs: run.sh [BUILD [--device | --full]]
#
# BUILD (default $top_builddir) has test/load/load, which is made if it is not there. Without an
# option, hosts, in less than a minute; --full: hosts, at length; --device: a GPU, at length.
# A rank that is killed ends the program, and no task hangs: each has a limit.
build=${1:-${top_builddir:-.}}
how=${2-}
load=$build/test/load/load
log=${TMPDIR:-/tmp}/trisweep-load.$$
run="${MPIEXEC:-mpirun}"
failed=0
passed=0
trap 'rm -f "$log"' EXIT

# What test/launch.sh sets for the tests that are programs.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_mpi_yield_when_idle=1 \
   OMPI_MCA_rmaps_base_oversubscribe=1 PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe \
   OMP_NUM_THREADS=1 ASAN_OPTIONS="protect_shadow_gap=0:detect_leaks=0"

# One task within a limit; the line that it prints: task SECONDS COMMAND...
task()
{
   seconds=$1
   shift
   timeout -k 10 "$seconds" "$@" >"$log" 2>&1
   status=$?
   if [ $status -eq 0 ]; then
      passed=$((passed + 1))
      tail -n 1 "$log"
   else
      failed=$((failed + 1))
      tail -n 20 "$log"
      echo "FAIL: status $status: $*"
   fi
}

# The launcher has to end, and to say that a rank was lost: killed SECONDS COMMAND...
killed()
{
   seconds=$1
   shift
   timeout -k 10 "$seconds" "$@" >"$log" 2>&1
   status=$?
   case $status in
      0 | 1 | 124 | 126 | 127)
         failed=$((failed + 1))
         tail -n 20 "$log"
         echo "FAIL: status $status: $*"
         ;;
      *)
         passed=$((passed + 1))
         echo "killed: the launcher ended with status $status"
         ;;
   esac
}

# Two programs at the same time: both SECONDS COMMAND...
both()
{
   timeout -k 10 "$@" >"$log.2" 2>&1 &
   other=$!
   task "$@"
   if wait $other; then
      passed=$((passed + 1))
   else
      failed=$((failed + 1))
      tail -n 20 "$log.2"
      echo "FAIL: the program beside: $*"
   fi
   rm -f "$log.2"
}

hosts()
{
   for ordering in natural hybrid-color; do
      export TRISWEEP_OPTIONS="ordering=$ordering"
      task "$3" "$load" solvers "$1"
      task "$3" "$load" setups "$2"
      task "$3" "$load" allocations
      [ -n "$MPIEXEC" ] || command -v mpirun >/dev/null || continue
      task "$3" "$run" -n 4 "$load" setups $(($2 / 3))
      task "$3" "$run" -n 4 "$load" allocations
   done
   if [ -n "$MPIEXEC" ] || command -v mpirun >/dev/null; then
      killed 60 "$run" -n 4 "$load" killed
   fi
}

device()
{
   for options in ordering=natural ordering=auto "ordering=natural memory=low"; do
      export TRISWEEP_OPTIONS="$options"
      task 600 "$load" --device solvers "$1"
      task 600 "$load" --device setups "$2"
      task 600 "$load" --device allocations
      task 600 "$load" --device crowded
      both 600 "$load" --device crowded 50
   done
}

(cd "$build" && make test/load/load) >"$log" 2>&1 || { cat "$log"; exit 1; }
case $how in
   --device) device 1000 10000 ;;
   --full) hosts 1000 10000 3600 ;;
   '') hosts 40 150 300 ;;
   *) echo "run.sh [BUILD [--device | --full]]"; exit 2 ;;
esac
echo "[  PASSED  ] $passed test(s)."
[ $failed -eq 0 ] || { echo "[  FAILED  ] $failed test(s)."; exit 1; }
