#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""hypre parity: the iterates of relax type 1000 + t are those of type t.

    parity.py --batch IJ_BATCH --plug LIBTRISWEEP_HYPRE_SO [--version 2.26] [--np 1,2,3,4]
              [--beams FOLDER] [--table FILE]

Run hypre's own ij driver (ij_batch.c) with plain types and without the plug, then with trisweep's
numbers and the plug preloaded, for every smoother, problem, option and number of ranks, then for
settings of the cycle, the coarsening and the outer solver, and for hypre's elasticity beams.
Compare iteration counts, and final residuals to six digits. The plug's statistics must have each
solver with its number of sweeps: this shows that the plug performed the sweeps.

ILU(0), ILU(1) and DILU (1100, 1101, 1190) are compared with hypre's own ILU(0) as smoother, which
reorders the rows of each rank; trisweep does not reorder. Where hypre's ILU converges, trisweep's
must converge in at most two more iterations. (test/hypre/ilu_np3.c compares iterates, without the
reordering.)

Two exceptions, both in hypre:
  - l1 types with weights on several ranks: hypre's host code has a wrong fixed point there
    (doc/theory.md). trisweep must converge to the solution instead, in GMRES, because 13 and 14
    alone are not symmetric.
  - vardifconv: with ij's default tolerance GMRES reduces the residual by 15 digits, and the third
    digit of the residual that ij recomputes at the end is rounding noise (with hypre alone this
    digit changes if a weight changes by one ulp). The residual of GMRES's recurrence is compared
    instead. The same problem with a tolerance of 1e-3 is no exception.
hypre before 2.30 does not have types 88 and 89. There 1088 is left out. On one rank 1089 with an
outer weight of 1 equals type 8, and is compared with it; otherwise it must converge in at most one
more iteration than type 8 (test/hypre/l1_np3.c compares the iterates with the definition).

The table has the iteration counts of earlier versions of trisweep, with the hypre that is named in
the first line of the table. With this hypre every case must be in the table, with the same count.

