# SPDX-License-Identifier: Apache-2.0 OR MIT
# Read by the scripts beside it. A rule is a shell function that prints the
# violations it finds under the folder it is given, a line each. Every rule must
# first print something for a copy of the tree into which a violation was put,
# and then nothing for the tree itself. Output ends as that of cmocka does.

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

# A fresh copy of these folders and files of the source in $scratch/tree.
copy_tree() {
   rm -rf "$scratch/tree"
   mkdir "$scratch/tree" || exit 99
   for part in "$@"; do
      mkdir -p "$scratch/tree/$(dirname "$part")"
      cp -R "$top_srcdir/$part" "$scratch/tree/$part" || exit 99
   done
   chmod -R u+w "$scratch/tree"
}

# catches RULE WHAT TEXT: the rule must object to $scratch/tree, with this text in what it prints.
catches() {
   case $($1 "$scratch/tree") in
      *"$3"*) report_pass "$1 catches $2" ;;
      *) report_fail "$1 catches $2" ;;
   esac
}

# holds RULE FOLDER: the rule must be content with the folder.
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
