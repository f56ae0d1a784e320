#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 OR MIT
# Generate the tables of doc/options.md and the lists of tools/trisweep-info.1 from the .def files
# in src: doc/reference.sh [--check] [FOLDER]
#
# FOLDER is the top of the source tree. Each table is between a line "begin: NAME" and a line
# "end". With --check no file is written: the names of files that differ are printed, and the exit
# status is 1.
check=no
if [ "${1-}" = --check ]; then
   check=yes
   shift
fi
top=${1:-$(cd "$(dirname "$0")/.." && pwd)}

# Print the entries of a table, one per line: KIND, then the text in parentheses; adjacent strings
# are concatenated. Tabs separate the fields. entries FILE
entries()
{
   awk '
      /^TSW_[A-Z]*\(/ { entry = ""; open = 1 }
      open { sub(/^ +/, ""); entry = entry (entry == "" ? "" : " ") $0 }
      open && /"\)$/ {
         open = 0
         n = split(entry, part, "\"")
         split(part[1], head, "(")
         gsub(/, */, "\t", head[2])
         sub(/\t$/, "", head[2])
         line = head[1] "\t" head[2] "\t"
         for (i = 2; i < n; i++)
            line = line (i % 2 == 0 ? part[i] : part[i] ~ /,/ ? "\t" : "")
         print line
      }' "$1"
}

# Print one of the tables, as markdown or for a manual page: table NAME FORMAT
table()
{
   case $1 in
      options) file=src/base/options.def ;;
      numbers) file=src/hypre/state/numbers.def ;;
      variables) file=src/hypre/state/environment.def ;;
   esac
   [ "$2" = man ] || markdown_head "$1"
   entries "$top/$file" | awk -F '\t' -v name="$1" -v format="$2" '
      function row(a, b, c, d) {
         gsub(/\|/, "\\|", c)
         if (format == "markdown") {
            print "| " a " | " b (c == "" ? "" : " | " c) (d == "" ? "" : " | " d) " |"
         }
      }
      function item(head, text) {
         if (format == "man") {
            gsub(/-/, "\\-", head)
            gsub(/-/, "\\-", text)
            print ".TP\n" head "\n" text
         }
      }
      name == "options" {
         row("`" $2 "=`", "`" $4 "`", $5, $6)
         item("\\fB" $2 "=\\fR" $5 " (default \\fB" $4 "\\fR)", $6)
      }
      name == "numbers" && $1 == "TSW_ILU" { row(1000 + $2 " to " 1000 + $3, $4) }
      name == "numbers" && $1 != "TSW_ILU" { row(1000 + $2, $NF) }
      name == "variables" {
         row("`" $2 "`", $3)
         item("\\fB" $2 "\\fR", $3)
      }'
}

markdown_head()
{
   case $1 in
      options) printf '%s\n' '| option | default | takes | what it sets |' '|---|---|---|---|' ;;
      numbers) printf '%s\n' '| number | smoother of BoomerAMG, on each rank |' '|---|---|' ;;
      variables) printf '%s\n' '| environment variable | what it is for |' '|---|---|' ;;
   esac
}

# Print the file with regenerated tables: renew FILE FORMAT
renew()
{
   while IFS= read -r line; do
      case $line in
         *begin:*)
            printf '%s\n' "$line"
            name=${line##*begin: }
            table "${name%% *}" "$2"
            skipping=yes
            ;;
         '<!-- end -->' | '.\" end')
            printf '%s\n' "$line"
            skipping=no
            ;;
         *) [ "${skipping-no}" = yes ] || printf '%s\n' "$line" ;;
      esac
   done <"$1"
}

status=0
for pair in doc/options.md:markdown tools/trisweep-info.1:man; do
   file=$top/${pair%:*}
   new=$(renew "$file" "${pair#*:}")
   if [ "$new" = "$(cat "$file")" ]; then
      continue
   elif [ $check = yes ]; then
      echo "${pair%:*}: differs from the tables in src; run doc/reference.sh"
      status=1
   else
      printf '%s\n' "$new" >"$file"
   fi
done
exit $status