A run may take any time as long as cases finish.
"""

import argparse
import json
import math
import os
import re
import signal
import subprocess
import sys
import tempfile
import time

PROBLEMS = {
    "laplacian": "-laplacian -n 12 12 12 -solver 1",
    "27pt": "-27pt -n 10 10 10 -solver 1",
    "9pt": "-9pt -n 40 40 1 -solver 1",
    "rotate": "-rotate -n 40 40 1 -eps 0.001 -alpha 30 -solver 1",
    "vardifconv": "-vardifconv -n 10 10 10 -solver 3",
    "vardifconv 1e-3": "-vardifconv -n 10 10 10 -solver 3 -tol 1e-3",
    "systems": "-laplacian -n 8 8 8 -sysL 3 -nf 3 -solver 1",
}
SMOOTHERS = {
    "3": (3, 3), "4": (4, 4), "6": (6, 6), "8": (8, 8), "13": (13, 13), "14": (14, 14),
    "88": (88, 88), "89": (89, 89), "13/14": (13, 14), "3/4": (3, 4),
}
OPTIONS = {"": "", "CF": "-CF 1", "w": "-w 0.9", "ow": "-ow 0.8", "CF w ow": "-CF 1 -w 0.9 -ow 0.8"}
L1_TYPES = {8, 13, 14, 88, 89}

# Settings that change the input of the relaxation, on the first problem.
VARIANT_SMOOTHERS = ("6", "8", "13/14", "3/4")
VARIANTS = (
    "-ns 2", "-ns_down 2 -ns_up 1", "-mu 2", "-fmg", "-mxl 1", "-mxl 3", "-coarse_th 400",
    "-agg_nl 1", "-agg_nl 2 -agg_interp 4", "-pmis", "-falgout", "-mult_add 1",
    "-nongalerk_tol 1 0.03", "-adroptol 0.01", "-keepT 1 -rap 1", "-w -10", "-w 0", "-solver 0",
    "-solver 3", "-solver 9 -tol 1e-4", "-solver 51", "-sysL 3 -nf 3 -nodal 1",
    "-sysL 3 -nf 3 -nodal 3", "-rlx_coarse 6", "-mxl 2 -rlx_coarse 3",
)

# hypre's own elasticity beams (test/TEST_ij/data of its source package), by number of ranks.
BEAMS = {1: "beam_tet_dof459_np1", 2: "beam_hex_dof459_np2", 4: "beam_tet_dof2475_np4"}
# The other variants of interpolation vectors (2, 3) crash hypre itself on these beams.
BEAM_OPTIONS = {"nodal": "", "rigid body modes": "-rbm 3 {0}/rbms -interpvecvar 1"}
BEAM_SMOOTHERS = ("6", "8", "13/14", "3/4", "89")


# Convective and anisotropic problems for incomplete factors, solved by GMRES.
ILU_PROBLEMS = {
    "upwind convection": "-difconv -n 16 16 16 -a 100 50 20 -atype 1 -solver 3",
    "vardifconv eps": "-vardifconv -n 12 12 12 -eps 0.01 -solver 3",
    "vardifconv tol": "-vardifconv -n 10 10 10 -solver 3 -tol 1e-6",
    "anisotropy": "-rotate -n 40 40 1 -eps 1e-4 -alpha 0 -solver 3",
    "rotated anisotropy": "-rotate -n 40 40 1 -eps 1e-4 -alpha 30 -solver 3",
}
ILU_NUMBERS = (1100, 1101, 1190)
DILU = 1190
# Matrices with positive off-diagonal entries, for which DILU neglects too much fill: not tested.
TOO_HARD_FOR_DILU = ("rotated anisotropy", "beam")
HYPRES_ILU = "-smtype 5 -smlv 25"

# Seconds without a finished case after which a run has failed, and between lines of progress.
PATIENCE = int(os.environ.get("TRISWEEP_TEST_TIMEOUT", "300"))
PROGRESS = 20


def six_digits_agree(a, b):
    """True if two numbers differ by at most one unit of the sixth digit."""
    if a == 0.0 or not math.isfinite(a):
        return a == b == 0.0
    return abs(a - b) <= 1e-5 * 10.0 ** math.floor(math.log10(abs(a)))


class Case:
    """One solve of ij, with hypre's smoother and with trisweep's."""

    def __init__(self, problem, smoother, option, ranks, has_88, base=None):
        self.name = f"{problem}, type {smoother}, {option or 'plain'}, np {ranks}"
        self.key = (problem, ranks, smoother, option)
        self.base = base or f"{PROBLEMS[problem]} {OPTIONS[option]}"
        self.types = SMOOTHERS[smoother]
        weighted = "-w " in self.base or "-ow " in self.base
        several = ranks > 1
        self.missing = not has_88 and self.types[0] == 89
        self.hypre_wrong = several and weighted and bool(L1_TYPES & set(self.types))
        self.by_recurrence = problem == "vardifconv"
        own_weights = self.missing and "-ow " in self.base
        self.only_converges = self.hypre_wrong or (self.missing and several) or own_weights
        self.tolerance = float((re.findall(r"-tol (\S+)", self.base) or ["1e-8"])[-1])
        if self.hypre_wrong:
            self.base = self.base.replace("-solver 1", "-solver 3")

    def arguments(self, ours):
        add = 1000 if ours else 0
        down, up = ((8, 8) if self.missing and not ours else self.types)
        relax = f"-rlx {down + add}" if down == up else f"-rlx_down {down + add} -rlx_up {up + add}"
        base = re.sub(r"-rlx_coarse (\d+)", lambda m: f"-rlx_coarse {int(m[1]) + add}", self.base)
        return f"{base} {relax}"

    def judge(self, plain, ours):
        """The reason of a failure, or an empty string."""
        if ours[0] < 0 or plain[0] < 0:
            return "ij printed no result"
        if self.only_converges:
            most = plain[0] + 1 if not self.hypre_wrong else 99
            good = ours[1] < self.tolerance and ours[0] <= most
            return "" if good else f"does not converge: {ours[0]} iterations, {ours[1]:.6e}"
        which = 2 if self.by_recurrence else 1
        if plain[0] != ours[0]:
            return f"{plain[0]} iterations with hypre's, {ours[0]} with ours"
        if not six_digits_agree(plain[which], ours[which]):
            return f"residual {plain[which]:.7e} with hypre's, {ours[which]:.7e} with ours"
        return ""


class IluCase(Case):
    """One solve of ij with hypre's ILU(0) as smoother, and with incomplete factors of ours."""

    def __init__(self, problem, number, ranks, base):
        super().__init__(problem, "6", "", ranks, False, base)
        self.name = f"{problem}, {number}, np {ranks}"
        self.key = (problem, ranks, str(number), "")
        self.number = number

    def arguments(self, ours):
        mine = f"-rlx {self.number} -rlx_coarse {self.number}"
        return f"{self.base} {mine if ours else HYPRES_ILU}"

    def judge(self, plain, ours):
        if ours[0] < 0 or plain[0] < 0:
            return "ij printed no result"
        if plain[1] > self.tolerance or (ours[1] < self.tolerance and ours[0] <= plain[0] + 2):
            return ""
        return f"{plain[0]} iterations with hypre's ILU(0), {ours[0]} with ours, to {ours[1]:.2e}"


