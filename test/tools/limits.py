# SPDX-License-Identifier: Apache-2.0 OR MIT
"""trisweep-solve: matrices and solves on which a smoother of hypre does not end, the numbers of
trisweep in --relax, and the columns of the table."""

import os
import re
import subprocess

N = 20  # points on a side of the grid

# hypre's computation of eigenvalues for Chebyshev never ends with NaN; this one never ends.
SPIN = "int hypre_LINPACKcgtql1(void) { for (;;) ; }\n"

# hypre's setup of ILU refuses, as for fill on GPUs; a solve would find no factors.
REFUSE = """#include <stdlib.h>
void hypre_error_handler(const char *, int, int, const char *);
int HYPRE_ILUSetup(void) { hypre_error_handler("", 0, 1, "refused"); return 1; }
int HYPRE_ILUSolve(void) { abort(); }
"""


def laplacian():
    """Entries of the 5-point Laplacian: {(row, column): value}."""
    entries = {}
    for k in range(N * N):
        entries[k, k] = 4.0
        for there, stays in ((k + 1, k % N < N - 1), (k + N, k + N < N * N)):
            if stays:
                entries[k, there] = entries[there, k] = -1.0
    return entries


def with_empty_rows():
    """Rows 101 and 251 of the 400 without any entry."""
    return {place: value for place, value in laplacian().items() if not {100, 250} & set(place)}


def saddle_point():
    """100 constraints without a diagonal entry."""
    entries = laplacian()
    for i in range(100):
        for column, value in ((3 * i, 1.0), (3 * i + 1, -1.0), (3 * i + 20, 0.5)):
            entries[N * N + i, column] = entries[column, N * N + i] = value
    return entries


def write_matrix(path, entries):
    lower = {place: value for place, value in sorted(entries.items()) if place[0] >= place[1]}
    rows = 1 + max(row for row, _ in entries)
    with open(path, "w", encoding="ascii") as file:
        file.write("%%MatrixMarket matrix coordinate real symmetric\n")
        file.write(f"{rows} {rows} {len(lower)}\n")
        file.writelines(f"{row + 1} {column + 1} {value}\n"
                        for (row, column), value in lower.items())


def build(folder, name, text):
    """The shared library of a C file with this text."""
    source, library = (os.path.join(folder, name + suffix) for suffix in (".c", ".so"))
    with open(source, "w", encoding="ascii") as file:
        file.write(text)
    subprocess.run(["gcc", "-shared", "-fPIC", source, "-o", library], check=True)
    return library


def rows_of(output):
    """Smoother -> rest of the line, from the table of trisweep-solve."""
    return dict(re.findall(r"^((?:hypre|trisweep) [^ ]+(?:, w [\d.]+)?) +([A-Z].*)$", output, re.M))


def check_not_definite(checks, folder):
    """Chebyshev is left out, with a line; all other smoothers run."""
    for name, entries in (("empty rows", with_empty_rows()), ("saddle point", saddle_point())):
        path = os.path.join(folder, name.replace(" ", "-") + ".mtx")
        write_matrix(path, entries)
        for ranks in (0, 2):
            status, output = checks.run("trisweep-solve", [path], ranks)
            checks.check(f"{name}, {ranks} ranks", status in (0, 1) and
                         len(re.findall(r"^left out +hypre 16: ", output, re.M)) == 1 and
                         list(rows_of(output)) == [
                             "hypre 7, w 0.7", "hypre 7, w 0.85", "hypre 18", "hypre 3/4",
                             "trisweep 1003/1004", "hypre 6", "trisweep 1006"],
                         f"{status}: {output[-1500:]}")
        status, output = checks.run("trisweep-solve", [path, "--relax=16"])
        checks.check(f"{name}: only a smoother that is left out",
                     status == 1 and "left out" in output, f"{status}: {output}")


def check_time_limit(checks, folder):
    """A solve that takes too long ends between cycles; a setup that hangs ends the program."""
    bar = checks.matrix("bar.mtx.gz")
    for solver in ("pcg", "gmres", "bicgstab"):
        status, output = checks.run("trisweep-solve", [bar, "--relax=6,3/4", f"--solver={solver}",
                                                       "--tol=1e-30", "--time-limit=0.001"], 2)
        checks.check(f"{solver}: time limit", status == 1 and len(rows_of(output)) == 4 and
                     "  stopped at the time limit" in rows_of(output).get("hypre 3/4", "") and
                     "try a longer --time-limit" in output, f"{status}: {output[-1500:]}")
    status, output = checks.run("trisweep-solve", [bar, "--relax=6,16,3/4", "--time-limit=2"], 0,
                                {"LD_PRELOAD": build(folder, "spin", SPIN)})
    checks.check("a setup that hangs", status == 1 and list(rows_of(output)) ==
                 ["hypre 6", "trisweep 1006"] and "hypre 16, " in output and
                 "no progress for" in output, f"{status}: {output[-1500:]}")


