#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 OR MIT
# doc/fields.md lists the fields of hypre's structures that src/hypre reads: each, and no other.
. "$(dirname "$0")/common.sh"

# fit.c checks layouts by more fields than the plug needs; functions are in lists of their own.
structures='ParAMGData|ParAMGDDData|ParCSRMatrix|ParVector|Vector|CSRMatrix|ParCSRCommPkg'
structures="$structures|IntArray|Handle"
accessors() {
   find "$1/src/hypre" -name '*.[ch]' ! -name fit.c -exec cat {} + |
      grep -o -E "hypre_($structures)[A-Z][A-Za-z0-9]*\\(" | tr -d '(' | sort -u
}

functions() {
   echo hypre_ParCSRCommPkgCopySendMapElmtsToDevice # inline in a header
   cat "$1/src/hypre/calls/calls.def" "$1/src/hypre/hooks/hooks.def" \
      "$1"/src/extensions/*/hooks.def 2>/dev/null |
      sed -n 's/^ *TSW_[A-Z_]*(\([A-Za-z_0-9]*\).*/\1/p'
}

listed() {
   sed -n 's/^| `\(hypre_[A-Za-z0-9]*\)` | ..*/\1/p' "$1/doc/fields.md" | sort -u
}

fields_have_a_reason() {
   functions "$1" >"$scratch/functions"
   listed "$1" >"$scratch/listed"
   accessors "$1" | grep -v -x -F -f "$scratch/functions" >"$scratch/used"
   grep -v -x -F -f "$scratch/listed" "$scratch/used" |
      sed 's|$|: read by src/hypre, and not in doc/fields.md|'
   while read -r name; do
      grep -q -r -F "$name(" "$1/src/hypre" ||
         echo "$name: in doc/fields.md, and not read by src/hypre"
   done <"$scratch/listed"
}

mkdir -p "$scratch/tree/src/hypre/calls" "$scratch/tree/doc"
echo 'x = hypre_ParAMGDataTol(amg);' >"$scratch/tree/src/hypre/seed.c"
echo '| `hypre_VectorSize` | a reason |' >"$scratch/tree/doc/fields.md"
catches fields_have_a_reason "a field without a reason" 'hypre_ParAMGDataTol: read'
catches fields_have_a_reason "a field that is not read" 'hypre_VectorSize: in doc'
holds fields_have_a_reason "$top_srcdir"
finish
