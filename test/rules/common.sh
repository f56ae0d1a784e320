# SPDX-License-Identifier: Apache-2.0 OR MIT
# Sourced by the scripts of this folder. A rule is a shell function that prints the violations
# under a given folder, a line each. Every rule must first print something for a copy of the tree
# with an inserted violation, and then nothing for the tree itself. The output ends like cmocka's.

: "${top_srcdir:=$(cd "$(dirname "$0")/../.." && pwd)}"
: "${top_builddir:=$top_srcdir}"
LC_ALL=C
export LC_ALL

passed=0
failed=0
scratch=$(mktemp -d "${TMPDIR:-/tmp}/trisweep-rules.XXXXXX") || exit 99
trap 'rm -rf "$scratch"' EXIT
trap 'exit 99' HUP INT TERM

report_pass() {
   passed=$((passed + 1))
   echo "[       OK ] $1"
}

report_fail() {
   failed=$((failed + 1))
   echo "[  FAILED  ] $1"
}

# Skip the script without python3.
need_python() {
   command -v python3 >/dev/null || { echo "SKIP: no python3"; exit 77; }
}

# Copy these folders and files of the source to a new $scratch/tree.
copy_tree() {
   rm -rf "$scratch/tree"
   mkdir "$scratch/tree" || exit 99
   for part in "$@"; do
      mkdir -p "$scratch/tree/$(dirname "$part")"
      cp -R "$top_srcdir/$part" "$scratch/tree/$part" || exit 99
   done
   chmod -R u+w "$scratch/tree"
}

# catches RULE WHAT TEXT: the rule must print this text for $scratch/tree.
catches() {
   case $($1 "$scratch/tree") in
      *"$3"*) report_pass "$1 catches $2" ;;
      *) report_fail "$1 catches $2" ;;
   esac
}

# holds RULE FOLDER: the rule must print nothing for the folder.
holds() {
   violations=$($1 "$2")
   if [ -z "$violations" ]; then
      report_pass "$1 holds"
   else
      report_fail "$1 holds"
      echo "$violations" | sed 's/^/   /'
   fi
}

finish() {
   echo "[  PASSED  ] $passed test(s)."
   if [ "$failed" -gt 0 ]; then
      echo "[  FAILED  ] $failed test(s)."
      exit 1
   fi
   exit 0
}
