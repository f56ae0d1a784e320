#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 OR MIT
# The manual describes all options, statuses, relax numbers and environment variables, and a comment
# describes every public function and its status. test/rules/registry.sh is about schedules.
. "$(dirname "$0")/common.sh"
need_python

# Manual pages, README and the files of doc/ as one text, without roff's \- and font changes.
manual() {
   find "$1/README.md" "$1/doc" "$1/tools" "$1/src" -type f \
      \( -name '*.md' -o -name '*.[1-8]' \) -exec cat {} + 2>/dev/null |
      sed 's/\\-/-/g; s/\\f[A-Z]//g; s/\\(aq/'"'"'/g'
}

# missing FOLDER KIND: print the words of standard input that the manual lacks.
missing() {
   manual "$1" >"$scratch/manual"
   while read -r word; do
      grep -q -E -e "(^|[^A-Za-z0-9_])$word([^A-Za-z0-9_]|\$)" "$scratch/manual" ||
         echo "$word: no $2 is described under this name"
   done
}

# By a purpose, behind the generated table.
options_are_described() {
   sed -n 's/^TSW_OPTION(\([a-z_]*\),.*/\1/p' "$1/src/base/options.def" | while read -r key; do
      grep -q -E "^- \*\*([a-z_]+, )*$key(, [a-z_]+)*\*\*: " "$1/doc/options.md" ||
         echo "$key: doc/options.md has no purpose of this option"
   done
}

statuses_are_described() {
   sed -n 's/^ *ENTRY(\(TRISWEEP_[A-Z_]*\), [0-9]*,.*/\1/p' "$1/include/trisweep/status.h" |
      missing "$1" status
}

variables_are_described() {
   sed -n 's/^TSW_VARIABLE(\(TRISWEEP_[A-Z_]*\),.*/\1/p' "$1/src/hypre/state/environment.def" |
      missing "$1" "environment variable"
}

# The tables of the reference and of the manual page agree with those of the code.
tables_agree() {
   sh "$1/doc/reference.sh" --check "$1"
}

# Manual pages, and samples of output in README.md, have the version of configure.ac.
versions_agree() {
   version=$(sed -n 's/^m4_define(\[tsw_version_[a-z]*\], \[\([0-9]*\)\])/\1/p' "$1/configure.ac" |
      tr '\n' .)
   (cd "$1" && grep -nE '^\.TH |trisweep [0-9]+\.[0-9]' README.md doc/options.md tools/*.[1-8]) |
      grep -vF "trisweep ${version%.}" | sed "s/\$/: not the version of configure.ac/"
}

# Each TRISWEEP_API or TRISWEEP_CHECKED function follows a comment; for a status the comment has
# @return.
functions_are_described() {
   find "$1/include" -name '*.h' | while read -r header; do
      awk -v file="${header#"$1"/}" '
         /^\/\*\*/ { comment = ""; open = 1 }
         open { comment = comment $0 }
         /\*\// { open = 0; fresh = 1; next }
         /^TRISWEEP_(API|CHECKED) / {
            if (!fresh || comment == "") print file ":" FNR ": no comment: " $0
            else if ($1 == "TRISWEEP_CHECKED" && comment !~ /@return/)
               print file ":" FNR ": no @return: " $0
            comment = ""
            fresh = 0
         }' "$header"
   done
}

# Relative links of installed documents lead to installed files.
links_are_installed() {
   sed -n -e '/^nobase_dist_doc_DATA/,/[^\\]$/p' "$1/doc/local.mk" | tr ' \t\\' '\n\n\n' |
      grep '[./]' >"$scratch/installed"
   grep '\.md$' "$scratch/installed" | while read -r document; do
      [ -f "$1/$document" ] || continue
      folder=$(dirname "$document")
      grep -o '](\([^)#]*\)' "$1/$document" | sed 's/^](//' | grep -v '^$\|^[a-z]*:' |
         while read -r link; do
            target=$(realpath -m --relative-to="$1" "$1/$folder/$link")
            grep -q -x -e "$target" -e "$target/.*" "$scratch/installed" ||
               echo "$document: $link is not installed"
         done
   done
}

# The table of totals in README.md is that of the newest boards.
totals_agree() {
   python3 "$1/bench/plot_totals.py" --check 2>&1
}

# The prediction in doc/scaling.md is that of the model.
prediction_agrees() {
   python3 "$1/bench/scaling_model.py" --check 2>&1
}

everything() {
   copy_tree src include README.md configure.ac doc tools
}

everything
echo 'TSW_OPTION(undocumented_option, INT, "1", "0..2", "help")' \
   >>"$scratch/tree/src/base/options.def"
sh "$scratch/tree/doc/reference.sh"
catches options_are_described "an option without a purpose" 'undocumented_option: doc/options.md'
everything
echo '   ENTRY(TRISWEEP_ERROR_NEW, 99, "NEW", "text")' >>"$scratch/tree/include/trisweep/status.h"
catches statuses_are_described "a status without a description" 'TRISWEEP_ERROR_NEW'
everything
echo 'TSW_DILU(191, "undocumented")' >>"$scratch/tree/src/hypre/state/numbers.def"
catches tables_agree "a relax number without a description" 'doc/options.md: differs'
everything
echo 'TSW_VARIABLE(TRISWEEP_UNDOCUMENTED, "text")' >>"$scratch/tree/src/hypre/state/environment.def"
catches variables_are_described "a variable without a description" 'TRISWEEP_UNDOCUMENTED'
everything
sed 's/"10000", "1..3600000"/"20000", "1..3600000"/' "$top_srcdir/src/base/options.def" \
   >"$scratch/tree/src/base/options.def"
catches tables_agree "a default that the reference has otherwise" 'doc/options.md: differs'
catches tables_agree "a default that the manual page has otherwise" 'trisweep-info.1: differs'
everything
sed 's/trisweep [0-9.]*/trisweep 0.0.1/' "$top_srcdir/README.md" >"$scratch/tree/README.md"
catches versions_agree "a sample of another version" 'not the version of configure.ac'
everything
echo 'TRISWEEP_API void trisweep_undocumented(void);' >>"$scratch/tree/include/trisweep.h"
catches functions_are_described "a function without a comment" 'no comment: TRISWEEP_API'
everything
printf '%s\n' '/** Does something. */' 'TRISWEEP_CHECKED trisweep_status trisweep_x(void);' \
   >>"$scratch/tree/include/trisweep.h"
catches functions_are_described "a status without @return" 'no @return'

everything
echo '[text](doc/undocumented.md)' >>"$scratch/tree/README.md"
catches links_are_installed "a dead link" 'doc/undocumented.md is not installed'

holds links_are_installed "$top_srcdir"
holds options_are_described "$top_srcdir"
holds statuses_are_described "$top_srcdir"
holds variables_are_described "$top_srcdir"
holds tables_agree "$top_srcdir"
holds versions_agree "$top_srcdir"
holds functions_are_described "$top_srcdir"
copy_tree README.md bench
sed 's/| 7-point Laplacian, 64^3 | /&9/' "$top_srcdir/README.md" >"$scratch/tree/README.md"
catches totals_agree "a table that is not of the boards" 'not that of the newest boards'
holds totals_agree "$top_srcdir"
copy_tree doc bench
sed 's/^| 256^3 | 4 | /&9/' "$top_srcdir/doc/scaling.md" >"$scratch/tree/doc/scaling.md"
catches prediction_agrees "a prediction that is not of the model" 'not that of the model'
holds prediction_agrees "$top_srcdir"
finish
