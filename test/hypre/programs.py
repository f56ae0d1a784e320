#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""hypre's unmodified ij driver with the plug, as users run it, one process start a case.

    programs.py --ij IJ --linked IJ [--wrapped IJ] --dead IJ --live PROGRAM --live-dead PROGRAM
                --plug LIBTRISWEEP_HYPRE_SO

IJ is linked with hypre alone, and run with the plug preloaded; --linked has the plug before hypre
on its link line, --wrapped is static with --wrap, --dead has the plug behind hypre, where it must
refuse to run. --live and --live-dead are live.c, linked in these two orders. Also checked: replace
mode, the statistics, numbers and options that do not exist.
"""

import argparse
import itertools
import json
import os
import re
import subprocess
import sys
import tempfile

from parity import six_digits_agree

PROBLEMS = ("-laplacian -n 10 10 10 -solver 1", "-27pt -n 8 8 8 -solver 1",
            "-rotate -n 24 24 1 -solver 1", "-difconv -n 8 8 8 -solver 3",
            "-laplacian -n 6 6 6 -sysL 3 -nf 3 -solver 1 -CF 1",
            "-rotate -n 24 24 1 -solver 20 -cf 0.1",
            "-laplacian -n 10 10 10 -solver 0 -ns 2", "-laplacian -n 6 6 1 -solver 1 -mxl 1",
            "-27pt -n 8 8 8 -solver 1 -w -10", "-laplacian -n 10 10 10 -solver 1 -agg_nl 1 -mu 2")
TYPES = ((3, 4), (6, 6), (13, 14), (8, 8))


class Checks:
    """Counts what passed and what failed."""

    def __init__(self):
        self.passed = self.failed = 0

    def check(self, name, good, detail=""):
        if good:
            self.passed += 1
        else:
            self.failed += 1
            print(f"FAIL: {name}: {detail}", flush=True)

    def group(self, name):
        """Tell how far we are."""
        print(f"{name}: {self.passed} passed, {self.failed} failed so far", flush=True)


def launch(program, ranks, arguments, environment=None):
    """Exit status and output (both streams) of a run; variables reach all ranks."""
    environment = environment or {}
    command = [os.environ.get("MPIEXEC", "mpirun"), "-np", str(ranks)]
    for name in environment:
        command += ["-x", name]
    try:
        done = subprocess.run(command + [program] + arguments.split(), timeout=60, check=False,
                              env={**os.environ, **environment}, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT)
    except subprocess.TimeoutExpired as error:
        return -1, f"{' '.join(command)} {program} {arguments}: {error}"
    return done.returncode, done.stdout.decode(errors="replace")


def result(output):
    """Iterations and residual that ij printed last, or None."""
    iterations = re.findall(r"Iterations = (\d+)", output)
    residuals = re.findall(r"Residual Norm = (\S+)", output)
    return (int(iterations[-1]), float(residuals[-1])) if iterations and residuals else None


def relax(down, up, add=0):
    return f" -rlx {down + add}" if down == up else f" -rlx_down {down + add} -rlx_up {up + add}"


def same(a, b):
    return a is not None and b is not None and a[0] == b[0] and six_digits_agree(a[1], b[1])


def check_mechanism(checks, how, program, environment, options, cases):
    """ij with our numbers through one mechanism, against plain ij."""
    for ranks, problem, (down, up) in cases:
        plain = result(launch(options.ij, ranks, problem + relax(down, up))[1])
        output = launch(program, ranks, problem + relax(down, up, 1000),
                        {**environment, "TRISWEEP_STATS": "1"})[1]
        ours = result(output)
        name = f"{how}, np {ranks}, {problem}{relax(down, up)}"
        checks.check(name, same(plain, ours), f"hypre {plain}, ours {ours}\n{output[-800:]}")
        checks.check(name + ": statistics", "per sweep" in output, "no table was printed")


def check_replace(checks, options, preload):
    environment = {**preload, "TRISWEEP_REPLACE": "3,4,6,8,13,14", "TRISWEEP_STATS": "1"}
    for problem, (down, up) in itertools.product(PROBLEMS[:3], TYPES):
        plain = result(launch(options.ij, 2, problem + relax(down, up))[1])
        output = launch(options.ij, 2, problem + relax(down, up), environment)[1]
        checks.check(f"replace mode, {problem}{relax(down, up)}",
                     same(plain, result(output)) and "per sweep" in output, output[-800:])
    output = launch(options.ij, 2, PROBLEMS[0], environment)[1]
    checks.check("replace mode, hypre's default types", "per sweep" in output, output[-800:])
    output = launch(options.ij, 1, PROBLEMS[0], {**preload, "TRISWEEP_REPLACE": "3,x"})[1]
    checks.check("replace mode, bad list", "'x'" in output or '"x"' in output or " x" in output,
                 output[-800:])


def check_statistics(checks, options, preload):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "stats.json")
        launch(options.ij, 2, PROBLEMS[0] + " -rlx 1006", {**preload, "TRISWEEP_STATS": path})
        with open(path, encoding="ascii") as file:
            levels = json.load(file)["solvers"][0]["levels"]
    checks.check("statistics: rows of level 0", levels[0]["rows"] == 1000, levels[0])
    checks.check("statistics: sweeps", all(level["sweeps"] > 0 for level in levels[:-1]), levels)
    wanted = {"rows", "nnz", "depth", "schedule", "analysis_seconds", "hidden_share", "extra_bytes",
              "sweeps", "seconds_per_sweep", "gbytes_per_second"}
    checks.check("statistics: fields", wanted <= set(levels[0]), sorted(levels[0]))


def check_refusals(checks, options, preload):
    for number in (1000, 1005, 1007, 1099, 1100, 1190, 1999):
        output = launch(options.ij, 2, PROBLEMS[0] + f" -rlx {number}", preload)[1]
        checks.check(f"number {number} is refused", f"{number}" in output and "trisweep" in output,
                     output[-800:])
    output = launch(options.ij, 1, PROBLEMS[0] + " -rlx 1006",
                    {**preload, "TRISWEEP_OPTIONS": "shedule=serial"})[1]
    checks.check("misspelt option", "schedule" in output and "shedule" in output, output[-800:])
    output = launch(options.ij, 1, PROBLEMS[0] + " -rlx 1006", {**preload, "TRISWEEP_STAT": "1"})[1]
    checks.check("misspelt variable", "TRISWEEP_STATS" in output, output[-800:])


def check_dead(checks, options):
    status, output = launch(options.dead, 1, PROBLEMS[0] + " -rlx 1006")
    checks.check("plug behind hypre: refuses", status != 0 and "trisweep" in output,
                 f"status {status}: {output[-800:]}")
    status, output = launch(options.dead, 1, PROBLEMS[0] + " -rlx 6",
                            {"TRISWEEP_ALLOW_DEAD_HOOKS": "1"})
    plain = result(launch(options.ij, 1, PROBLEMS[0] + " -rlx 6")[1])
    checks.check("plug behind hypre: allowed", same(plain, result(output)), output[-800:])


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("ij", "linked", "wrapped", "dead", "plug"):
        parser.add_argument(f"--{name}", required=True)
    options = parser.parse_args()
    preload = {"LD_PRELOAD": options.plug}
    checks = Checks()
    some = [(ranks, problem, types) for ranks in (1, 2)
            for problem, types in itertools.product(PROBLEMS, TYPES[:2])]
    check_mechanism(checks, "preloaded", options.ij, preload, options, some)
    few = [(2, problem, types) for problem, types in itertools.product(PROBLEMS[:5], TYPES[1:3])]
    check_mechanism(checks, "linked", options.linked, {}, options, few)
    check_mechanism(checks, "wrapped", options.wrapped, {}, options, few)
    check_replace(checks, options, preload)
    check_statistics(checks, options, preload)
    check_refusals(checks, options, preload)
    check_dead(checks, options)
    print(f"{checks.passed} passed, {checks.failed} failed")
    return 1 if checks.failed else 0


if __name__ == "__main__":
    sys.exit(main())