def ilu_cases(ranks, beams):
    problems = dict(ILU_PROBLEMS)
    if beams and ranks in BEAMS:
        data = os.path.join(beams, BEAMS[ranks])
        problems["beam"] = (f"-fromfile {data}/A.IJ -rhsfromfile {data}/b.IJ -nf 3 -nodal 4 "
                            "-solver 1")
    return [IluCase(problem, number, ranks, base) for problem, base in problems.items()
            for number in ILU_NUMBERS if number != DILU or problem not in TOO_HARD_FOR_DILU]


def grid_cases(ranks, has_88):
    return [Case(problem, smoother, option, ranks, has_88) for problem in PROBLEMS
            for smoother in SMOOTHERS if has_88 or smoother != "88" for option in OPTIONS]


def variant_cases(ranks, has_88):
    return [Case(f"laplacian {variant}", smoother, "", ranks, has_88,
                 f"{PROBLEMS['laplacian']} {variant}")
            for variant in VARIANTS for smoother in VARIANT_SMOOTHERS]


def beam_cases(ranks, has_88, beams):
    """Elasticity with nodal coarsening, without and with rigid-body modes."""
    if not beams or ranks not in BEAMS:
        return []
    data = os.path.join(beams, BEAMS[ranks])
    solve = f"-fromfile {data}/A.IJ -rhsfromfile {data}/b.IJ -nf 3 -nodal 4 -solver 1 "
    return [Case("beam", smoother, option, ranks, has_88, solve + modes.format(data))
            for smoother in BEAM_SMOOTHERS for option, modes in BEAM_OPTIONS.items()]


def read_results(path):
    """The complete lines of the results of ij_batch so far."""
    if not os.path.exists(path):
        return []
    with open(path, encoding="ascii") as file:
        lines = file.read().split("\n")[:-1]
    return [(int(row[1]), float(row[2]), float(row[3])) for row in map(str.split, lines)]


def stop(process):
    """End a launcher, which ends its ranks; kill both if they do not end."""
    process.terminate()
    try:
        process.wait(20)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def watch(process, results, cases, title):
    """Wait as long as cases finish, and print progress. The reason why not all did, or ""."""
    n_done, since, said = 0, time.monotonic(), time.monotonic()
    while process.poll() is None:
        time.sleep(0.1)
        n, now = len(read_results(results)), time.monotonic()
        n_done, since = (n, now) if n > n_done else (n_done, since)
        if now - said > PROGRESS:
            said = now
            print(f"{title}: {n_done} of {len(cases)} cases", flush=True)
        if now - since > PATIENCE:
            stop(process)
            name = cases[n_done].name if n_done < len(cases) else "the end of the program"
            return f"no case finished for {PATIENCE} seconds (TRISWEEP_TEST_TIMEOUT) in: {name}"
    n_done = len(read_results(results))
    if process.returncode == 0 and n_done == len(cases):
        return ""
    name = cases[n_done].name if n_done < len(cases) else "the end of the program"
    return f"status {process.returncode} in: {name}"


def run(batch, ranks, cases, ours, environment):
    """Results of ij_batch, one tuple (iterations, residual, residual of the recurrence) for each
    case that finished, and the reason why not all cases finished, or an empty string."""
    title = f"np {ranks}, {'trisweep' if ours else 'hypre'}"
    with tempfile.TemporaryDirectory() as folder:
        lines, results, log = (os.path.join(folder, name) for name in ("cases", "results", "log"))
        with open(lines, "w", encoding="ascii") as file:
            file.writelines(case.arguments(ours) + "\n" for case in cases)
        launch = [os.environ.get("MPIEXEC", "mpirun"), "-np", str(ranks)]
        for name in environment:
            launch += ["-x", name]
        with open(log, "w", encoding="utf-8") as file:
            process = subprocess.Popen(launch + [batch, lines, results], stdout=file,
                                       stderr=subprocess.STDOUT, start_new_session=True,
                                       env={**os.environ, **environment})
            try:
                why = watch(process, results, cases, title)
            finally:
                if process.poll() is None:
                    stop(process)
        rows = read_results(results)
        if why:
            with open(log, encoding="utf-8", errors="replace") as file:
                print(f"FAIL: {title}: {why}; {len(rows)} of {len(cases)} cases finished\n"
                      + file.read()[-3000:], flush=True)
    return rows, why


