#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 OR MIT
# A folder of src may include, and call, itself and the folders before it in this order:
#    base -> block -> analysis -> factor -> kernels -> plan -> space -> smoother -> hypre
#       -> extensions
# (a folder of src/extensions includes no other one, but what all share; the lists of extensions
# that make writes to hypre/built name those that are built; src/hypre calls extensions by their
# registry, which hypre/extension.h and hypre/state/extensions.h declare)
# and a folder of src/hypre itself and those before it:
#    calls -> base -> state -> extension.h -> report -> run -> hooks -> absent.c,
#       the public calls (api.c)
# A folder of tools or bench may include itself and a folder of an earlier column:
#    tools/common -> tools/matrix, tools/problem -> tools/solve -> tools/board -> programs
#    tools/common -> tools/matrix -> bench/matrix -> bench/boards
. "$(dirname "$0")/common.sh"

sources() {
   find "$1/src" "$1/include" "$1/tools" "$1/test" "$1/examples" "$1/bench" -type f \
      \( -name '*.[ch]' -o -name '*.cu' -o -name '*.cuh' -o -name '*.def' -o -name '*.h.in' \) \
      2>/dev/null | sed "s|^$1/||" | grep -v '^include/hypre/' | sort
}

# Lines "file:number:header" of all includes; quoted headers keep the quotes.
includes() {
   sources "$1" | (cd "$1" && xargs grep -n '^ *# *include' /dev/null) |
      sed -n 's/^\([^:]*:[0-9]*\): *# *include *\("[^"]*"\).*/\1:\2/p;
              s/^\([^:]*:[0-9]*\): *# *include *\(<[^>]*>\).*/\1:\2/p'
}

# A folder of src includes itself and earlier folders only, always as "folder/file".
includes_go_one_way() {
   includes "$1" | awk -F: '
      BEGIN {
         order = "base block analysis factor kernels plan space smoother hypre extensions"
         n = split(order, folders, " ")
         for (i = 1; i <= n; i++) rank[folders[i]] = i
      }
      $1 ~ /^src\// && $3 ~ /^"/ {
         split($1, path, "/")
         header = substr($3, 2, length($3) - 2)
         folder = header
         sub(/\/.*/, "", folder)
         if (!(path[2] in rank)) print $0 ": unknown folder of src"
         else if (!(folder in rank) || folder == header) print $0 ": is not written folder/file"
         else if (rank[folder] > rank[path[2]]) print $0 ": " path[2] " may not include " folder
      }'
}

plug_goes_one_way() {
   includes "$1" | awk -F: '
      BEGIN {
         order = "built calls plug.h base state extension.h report run hooks"
         order = order " absent.c api.c"
         n = split(order, folders, " ")
         for (i = 1; i <= n; i++) rank[folders[i]] = i
      }
      $1 ~ /^src\/hypre\// && $3 ~ /^"hypre\// {
         split($1, path, "/")
         split(substr($3, 2, length($3) - 2), header, "/")
         folder = path[3]
         if (!(folder in rank) || !(header[2] in rank)) print $0 ": folder of an unknown folder"
         else if (rank[header[2]] > rank[folder]) print $0 ": " folder " may not include " header[2]
      }'
}

# An extension knows others by the contract only (src/hypre/extension.h).
extensions_stand_alone() {
   includes "$1" | awk -F: '
      $1 ~ /^src\/extensions\// && $3 ~ /^"extensions\// {
         n = split($1, path, "/")
         folder = n > 3 ? path[3] : ""
         n = split(substr($3, 2, length($3) - 2), header, "/")
         if (n > 2 && header[2] != folder) print $0 ": extensions do not include one another"
      }'
}

# The plug knows extensions by the registry only.
plug_names_no_extension() {
   sed -n 's/^TSW_EXTENSION(\([a-z]*\),.*/\1/p' "$1/src/extensions/registry.def" |
      while read -r name; do
         sources "$1" | grep '^src/hypre/' | (cd "$1" &&
            xargs grep -n -E "extensions/$name|_(EXTENSION|extension)_$name\>|\"$name\"") |
            sed "s/\$/: names the extension $name/"
      done | grep -v -E "_option[a-z_]*\\(|keys\\[\\] = "
}

# A folder of tools or bench includes itself and folders of earlier columns, always as
# "tools/folder/file".
tools_go_one_way() {
   includes "$1" | awk -F: '
      BEGIN {
         rank["tools/common"] = 1
         rank["tools/matrix"] = rank["tools/problem"] = 2
         rank["tools/solve"] = rank["bench/matrix"] = 3
         rank["tools/board"] = rank["bench/boards"] = 4
      }
      $1 ~ /^(tools|bench)\// && $3 ~ /^"/ {
         n = split($1, path, "/")
         folder = n > 2 ? path[1] "/" path[2] : "program"
         n = split(substr($3, 2, length($3) - 2), header, "/")
         other = header[1] "/" header[2]
         if (n == 1) print $0 ": is not written folder/file"
         else if (header[1] ~ /^(tools|bench)$/ && (!(other in rank) ||
                  (other != folder && folder in rank && rank[other] >= rank[folder]))) {
            print $0 ": " folder " may not include " other
         }
      }'
}

