#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The installed tools and trisweep-bench: read every output back by field, and check the exit
status of refusals.

    tools.py --prefix PREFIX --data FOLDER --bench PROGRAM --programs FOLDER --misfit PROGRAM

--data is test/data of the sources, --programs has hypre's driver ij and its variants for
trisweep-run, and --misfit is a program with a hypre of 64-bit global numbers, which the plug does
not fit. The last line is "N passed, N failed".
"""

import argparse
import csv
import gzip
import json
import math
import os
import re
import subprocess
import sys
import tempfile

from files import check_files
from limits import check_limits
from run import check_run
from total import check_total

# Seconds for one program; scripts/test makes the limit longer on a busy machine.
LIMIT = int(os.environ.get("TRISWEEP_TEST_TIMEOUT", "300"))

BAD_OPTIONS = ("--nope", "--relax=5", "--relax=x", "--tol=-1", "--max-iter=0", "--beam=3x3",
               "--solver=cg", "--source=nobody", "--num-functions=7", "--rhs=/nonexistent.mtx",
               "--json=/dev/null/x.json", "--sweeps=0", "--ilu-jacobi=2", "--relax=1191",
               "--relax=1100/6", "--relax=1007", "--relax=1016", "--relax=3/1004",
               "--relax=2100/2003", "--time-limit=0", "--interp=77", "--coarsen=77",
               "--stats=/dev/full", "--stats=/dev/null/x.json", "--history=/dev/full",
               "--json=/dev/full", "--beam=3x3x3", "lap7_8", "--source=natural",
               "--source=both,hypre", "--append=x.json", "--change=drift", "--relax=2101")


class Checks:
    """Runs tools and counts passed and failed checks."""

    def __init__(self, prefix, data, bench):
        self.prefix, self.data, self.bench = prefix, data, bench
        self.passed = self.failed = 0

    def check(self, name, good, detail=""):
        if good:
            self.passed += 1
        else:
            self.failed += 1
            print(f"FAIL: {name}: {detail}", flush=True)

    def path(self, tool):
        return self.bench if tool == "trisweep-bench" else os.path.join(self.prefix, "bin", tool)

    def run(self, tool, arguments, ranks=0, environment=None):
        """Exit status and output; under the launcher if ranks > 0."""
        launcher = [os.environ.get("MPIEXEC", "mpirun"), "-np", str(ranks)] if ranks else []
        try:
            done = subprocess.run(launcher + [self.path(tool), *arguments],
                                  timeout=LIMIT, check=False, stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT,
                                  env={**os.environ, **(environment or {})})
        except subprocess.TimeoutExpired as error:
            return -1, str(error)
        return done.returncode, done.stdout.decode(errors="replace")

    def matrix(self, name):
        return os.path.join(self.data, name)


def agree(a, b):
    """True if two numbers are equal to six digits."""
    return math.isclose(a, b, rel_tol=1e-5)


def check_pair(checks, name, pair):
    """One smoother by hypre and by trisweep."""
    plain, ours = pair
    checks.check(f"{name}: who", (plain["source"], ours["source"]) == ("hypre", "trisweep"), pair)
    checks.check(f"{name}: iterations", plain["iterations"] == ours["iterations"] > 0, pair)
    checks.check(f"{name}: residual", agree(plain["residual"], ours["residual"]), pair)
    for run in pair:
        checks.check(f"{name}: converged", run["converged"] and run["residual"] <= 1e-6
                     and run["true_residual"] < 1e-5, run)
        checks.check(f"{name}: history", len(run["history"]) == run["iterations"] + 1
                     and agree(run["history"][-1], run["residual"]), run)
        checks.check(f"{name}: times", run["setup_s"] >= 0.0 and run["solve_s"] > 0.0, run)


def check_problem(checks, folder, name, arguments, ranks, rows, n_pairs=1):
    """A solve that must converge by both smoothers, and the files of its output."""
    report, history, stats = (os.path.join(folder, file) for file in ("r.json", "h.csv", "s.json"))
    if not any(argument.startswith("--relax") for argument in arguments):
        arguments = [*arguments, "--relax=6"]
    status, output = checks.run("trisweep-solve", [*arguments, "--tol=1e-6", f"--json={report}",
                                                   f"--history={history}", f"--stats={stats}"],
                                ranks)
    name = f"{name}, np {ranks}"
    checks.check(f"{name}: status", status == 0, output[-800:])
    if status:
        return
    with open(report, encoding="ascii") as file:
        results = json.load(file)
    with open(history, encoding="ascii", newline="") as file:
        norms = list(csv.DictReader(file))
    with open(stats, encoding="ascii") as file:
        solvers = json.load(file)["solvers"]
    runs = results["results"]
    checks.check(f"{name}: problem", results["problem"]["rows"] == rows
                 and results["ranks"] == ranks, results["problem"])
    checks.check(f"{name}: results", len(runs) == 2 * n_pairs, output)
    for k in range(n_pairs):
        check_pair(checks, name, runs[2 * k:2 * k + 2])
    checks.check(f"{name}: rows of the history", len(norms) == sum(len(run["history"])
                                                                   for run in runs), len(norms))
    checks.check(f"{name}: last residual of the history",
                 agree(float(norms[-1]["relative_residual"]), runs[-1]["residual"]), norms[-1])
    checks.check(f"{name}: statistics", len(solvers) == n_pairs
                 and all(solver["levels"][0]["rows"] == rows
                         and solver["levels"][0]["sweeps"] > 0 for solver in solvers), solvers)


def check_problems(checks, folder):
    for ranks in (1, 2, 3):
        check_problem(checks, folder, "1138_bus", [checks.matrix("1138_bus.mtx.gz"),
                                                   "--relax=8,13/14"], ranks, 1138, 2)
        check_problem(checks, folder, "beam", ["--beam=6x4x3", "--num-functions=3", "--nodal=4",
                                               "--rigid-body=2"], ranks, 3 * 6 * 5 * 4)
    check_problem(checks, folder, "bar", [checks.matrix("bar.mtx.gz"), "--cf-relax=1",
                                          "--rhs=random"], 2, 600)
    check_problem(checks, folder, "recirc_flow", [checks.matrix("recirc_flow.mtx.gz"),
                                                  "--relax=3/4"], 2, 225)
    check_problem(checks, folder, "rajat01", [checks.matrix("rajat01.mtx.gz"),
                                              "--graph-laplacian=0.01"], 2, 6833)
    check_problem(checks, folder, "ILU", [checks.matrix("recirc_flow.mtx.gz"),
                                          "--relax=1100,1101"], 2, 225, 2)
    status, output = checks.run("trisweep-solve", [checks.matrix("recirc_flow.mtx.gz"),
                                                   "--relax=1190"], 2)
    checks.check("DILU", status == 0 and "trisweep 1190" in output
                 and "note: hypre has no smoother" in output, output[-800:])
    for name, rows in (("lap7_10", 1000), ("sys3_6", 648), ("vardif_8", 512), ("elas_4", 300)):
        check_problem(checks, folder, name, [name], 2, rows)
    plain = os.path.join(folder, "plain.mtx")
    with gzip.open(checks.matrix("bar.mtx.gz")) as source, open(plain, "wb") as file:
        file.write(source.read())
    check_problem(checks, folder, "not compressed", [plain], 1, 600)


def check_refusals(checks):
    for option in BAD_OPTIONS:
        status, output = checks.run("trisweep-solve", [option, checks.matrix("bar.mtx.gz")])
        checks.check(f"option {option}", status == 2 and output.count("trisweep-solve: ") == 1
                     and "smoother  " not in output, f"status {status}: {output[-500:]}")
    for arguments, why in ((["lap7_1"], "from 2 to 2000"),
                           (["lap7_6", "--json=x.json", "--history=x.json"], "same file name")):
        status, output = checks.run("trisweep-solve", arguments)
        checks.check(why, status == 2 and why in output, f"status {status}: {output}")
    status, output = checks.run("trisweep-solve", [checks.matrix("bar.mtx.gz")], 0,
                                {"TRISWEEP_OPTIONS": "schedul=serial"})
    checks.check("option in the environment", status == 2 and "did you mean" in output and
                 "performed no sweep" not in output,
                 f"status {status}: {output}")
    status, output = checks.run("trisweep-solve", [checks.matrix("bar.mtx.gz"), "--device"])
    checks.check("--device: solved, or why not",
                 (status == 0 and "converged" in output) or
                 (status == 2 and "was built without GPUs" in output), f"{status}: {output}")
    status, output = checks.run("trisweep-solve", [checks.matrix("bar.mtx.gz"), "--relax=6",
                                                   "--max-iter=2"])
    checks.check("not converged", status == 1 and "not converged" in output,
                 f"status {status}: {output}")


def check_full_disk(checks):
    """Output that cannot be written: one message, and an exit status other than 0."""
    for tool, *arguments in (("trisweep-info",), ("trisweep-bench", "--list"),
                             ("trisweep-bench", "lap7:4x4x4"), ("trisweep-total", "--help"),
                             ("trisweep-solve", checks.matrix("bar.mtx.gz"), "--relax=6")):
        with open("/dev/full", "wb") as full:
            done = subprocess.run([checks.path(tool), *arguments],
                                  timeout=LIMIT, check=False, stdout=full, stderr=subprocess.PIPE)
        output = done.stderr.decode(errors="replace")
        checks.check(f"{tool}: full disk", done.returncode not in (0, -6, -11)
                     and output.count(f"{tool}: standard output cannot be written") == 1,
                     f"status {done.returncode}: {output[-500:]}")


def check_comparison(checks, folder):
    """Without --relax: all contenders, the fastest ones, and advice that fits the times."""
    path = os.path.join(folder, "comparison.json")
    for ranks in (0, 2):
        status, output = checks.run("trisweep-solve", [checks.matrix("bar.mtx.gz"), "--repeat=3",
                                                       f"--json={path}"], ranks)
        with open(path, encoding="ascii") as file:
            results = json.load(file)["results"]
        names = [result["smoother"] for result in results]
        checks.check("comparison: contenders", status == 0 and names == [
            "hypre 7, w 0.7", "hypre 7, w 0.85", "hypre 18", "hypre 16", "hypre 3/4",
            "trisweep 1003/1004", "hypre 6", "trisweep 1006"], f"{status}: {output[-800:]}")
        solved = [result for result in results if result["converged"]]
        total = {result["smoother"]: result["setup_s"] + result["solve_s"] for result in solved}
        for column, times in (("setup", {r["smoother"]: r["setup_s"] for r in solved}),
                              ("solve", {r["smoother"]: r["solve_s"] for r in solved}),
                              ("total", total)):
            checks.check(f"comparison: fastest {column}", re.search(
                rf"^fastest {column} +{re.escape(min(times, key=times.get))}", output, re.M),
                         f"{times}: {output[-800:]}")
        advice = [line for line in output.splitlines() if line.startswith("advice: ")]
        best = min(total, key=total.get)
        checks.check("comparison: advice", len(advice) == 1 and
                     f"for one solve {best} (" in advice[0] and "for many" in advice[0], output)
        checks.check("comparison: calls", re.search(
            rf"^  {re.escape(best)}: HYPRE_BoomerAMGSet", output, re.M), output)
    status, output = checks.run("trisweep-solve", [checks.matrix("bar.mtx.gz"), "--max-iter=2"])
    checks.check("comparison: none converged", status == 1 and "advice: no smoother" in output,
                 output)
    status, output = checks.run("trisweep-solve", ["--beam=60x20x20", "--num-functions=3",
                                                   "--relax=6"])
    checks.check("progress", re.search(r"^trisweep-solve: .*, \d+ s so far$", output, re.M), output)


def check_environment(checks):
    """Invalid values of environment variables, reported once each."""
    bar = [checks.matrix("bar.mtx.gz"), "--relax=6"]
    status, output = checks.run("trisweep-solve", bar, 2, {"TRISWEEP_STATS": "yes"})
    checks.check("TRISWEEP_STATS=yes", status == 0 and output.count("TRISWEEP_STATS=yes") == 1
                 and "ends in .json" in output and not os.path.exists("yes"), output)
    status, output = checks.run("trisweep-solve", bar, 0, {"TRISWEEP_OPTIONS": "schedule=strips"})
    checks.check("a schedule for devices", status == 0 or "devices need one with CUDA" in output,
                 output)


def check_info(checks):
    status, output = checks.run("trisweep-info", ["--options"], 0,
                                {"TRISWEEP_OPTIONS": "threads=3"})
    rows = [line.split() for line in output.splitlines()]
    checks.check("info: value and where it came from", status == 0
                 and any(row[:3] == ["threads", "3", "environment"] for row in rows)
                 and any(row[:3] == ["schedule", "auto", "default"] for row in rows), output)
    status, output = checks.run("trisweep-info", ["--schedules"])
    checks.check("info: schedules", status == 0 and re.search(r"^serial +host ", output, re.M)
                 and re.search(r"^wavefront +host ", output, re.M), output)
    status, output = checks.run("trisweep-info", ["--types"])
    checks.check("info: relax numbers", status == 0 and re.search(r"^1006 ", output, re.M)
                 and re.search(r"^1100\.\.1189 +ILU", output, re.M)
                 and re.search(r"^1190 +DILU", output, re.M)
                 and re.search(r"^2000 \+ t .*; t = 3 4 6 8 13 14 88 89$", output, re.M), output)
    status, output = checks.run("trisweep-info", ["--extensions"], 0,
                                {"TRISWEEP_OPTIONS": "extensions=none"})
    checks.check("info: extensions", status == 0
                 and re.search(r"^resetup .*\n +\[(off|not built)\]$", output, re.M), output)
    status, output = checks.run("trisweep-info", ["--extensions"], 0,
                                {"TRISWEEP_OPTIONS": "extensions=resetup+cycles"})
    checks.check("info: no such extension", "no extension 'cycles'" in output or
                 "no extension 'resetup'" in output, output)
    status, output = checks.run("trisweep-info", [], 0, {"TRISWEEP_OPTIONS": "thread=3"})
    checks.check("info: misspelt option", status == 1 and "did you mean 'threads'" in output,
                 output)


def check_bench(checks):
    """A board on the host, and names that do not exist."""
    board = ["--space=host", "lap5:16x16"]
    status, output = checks.run("trisweep-bench", [*board, "--kernels=serial,auto",
                                                   "--orderings=natural"])
    checks.check("bench: rows", status == 0 and len(re.findall(r"^lap5:16x16 ", output, re.M)) == 2,
                 output)
    status, output = checks.run("trisweep-bench", [])
    checks.check("bench without arguments", status == 1 and "no matrix is given" in output, output)
    for path, word in (("/nonexistent.mtx", "No such file"), ("lap8:3", "neither a generator"),
                       ("lap7:4x4x0", "neither a generator")):
        status, output = checks.run("trisweep-bench", ["--space=host", path])
        checks.check(f"bench {path}", status == 1 and path in output and word in output, output)
    for option, right in (("--kernels=auto,seriel", "serial"),
                          ("--orderings=color", "natural|hybrid-color|auto")):
        status, output = checks.run("trisweep-bench", [*board, option])
        checks.check(f"bench {option}", status == 1 and right in output, f"{status}: {output}")


def read_rows(path):
    with open(path, encoding="ascii") as file:
        return json.load(file)["rows"]


def check_krylov(checks, folder):
    """The krylov board on the host and, if configure found PETSc, by PETSc: the same iterations."""
    problems = ["laplace7:12x12x12", "lap7:12x12x12", checks.matrix("bar.mtx.gz")]
    path = os.path.join(folder, "krylov.json")
    status, output = checks.run("trisweep-bench", ["--space=host", "--board=krylov", "--threads=2",
                                                   f"--json={path}", *problems])
    rows = read_rows(path) if status == 0 else []
    checks.check("krylov board", len(rows) == 6 and all(r["residual"] <= 1e-8 for r in rows) and
                 [r["method"] for r in rows[::2]] == ["CG", "BiCGSTAB", "CG"], output)
    program = checks.bench + "-petsc"
    if not os.path.exists(program):
        print(f"not run: {program}, because configure found no PETSc", flush=True)
        return
    done = subprocess.run([program, path, *problems], timeout=LIMIT, check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    output = done.stdout.decode(errors="replace")
    petsc = read_rows(path) if done.returncode == 0 else []
    serial = {r["matrix"]: r["iterations"] for r in rows if r["schedule"] == "serial"}
    checks.check("krylov board by PETSc", len(petsc) == 5 and
                 all(r["residual"] <= 1e-8 and abs(r["iterations"] - serial[r["matrix"]]) <= 1 and
                     r["library"].startswith("PETSc ") for r in petsc), output)
    for arguments, word in (([], "usage"), ([path, "lap8:3"], "neither a generator"),
                            (["/nonexistent/a.json", "lap7:4x4x4"], "cannot be written")):
        done = subprocess.run([program, *arguments], timeout=LIMIT, check=False,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        output = done.stdout.decode(errors="replace")
        checks.check(f"trisweep-bench-petsc {arguments}", done.returncode == 1 and word in output,
                     output)


def check_manuals(checks):
    """--help, --version, --usage of C programs; every option of --help is in the manual page."""
    for tool, *more in (("trisweep-solve", "--usage"), ("trisweep-info", "--usage"),
                        ("trisweep-total", "--usage"), ("trisweep-run",)):
        outputs = {}
        for option in ("--help", "--version", *more):
            status, outputs[option] = checks.run(tool, [option])
            checks.check(f"{tool} {option}", status == 0 and outputs[option], outputs[option])
        checks.check(f"{tool}: version",
                     re.match(rf"{tool} \d+\.\d+\.\d+\b", outputs["--version"]),
                     outputs["--version"])
        page = "trisweep-solve" if tool == "trisweep-total" else tool
        path = os.path.join(checks.prefix, "share", "man", "man1", page + ".1")
        with open(path, encoding="utf-8") as file:
            manual = file.read().replace("\\-", "-")
        for option in sorted(set(re.findall(r"--[a-z][a-z-]+", outputs["--help"]))):
            checks.check(f"{tool}: {option} is in the manual page", option in manual)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--prefix", required=True, help="where trisweep is installed")
    parser.add_argument("--data", required=True, help="test/data of the sources")
    parser.add_argument("--bench", required=True, help="trisweep-bench, in the folder of the build")
    parser.add_argument("--programs", required=True, help="folder with ij and its variants")
    parser.add_argument("--misfit", required=True, help="a program whose hypre does not fit")
    options = parser.parse_args()
    checks = Checks(options.prefix, options.data, options.bench)
    with tempfile.TemporaryDirectory() as folder:
        check_problems(checks, folder)
        check_files(checks, folder)
        check_limits(checks, folder)
        check_refusals(checks)
        check_full_disk(checks)
        check_comparison(checks, folder)
        check_krylov(checks, folder)
        check_total(checks, folder)
    with tempfile.TemporaryDirectory() as folder:
        check_run(checks, folder, options.programs, options.misfit)
    check_environment(checks)
    check_info(checks)
    check_bench(checks)
    check_manuals(checks)
    print(f"{checks.passed} passed, {checks.failed} failed")
    return 1 if checks.failed else 0


if __name__ == "__main__":
    sys.exit(main())
