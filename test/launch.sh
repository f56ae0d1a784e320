#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 OR MIT
# Runs one test program for `make check`: launch.sh PROGRAM [ARGUMENT...]
#
# The name of the program contains the number of ranks: parity_np4 runs on 4 ranks
# under $MPIEXEC; a program without _np<N> in its name runs without a launcher.
# Exit status: that of the program (0 passed, 77 skipped); 77 if the program needs
# ranks and there is no launcher; 1 if the program ran longer than
# TRISWEEP_TEST_TIMEOUT seconds (default 900: the longest takes 300 with sanitizers, on two cores).
program=$1
shift
name=$(basename "$program")

# Unset the variables of trisweep; a test sets the variables that it needs.
for variable in $(env | sed -n 's/^\(TRISWEEP_[A-Z0-9_]*\)=.*/\1/p'); do
   case $variable in
      TRISWEEP_TEST_*) ;;
      *) unset "$variable" ;;
   esac
done

# Two threads are enough for races between threads, and leave small machines responsive.
: "${OMP_NUM_THREADS=2}"
export OMP_NUM_THREADS

# Open MPI refuses to run as root or on fewer cores than ranks, as in containers.
OMPI_ALLOW_RUN_AS_ROOT=1
OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
OMPI_MCA_rmaps_base_oversubscribe=1
PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe
OMPI_MCA_mpi_yield_when_idle=1
export OMPI_ALLOW_RUN_AS_ROOT OMPI_ALLOW_RUN_AS_ROOT_CONFIRM OMPI_MCA_rmaps_base_oversubscribe \
   PRTE_MCA_rmaps_default_mapping_policy OMPI_MCA_mpi_yield_when_idle

# CUDA maps memory into the shadow gap of AddressSanitizer.
ASAN_OPTIONS=protect_shadow_gap=0${ASAN_OPTIONS:+:$ASAN_OPTIONS}
export ASAN_OPTIONS

# MPI libraries do not free all memory before the program ends; leaks.sh finds leaks by valgrind.
case $program in
   *hypre/*) ASAN_OPTIONS=$ASAN_OPTIONS:detect_leaks=0 ;;
esac

# With TRISWEEP_TEST_TRAPS=1 a floating-point overflow, underflow, division by zero or invalid
# operation ends the program.
if [ "$TRISWEEP_TEST_TRAPS" = 1 ]; then
   set -- env LD_PRELOAD="$top_builddir/.libs/libtest-traps.so" "$program" "$@"
else
   set -- "$program" "$@"
fi

ranks=$(echo "$name" | sed -n 's/.*_np\([1-9][0-9]*\)$/\1/p')
if [ -n "$ranks" ]; then
   if [ -z "$MPIEXEC" ]; then
      echo "SKIP: $name needs $ranks ranks, and configure found no MPI launcher (set MPIEXEC)"
      exit 77
   fi
   set -- $MPIEXEC -n "$ranks" "$@"
fi

seconds=${TRISWEEP_TEST_TIMEOUT:-900}
timeout -k 10 "$seconds" "$@"
status=$?
case $status in
   124) echo "FAIL: $name ran longer than $seconds seconds (TRISWEEP_TEST_TIMEOUT)" ;;
   137) echo "FAIL: $name was killed, after $seconds seconds or for want of memory" ;;
   *) exit "$status" ;;
esac
exit 1
