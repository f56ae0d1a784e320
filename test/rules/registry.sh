#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 OR MIT
# Lists that must agree: registered schedules and triangular solves, their files and the tables of
# doc/schedules.md; options and the code that reads them; files and the local.mk that builds and
# distributes them.
. "$(dirname "$0")/common.sh"

# Space/name of the lines of one kind, schedule or sptrsv, or of both.
schedules() {
   kinds=$(echo "${2:-schedule|sptrsv}" | tr a-z A-Z)
   sed 's/^TSW_SPTRSV(/&cuda, /' "$1/src/kernels/schedules.def" |
      sed -n -E "s/^TSW_($kinds)\(([a-z]*), *([a-z_0-9]*)\).*/\2\/\3/p"
}

schedules_have_files() {
   for kind in schedule sptrsv; do
      prefix=cuda_
      [ $kind = schedule ] || prefix=
      schedules "$1" $kind | while read -r name; do
         published=${name%/*}/published/${name#*/}
         file=$(cd "$1/src/kernels" && ls "$name.c" "$name/schedule.cu" "$published.cu" 2>/dev/null)
         [ -n "$file" ] || echo "$name: registered, and src/kernels/$name.c or .cu does not exist"
         symbol=tsw_${kind}_$(echo "$name" | sed 's|^cuda/|'"$prefix"'|; s|/|_|')
         grep -q "tsw_$kind $symbol = {" "$1/src/kernels/$file" 2>/dev/null ||
            echo "$name: its file does not define $symbol"
      done
   done
}

# The first columns of the tables of a space in doc/schedules.md name the schedules of this space.
schedules_are_described() {
   schedules "$1" | tr _ - | sort >"$scratch/registered"
   awk -F '|' '
      /^## / { space = /host/ ? "host/" : /CUDA/ ? "cuda/" : "" }
      space != "" && /^\|/ {
         n = split($2, part, "`")
         for (i = 2; i <= n; i += 2) print space part[i]
      }' "$1/doc/schedules.md" | sort | comm -3 "$scratch/registered" - | tr -d '\t' |
      sed 's|$|: in schedules.def or in a table of doc/schedules.md, not in both|'
}

# The rule of schedule=auto names device schedules.
rule_names_schedules() {
   sed -n 's/^TSW_RULE(\([a-z_0-9]*\),.*/\1/p' "$1/src/kernels/rule.def" | while read -r name; do
      schedules "$1" schedule | grep -q -x -F "cuda/$name" ||
         echo "$name: in the rule, not in schedules.def"
   done
}

# The core and the plug know no schedule by name, except through the registry. Keys of options and
# of JSON have names of schedules, too.
plan_names_no_schedule() {
   names=$(schedules "$1" | sed 's/.*\///' | tr _ - | tr '\n' '|')
   (cd "$1" && grep -n -E "\"(${names%|})\"" --exclude=cycle.c \
      -r src/plan src/smoother src/hypre src/extensions |
      grep -v -E 'keys\[\] = |(_option|_option_number|ToObject)\([a-z_]+, "[a-z]+"\)')
}

# A method asks for abilities of a schedule, not for its role (src/kernels/schedule.h).
methods_know_no_role() {
   (cd "$1" && grep -n -E 'TSW_ROLE_|->role' -r src/smoother src/hypre)
}

schedule_files_are_registered() {
   (cd "$1/src/kernels" &&
      grep -lE 'const tsw_(schedule|sptrsv) tsw_[a-z_]* = ' -- */*.c */*.cu */*/*.cu) |
      grep -v /compose.c | sed 's/\.cu*$//; s|/published/|/|; s|/schedule$||' |
      while read -r name; do
      schedules "$1" | grep -q -x -F "$name" || echo "$name: not in schedules.def"
   done
}

# The code reads each option. In the plug a key is the last but one argument or the last.
options_are_read() {
   sed -n 's/^TSW_OPTION(\([a-z_]*\),.*/\1/p' "$1/src/base/options.def" | while read -r key; do
      (cd "$1" && grep -q -E -r --include='*.[chd]*' \
         "TSW_OPTION_$key\>|_option(_is|_number)?\([^\"]*, \"$key\"[,)]" src) ||
         echo "$key: an option that no code reads"
   done
}

# Every file of src, tools, bench, examples and test is in a list of the build, except the headers
# of src, which dist-hook distributes.
files_are_built() {
   cat "$1/Makefile.am" "$1"/*/local.mk "$1"/*/*/local.mk "$1"/*/*/*/local.mk "$1"/*/*.mk \
      2>/dev/null |
      tr -c 'A-Za-z0-9_./-' '\n' | sed 's|^/||' >"$scratch/lists"
   # a test program is listed without .c
   (cd "$1" && find src tools bench examples test -type f \
      \( -name '*.[ch]' -o -name '*.cu' -o -name '*.cuh' -o -name '*.def' -o -name '*.sh' \
      -o -name '*.py' -o -name '*.[1-8]' \)) |
      grep -v -E '^src/.*\.(h|cuh|def)$' | awk '
         FNR == NR { listed[$0] = 1; next }
         { stem = $0; sub(/\.c$/, "", stem) }
         !($0 in listed) && !(stem in listed) { print $0 ": in no list of the build" }
         ' "$scratch/lists" -
}

# Every file that a list names exists.
built_files_exist() {
   (cd "$1" &&
      cat Makefile.am ./*/local.mk ./*/*/local.mk ./*/*/*/local.mk 2>/dev/null) |
      grep -o -E '(src|tools|bench|examples|test)/[A-Za-z0-9_/.-]*\.([ch]|cuh?|def|sh|py|[1-8])\b' |
      sort -u | while read -r file; do
         [ -e "$1/$file" ] || echo "$file: in a list of the build, and does not exist"
      done
}

