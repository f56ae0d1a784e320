#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Table and histories of scripts/demo, from the logs of its runs: demo_report.py FOLDER."""

import csv
import glob
import json
import math
import os
import re
import sys

IJ_PROBLEMS = {"27pt": "27-point Laplacian 80^3", "rotate": "rotated anisotropy 600^2"}
PAIRS = (("hypre 3/4", "trisweep 1003/1004"), ("hypre 6", "trisweep 1006"))
NUMBER = r"([-+0-9.eE]+|nan|inf)"
HISTORY_LINE = re.compile(rf"^\s+\d+\s+{NUMBER}\s+{NUMBER}\s+{NUMBER}\s*$", re.MULTILINE)


def fail(path, what):
    sys.exit(f"demo: {path}: {what}")


def read_ij(path, ours):
    """Iterations, residual, setup and solve seconds, rows and history of one run of ij."""
    with open(path, encoding="utf-8", errors="replace") as file:
        text = file.read()
    setup = re.search(rf"PCG Setup:\s+wall clock time = {NUMBER} seconds", text)
    solve = re.search(rf"PCG Solve:\s+wall clock time = {NUMBER} seconds", text)
    iterations = re.search(r"^Iterations = (\d+)", text, re.MULTILINE)
    residual = re.search(rf"^Final Relative Residual Norm = {NUMBER}", text, re.MULTILINE)
    rows = re.search(r"^\s*0\s+(\d+)\s+\d+", text, re.MULTILINE)
    start = text.find("||r||_2/||b||_2")
    if not (setup and solve and iterations and residual and rows) or start < 0:
        fail(path, "ij printed no result")
    if ours != ("BoomerAMG solver" in text):
        fail(path, "no statistics of trisweep" if ours else "unexpected statistics of trisweep")
    history = [1.0] + [float(row[2]) for row in HISTORY_LINE.findall(text[start:])]
    return {"iterations": int(iterations[1]), "residual": float(residual[1]),
            "setup": float(setup[1]), "solve": float(solve[1]), "rows": int(rows[1]),
            "history": history}


def best_of(paths, ours):
    """The least times over the repetitions of one run of ij, whose residuals must be equal."""
    runs = [read_ij(path, ours) for path in paths]
    for path, run in zip(paths, runs):
        if run["history"] != runs[0]["history"]:
            fail(path, f"not the same residuals as in {paths[0]}")
    return {**runs[0], "setup": min(run["setup"] for run in runs),
            "solve": min(run["solve"] for run in runs)}


def read_solve(path):
    """Smoother -> run of trisweep-solve."""
    with open(path, encoding="ascii") as file:
        report = json.load(file)
    return {run["smoother"]: {"iterations": run["iterations"], "residual": run["residual"],
                              "setup": run["setup_s"], "solve": run["solve_s"],
                              "rows": report["problem"]["rows"], "history": run["history"]}
            for run in report["results"]}


def read_all(folder):
    """Problem -> smoother -> run."""
    problems = {}
    for name, title in IJ_PROBLEMS.items():
        problems[title] = {}
        for smoother in (smoother for pair in PAIRS for smoother in pair):
            stem = f"{name}-{smoother}".replace(" ", "-").replace("/", "_")
            paths = sorted(glob.glob(os.path.join(folder, stem + "-[0-9]*.log")))
            if not paths:
                fail(os.path.join(folder, stem + "-*.log"), "there are no such logs")
            problems[title][smoother] = best_of(paths, smoother.startswith("trisweep"))
    problems["elastic beam, clamped"] = read_solve(os.path.join(folder, "elasticity.json"))
    return problems


def table_of(problems):
    lines = [f"{'problem':<25}{'unknowns':>9}  {'smoother':<18}{'iterations':>11}"
             f"{'final residual':>16}{'setup s':>9}{'solve s':>9}{'hypre/ours':>12}"
             f"{'with setup':>12}"]
    lines.append("-" * len(lines[0]))
    for title, runs in problems.items():
        for pair in PAIRS:
            plain, ours = (runs[smoother] for smoother in pair)
            ratio = plain["solve"] / ours["solve"]
            both = (plain["setup"] + plain["solve"]) / (ours["setup"] + ours["solve"])
            for smoother, run in zip(pair, (plain, ours)):
                ratios = "" if run is plain else f"{ratio:>12.2f}{both:>12.2f}"
                lines.append(f"{title:<25}{run['rows']:>9}  {smoother:<18}{run['iterations']:>11}"
                             f"{run['residual']:>16.6e}{run['setup']:>9.2f}{run['solve']:>9.2f}"
                             f"{ratios}")
    lines += ["", "hypre/ours: time of the solve, hypre / trisweep; with setup: setup + solve.",
              "Above 1, trisweep is faster."]
    return "\n".join(lines)


def disagreements(problems):
    """Messages about pairs whose iterations or final residuals differ."""
    for title, runs in problems.items():
        for pair in PAIRS:
            plain, ours = (runs[smoother] for smoother in pair)
            if plain["iterations"] != ours["iterations"]:
                yield (f"{title}: {plain['iterations']} iterations with {pair[0]}, "
                       f"but {ours['iterations']} with {pair[1]}")
            residual = plain["residual"]
            unit = 1e-5 * 10.0 ** math.floor(math.log10(residual)) if residual > 0.0 else 0.0
            if not abs(residual - ours["residual"]) <= unit:
                yield (f"{title}: residual {residual:.6e} with {pair[0]}, "
                       f"but {ours['residual']:.6e} with {pair[1]}")


def write_history(path, problems):
    with open(path, "w", encoding="ascii", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["problem", "unknowns", "smoother", "iteration", "relative_residual",
                         "seconds"])
        for title, runs in problems.items():
            for smoother, run in runs.items():
                for k, residual in enumerate(run["history"]):
                    seconds = run["setup"] + run["solve"] * k / max(run["iterations"], 1)
                    writer.writerow([title, run["rows"], smoother, k, f"{residual:.10e}",
                                     f"{seconds:.6f}"])


def main():
    folder = sys.argv[1]
    problems = read_all(folder)
    table = table_of(problems)
    print(table)
    with open(os.path.join(folder, "table.txt"), "w", encoding="ascii") as file:
        file.write(table + "\n")
    write_history(os.path.join(folder, "history.csv"), problems)
    wrong = list(disagreements(problems))
    for line in wrong:
        print(f"demo: NOT THE SAME: {line}")
    if not wrong:
        print("\nEqual iterations in all solves, and final residuals equal to six digits.")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
