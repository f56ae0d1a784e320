#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""ILU boards: trisweep's and hypre's ILU, as solvers of their own and as smoothers of BoomerAMG.

    ilu_board.py --ij IJ --plug LIBTRISWEEP_HYPRE_SO --bench TRISWEEP_BENCH --out FOLDER
                 --gpu NAME --commit ID [--problem NAME ...] [--grid GRID ...] [--repeat 3]

Run this on an otherwise idle machine. All device code is loaded at the start
(CUDA_MODULE_LOADING=EAGER). Output:

- FOLDER/GPU-ilu-step-DATE.json: ILU(0) as a solver of its own. hypre's setup is the second setup of
  ij -solver 81. hypre's step is the difference of ij -solver 80 with --steps and with --steps / 5
  iterations, per iteration, which cancels constant costs. trisweep's times are those of
  trisweep-bench --board=ilu in the same run; setup is symbolic work, analysis of both triangles and
  factorisation.
- FOLDER/GPU-ilu-amg-DATE.json: smoothers on every level, with rows as on the solve board: hypre's
  ILU(0) with exact triangular solves and with Jacobi iterations instead, and trisweep's smoothers.
  within_s: seconds that the setup of trisweep takes in hypre's own thread.
"""

import argparse
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile

from solve_board import add_common, print_rows, run_problem, times_of, write_board

ILU0 = ["-ilu_type", "0", "-ilu_lfil", "0"]
# Two Jacobi iterations with each triangle instead of exact triangular solves.
JACOBI_SOLVES = ["-ilu_trisolve", "0", "-ilu_ljac_iters", "2", "-ilu_ujac_iters", "2"]
PROBLEMS = {
    "lap7_128": ["-n", "128", "128", "128", "-solver", "1"],
    "lap27_128": ["-27pt", "-n", "128", "128", "128", "-solver", "1"],
    "difconv_128": ["-difconv", "-n", "128", "128", "128", "-solver", "3"],
    "vardifconv_64": ["-vardifconv", "-eps", "0.001", "-n", "64", "64", "64", "-solver", "3"],
    "rotate_512": ["-rotate", "-n", "512", "512", "1", "-eps", "0.0001", "-alpha", "30",
                   "-solver", "3"],
}
SMOOTHERS = [
    ("ILU(0)", "hypre", ["-smtype", "5", "-smlv", "25", *ILU0], "", "natural"),
    ("ILU(0), Jacobi solves", "hypre",
     ["-smtype", "5", "-smlv", "25", *ILU0, *JACOBI_SOLVES], "", "natural"),
    ("ILU(0)", "trisweep", ["-rlx", "1100"], "", "natural"),
    ("ILU(1)", "trisweep", ["-rlx", "1101"], "", "natural"),
    ("DILU", "trisweep", ["-rlx", "1190"], "", "natural"),
    ("SSOR 6", "trisweep", ["-rlx", "1006"], "", "natural"),
    ("SSOR 6", "trisweep", ["-rlx", "1006"], "ordering=auto", "auto"),
]
# The same matrix for trisweep-bench and for ij.
GRIDS = {
    "lap7:128x128x128": ["-n", "128", "128", "128"],
    "lap27:128x128x128": ["-27pt", "-n", "128", "128", "128"],
    "lap7:32x32x2048": ["-n", "32", "32", "2048"],
    "lap7:256x256x256": ["-n", "256", "256", "256"],
    "lap9:1024x1024": ["-9pt", "-n", "1024", "1024", "1"],
}


def output_of(options, arguments):
    done = subprocess.run([options.ij, "-exec_device", *arguments], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, timeout=options.timeout, check=True)
    return done.stdout.decode(errors="replace")


def hypre_seconds(options, grid, iterations):
    """Seconds of the solve phase of hypre's ILU(0) with this number of iterations."""
    output = output_of(options, [*GRIDS[grid], "-solver", "80", *ILU0, "-tol", "0",
                                 "-max_iter", str(iterations)])
    return float(re.search(r"hypre_ILU Solve:[\s=]*wall clock time = ([0-9.eE+-]+)",
                           output).group(1))


def hypre_alone(options, grid):
    """Medians of hypre's setup and of one step, in milliseconds."""
    few = options.steps // 5
    setups, steps = [], []
    for _ in range(options.repeat):
        output = output_of(options, [*GRIDS[grid], "-solver", "81", *ILU0, "-max_iter", "2",
                                     "-second_time", "1"])
        setups.append(1e3 * times_of(output, "Setup")[-1])
        seconds = hypre_seconds(options, grid, options.steps) - hypre_seconds(options, grid, few)
        steps.append(1e3 * seconds / (options.steps - few))
    return statistics.median(setups), statistics.median(steps)


def ours_alone(options):
    """Rows of the ILU board of trisweep-bench by grid."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "ilu.json")
        subprocess.run([options.bench, "--board=ilu", "--kernels=auto", f"--json={path}",
                        *options.grid], stdout=subprocess.DEVNULL, check=True)
        with open(path, encoding="ascii") as file:
            return {row["matrix"]: row for row in json.load(file)["rows"]
                    if row["kernel"] == "auto"}


def alone(options):
    rows = []
    ours = ours_alone(options)
    for grid in options.grid:
        setup, step = hypre_alone(options, grid)
        row = {"matrix": grid, "n": ours[grid]["n"], "nnz": ours[grid]["nnz"], "kernel": "auto",
               "ms_hypre_setup": setup, "ms_setup": ours[grid]["ms_setup"],
               "ms_hypre_step": step, "ms_step": ours[grid]["ms_correct"],
               "max_rel_err": ours[grid]["max_rel_err"]}
        rows.append(row)
        print(f"{grid:20} setup {setup:8.2f} ms, ours {row['ms_setup']:7.2f} "
              f"({setup / row['ms_setup']:5.2f} times); step {step:7.3f} ms, ours "
              f"{row['ms_step']:7.3f} ({step / row['ms_step']:5.2f} times)", flush=True)
    return rows


def in_amg(options):
    keys = ("problem", "smoother", "source", "ordering", "np", "gpus", "iterations", "residual",
            "converged", "first_setup_s", "setup_s", "solve_s", "analysis_s", "within_s")
    rows = []
    for name in options.problem:
        found = run_problem(options, name, PROBLEMS[name], SMOOTHERS)
        print_rows(name, found)
        rows += [{key: row[key] for key in keys} for row in found]
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    add_common(parser)
    parser.add_argument("--bench", required=True, type=os.path.abspath, help="trisweep-bench")
    parser.add_argument("--problem", nargs="*", choices=sorted(PROBLEMS), default=list(PROBLEMS))
    parser.add_argument("--grid", nargs="*", choices=sorted(GRIDS), default=list(GRIDS))
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--steps", type=int, default=50)
    options = parser.parse_args()
    os.environ["CUDA_MODULE_LOADING"] = "EAGER"
    if options.grid:
        write_board(options, "ilu-step", alone(options))
    if options.problem:
        write_board(options, "ilu-amg", in_amg(options))
    return 0


if __name__ == "__main__":
    sys.exit(main())
