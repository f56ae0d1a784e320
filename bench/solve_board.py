#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The solve board: hypre's ij with every built-in smoother and with trisweep's.

    solve_board.py --ij IJ --plug LIBTRISWEEP_HYPRE_SO --out FOLDER --gpu NAME --commit ID
                   [--np 1] [--problem NAME ...] [--smoother NAME ...] [--repeat 3]
                   [--solve TRISWEEP_SOLVE] [--cubes 70x70x70] [--host]

Run this on an otherwise idle machine. The runs of ij follow one another in the order problem,
repetition, smoother, so that other load affects all smoothers alike. With --solve the last problem
is elasticity, the beam of trisweep-solve. The numbers are those of ij's second setup and solve
(-second_time 1), medians over the repetitions. With GMRES ij solves once; all kernels are then
loaded at the start. Output: a table and FOLDER/GPU-solve-DATE.json, whose fields are described in
bench/results/README.md.
"""

import argparse
import datetime
import json
import math
import os
import re
import statistics
import subprocess
import sys
import tempfile

import new_file

# -pout 0: otherwise hypre computes statistics of the matrices on the host at the end of the setup,
# which take many times as long as the setup and would hide the time of an analysis.
AMG = ["-tol", "1e-8", "-pmis", "-keepT", "1", "-rap", "1", "-mod_rap2", "1", "-second_time", "1",
       "-pout", "0"]

# Options of ij: problem and Krylov method (-solver 1: PCG, 3: GMRES).
PROBLEMS = {
    "lap7_128": ["-n", "128", "128", "128", "-solver", "1"],
    "lap27_128": ["-27pt", "-n", "128", "128", "128", "-solver", "1"],
    "lap7_256": ["-n", "256", "256", "256", "-solver", "1"],
    "sys3_64": ["-n", "64", "64", "64", "-sysL", "3", "-nf", "3", "-solver", "1"],
    "rotate_1024": ["-rotate", "-n", "1024", "1024", "1", "-eps", "0.001", "-alpha", "30",
                    "-solver", "1"],
    "vardif_128": ["-vardifconv", "-eps", "1", "-n", "128", "128", "128", "-solver", "3"],
}

# name, source of the sweeps, options of ij, options of trisweep, ordering
SMOOTHERS = [
    ("jacobi 0, w 0.85", "hypre", ["-rlx", "0", "-w", "0.85"], "", "none"),
    ("jacobi 7", "hypre", ["-rlx", "7"], "", "none"),
    ("jacobi 7, w 0.7", "hypre", ["-rlx", "7", "-w", "0.7"], "", "none"),
    ("jacobi 7, w 0.85", "hypre", ["-rlx", "7", "-w", "0.85"], "", "none"),
    ("two-stage GS 11", "hypre", ["-rlx", "11"], "", "none"),
    ("two-stage GS 12", "hypre", ["-rlx", "12"], "", "none"),
    ("FSAI", "hypre", ["-smtype", "4", "-smlv", "25", "-fs_algo_type", "3"], "", "none"),
    ("chebyshev 16", "hypre", ["-rlx", "16"], "", "none"),
    ("l1-jacobi 18", "hypre", ["-rlx", "18"], "", "none"),
    ("GS 3 down 4 up", "hypre", ["-rlx_down", "3", "-rlx_up", "4"], "", "natural"),
    ("SSOR 6", "hypre", ["-rlx", "6"], "", "natural"),
    ("l1-SSOR 8", "hypre", ["-rlx", "8"], "", "natural"),
    ("l1-GS 13 down 14 up", "hypre", ["-rlx_down", "13", "-rlx_up", "14"], "", "natural"),
    ("GS 3 down 4 up", "trisweep", ["-rlx_down", "1003", "-rlx_up", "1004"], "", "natural"),
    ("SSOR 6", "trisweep", ["-rlx", "1006"], "", "natural"),
    ("l1-SSOR 8", "trisweep", ["-rlx", "1008"], "", "natural"),
    ("l1-GS 13 down 14 up", "trisweep", ["-rlx_down", "1013", "-rlx_up", "1014"], "", "natural"),
    ("GS 3 down 4 up", "trisweep", ["-rlx_down", "1003", "-rlx_up", "1004"], "ordering=auto",
     "auto"),
    ("SSOR 6", "trisweep", ["-rlx", "1006"], "ordering=auto", "auto"),
]


# Elasticity: smoother, relax type of trisweep-solve (which lacks types 11 and 12), relax weight.
ELASTIC = [
    ("jacobi 7, w 0.85", "7", "0.85"), ("chebyshev 16", "16", None), ("l1-jacobi 18", "18", None),
    ("GS 3 down 4 up", "3/4", None), ("SSOR 6", "6", None), ("l1-SSOR 8", "8", None),
]


def times_of(output, phase):
    """Seconds of a phase in each solve of one ij."""
    return [float(match) for match in re.findall(
        r"(?:PCG|GMRES) " + phase + r":[\s=]*wall clock time = ([0-9.eE+-]+) seconds", output)]


def read_stats(path):
    """Seconds, bytes and re-use of the last solver in the file of TRISWEEP_STATS."""
    try:
        with open(path, encoding="ascii") as file:
            levels = json.load(file)["solvers"][-1]["levels"]
    except (OSError, ValueError, LookupError):
        return dict.fromkeys(("analysis_s", "within_s", "extra_bytes", "reused"), math.nan)
    work = sum(level["analysis_seconds"] for level in levels)
    return {"analysis_s": work, "within_s": sum(level["setup_seconds"] for level in levels),
            "extra_bytes": sum(level["extra_bytes"] for level in levels),
            "reused": sum(level["reused"] > 0 for level in levels) / len(levels)}


def run_once(options, problem, smoother):
    """Run ij once. Return a dictionary; on failure print the reason and return None."""
    name, source, relax, trisweep, ordering = smoother
    where = ["-exec_host", "-memory_host"] if options.host else ["-exec_device"]
    launcher = ["mpirun", "-np", str(options.np)] if options.np > 1 else []
    environment = dict(os.environ)
    if problem[-2:] == ["-solver", "3"]:
        environment["CUDA_MODULE_LOADING"] = "EAGER"
    with tempfile.TemporaryDirectory() as folder:
        stats = os.path.join(folder, "stats.json")
        if source == "trisweep":
            environment.update(LD_PRELOAD=options.plug, TRISWEEP_STATS=stats,
                               TRISWEEP_OPTIONS=trisweep)
        try:
            done = subprocess.run(launcher + [options.ij, *where, *problem, *AMG, *relax],
                                  env=environment, stdout=subprocess.PIPE, cwd=folder,
                                  stderr=subprocess.STDOUT, timeout=options.timeout, check=False)
        except subprocess.TimeoutExpired:
            print(f"   {name}, {source}, {ordering}: no result in {options.timeout} s")
            return None
        output = done.stdout.decode(errors="replace")
        added = read_stats(stats)
    iterations = re.findall(r"Iterations = (\d+)", output)
    residual = re.findall(r"Relative Residual Norm = ([-+0-9.eEnaif]+)", output)
    setup, solve = times_of(output, "Setup"), times_of(output, "Solve")
    if done.returncode or not iterations or not residual or not solve or not setup:
        print(f"   {name}, {source}, {ordering}: status {done.returncode}: {output[-200:]!r}")
        return None
    return {"iterations": int(iterations[-1]), "residual": float(residual[-1]),
            "first_setup_s": setup[0], "setup_s": setup[-1], "solve_s": solve[-1], **added}


def median_row(runs):
    """Medians of the times. The iterations must be the same in all runs."""
    row = {key: statistics.median(run[key] for run in runs)
           for key in ("first_setup_s", "setup_s", "solve_s", "analysis_s", "within_s",
                       "extra_bytes")}
    row["iterations"] = runs[-1]["iterations"]
    row["residual"] = runs[-1]["residual"]
    return row


def run_problem(options, name, arguments, smoothers):
    """Run the smoothers on one problem in turn. Return rows of the solve board with all fields."""
    runs = {smoother[:2] + smoother[4:]: [] for smoother in smoothers}
    for turn in range(options.repeat):
        for smoother in smoothers:
            key = smoother[:2] + smoother[4:]
            if runs[key] is not None and (turn == 0 or smoother[0] not in options.once):
                run = run_once(options, arguments, smoother)
                runs[key] = runs[key] + [run] if run else None
    rows = []
    for (smoother, source, ordering), results in runs.items():
        if results:
            row = median_row(results)
            row.update(problem=name, smoother=smoother, source=source, ordering=ordering,
                       np=options.np, gpus=0 if options.host else options.np,
                       converged=row["residual"] <= 1e-8 and row["iterations"] > 0)
            rows.append(row)
    return rows


def run_elastic_once(options, types, weight, source, ordering):
    """Run trisweep-solve once. Return its results; on failure print the reason and return []."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "results.json")
        command = [options.solve, f"--beam={options.cubes}", f"--source={source}", "--repeat=3",
                   f"--json={path}", "--relax=" + ",".join(types)]
        command += ["--device"] * (not options.host)
        command += [f"--relax-weight={weight}"] * (weight is not None)
        environment = dict(os.environ, TRISWEEP_OPTIONS=f"ordering={ordering}")
        try:
            done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, cwd=folder,
                                  stderr=subprocess.STDOUT, timeout=options.timeout, check=False)
            with open(path, encoding="ascii") as file:
                return json.load(file)["results"]
        except subprocess.TimeoutExpired:
            print(f"   elasticity, {source}, {ordering}: no result in {options.timeout} s")
        except (OSError, ValueError, LookupError):
            print(f"   elasticity, {source}, {ordering}: {done.stdout[-200:]!r}")
    return []


