#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""hypre's unmodified ij driver with the plug, started once per case, as users start the driver.

    programs.py --ij IJ --linked IJ [--wrapped IJ] --dead IJ --live PROGRAM --live-dead PROGRAM
                --plug LIBTRISWEEP_HYPRE_SO

IJ is linked with hypre alone, and run with the plug preloaded; --linked is linked with the plug
before hypre, --wrapped is static with --wrap, --dead is linked with the plug after hypre, so that
the plug must refuse to run. --live and --live-dead are live.c, linked in these two orders. Also
checked: replace mode, the statistics, numbers and options that do not exist.
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

# Seconds for one program; scripts/test makes the limit longer on a busy machine.
LIMIT = int(os.environ.get("TRISWEEP_TEST_TIMEOUT", "300"))

PROBLEMS = ("-laplacian -n 10 10 10 -solver 1", "-27pt -n 8 8 8 -solver 1",
            "-rotate -n 24 24 1 -eps 0.01 -alpha 30 -solver 1", "-difconv -n 8 8 8 -solver 3",
            "-laplacian -n 6 6 6 -sysL 3 -nf 3 -solver 1 -CF 1",
            "-rotate -n 24 24 1 -eps 0.01 -alpha 30 -solver 20 -cf 0.1",
            "-laplacian -n 10 10 10 -solver 0 -ns 2", "-laplacian -n 16 16 1 -solver 1 -mxl 1",
            "-27pt -n 8 8 8 -solver 1 -w -10", "-laplacian -n 10 10 10 -solver 1 -agg_nl 1 -mu 2")
TYPES = ((3, 4), (6, 6), (13, 14), (8, 8))

# Solvers of ij that multiply by the matrix before they create a BoomerAMG, or create none.
OTHER_SOLVERS = (2, 4, 6, 7, 8, 10, 11, 12, 18, 20, 43, 44, 50, 60, 80, 81, 82)


class Checks:
    """Counts passed and failed checks."""

    def __init__(self):
        self.passed = self.failed = 0

    def check(self, name, good, detail=""):
        if good:
            self.passed += 1
        else:
            self.failed += 1
            print(f"FAIL: {name}: {detail}", flush=True)

    def group(self, name):
        """Print the counts so far."""
        print(f"{name}: {self.passed} passed, {self.failed} failed so far", flush=True)


def launch(program, ranks, arguments, environment=None):
    """Exit status and output (both streams) of a run; variables reach all ranks."""
    environment = environment or {}
    command = [os.environ.get("MPIEXEC", "mpirun"), "-np", str(ranks)]
    for name in environment:
        command += ["-x", name]
    try:
        done = subprocess.run(command + [program] + arguments.split(), timeout=LIMIT, check=False,
                              env={**os.environ, **environment}, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT)
    except subprocess.TimeoutExpired as error:
        return -1, f"{' '.join(command)} {program} {arguments}: {error}"
    return done.returncode, done.stdout.decode(errors="replace")


def launch_ranks(program, environments, arguments):
    """As launch, with one rank per environment; arguments: one text, or one text per rank."""
    texts = [arguments] * len(environments) if isinstance(arguments, str) else arguments
    command = [os.environ.get("MPIEXEC", "mpirun")]
    for environment, text in zip(environments, texts):
        command += [":"] if len(command) > 1 else []
        command += ["-np", "1"]
        for name, value in environment.items():
            command += ["-x", f"{name}={value}"]
        command += [program] + text.split()
    try:
        done = subprocess.run(command, timeout=LIMIT, check=False, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT)
    except subprocess.TimeoutExpired as error:
        return -1, f"{' '.join(command)}: {error}"
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
    """Compare ij with our numbers, by one way of loading the plug, with plain ij."""
    for ranks, problem, (down, up) in cases:
        plain = result(launch(options.ij, ranks, problem + relax(down, up))[1])
        output = launch(program, ranks, problem + relax(down, up, 1000),
                        {**environment, "TRISWEEP_STATS": "1"})[1]
        ours = result(output)
        name = f"{how}, np {ranks}, {problem}{relax(down, up)}"
        checks.check(name, same(plain, ours), f"hypre {plain}, ours {ours}\n{output[-800:]}")
        checks.check(name + ": statistics", "per sweep" in output, "no table was printed")
    checks.group(how)


def check_solvers(checks, options, preload):
    """Programs whose first call that reaches the plug is a product of a matrix and a vector."""
    for ranks, solver in itertools.product((1, 2), ("1 -xisone",) + OTHER_SOLVERS):
        arguments = f"-n 8 8 8 -solver {solver} -max_iter 30 -mg_max_iter 30 -rlx "
        plain = launch(options.ij, ranks, arguments + "6")
        ours = launch(options.ij, ranks, arguments + "1006", preload)
        checks.check(f"first call, np {ranks}, {arguments}",
                     plain[0] == ours[0] and same(result(plain[1]), result(ours[1])),
                     f"hypre {plain[0]}, ours {ours[0]}: {ours[1][-800:]}")
    checks.group("first call")


