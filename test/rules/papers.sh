#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 OR MIT
# The text about papers is that of the newest result files, and sections that quote a ratio name
# a result file that exists. Every result file is in the tarball: documents there name them, too.
. "$(dirname "$0")/common.sh"
need_python

papers_agree() {
   python3 "$top_srcdir/bench/papers.py" --check --top "$1"
}

results_are_distributed() {
   (cd "$1" && find bench/results -type f) | while read -r file; do
      grep -q -x -e "[[:space:]]*$file\( .\)\{0,1\}" "$1/bench/local.mk" ||
         echo "$file: not in bench/local.mk"
   done
}

everything() {
   copy_tree README.md doc bench tools
}

everything
sed -i 's/^<!-- end: papers.py -->/by hand\n&/' "$scratch/tree/bench/results/README.md"
catches papers_agree "a text that no file has" 'README.md: differs from the newest files'
everything
printf '## Speed\n\nTrisweep is 3.5 times as fast.\n' >>"$scratch/tree/doc/theory.md"
catches papers_agree "a ratio without a file" 'doc/theory.md, Speed: "3.5 times"'
everything
printf '## Speed\n\n3.5 times (`h100-nothing-2026-01-01.json`)\n' >>"$scratch/tree/README.md"
catches papers_agree "a file that does not exist" 'h100-nothing-2026-01-01.json does not exist'
everything
printf '%s\n' '{"board": "papers", "gpu": "NVIDIA H100", "cuda": "13.0", "cusparse": "12.6.3",' \
   '"commit": "none", "shared_bytes": 1, "rows": [{"table": "levels", "matrix": "m"}]}' \
   >"$scratch/tree/bench/results/h100-papers-2099-01-01.json"
catches papers_agree "a newer file" 'README.md: differs from the newest files'
everything
: >"$scratch/tree/bench/results/h100-new-2099-01-01.json"
catches results_are_distributed "a file that is not in the tarball" \
   'h100-new-2099-01-01.json: not in'

holds papers_agree "$top_srcdir"
holds results_are_distributed "$top_srcdir"
finish