def check_refused(checks, folder):
    """A smoother whose setup hypre refuses is not solved with; the others run."""
    bar = checks.matrix("bar.mtx.gz")
    status, output = checks.run("trisweep-solve", [bar, "--relax=1100,6"], 2,
                                {"LD_PRELOAD": build(folder, "refuse", REFUSE)})
    rows = rows_of(output)
    checks.check("a setup that hypre refuses", status == 1 and
                 "hypre reports an error" in output and re.match(
                     r"\w+ +0 +1\.0", rows.get("hypre ILU(0)", "")) and "hypre 6" in rows and
                 "note: " not in output, f"{status}: {output[-1500:]}")


def check_numbers(checks):
    """trisweep's own numbers; each smoother once; setup, solve and total compared with hypre's."""
    bar = checks.matrix("bar.mtx.gz")
    status, output = checks.run("trisweep-solve", [
        bar, "--relax=3/4,1003/1004,2003/2004,1006,2006,2100"])
    rows = rows_of(output)
    checks.check("numbers: smoothers", status == 0 and list(rows) == [
        "hypre 3/4", "trisweep 1003/1004", "trisweep 2003/2004", "trisweep 1006", "trisweep 2006",
        "hypre ILU(0)", "trisweep 2100"], f"{status}: {output}")
    checks.check("numbers: columns", re.search(r" setup s +solve s +total s +setup +solve +total$",
                                               output, re.M), output)
    for name in ("trisweep 1003/1004", "trisweep 2003/2004"):
        words = [float(word) for word in rows.get(name, "").split()[1:]]
        plain = [float(word) for word in rows.get("hypre 3/4", "").split()[1:]]
        checks.check(f"numbers: ratio of the totals of {name}", len(words) == 9 and
                     abs(words[8] * words[5] - plain[5]) <= 0.1 * plain[5] + 1e-3, output)
    for arguments in (["--stats"], ["--verbose"]):
        status, output = checks.run("trisweep-solve", [bar, "--relax=6", *arguments])
        checks.check(f"{arguments[0]}: the table in one piece", status == 0 and re.search(
            r"^smoother .*\nhypre 6 .*\ntrisweep 1006 .*$", output, re.M), output)


def check_advice(checks, folder):
    """Why nothing converged; nothing about the plug after a file that is refused."""
    path = os.path.join(folder, "indefinite.mtx")
    write_matrix(path, {(i, j): value - 2.0 * (i == j)
                        for (i, j), value in laplacian().items()})
    status, output = checks.run("trisweep-solve", [path, "--relax=6", "--solver=pcg"])
    checks.check("advice: gave up early", status == 1 and
                 re.search(r"^advice: .* gave up after at most \d+ of 500 iterations", output,
                           re.M),
                 f"{status}: {output}")
    status, output = checks.run("trisweep-solve", [checks.matrix("bar.mtx.gz"), "--relax=6",
                                                   "--max-iter=3"])
    checks.check("advice: too few iterations", status == 1 and
                 "advice: no smoother converged; 3 iterations were not enough" in output, output)
    one_level = "note: the hierarchy has one level"
    for sign in (1.0, -1.0):
        write_matrix(path, {(i, j): value if i == j else sign * value
                            for (i, j), value in laplacian().items()})
        status, output = checks.run("trisweep-solve", [path, "--relax=6", "--max-iter=2000"])
        checks.check(f"one level, couplings times {sign}", status == 0 and
                     (one_level in output) == (sign < 0.0), f"{status}: {output}")
    with open(path, "w", encoding="ascii") as file:
        file.write("no matrix\n")
    status, output = checks.run("trisweep-solve", [path, "--stats"])
    checks.check("refused file with --stats", status == 2 and
                 len(output.strip().splitlines()) == 1, f"{status}: {output}")


def check_limits(checks, folder):
    check_not_definite(checks, folder)
    check_time_limit(checks, folder)
    check_refused(checks, folder)
    check_numbers(checks)
    check_advice(checks, folder)