def check_replace(checks, options, preload):
    environment = {**preload, "TRISWEEP_REPLACE": "3,4,6,8,13,14", "TRISWEEP_STATS": "1"}
    for problem, (down, up) in itertools.product(PROBLEMS[:3], TYPES):
        plain = result(launch(options.ij, 2, problem + relax(down, up))[1])
        output = launch(options.ij, 2, problem + relax(down, up), environment)[1]
        checks.check(f"replace mode, {problem}{relax(down, up)}",
                     same(plain, result(output)) and "per sweep" in output, output[-800:])
    output = launch(options.ij, 2, PROBLEMS[0], environment)[1]
    checks.check("replace mode, hypre's default types", "per sweep" in output, output[-800:])
    checks.group("replace mode")


# TRISWEEP_REPLACE, options of ij, and options of plain ij with the same result.
PAIRS = (("18=3/4", "-rlx 18", "-rlx_down 3 -rlx_up 4"), ("18=1006", "-rlx 18", "-rlx 6"),
         ("18=3/4, 6=6", "-rlx 6", "-rlx 6"), ("13=3,14=4", "", "-rlx_down 3 -rlx_up 4"),
         ("6=8", "-rlx 6", "-rlx 8"), ("18=3/4", "-rlx 18 -mxl 1", "-rlx 6 -mxl 1"),
         ("18=13/14", "-rlx 18", "-rlx_down 13 -rlx_up 14"),
         ("18=13/14", "-rlx 18 -mxl 2 -rlx_coarse 18",
          "-rlx_down 13 -rlx_up 14 -mxl 2 -rlx_coarse 8"),
         ("18=3/4", "-rlx 18 -seq_th 200", "-rlx_down 3 -rlx_up 4 -seq_th 200"),
         ("x,7=6,6=6/5", "-rlx 7 -second_time 1", "-rlx 6 -second_time 1"))


def check_pairs(checks, options, preload):
    """Types that replace other types, and the notices if an entry is wrong or replaces nothing."""
    base = "-n 12 12 12 -solver 1 "
    for ranks, (pairs, own, other) in itertools.product((1, 2), PAIRS):
        plain = result(launch(options.ij, ranks, base + other)[1])
        output = launch(options.ij, ranks, base + own,
                        {**preload, "TRISWEEP_REPLACE": pairs, "TRISWEEP_STATS": "1"})[1]
        checks.check(f"pairs {pairs}, np {ranks}, {own}",
                     same(plain, result(output)) and "per sweep" in output, output[-800:])
    for pairs, own, words in (("x,6,18", "6", ("'x' is not", "'18' is a", "18=13/14")),
                              ("18=3/4, 18=6", "18", ("'18=6' names a relax type for the second",)),
                              ("3/4, 18=6", "18", ("'3/4' is not",))):
        output = launch(options.ij, 2, base + f"-rlx {own}",
                        {**preload, "TRISWEEP_REPLACE": pairs})[1]
        checks.check(f"{pairs}: wrong entries are named, and the others work",
                     all(word in output for word in words) and "nothing" not in output,
                     output[-800:])
    for environment, words in (({"TRISWEEP_REPLACE": "3,4"}, "has replaced nothing"),
                               ({}, "the plug has performed no sweep")):
        output = launch(options.ij, 2, base + "-rlx 6", {**preload, **environment})[1]
        checks.check(f"said at the end: {words}",
                     output.count(words) == 1 and "types 6" in output, output[-800:])
    output = launch(options.ij, 2, "-n 12 12 12 -solver 0 -mg_max_iter 0 -rlx 1006", preload)[1]
    checks.check("a setup without a solve prints no line", "no sweep" not in output,
                 output[-800:])
    checks.group("pairs")


