#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The programs of examples/ that solve with hypre, with and without the plug.

    examples.py --programs FOLDER --plug LIBTRISWEEP_HYPRE_SO [--np 1,2,4] [--only NAME,NAME]
                [--device]

The programs are linked with hypre alone; the plug is preloaded. In natural order every solve of a
program takes as many iterations as with hypre's own smoother, also in replace mode; with 2003 and
2004 at most MORE times as many.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile

# Seconds for one program; scripts/test makes the limit longer on a busy machine.
LIMIT = int(os.environ.get("TRISWEEP_TEST_TIMEOUT", "300"))

# Relax types (down, up) that converge on several ranks. Elasticity needs l1 types, because the rows
# of its matrix are not diagonally dominant.
PROGRAMS = {"heat": (3, 4), "adaptive": (3, 4), "newton": (3, 4), "elasticity": (13, 14)}
LINE = re.compile(r"^(.*): (\d+) iterations, residual (\S+), setup \S+ s, solve \S+ s$", re.M)
TIGHT = 1e-8  # tolerance of the programs
CLOSE = 1e-3  # relative difference of the residuals of two runs, by rounding
MORE = 1.4    # largest ratio of the iterations with 2003 and 2004


class Runs:
    """Runs programs and counts passed and failed checks."""

    def __init__(self, options):
        self.options = options
        self.passed = self.failed = 0

    def run(self, program, ranks, types, environment=None):
        """(name, iterations, residual) of each solve, and the whole output."""
        environment = environment or {}
        command = [os.environ.get("MPIEXEC", "mpirun"), "-np", str(ranks)]
        for name in environment:
            command += ["-x", name]
        command += [os.path.join(self.options.programs, program)]
        command += ["--device"] * self.options.device + types.split()
        try:
            done = subprocess.run(command, timeout=LIMIT, check=False, stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, env={**os.environ, **environment})
        except subprocess.TimeoutExpired as error:
            return [], str(error)
        output = done.stdout.decode(errors="replace")
        solves = [(name, int(n), float(r)) for name, n, r in LINE.findall(output)]
        return (solves if done.returncode == 0 else []), output

    def ours(self, program, ranks, types, environment=None):
        preload = {"LD_PRELOAD": self.options.plug, "TRISWEEP_STATS": "1"}
        return self.run(program, ranks, types, {**preload, **(environment or {})})

    def check(self, name, good, detail):
        if good:
            self.passed += 1
        else:
            self.failed += 1
            print(f"FAIL: {name}: {detail}", flush=True)


def same(want, got):
    return len(want) == len(got) > 0 and all(
        a[:2] == b[:2] and abs(a[2] - b[2]) <= CLOSE * a[2] for a, b in zip(want, got))


def check_program(runs, program, ranks):
    down, up = PROGRAMS[program]
    pair = f"{down} {up}"
    plain = {}
    for types in dict.fromkeys(("6", pair) if ranks > 2 else ("6", "8", pair, "13 14")):
        plain[types], output = runs.run(program, ranks, types)
        runs.check(f"{program}, np {ranks}, hypre's {types}",
                   len(plain[types]) > 2 and all(s[2] <= TIGHT for s in plain[types]), output)
        numbers = " ".join(str(1000 + int(word)) for word in types.split())
        got, output = runs.ours(program, ranks, numbers)
        runs.check(f"{program}, np {ranks}, {numbers}",
                   same(plain[types], got) and "per sweep" in output,
                   f"hypre {plain[types]}, trisweep {got}\n{output[-1500:]}")
    for types, replace, other in (("6", "6", "6"), ("18", f"18={down}/{up}", pair)):
        # on devices types that are no Gauss-Seidel are replaced by few colours
        got, output = runs.ours(program, ranks, types, {"TRISWEEP_REPLACE": replace,
                                                        "TRISWEEP_OPTIONS": "ordering=natural"})
        runs.check(f"{program}, np {ranks}, {types} with TRISWEEP_REPLACE={replace}",
                   same(plain[other], got) and "per sweep" in output,
                   f"hypre {plain[other]}, trisweep {got}\n{output[-1500:]}")
    for types, replace in ((f"{2000 + down} {2000 + up}", {}),
                           ("18", {"TRISWEEP_REPLACE": f"18={down}/{up}"})):
        got, output = runs.ours(program, ranks, types, replace)
        runs.check(f"{program}, np {ranks}, our order: {types} {replace}",
                   len(got) == len(plain[pair]) and "per sweep" in output
                   and all(b[1] <= MORE * a[1] + 2 and b[2] <= TIGHT
                           for a, b in zip(plain[pair], got)),
                   f"hypre {plain[pair]}, trisweep {got}\n{output[-1500:]}")