def run_elasticity(options, names):
    """Run the beam with the smoothers of these names. Return rows of the solve board."""
    rows = []
    wanted = [entry for entry in ELASTIC if entry[0] in names]
    for source, ordering in (("hypre", "natural"), ("trisweep", "natural"), ("trisweep", "auto")):
        for weight in sorted({entry[2] for entry in wanted}, key=str):
            types = {entry[1]: entry[0] for entry in wanted if entry[2] == weight and
                     (source == "hypre" or entry[1] in ("3/4", "6", "8"))}
            results = run_elastic_once(options, types, weight, source, ordering) if types else []
            for result in results:
                down, up = result["relax_down"], result["relax_up"]
                name = types[str(down) if down == up else f"{down}/{up}"]
                swept = "GS 3" in name or "SSOR" in name
                rows.append({"problem": "elasticity", "smoother": name, "source": source,
                             "ordering": ordering if swept else "none", "np": 1,
                             "gpus": 0 if options.host else 1, "converged": result["converged"],
                             **{key: result[key] for key in ("iterations", "setup_s", "solve_s")}})
    return rows


def print_rows(name, rows):
    print(f"\n{name}")
    print(f"{'smoother':22}{'source':10}{'ordering':10}{'it':>5}{'setup s':>10}{'solve s':>10}")
    for row in sorted(rows, key=lambda row: (not row["converged"], row["solve_s"])):
        print(f"{row['smoother']:22}{row['source']:10}{row['ordering']:10}{row['iterations']:5}"
              f"{row['setup_s']:10.4f}{row['solve_s']:10.4f}"
              f"{'' if row['converged'] else '  not converged'}", flush=True)