# A module is a source file with the header of the same name. No module includes itself through
# other modules. Lists in .def files are data and do not count.
includes_make_no_circle() {
   includes "$1" | awk -F: '
      function module(file) { sub(/\.[a-z]+$/, "", file); return file }
      $1 ~ /^(src|tools|bench)\// && $3 ~ /^"/ && $3 !~ /\.def"$/ {
         to = ($3 ~ /^"(tools|bench|examples)\// ? "" : "src/") substr($3, 2, length($3) - 2)
         to = module(to)
         if (module($1) != to) print module($1), to
      }' | tsort 2>&1 >/dev/null
}

public_headers_stand_alone() {
   includes "$1" | awk -F: '
      $1 ~ /^include\// && $3 !~ /^<(trisweep(\/[a-z]+)?|stddef|stdint)\.h>$/ {
         print $0 ": not for a public header"
      }'
}

# Only the plug, the tools, the examples and their tests include hypre and MPI; and bench/levels.c.
hypre_stays_in_the_plug() {
   includes "$1" | awk -F: '
      $1 !~ /^(src\/(hypre|extensions)|tools|examples|test\/(hypre|load|tools|fuzz))\// &&
      $1 != "bench/levels.c" &&
      $3 ~ /^.(HYPRE|_hypre|hypre|seq_mv|krylov|mpi)[A-Za-z_]*\.h/ {
         print $0 ": only for the plug"
      }'
}

test_libraries_stay_in_tests() {
   includes "$1" | awk -F: '
      $1 !~ /^test\// && $3 ~ /cmocka/ { print $0 ": only for tests" }
      $1 !~ /^(test|tools|bench)\// && $3 ~ /(cholmod|zlib|SuiteSparse)/ {
         print $0 ": only for tools and tests"
      }'
}

# Tests of properties, faults and devices use the public headers and the registry, as new schedules
# do. Tests that look inside the library stand in test/unit.
tests_use_the_front_door() {
   includes "$1" | awk -F: '
      $1 ~ /^test\/(property|fault|device)\// && $3 ~ /^"/ &&
      $3 !~ /^"((support|device)\/[a-z_]*|trisweep|trisweep\/[a-z_]*|kernels\/registry)\.h"$/ {
         print $0 ": tests outside of test/unit use the public headers and the registry"
      }'
}

allocators='malloc|calloc|realloc|aligned_alloc|posix_memalign|strdup|free'

# Below the plug all memory is allocated by base/memory, which counts bytes and can fail on request.
memory_has_one_source() {
   (cd "$1" && find src -name "*.[ch]" | grep -v -E "^src/(hypre/|extensions/|base/memory\.c$)" |
      xargs grep -nE "(^|[^a-z_>.*])($allocators) ?\\(" /dev/null)
}

# No message, group or end of the program of all processes: the program gives the communicators. The
# plug asks for the rank of the process in texts and names of files (base/notice.c).
world_is_only_asked() {
   (cd "$1" && grep -rnE '[^_]MPI_COMM_WORLD\>' src --include='*.[ch]' --include='*.cu*') |
      grep -v -E 'base/notice\.c:[0-9]*: *MPI_Comm_(rank|size)\(|^[^:]*:[0-9]*:( \*|/\*)'
}

