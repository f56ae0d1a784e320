#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 OR MIT
# Load on hosts and GPUs: run.sh [BUILD [--device | --full]]
#
# make builds test/load/load in BUILD (default $top_builddir). Without an option: hosts, in less
# than a minute; --full: hosts, longer; --device: a GPU, longer. Each task has a time limit. A
# killed rank must end the program. The last line is "N passed, N failed".
#
# LOAD_SOLVERS  number of fresh solvers, at least 17; default: by the option
# LOAD_SETUPS   number of setups of one solver, at least 150; default: by the option
# LOAD_OPTIONS  with --device: these TRISWEEP_OPTIONS only; default: three sets of options, the last
#               one with a tenth of the solvers and setups, if that is enough
build=${1:-${top_builddir:-.}}
how=${2-}
load=$build/test/load/load
log=${TMPDIR:-/tmp}/trisweep-load.$$
run="${MPIEXEC:-mpirun}"
failed=0
passed=0
mps=
trap clean EXIT
trap 'exit 1' HUP INT TERM

clean()
{
   rm -f "$log" "$log.2"
   stop_mps
}

# The settings of test/launch.sh for test programs.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_mpi_yield_when_idle=1 \
   OMPI_MCA_rmaps_base_oversubscribe=1 PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe \
   OMP_NUM_THREADS=1 ASAN_OPTIONS="protect_shadow_gap=0:detect_leaks=0"

# Run one task with a time limit and print its last line: task SECONDS COMMAND...
task()
{
   seconds=$1
   shift
   begin=$(date +%s)
   timeout -k 10 "$seconds" "$@" >"$log" 2>&1
   status=$?
   if [ $status -eq 0 ]; then
      passed=$((passed + 1))
      echo "$(tail -n 1 "$log"); $(($(date +%s) - begin)) s, $TRISWEEP_OPTIONS"
   else
      failed=$((failed + 1))
      tail -n 20 "$log"
      echo "FAIL: status $status: $*"
   fi
}

# The launcher must end with the status of a lost rank: killed SECONDS COMMAND...
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
      echo "FAIL: the second program: $*"
   fi
   rm -f "$log.2"
}

hosts()
{
   for memory in auto fast; do
      export TRISWEEP_OPTIONS="memory=$memory"
      task "$3" "$load" solvers "$1"
      task "$3" "$load" setups "$2"
      task "$3" "$load" allocations
      task "$3" "$load" crowded 20
      [ -n "$MPIEXEC" ] || command -v mpirun >/dev/null || continue
      task "$3" "$run" -n 4 "$load" setups $(($2 * 2 / 3))
      task "$3" "$run" -n 4 "$load" allocations
   done
   if [ -n "$MPIEXEC" ] || command -v mpirun >/dev/null; then
      killed 60 "$run" -n 4 "$load" killed
   fi
}

device()
{
   solvers=$1
   setups=$2
   set -- ordering=natural ordering=auto "ordering=natural memory=low"
   [ -z "$LOAD_OPTIONS" ] || set -- "$LOAD_OPTIONS"
   for options; do
      export TRISWEEP_OPTIONS="$options"
      case $options in
         *memory=low)
            [ "$solvers" -lt 40 ] || solvers=$((solvers / 10))
            [ "$setups" -lt 1500 ] || setups=$((setups / 10))
            ;;
      esac
      task 600 "$load" --device solvers "$solvers"
      task 600 "$load" --device setups "$setups"
      task 600 "$load" --device allocations
      task 600 "$load" --device crowded
      both 600 "$load" --device crowded 50
      small
   done
   if [ -n "$MPIEXEC" ] || command -v mpirun >/dev/null; then
      shared
      killed 120 "$run" -n 2 "$load" --device killed
   fi
}

# Start an MPS server for this user alone, with logs in $mps/log.
start_mps()
{
   reason="nvidia-cuda-mps-control is not on the PATH"
   command -v nvidia-cuda-mps-control >/dev/null || return
   mps=$(mktemp -d) && mkdir "$mps/log" "$mps/pipe" || return
   export CUDA_MPS_PIPE_DIRECTORY="$mps/pipe" CUDA_MPS_LOG_DIRECTORY="$mps/log"
   if ! timeout 60 nvidia-cuda-mps-control -d >"$mps/said" 2>&1; then
      reason="the control daemon does not start: $(tail -n 1 "$mps/said")"
      return 1
   fi
   reason=$(timeout 60 "$build/trisweep-info" | sed -n 's/^devices *none: //p')
   [ -z "$reason" ]
}

stop_mps()
{
   [ -n "$mps" ] || return
   echo quit | timeout 60 nvidia-cuda-mps-control >/dev/null 2>&1
   unset CUDA_MPS_PIPE_DIRECTORY CUDA_MPS_LOG_DIRECTORY
   rm -rf "$mps"
   mps=
}

# 7 % of the processors of the GPU, for one program and for two at the same time.
small()
{
   if start_mps; then
      export CUDA_MPS_ACTIVE_THREAD_PERCENTAGE=7
      echo "with 7 % of the processors, by MPS:"
      task 600 "$load" --device solvers 50
      both 600 "$load" --device crowded 20
      unset CUDA_MPS_ACTIVE_THREAD_PERCENTAGE
   else
      echo "left out: MPS: $reason"
   fi
   stop_mps
}

# Two ranks share the first GPU, also by MPS.
shared()
{
   task 600 env CUDA_VISIBLE_DEVICES=0 "$run" -n 2 "$load" --device solvers 20
   if CUDA_VISIBLE_DEVICES=0 start_mps; then
      echo "two ranks by MPS:"
      task 600 "$run" -n 2 "$load" --device solvers 20
   else
      echo "left out: MPS: $reason"
   fi
   stop_mps
}

(cd "$build" && make test/load/load) >"$log" 2>&1 || { cat "$log"; exit 1; }
case $how in
   --device) device "${LOAD_SOLVERS:-1000}" "${LOAD_SETUPS:-10000}" ;;
   --full) hosts "${LOAD_SOLVERS:-1000}" "${LOAD_SETUPS:-10000}" 3600 ;;
   '') hosts "${LOAD_SOLVERS:-40}" "${LOAD_SETUPS:-150}" 300 ;;
   *) echo "run.sh [BUILD [--device | --full]]"; exit 2 ;;
esac
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