def read_statistics(options, preload, ranks, arguments):
    """The JSON statistics of ij with these arguments, or None."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "stats.json")
        launch(options.ij, ranks, arguments, {**preload, "TRISWEEP_STATS": path})
        if not os.path.exists(path):
            return None
        with open(path, encoding="ascii") as file:
            return json.load(file)


def check_statistics(checks, options, preload):
    """
    Level 0 is 10 x 10 x 10 points, whose wavefronts are the planes x + y + z = constant. Sweeps in
    place need no wavefronts.
    """
    packed = {**preload, "TRISWEEP_OPTIONS": "memory=fast"}
    for ranks, depth, variables, schedule in ((1, 28, packed, "serial"), (2, 23, packed, "serial"),
                                              (2, 0, preload, "inplace")):
        report = read_statistics(options, variables, ranks,
                                 f"{PROBLEMS[0]} -P 1 1 {ranks} -rlx 1006 "
                                 "-solver 0 -mg_max_iter 5 -tol 0")
        name = f"statistics, np {ranks}"
        checks.check(f"{name}: a file", report is not None and len(report["solvers"]) == 1, report)
        if not report:
            continue
        solver = report["solvers"][0]
        first = solver["levels"][0]
        checks.check(f"{name}: ranks", solver["ranks"] == ranks, solver)
        checks.check(f"{name}: rows", first["rows"] == 1000, first)
        checks.check(f"{name}: entries", first["nnz"] == (6400 if ranks == 1 else 6200), first)
        checks.check(f"{name}: depth", first["depth"] == depth, first)
        checks.check(f"{name}: schedule", first["schedule"] == schedule, first)
        checks.check(f"{name}: counts", first["analyses"] == 1 and first["updates"] == 1, first)
        for level in solver["levels"]:
            checks.check(f"{name}: sweeps", level["sweeps"] == 10, level)
            checks.check(f"{name}: measures", level["setup_seconds"] >= 0.0
                         and level["analysis_seconds"] >= 0.0 and level["extra_bytes"] >= 0
                         and level["seconds_per_sweep"] >= 0.0
                         and level["gbytes_per_second"] >= 0.0 and level["schedule"], level)
    unwritable = launch(options.ij, 1, PROBLEMS[0] + " -rlx 1006",
                        {**preload, "TRISWEEP_STATS": "/dev/null/stats.json"})[1]
    never = launch(options.ij, 1, PROBLEMS[0] + " -rlx 1006 -nongalerk_tol 1 0.03",
                   {**preload, "TRISWEEP_OPTIONS": "setup=values", "TRISWEEP_STATS": "1"})[1]
    checks.check("statistics: what keeps a solver from setups by values",
                 "0 by values (never for non-Galerkin coarse matrices)" in never, never[-800:])
    checks.check("statistics: a file that cannot be written is reported",
                 "/dev/null/stats.json" in unwritable and result(unwritable), unwritable[-800:])
    checks.group("statistics")


def check_refusals(checks, options, preload):
    for number, how in itertools.product((1000, 1005, 1007, 1099, 1191, 1999, 3006),
                                         ("-rlx", "-rlx_up", "-rlx_coarse")):
        output = launch(options.ij, 2, PROBLEMS[0] + f" {how} {number}", preload)[1]
        checks.check(f"{how} {number} is refused", f"{number}" in output and "trisweep" in output
                     and "keeps the smoother" in output,
                     output[-800:])
    for variable, value, words in (("TRISWEEP_OPTIONS", "shedule=serial", "'shedule' 'schedule'"),
                                   ("TRISWEEP_OPTIONS", "schedule=seriall", "'seriall' 'serial'"),
                                   ("TRISWEEP_STAT", "1", "TRISWEEP_STAT TRISWEEP_STATS"),
                                   ("TRISWEEP_STATS", "yes", "TRISWEEP_STATS=yes .json"),
                                   ("TRISWEEP_REPLACE", "3,x", "TRISWEEP_REPLACE=3,x 'x'"),
                                   ("TRISWEEP_REPLACE", "1006", "TRISWEEP_REPLACE=1006 plain")):
        output = launch(options.ij, 1, PROBLEMS[0] + " -rlx 2006", {**preload, variable: value})[1]
        # Standard output and error may share a line.
        said = [line for line in output.splitlines() if "trisweep: " in line]
        checks.check(f"{variable}={value} gets a hint",
                     said and all(word in said[0] for word in words.split()), output[:800])
    plain = result(launch(options.ij, 1, PROBLEMS[0] + " -rlx 6")[1])
    output = launch(options.ij, 1, PROBLEMS[0] + " -rlx 1006",
                    {**preload, "TRISWEEP_OPTIONS": "values=double cycle=hypre"})[1]
    notes = [f"note: {option} has no effect" in output
             for option in ("values=double", "cycle=hypre")]
    checks.check("options without an effect on hosts give notes",
                 same(plain, result(output)) and all(notes), output[:800])
    checks.group("refusals")


def check_ranks(checks, options, preload):
    """Ranks whose environments or numbers differ: one message, and hypre's own smoother."""
    problem = PROBLEMS[0] + " -P 1 1 2 -rlx "
    plain = result(launch(options.ij, 2, problem + "6")[1])
    replaces = {**preload, "TRISWEEP_REPLACE": "3,6"}
    wrong = {**preload, "TRISWEEP_OPTIONS": "shedule=serial"}
    serial = {**preload, "TRISWEEP_OPTIONS": "schedule=serial"}
    for environments, numbers, words in (
            ((replaces, preload), "6 6", "TRISWEEP_REPLACE '3,6' rank 1"),
            ((preload, replaces), "6 6", "TRISWEEP_REPLACE '3,6' rank 1"),
            ((wrong, preload), "1006 1006", "TRISWEEP_OPTIONS 'shedule=serial' rank 1"),
            ((preload, wrong), "1006 1006", "TRISWEEP_OPTIONS 'shedule=serial' rank 1"),
            ((wrong, wrong), "1006 1006", "rank 0 'shedule' 'schedule'"),
            ((serial, preload), "1006 1006", "TRISWEEP_OPTIONS 'schedule=serial' rank 1"),
            ((preload, preload), "1006 6", "relax numbers rank 0 rank 1"),
            ((preload, preload), "6 1003", "relax numbers rank 0 rank 1")):
        if numbers.endswith("3"):  # each rank goes on with its own plain type
            plain = None
        arguments = [problem + number for number in numbers.split()]
        status, output = launch_ranks(options.ij, environments, arguments)
        said = [line for line in output.splitlines() if "trisweep: " in line
                and "replacing hypre" not in line]
        name = f"ranks {environments} {numbers}"
        checks.check(name, status == 0 and len(said) == 1
                     and all(word in said[0] for word in words.split()), output[-1200:])
        checks.check(f"{name}: as without the plug",
                     same(plain, result(output)) if plain else result(output), output[-800:])
    quick = {**preload, "TRISWEEP_RANK_WAIT": "2"}
    for environments, numbers in ((({**quick, "TRISWEEP_REPLACE": "6"}, {}), "6 6"),
                                  ((quick, {}), "1006 6"), (({}, quick), "6 1006"),
                                  ((quick, {}), "1006 1006")):
        arguments = [problem + number for number in numbers.split()]
        status, output = launch_ranks(options.ij, environments, arguments)
        checks.check(f"a rank without the plug: {environments} {numbers}",
                     status > 0 and "without the plug" in output, f"status {status}: {output}")
    for missing in (0, 3):
        environments = [{} if rank == missing else quick for rank in range(4)]
        status, output = launch_ranks(options.ij, environments,
                                      "-n 10 10 10 -P 2 2 1 -solver 1 -rlx 1006")
        checks.check(f"rank {missing} of 4 without the plug: one message",
                     status > 0 and output.count("did not call") == 1, f"status {status}: {output}")
    status, output = launch_ranks(options.ij, (quick, {}), problem + "6")
    plain = result(launch(options.ij, 2, problem + "6")[1])
    checks.check("a rank without the plug, which nobody needs",
                 status == 0 and "without the plug" in output and same(plain, result(output)),
                 output[-800:])
    checks.group("ranks that differ")