everything() {
   copy_tree Makefile.am src tools bench examples test doc/schedules.md
}

everything
echo 'TSW_SCHEDULE(host, phantom)' >>"$scratch/tree/src/kernels/schedules.def"
catches schedules_have_files "a schedule without a file" 'host/phantom: registered'
everything
sed -i 's/TSW_SPTRSV(slfr)/TSW_SCHEDULE(cuda, slfr)/' \
   "$scratch/tree/src/kernels/schedules.def"
catches schedules_have_files "a solve in place of a schedule" 'cuda/slfr: its file does not define'
everything
echo 'TSW_SCHEDULE(cuda, serial)' >>"$scratch/tree/src/kernels/schedules.def"
catches schedules_are_described "a device schedule with a name of the host" 'cuda/serial: in'
everything
sed -i '/^| `wavefront` /d; /^| `slfr`, /d' "$scratch/tree/doc/schedules.md"
catches schedules_are_described "a host schedule without a description" 'host/wavefront: in'
catches schedules_are_described "a second name of a row" 'cuda/slfc: in'
everything
echo 'TSW_RULE(wavefront, true)' >>"$scratch/tree/src/kernels/rule.def"
echo 'TSW_RULE(slfc, true)' >>"$scratch/tree/src/kernels/rule.def"
catches rule_names_schedules "a rule for a schedule of the host" 'wavefront: in the rule'
catches rule_names_schedules "a rule for a triangular solve" 'slfc: in the rule'
everything
echo 'static const char *const best = "strips";' >>"$scratch/tree/src/plan/rule.c"
catches plan_names_no_schedule "a schedule in the plan" 'best = "strips"'
everything
echo 'bool f(const char *s) { return !strcmp(s, "colors"); }' >>"$scratch/tree/src/hypre/api.c"
catches plan_names_no_schedule "a schedule in the plug" 'strcmp(s, "colors")'
everything
echo 'bool g(tsw_solver *s) { return tsw_solver_option_is(s, "schedule", "inplace"); }' \
   >>"$scratch/tree/src/hypre/run/setup.c"
catches plan_names_no_schedule "a schedule in an option of the plug" '"schedule", "inplace"'
everything
echo 'bool f(tsw_plan *p) { return p->schedule->role == 1; }' >>"$scratch/tree/src/smoother/solve.c"
catches methods_know_no_role "a role in a method" 'schedule->role == 1'
everything
sed -i '/(host, wavefront)/d' "$scratch/tree/src/kernels/schedules.def"
catches schedule_files_are_registered "a file that is not registered" 'host/wavefront: not in'
everything
echo 'TSW_OPTION(unread, INT, "1", "0..2", "help")' >>"$scratch/tree/src/base/options.def"
catches options_are_read "an option without a reader" 'unread: an option'
everything
sed -i 's/TSW_OPTION_threads/TSW_OPTION_colors/' "$scratch/tree/src/plan/host/build.c"
catches options_are_read "an option that lost its reader" 'threads: an option'
everything
echo '/* new */' >"$scratch/tree/src/plan/forgotten.c"
catches files_are_built "a source that is not built" 'src/plan/forgotten.c'
everything
echo '/* new */' >"$scratch/tree/test/unit/forgotten.c"
catches files_are_built "a test that is not run" 'test/unit/forgotten.c'
everything
rm "$scratch/tree/src/plan/plan.c"
catches built_files_exist "a source that is gone" 'src/plan/plan.c'

holds schedules_have_files "$top_srcdir"
holds schedules_are_described "$top_srcdir"
holds rule_names_schedules "$top_srcdir"
holds plan_names_no_schedule "$top_srcdir"
holds methods_know_no_role "$top_srcdir"
holds options_are_read "$top_srcdir"
holds schedule_files_are_registered "$top_srcdir"
holds files_are_built "$top_srcdir"
holds built_files_exist "$top_srcdir"
finish