# Programs and libraries define no function of the same name: static ones would not link.
functions_have_names_of_their_own() {
   sources "$1" | grep -E '^(src|tools|bench)/.*\.h$' | (cd "$1" && xargs awk '
      /^[a-z]/ && match($0, /tsw_[a-z0-9_]*\(/) {
         name = substr($0, RSTART, RLENGTH - 1)
         part = FILENAME ~ /^src/ ? "src" : "programs"
         if (name in parts && parts[name] != part) print FILENAME ": " name ": the second one"
         parts[name] = part
      }' /dev/null)
}

seed() {
   copy_tree src include tools test/property test/fault test/device
   mkdir "$scratch/tree/bench"
   cp -R "$top_srcdir/bench/boards" "$top_srcdir/bench/matrix" "$scratch/tree/bench"
   printf '%s\n' "$2" >>"$scratch/tree/$1"
}

seed src/base/memory.c '#include "block/csr.h"'
catches includes_go_one_way "base including block" 'base may not include block'
seed src/kernels/host/serial.c '#include "plan/plan.h"'
catches includes_go_one_way "kernels including plan" 'kernels may not include plan'
seed src/factor/host/ilu.c '#include "kernels/schedule.h"'
catches includes_go_one_way "factor including kernels" 'factor may not include kernels'
seed src/block/csr.c '   #  include "smoother/smoother.h"'
catches includes_go_one_way "an include with blanks" 'block may not include smoother'
seed src/plan/plan.c '#include "space/space.h"'
catches includes_go_one_way "plan including space" 'plan may not include space'
seed src/plan/plan.c '#include "choose.h"'
catches includes_go_one_way "an include without a folder" 'choose.h'
seed src/hypre/state/level.c '#include "hypre/run/attach.h"'
catches plug_goes_one_way "state including run" 'state may not include run'
seed src/hypre/run/relax.c '#include "hypre/hooks/selfcheck.h"'
catches plug_goes_one_way "run including hooks" 'run may not include hooks'
seed src/hypre/run/relax.c '#include "extensions/gather.h"'
catches includes_go_one_way "the plug including an extension" 'hypre may not include extensions'
seed src/extensions/cycle/coarse.c '#include "extensions/exchange/link.h"'
catches extensions_stand_alone "an extension including another" 'do not include one another'
seed src/hypre/run/relax.c 'int f(tsw_solver *s) { return s->extension[TSW_EXTENSION_cycle] != 0; }'
catches plug_names_no_extension "an extension in the plug" 'names the extension cycle'
seed tools/common/support.c '#include "tools/solve/options.h"'
catches tools_go_one_way "common including a program" 'tools/common may not include tools/solve'
seed tools/solve/run.c '#include "tools/board/row.h"'
catches tools_go_one_way "comparisons including boards" 'tools/solve may not include tools/board'
seed bench/boards/grid.c '#include "bench/boards/grid.h"
#include "grid.h"'
catches tools_go_one_way "an include of tools without a folder" '"grid.h"'
seed tools/solve/relax.h 'void tsw_memory_release(int k);'
catches functions_have_names_of_their_own "a name of the library in a program" 'the second one'
seed tools/solve/relax.h '#include "tools/solve/options.h"'
catches includes_make_no_circle "relax types including the options" 'tools/solve/relax'
seed src/hypre/run/halo.h '#include "hypre/run/relax.h"'
catches includes_make_no_circle "a circle of includes" 'src/hypre/run/relax'
seed include/trisweep.h '#include <stdio.h>'
catches public_headers_stand_alone "stdio.h in the public header" '<stdio.h>'
seed src/smoother/smoother.c '#include <mpi.h>'
catches hypre_stays_in_the_plug "MPI in the core" '<mpi.h>'
seed src/kernels/schedule.h '#include "_hypre_parcsr_ls.h"'
catches hypre_stays_in_the_plug "a hypre header in the core" '_hypre_parcsr_ls.h'
seed src/hypre/hooks/hooks.c '#include <cmocka.h>'
catches test_libraries_stay_in_tests "cmocka in the plug" 'cmocka'
seed src/block/csr.c '#include <cholmod.h>'
catches test_libraries_stay_in_tests "CHOLMOD in the core" 'cholmod'
seed test/property/exact.c '#include "block/packed.h"'
catches tests_use_the_front_door "a private header in a property test" 'block/packed.h'
seed test/fault/allocations.c '#include "base/memory.h"'
catches tests_use_the_front_door "the allocator in a test of faults" 'base/memory.h'
seed test/device/faults.c '#include "smoother/smoother.h"'
catches tests_use_the_front_door "the structs of handles in a test on devices" 'smoother.h'
seed src/plan/plan.c 'static void *f(void) { return malloc(3); }'
catches memory_has_one_source "malloc in plan" 'malloc(3)'
seed src/hypre/run/halo.c 'void f(void) { MPI_Barrier(MPI_COMM_WORLD); }'
catches world_is_only_asked "a barrier of all processes" 'MPI_Barrier'

holds includes_go_one_way "$top_srcdir"
holds plug_goes_one_way "$top_srcdir"
holds extensions_stand_alone "$top_srcdir"
holds plug_names_no_extension "$top_srcdir"
holds tools_go_one_way "$top_srcdir"
holds functions_have_names_of_their_own "$top_srcdir"
holds includes_make_no_circle "$top_srcdir"
holds public_headers_stand_alone "$top_srcdir"
holds hypre_stays_in_the_plug "$top_srcdir"
holds test_libraries_stay_in_tests "$top_srcdir"
holds tests_use_the_front_door "$top_srcdir"
holds memory_has_one_source "$top_srcdir"
holds world_is_only_asked "$top_srcdir"
finish