def no_nan(value):
    return None if isinstance(value, float) and math.isnan(value) else value


def write_board(options, board, rows, letter=""):
    date = datetime.date.today().isoformat()
    gpu = options.gpu.split()[-1].lower()
    path = os.path.join(options.out, f"{gpu}-{board}-{date}{letter}.json")
    head = {"board": board, "date": date, "commit": options.commit, "gpu": options.gpu,
            "cuda": options.cuda, "cusparse": options.cusparse, "hypre": options.hypre}
    rows = [{key: no_nan(value) for key, value in row.items()} for row in rows]
    new_file.write(path, json.dumps({**head, "rows": rows}, indent=1) + "\n")
    print(f"written: {path}")


def write_boards(options, rows):
    """Write all rows so far, after each problem, so that an interrupted run keeps its rows."""
    keys = ("problem", "smoother", "source", "ordering", "np", "gpus", "iterations", "setup_s",
            "solve_s", "converged")
    write_board(options, "solve", [{key: row[key] for key in keys} for row in rows])


def add_common(parser):
    """Add the options that are common to all boards with ij."""
    parser.add_argument("--ij", required=True, type=os.path.abspath, help="hypre's ij driver")
    parser.add_argument("--plug", required=True, type=os.path.abspath,
                        help="libtrisweep-hypre.so, built for that hypre")
    parser.add_argument("--out", required=True, help="folder of the results")
    parser.add_argument("--gpu", required=True, help="name of the GPU, or of the processor")
    parser.add_argument("--commit", required=True, help="commit id of the code that runs")
    parser.add_argument("--hypre", default="3.1.0")
    parser.add_argument("--cuda", default="none")
    parser.add_argument("--cusparse", default="none")
    parser.add_argument("--np", type=int, default=1, help="ranks, each on a GPU of its own")
    parser.add_argument("--timeout", type=float, default=120.0)
    parser.add_argument("--host", action="store_true", help="hypre and trisweep on the host")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    add_common(parser)
    parser.add_argument("--problem", nargs="*", choices=sorted(PROBLEMS),
                        default=list(PROBLEMS))
    names = sorted({smoother[0] for smoother in SMOOTHERS})
    parser.add_argument("--smoother", nargs="+", choices=names, default=names, metavar="NAME",
                        help="of: " + "; ".join(names))
    parser.add_argument("--once", nargs="*", choices=names, default=[], metavar="NAME",
                        help="smoothers that are run once, whatever --repeat says")
    parser.add_argument("--ordering", nargs="+", choices=("none", "natural", "auto"),
                        default=("none", "natural", "auto"), help="which orderings")
    parser.add_argument("--solve", type=os.path.abspath, help="trisweep-solve, for elasticity")
    parser.add_argument("--cubes", default="70x70x70", help="cubes of the elastic beam")
    parser.add_argument("--repeat", type=int, default=3)
    options = parser.parse_args()
    problems = {name: PROBLEMS[name] for name in options.problem}
    smoothers = [smoother for smoother in SMOOTHERS
                 if smoother[0] in options.smoother and smoother[4] in options.ordering]
    rows = []
    for name, arguments in problems.items():
        found = run_problem(options, name, arguments, smoothers)
        print_rows(name, found)
        rows += found
        write_boards(options, rows)
    if options.solve:
        found = run_elasticity(options, options.smoother)
        print_rows("elasticity", found)
        rows += found
        write_boards(options, rows)
    return 0 if rows else 1


if __name__ == "__main__":
    sys.exit(main())
