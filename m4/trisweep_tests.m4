# SPDX-License-Identifier: Apache-2.0 OR MIT
# TSW_TESTS
# TESTS_NOT_BUILT: the tests that `make check` leaves out, and the missing packages.
AC_DEFUN([TSW_TESTS],
[TESTS_NOT_BUILT=
AS_IF([test $have_cmocka = no],
  [TESTS_NOT_BUILT="unit, property, fault and fuzz tests (no cmocka, on Debian: libcmocka-dev); "])
AS_IF([test $have_matrix_market = no],
  [TESTS_NOT_BUILT="${TESTS_NOT_BUILT}tests that read matrices (no CHOLMOD or no zlib, on Debian: libsuitesparse-dev zlib1g-dev); "])
AS_IF([test $have_hypre = no],
  [TESTS_NOT_BUILT="${TESTS_NOT_BUILT}tests of the plug (configured without hypre); "])
TESTS_NOT_BUILT=`AS_ECHO(["$TESTS_NOT_BUILT"]) | $SED 's/; $//'`
AC_SUBST([TESTS_NOT_BUILT])
AM_CONDITIONAL([TESTS_LEFT_OUT], [test -n "$TESTS_NOT_BUILT"])
])