def check_dead(checks, options):
    status, output = launch(options.dead, 1, PROBLEMS[0] + " -rlx 1006")
    checks.check("plug behind hypre: refuses", status != 0 and "trisweep" in output
                 and "before" in output and result(output) is None,
                 f"status {status}: {output[-800:]}")
    allowed = {"TRISWEEP_ALLOW_DEAD_HOOKS": "1"}
    status, output = launch(options.dead, 1, PROBLEMS[0] + " -rlx 6", allowed)
    plain = result(launch(options.ij, 1, PROBLEMS[0] + " -rlx 6")[1])
    checks.check("plug behind hypre: allowed", same(plain, result(output)), output[-800:])
    status, output = launch(options.live, 1, "")
    checks.check("public call: live", status == 0 and "live 1: \n" in output, output)
    status, output = launch(options.live_dead, 1, "", allowed)
    checks.check("public call: dead", status == 0 and re.search("live 0: .*before", output), output)
    checks.group("link order")


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("ij", "linked", "wrapped", "dead", "live", "live-dead", "plug"):
        parser.add_argument(f"--{name}", required=name != "wrapped")
    options = parser.parse_args()
    preload = {"LD_PRELOAD": options.plug}
    checks = Checks()
    some = [(ranks, problem, types) for ranks in (1, 2)
            for problem, types in itertools.product(PROBLEMS, TYPES[:2])]
    check_mechanism(checks, "preloaded", options.ij, preload, options, some)
    few = [(2, problem, types) for problem, types in itertools.product(PROBLEMS[:5], TYPES[1:3])]
    check_mechanism(checks, "linked", options.linked, {}, options, few)
    if options.wrapped:
        check_mechanism(checks, "wrapped", options.wrapped, {}, options, few)
    check_solvers(checks, options, preload)
    check_replace(checks, options, preload)
    check_pairs(checks, options, preload)
    check_statistics(checks, options, preload)
    check_refusals(checks, options, preload)
    check_ranks(checks, options, preload)
    check_dead(checks, options)
    print(f"{checks.passed} passed, {checks.failed} failed")
    return 1 if checks.failed else 0


if __name__ == "__main__":
    sys.exit(main())