def sweeps_by_solver(path):
    """Relaxations that the plug did for each solver, in the order of the solvers."""
    with open(path, encoding="ascii") as file:
        report = json.load(file)
    return [sum(level["sweeps"] for level in solver["levels"]) for solver in report["solvers"]]


def run_ours(batch, plug, ranks, cases):
    """Results of our smoothers and the reason as from run, and the sweeps for each solver."""
    with tempfile.TemporaryDirectory() as folder:
        stats = os.path.join(folder, "stats.json")
        environment = {"LD_PRELOAD": plug, "TRISWEEP_STATS": stats}
        results, why = run(batch, ranks, cases, True, environment)
        return results, why, [] if why else sweeps_by_solver(stats)


def check_case(case, plain, ours, table):
    """The reason of a failure, or an empty string. A table of None is not compared with."""
    wrong = case.judge(plain, ours)
    if wrong or table is None:
        return wrong
    if case.key not in table:
        return "not in the table of iteration counts; write it anew (--write)"
    if table[case.key] != ours[0]:
        return f"{ours[0]} iterations, {table[case.key]} in the table"
    return ""


def check_ranks(options, ranks, cases, table):
    """Results of our smoothers, the number of tests, and the number of failures. A run that does
    not finish is one failure; the cases that finished before are compared."""
    plain, why_plain = run(options.batch, ranks, cases, False, {})
    ours, why_ours, sweeps = run_ours(options.batch, options.plug, ranks, cases[:len(plain)])
    failures = bool(why_plain) + bool(why_ours)
    n_tests = len(ours) + max(1, failures)
    swept = [count for count in sweeps if count > 0]
    if not failures and len(swept) != len(cases):
        print(f"FAIL: np {ranks}: {len(cases)} solves, but {len(swept)} were swept by trisweep")
        failures += 1
    for case, a, b in zip(cases, plain, ours):
        wrong = check_case(case, a, b, table)
        if wrong:
            print(f"FAIL: {case.name}: {wrong}")
            failures += 1
    print(f"np {ranks}: {len(ours)} of {len(cases)} cases, {sum(swept)} sweeps by trisweep, "
          f"{failures} failures", flush=True)
    return ours, n_tests, failures


def read_table(path, version):
    """Iteration counts by case, or None if the file is for another version of hypre."""
    with open(path, encoding="ascii") as file:
        lines = file.read().splitlines()
    if not lines or f"hypre {version}," not in lines[0]:
        return None
    table = {}
    for line in lines[1:]:
        problem, ranks, smoother, option, iterations = line.split(",")
        table[(problem, int(ranks), smoother, option)] = int(iterations)
    return table


def write_table(path, version, rows):
    with open(path, "w", encoding="ascii") as file:
        file.write(f"# problem,ranks,smoother,options,iterations with hypre {version}, "
                   "written by parity.py --write\n")
        for (problem, ranks, smoother, option), iterations in rows:
            file.write(f"{problem},{ranks},{smoother},{option},{iterations}\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--batch", required=True, help="ij_batch, linked with hypre")
    parser.add_argument("--plug", required=True, help="libtrisweep-hypre.so")
    parser.add_argument("--version", default="2.26", help="version of that hypre")
    parser.add_argument("--np", default="1,2,3,4", help="numbers of ranks")
    parser.add_argument("--beams", help="folder test/TEST_ij/data of hypre's source package")
    parser.add_argument("--table", help="iteration counts that must not change")
    parser.add_argument("--write", action="store_true", help="write the table instead of checking")
    options = parser.parse_args()
    has_88 = tuple(int(part) for part in options.version.split(".")[:2]) >= (2, 30)
    table = None
    if options.table and not options.write:
        table = read_table(options.table, options.version)
        if table is None:
            print(f"{options.table} is not for hypre {options.version} and not compared with")
    total = failed = 0
    rows = []
    for ranks in (int(word) for word in options.np.split(",")):
        cases = (grid_cases(ranks, has_88) + variant_cases(ranks, has_88)
                 + beam_cases(ranks, has_88, options.beams) + ilu_cases(ranks, options.beams))
        ours, n_tests, failures = check_ranks(options, ranks, cases, table)
        rows += [(case.key, result[0]) for case, result in zip(cases, ours)]
        total += n_tests
        failed += failures
    if options.write:
        write_table(options.table, options.version, rows)
    print(f"{total - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
