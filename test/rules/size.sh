#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 OR MIT
# Files of at most 400 lines, functions of 60, lines of 100 columns, the licence
# in the first lines, no tabs in C, no blanks at the ends of lines.
. "$(dirname "$0")/common.sh"

# All files written by hand, except documents.
sources() {
   (cd "$1" && find src include tools test examples bench scripts m4 doc bootstrap configure.ac \
      Makefile.am -type f 2>/dev/null |
      grep -E '(\.([ch]|cu|cuh|cpp|def|sh|py|am|mk|m4|ac|h\.in)|/[a-z-]+|^bootstrap)$' |
      grep -v -e '^test/fuzz/corpus/' -e '^test/data/' -e '^include/trisweep/version\.h$' \
         -e '^include/hypre/' -e '^tools/trisweep-run$' \
         -e '/Makefile$' -e '^m4/lt' -e '^m4/libtool\.m4$' -e '/\.' -e '\.dirstamp$' | sort)
}

# Without programs of a build in this folder, which are binary, or scripts of libtool. All rules
# start few processes: there are a thousand files.
each_source() {
   (cd "$1" && sources . | xargs grep -I -l '' | xargs grep -L '[t]emporary wrapper script')
}

files_are_short() {
   each_source "$1" | (cd "$1" && xargs awk '
      { lines[FILENAME] = FNR }
      END { for (file in lines) if (lines[file] > 400) print file ": " lines[file] " lines" }
      ' /dev/null)
}

lines_are_short() {
   each_source "$1" | grep -v '\.\(am\|mk\|m4\|ac\)$' | (cd "$1" && xargs awk '
      length($0) > 100 { print FILENAME ":" FNR ": " length($0) " columns" }' /dev/null)
}

# A function starts with a line "{" and ends with a line "}".
functions_are_short() {
   each_source "$1" | grep '\.\([ch]\|cu\|cuh\|cpp\)$' | (cd "$1" && xargs awk '
      FNR == 1 { start = 0; name = "" }
      /^[A-Za-z_].*\(/ { name = $0 }
      /^\{/ { start = FNR }
      /^\}/ && start {
         if (FNR - start + 1 > 60 && name != "") {
            print FILENAME ":" start ": " FNR - start + 1 " lines: " name
         }
         start = 0
         name = ""
      }' /dev/null)
}

licence_comes_first() {
   each_source "$1" | (cd "$1" && xargs awk '
      !(FILENAME in found) { found[FILENAME] = 0 }
      FNR <= 2 && /SPDX-License-Identifier: Apache-2.0 OR MIT/ { found[FILENAME] = 1 }
      END { for (file in found) if (!found[file]) print file ": no SPDX line" }' /dev/null)
}

blanks_are_clean() {
   tab=$(printf '\t')
   each_source "$1" | (cd "$1" && xargs grep -nE "[ $tab]+\$" /dev/null) |
      sed 's/$/<- blank at the end/'
   each_source "$1" | grep '\.\([ch]\|cu\|cuh\|cpp\|def\)$' |
      (cd "$1" && xargs grep -n "$tab" /dev/null | sed 's/$/<- tab/')
}

many_lines() {
   awk -v n="$1" -v text="$2" 'BEGIN { for (i = 0; i < n; i++) print text }' </dev/null
}

copy_tree src/base
many_lines 400 '/* line */' >>"$scratch/tree/src/base/status.c"
catches files_are_short "a file that is too long" 'src/base/status.c: 4'
copy_tree src/base
{
   echo 'static void long_function(void)'
   echo '{'
   many_lines 59 '   ;'
   echo '}'
} >>"$scratch/tree/src/base/status.c"
catches functions_are_short "a function that is too long" '61 lines: static void long_function'
copy_tree src/base
many_lines 1 "/* $(many_lines 97 x | tr -d '\n') */" >>"$scratch/tree/src/base/timer.h"
catches lines_are_short "a line that is too long" 'src/base/timer.h'
copy_tree src/base
echo 'int x;' >"$scratch/tree/src/base/other.h"
catches licence_comes_first "a file without a licence" 'src/base/other.h'
copy_tree src/base
printf '\tint x;\n' >>"$scratch/tree/src/base/status.c"
catches blanks_are_clean "a tab in C" '<- tab'
copy_tree src/base
printf 'int x; \n' >>"$scratch/tree/src/base/status.c"
catches blanks_are_clean "a blank at the end of a line" '<- blank'

holds files_are_short "$top_srcdir"
holds functions_are_short "$top_srcdir"
holds lines_are_short "$top_srcdir"
holds licence_comes_first "$top_srcdir"
holds blanks_are_clean "$top_srcdir"
finish
