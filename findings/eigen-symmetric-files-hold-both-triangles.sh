#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 OR MIT
# Version: Eigen 3.4.0, SciPy 1.10.1 and SuiteSparse 5.12.0, Debian 12.
# Guess: saveMarket(a, file, Symmetric) writes one triangle, as the format asks for; readers get
#    the matrix back.
# So: the header says symmetric, and both triangles are written. Eigen reads the file back; SciPy
#    and CHOLMOD mirror what is there and add, so the couplings are doubled, without a message.
# Why: Eigen 3.4.0, unsupported/Eigen/src/SparseExtra/MarketIO.h, saveMarket: the argument
#    changes the header only, and loadMarket does not mirror.
# Whom it hurts: who sends such a file to another program.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
. "$(dirname "$0")/packages"
cat >"$dir/program.cpp" <<'END'
#include <Eigen/Sparse>
#include <iostream>
#include <unsupported/Eigen/SparseExtra>

int main(int, char **argv)
{
   Eigen::SparseMatrix<double> a(3, 3), back;
   for (int i = 0; i < 3; i++) a.insert(i, i) = 4.0;
   for (int i = 0; i < 2; i++) a.insert(i, i + 1) = a.insert(i + 1, i) = -1.0;
   Eigen::saveMarket(a, argv[1], Eigen::Symmetric);
   Eigen::loadMarket(back, argv[1]);
   std::cout << back.coeff(1, 0);
}
END
cat >"$dir/program.c" <<'END'
#include <cholmod.h>

int main(int argc, char **argv)
{
   cholmod_common common;
   cholmod_start(&common);
   FILE           *file = fopen(argv[1], "r");
   cholmod_sparse *a = cholmod_read_sparse(file, &common);
   printf("%g", ((double *) a->x)[1]); /* row 1 of column 2, the second entry of the triangle */
   return 0;
}
END
get libeigen3-dev=3.4.0-4 python3-scipy=1.10.1-2 libsuitesparse-dev=1:5.12.0+dfsg-2 \
   libcholmod3=1:5.12.0+dfsg-2
export PYTHONPATH="$dir/root/usr/lib/python3/dist-packages"
g++ -O1 -w -I"$dir/root/usr/include/eigen3" "$dir/program.cpp" -o "$dir/writer"
gcc -w -I"$dir/root/usr/include/suitesparse" "$dir/program.c" -o "$dir/reader" -L"$lib" \
   -Wl,--allow-shlib-undefined -lcholmod
written=$("$dir/writer" "$dir/a.mtx")
expect "the entry -1 read by Eigen, SciPy, CHOLMOD" "$written $(/usr/bin/python3 -c "
import scipy.io, sys
print('%g' % scipy.io.mmread(sys.argv[1]).tocsr()[1, 0])" "$dir/a.mtx") $("$dir/reader" "$dir/a.mtx")" "-1 -2 -2"