def check_analyses(runs, ranks):
    """A copy of new values in the same pattern needs no analysis; new solvers have statistics."""
    for program, types, n_solvers, analyses, reused in (
            ("heat", "1006", 1, 1, 4), ("adaptive", "1006", 5, None, None),
            ("newton", "1006", 4, None, None), ("newton", "1003 1004", 4, None, None)):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "stats.json")
            packed = {"TRISWEEP_OPTIONS": "memory=fast"} if analyses else {}
            output = runs.ours(program, ranks, types, {"TRISWEEP_STATS": path, **packed})[1]
            try:
                with open(path, encoding="ascii") as file:
                    solvers = json.load(file)["solvers"]
            except (OSError, ValueError, LookupError) as error:
                solvers, output = [], f"{error}\n{output}"
        first = solvers[0]["levels"][0] if solvers else {}
        runs.check(f"{program}, np {ranks}, {types}: statistics",
                   len(solvers) == n_solvers
                   and (analyses is None
                        or (first["analyses"] == analyses and first["reused"] == reused)),
                   f"{len(solvers)} solvers, {first}\n{output[-1500:]}")


def check_setups(runs, ranks):
    """With setup=values one full setup serves all steps, also where a solver is created again."""
    for program, types, by_values in (("heat", "6", 4), ("heat", "1006", 4), ("newton", "6", 5),
                                      ("newton", "1003 1004", 5)):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "stats.json")
            solves, output = runs.ours(program, ranks, types, {"TRISWEEP_STATS": path,
                                                               "TRISWEEP_OPTIONS": "setup=values"})
            try:
                with open(path, encoding="ascii") as file:
                    setups = [solver["setups"] for solver in json.load(file)["solvers"]]
            except (OSError, ValueError, LookupError) as error:
                setups, output = [], f"{error}\n{output}"
        runs.check(f"{program}, np {ranks}, {types}: setup=values",
                   [(s["full"], s["by_values"]) for s in setups] == [(1, by_values)]
                   and "performed no sweep" not in output
                   and setups[0]["reasons"] == {"no earlier hierarchy": 1}
                   and all(s[2] <= TIGHT for s in solves), f"{setups}\n{output[-1500:]}")


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--programs", required=True, help="folder with the programs")
    parser.add_argument("--plug", required=True, help="libtrisweep-hypre.so")
    parser.add_argument("--np", default="1,2,4", help="numbers of ranks")
    parser.add_argument("--only", default=",".join(PROGRAMS), help="which programs")
    parser.add_argument("--device", action="store_true", help="run on GPUs")
    runs = Runs(parser.parse_args())
    for ranks in (int(word) for word in runs.options.np.split(",")):
        for program in runs.options.only.split(","):
            check_program(runs, program, ranks)
        check_analyses(runs, ranks)
        check_setups(runs, ranks)
        print(f"np {ranks}: {runs.passed} passed, {runs.failed} failed so far", flush=True)
    print(f"{runs.passed} passed, {runs.failed} failed")
    return 1 if runs.failed else 0


if __name__ == "__main__":
    sys.exit(main())
