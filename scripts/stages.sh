# SPDX-License-Identifier: Apache-2.0 OR MIT
# Functions of the test scripts: stages, counts, and the summary in the last line.
# Source this file after lib.sh; $begin is the start of the script in seconds.

passed=0
failed=0
given_limit=${TRISWEEP_TEST_TIMEOUT-}
complete=no

# Print the summary and exit. The scripts call finish by trap on every exit.
finish()
{
   trap - EXIT
   say "ran for $(($(date +%s) - begin)) s"
   if [ $complete = no ]; then
      echo "FAIL: stopped before the end"
      failed=$((failed + 1))
   fi
   echo "$passed passed, $failed failed"
   if [ $passed -eq 0 ] || [ $failed -gt 0 ]; then
      exit 1
   fi
   exit 0
}

# Add to the counts of the summary: count NAME PASSED FAILED
count()
{
   passed=$((passed + $2))
   failed=$((failed + $3))
   echo "   $1: $2 passed, $3 failed"
}

# Make the time limit of test programs longer on a busy machine: 900 seconds times the time of a
# loop over its processor time.
set_limit()
{
   limit=$(/usr/bin/python3 -c 'import math, time
begin = time.perf_counter(), time.process_time()
sum(range(5000000))
wall, busy = time.perf_counter() - begin[0], time.process_time() - begin[1]
print(900 * math.ceil(wall / busy - 0.2))')
   export TRISWEEP_TEST_TIMEOUT="${given_limit:-$limit}"
}

# Print the name of a stage and the seconds since the start: stage NAME
stage()
{
   set_limit
   say "$1 ($(($(date +%s) - begin)) s)"
}

# Build, and count the build as a test: build NAME FOLDER [CONFIGURE-OPTION...]
build()
{
   stage "build: $1"
   label=$1
   shift
   if (build_in "$@"); then
      count "build: $label" 1 0
   else
      count "build: $label" 0 1
      return 1
   fi
}

# Run a command as one test: check_command NAME LOG COMMAND...
check_command()
{
   label=$1
   log=$2
   shift 2
   if "$@" >"$log" 2>&1; then
      count "$label" 1 0
   else
      echo "FAIL: $label:"
      tail -25 "$log"
      count "$label" 0 1
   fi
}

# Print "PASSED FAILED" for one test of make check: the cases of a cmocka program, else one case.
# A test that failed counts at least one failure. cases_of TRS-FILE
cases_of()
{
   status=$(sed -n 's/^:test-result: *//p' "$1" | head -1)
   log=${1%.trs}.log
   ok=$(grep -c '^\[       OK \]' "$log")
   bad=$(grep -c '^\[  FAILED  \] [^0-9]' "$log")
   case $status in
      PASS) echo "$((ok > 0 ? ok : 1)) 0" ;;
      SKIP) echo "0 0" ;;
      *) echo "$ok $((bad > 0 ? bad : 1))" ;;
   esac
}

# Run make check, or another target of the tests, in a build: check_in NAME FOLDER [TARGET].
# Skipped tests are listed with the reason. Tests that are not built because a package is missing
# count as a failure.
check_in()
{
   stage "make check: $1"
   find "$2" -name '*.trs' -exec rm -f {} +
   (cd "$2" && make -k -j"$(cores)" "${3:-check}" 2>&1) | tee "$2/check.log" |
      sed -n -u 's/^\(PASS\|FAIL\|SKIP\|ERROR\): /   &/p'
   ok=0
   bad=0
   find "$2" -name '*.trs' >"$2/results"
   while read -r result; do
      log=${result%.trs}.log
      counts=$(cases_of "$result")
      ok=$((ok + ${counts% *}))
      bad=$((bad + ${counts#* }))
      case $counts in
         "0 0")
            sed -n 's/^SKIP: /   skipped: /p' "$log"
            [ "$(basename "$log")" != not-built.log ] || bad=$((bad + 1))
            ;;
         *" 0") ;;
         *)
            echo "FAIL: $log"
            tail -15 "$log"
            ;;
      esac
   done <"$2/results"
   # A test that does not compile has no .trs file.
   if [ $((ok + bad)) -eq 0 ] || grep -q 'error:\|undefined reference' "$2/check.log"; then
      grep 'error:\|undefined reference' "$2/check.log" || tail -20 "$2/check.log"
      bad=$((bad + 1))
   fi
   count "make check: $1" $ok $bad
}

# Run a command that ends with "N passed, N failed": check_counting NAME LOG COMMAND...
check_counting()
{
   label=$1
   log=$2
   shift 2
   "$@" 2>&1 | tee "$log" | sed -u 's/^/   /'
   counts=$(tail -1 "$log" | sed -n 's/^\([0-9]*\) passed, \([0-9]*\) failed$/\1 \2/p')
   if [ -z "$counts" ]; then
      echo "FAIL: $label did not finish"
      counts="0 1"
   fi
   # shellcheck disable=SC2086
   count "$label" $counts
}

# Compile the programs of examples/ that solve with hypre, and link them without the plug:
# compile_examples FOLDER FLAG...
compile_examples()
{
   into=$1
   shift
   mkdir -p "$into" || return
   for program in heat adaptive newton elasticity; do
      beam=
      [ $program != elasticity ] || beam=$top/examples/beam.c
      # shellcheck disable=SC2086
      mpicc -O2 -Wall "$top/examples/$program.c" "$top/examples/common.c" \
         "$top/examples/assembly.c" $beam -o "$into/$program" "$@" -lm || return
   done
}

# Compile and run these programs: examples NAME FOLDER "FLAGS" OPTION-OF-EXAMPLES.PY...
examples()
{
   stage "examples: $1"
   hypre_of=$1
   folder=$2
   # shellcheck disable=SC2086
   check_command "examples: $hypre_of: compiling" "$folder/compile.log" \
      compile_examples "$folder/examples" $3
   shift 3
   check_counting "examples: $hypre_of" "$folder/examples.log" /usr/bin/python3 \
      "$top/test/hypre/examples.py" --programs "$folder/examples" "$@"
}
