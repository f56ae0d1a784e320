#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 OR MIT
# doc/fields.md lists the fields of hypre's structures that src/hypre reads, and in a second table
# those that only extensions read: each, and no other.
. "$(dirname "$0")/common.sh"

# fit.c checks layouts by more fields than the plug needs; functions are in lists of their own.
structures='ParAMG|ParCSRMatrix|ParVector|Vector|CSRMatrix|ParCSRCommPkg|ParCSRCommHandle'
structures="$structures|IntArray|Handle"
accessors() {
   { find "$1/src/$2" -name '*.[ch]' ! -name "${3-}" -exec cat {} +
     sed -n 's/^ *FIELD(\([A-Z][A-Za-z0-9]*\)).*/hypre_ParAMGData\1(/p' \
        "$1"/src/"$2"/resetup/spares.c 2>/dev/null
   } | grep -o -E "hypre_($structures)[A-Z][A-Za-z0-9]*\\(" | tr -d '(' | sort -u |
      grep -v -x -E 'hypre_ParAMGData' | grep -v -x -F -f "$scratch/functions"
}

functions() {
   echo hypre_ParCSRCommPkgCopySendMapElmtsToDevice # inline in a header
   cat "$1/src/hypre/calls/calls.def" "$1/src/hypre/hooks/hooks.def" \
      "$1"/src/extensions/krylov.def "$1"/src/extensions/*/hooks.def \
      "$1"/src/extensions/*/calls.def 2>/dev/null |
      sed -n 's/^ *TSW_[A-Z_]*(\([A-Za-z_0-9]*\).*/\1/p'
}

listed() {
   sed -n 's/^| \(`hypre_[^|]*\)|.*/\1/p' "$1/doc/fields.md" | grep -o 'hypre_[A-Za-z0-9]*' |
      sort -u
}

fields_have_a_reason() {
   functions "$1" >"$scratch/functions"
   listed "$1" >"$scratch/listed"
   for folder in hypre extensions; do
      accessors "$1" "$folder" >>"$scratch/used"
      accessors "$1" "$folder" fit.c | grep -v -x -F -f "$scratch/listed" |
         sed "s|\$|: read by src/$folder, and not in doc/fields.md|"
   done
   grep -v -x -F -f "$scratch/used" "$scratch/listed" |
      sed 's|$|: in doc/fields.md, and not read by src|'
   rm -f "$scratch/used"
}

mkdir -p "$scratch/tree/src/hypre/calls" "$scratch/tree/src/extensions" "$scratch/tree/doc"
echo 'x = hypre_ParAMGDataTol(amg);' >"$scratch/tree/src/hypre/seed.c"
echo '| `hypre_VectorSize` | a reason |' >"$scratch/tree/doc/fields.md"
catches fields_have_a_reason "a field without a reason" 'hypre_ParAMGDataTol: read'
catches fields_have_a_reason "a field that is not read" 'hypre_VectorSize: in doc'
holds fields_have_a_reason "$top_srcdir"
finish
