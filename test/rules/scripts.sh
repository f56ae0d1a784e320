#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 OR MIT
# Messages of the scripts if something is missing. The scripts run in a copy of the tree with stubs
# of configure and make. The stub of configure fails with $CONFIGURE_SAYS unless that is empty, and
# writes a Makefile in which $NOT_BUILT are not built; the stub of make fails with $MAKE_SAYS.
. "$(dirname "$0")/common.sh"

stubs() {
   copy_tree scripts test/device test/unit
   cat >"$scratch/tree/configure" <<'STUB'
#!/bin/sh
echo "configured with $*"
printf 'checking for something... no\n%s\n' "$CONFIGURE_SAYS"
[ -z "$CONFIGURE_SAYS" ] || exit 1
echo "TESTS_NOT_BUILT = $NOT_BUILT" >Makefile
printf '#!/bin/sh\necho "devices         none: a stub"\n' >trisweep-info
chmod +x trisweep-info
STUB
   mkdir -p "$scratch/tree/bin"
   cat >"$scratch/tree/bin/make" <<'STUB'
#!/bin/sh
printf 'gcc -Werror -c x.c\n%s\n' "$MAKE_SAYS"
[ -z "$MAKE_SAYS" ]
STUB
   chmod +x "$scratch/tree/configure" "$scratch/tree/bin/make"
}

# The output of scripts/test-gpu with these variables: test_gpu NAME=VALUE...
test_gpu() {
   stubs
   env -u TRISWEEP_TEST_HYPRE "$@" PATH="$scratch/tree/bin:$PATH" \
      "$scratch/tree/scripts/test-gpu" "$scratch/tree/build" 2>&1
}

# says NAME TEXT OUTPUT: the output has the text, and no error of tail about its arguments.
says() {
   case $3 in
      *invalid\ context*) ;;
      *"$2"*)
         report_pass "$1"
         return
         ;;
   esac
   report_fail "$1"
   echo "$3" | sed 's/^/   /'
}

output=$(test_gpu)
says "test-gpu without hypre leaves the plug out" "the plug is left out" "$output"
says "test-gpu without hypre says so to configure" "--without-hypre" \
   "$(cat "$scratch/tree/build/configured")"
output=$(test_gpu TRISWEEP_TEST_HYPRE=/some/hypre)
says "test-gpu with hypre builds the plug" "--with-hypre=/some/hypre" \
   "$(cat "$scratch/tree/build/configured")"
output=$(test_gpu NOT_BUILT="unit tests (no cmocka, on Debian: libcmocka-dev)")
says "test-gpu without cmocka names the package" "need cmocka (on Debian: libcmocka-dev)" "$output"
says "test-gpu without cmocka counts one failure for it" \
   "device tests: 0 passed, 1 failed" "$output"
output=$(test_gpu CONFIGURE_SAYS="configure: error: no frobnicator")
says "configure's reason" "configure: error: no frobnicator" "$output"
says "configure's reason ends in a count" "0 passed, 1 failed" "$output"
output=$(test_gpu MAKE_SAYS="x.c:1:2: error: no semicolon")
says "make's reason" "x.c:1:2: error: no semicolon" "$output"
case $output in
   *-Werror*) report_fail "make's reason without its commands" ;;
   *) report_pass "make's reason without its commands" ;;
esac
# apt-get finds the lock taken, then works; the package is installed afterwards.
locked=$scratch/locked
printf '#!/bin/sh\n[ -e "%s" ] && exit 0\n: >"%s"\n%s\nexit 100\n' "$locked" "$locked" \
   'echo "E: Could not get lock /var/lib/dpkg/lock-frontend. It is held by process 1" >&2' \
   >"$scratch/tree/bin/apt-get"
printf '#!/bin/sh\nexit 1\n' >"$scratch/tree/bin/dpkg-query"
printf '#!/bin/sh\necho 0\n' >"$scratch/tree/bin/id"
chmod +x "$scratch/tree/bin/"*
output=$(PATH="$scratch/tree/bin:$PATH" TRISWEEP_TEST_LOCK_PAUSE=0 sh -c '. "$1/scripts/lib.sh"
   need_packages frobnicator && echo installed' sh "$top_srcdir" 2>&1)
says "apt-get waits for a lock" "waiting for the package manager's lock" "$output"
says "apt-get installs after the wait" "
installed" "$output"
mkdir "$scratch/a b"
cp "$top_srcdir/bootstrap" "$scratch/a b"
says "bootstrap in a path with a blank" "there is a blank in the path" \
   "$("$scratch/a b/bootstrap" 2>&1)"
configure=$(cd "$top_srcdir" && pwd)/configure
if [ -x "$configure" ]; then
   says "configure in a path with a blank" "there is a blank in the path" \
      "$(cd "$scratch/a b" && "$configure" 2>&1)"
   mkdir "$scratch/configured"
   for option in --prefix --libdir --mandir --with-hypre; do
      says "configure with a blank in $option" "there is a blank in \"/some/a b\"" \
         "$(cd "$scratch/configured" && "$configure" "$option=/some/a b" 2>&1)"
   done
fi
if [ -f "$top_builddir/Makefile" ]; then
   says "make install with a blank in DESTDIR" "there is a blank in DESTDIR=\"$scratch/c d\"" \
      "$(make -n -C "$top_builddir" install-binPROGRAMS DESTDIR="$scratch/c d" 2>&1)"
fi
finish
