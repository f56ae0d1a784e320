#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Table, history and plot of scripts/demo, from the logs of its runs: demo_report.py FOLDER."""

import csv
import json
import math
import os
import re
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402

IJ_PROBLEMS = {"27pt": "27-point Laplacian 100^3", "rotate": "rotated anisotropy 600^2"}
HISTORY_LINE = re.compile(r"^\s+(\d+)\s+(\S+)\s+(\S+)\s+(\S+)\s*$", re.MULTILINE)


def read_ij(path):
    """Iterations, residual, setup and solve seconds, rows and history of one run of ij."""
    with open(path, encoding="utf-8", errors="replace") as file:
        text = file.read()
    times = [float(word) for word in re.findall(r"wall clock time = (\S+) seconds", text)]
    iterations = re.findall(r"Iterations = (\d+)", text)
    residual = re.findall(r"Final Relative Residual Norm = (\S+)", text)
    rows = re.findall(r"^\s*0\s+(\d+)\s+\d+", text, re.MULTILINE)
    if not (iterations and residual and len(times) >= 2 and rows):
        sys.exit(f"demo: {path} has no result:\n{text[-2000:]}")
    history = [1.0] + [float(row[3]) for row in HISTORY_LINE.findall(text[text.index("Iters "):])]
    return {"iterations": int(iterations[-1]), "residual": float(residual[-1]),
            "setup": times[-2], "solve": times[-1], "rows": int(rows[0]), "history": history}


def read_solve(path):
    """The same of a run of trisweep-solve, for hypre's smoother and for ours."""
    with open(path, encoding="ascii") as file:
        report = json.load(file)
    return [{"iterations": run["iterations"], "residual": run["residual"], "setup": run["setup_s"],
             "solve": run["solve_s"], "rows": report["problem"]["rows"], "history": run["history"]}
            for run in report["results"]]


def read_all(folder):
    runs = []
    for name, title in IJ_PROBLEMS.items():
        runs.append((title, read_ij(os.path.join(folder, f"{name}-hypre-6.log")),
                     read_ij(os.path.join(folder, f"{name}-trisweep-1006.log"))))
    runs.append(("elasticity, clamped beam", *read_solve(os.path.join(folder, "elasticity.json"))))
    return runs


def table_of(runs):
    lines = [f"{'problem':<26}{'unknowns':>10}  {'smoother':<15}{'iterations':>10}"
             f"{'residual':>14}{'setup s':>9}{'solve s':>9}{'hypre/ours':>12}"]
    lines.append("-" * len(lines[0]))
    for title, plain, ours in runs:
        both = (plain["setup"] + plain["solve"]) / (ours["setup"] + ours["solve"])
        for name, run in (("hypre 6", plain), ("trisweep 1006", ours)):
            ratio = "" if run is plain else f"{plain['solve'] / run['solve']:.2f}"
            lines.append(f"{title:<26}{run['rows']:>10}  {name:<15}{run['iterations']:>10}"
                         f"{run['residual']:>14.6e}{run['setup']:>9.2f}{run['solve']:>9.2f}"
                         f"{ratio:>12}")
            title = ""
        lines.append(f"{'':<38}{'setup and solve together':<57}{both:>12.2f}")
    return "\n".join(lines)


def disagreements(runs):
    """What contradicts that the iterates are the same."""
    for title, plain, ours in runs:
        if plain["iterations"] != ours["iterations"]:
            yield f"{title}: {plain['iterations']} iterations, but {ours['iterations']} with ours"
        unit = 1e-5 * 10.0 ** math.floor(math.log10(plain["residual"]))
        if abs(plain["residual"] - ours["residual"]) > unit:
            yield f"{title}: residual {plain['residual']:.6e}, but {ours['residual']:.6e} with ours"


def write_history(path, runs):
    with open(path, "w", encoding="ascii", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["problem", "smoother", "iteration", "relative_residual", "seconds"])
        for title, plain, ours in runs:
            for name, run in (("hypre 6", plain), ("trisweep 1006", ours)):
                for k, residual in enumerate(run["history"]):
                    seconds = run["setup"] + run["solve"] * k / run["iterations"]
                    writer.writerow([title, name, k, f"{residual:.10e}", f"{seconds:.6f}"])


def draw(folder, runs):
    """Residual against time, setup included; the marks are the iterations."""
    figure, axes = plt.subplots(1, len(runs), figsize=(4.2 * len(runs), 3.6), sharey=True,
                                layout="constrained")
    styles = (("hypre 6", "o--", "tab:gray"), ("trisweep 1006", "s-", "tab:blue"))
    for axis, (title, plain, ours) in zip(axes, runs):
        for (name, style, colour), run in zip(styles, (plain, ours)):
            seconds = [run["setup"] + run["solve"] * k / run["iterations"]
                       for k in range(len(run["history"]))]
            axis.semilogy(seconds, run["history"], style, color=colour, label=name, markersize=3)
        axis.set_title(f"{title}\n{plain['rows']:,} unknowns, {ours['iterations']} iterations")
        axis.set_xlabel("time from the start of the setup (s)")
        axis.grid(True, which="major", alpha=0.3)
    axes[0].set_ylabel("relative residual")
    axes[0].legend()
    for kind in ("png", "svg"):
        figure.savefig(os.path.join(folder, f"convergence.{kind}"), dpi=150, metadata={"Date": None}
                       if kind == "svg" else None)


def main():
    folder = sys.argv[1]
    runs = read_all(folder)
    table = table_of(runs)
    print(table)
    with open(os.path.join(folder, "table.txt"), "w", encoding="ascii") as file:
        file.write(table + "\n")
    write_history(os.path.join(folder, "history.csv"), runs)
    draw(folder, runs)
    wrong = list(disagreements(runs))
    for line in wrong:
        print(f"demo: NOT THE SAME: {line}")
    if not wrong:
        print("\nThe same iterations everywhere, and final residuals equal to six digits.")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
