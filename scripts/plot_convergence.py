#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Plot residual histories: plot_convergence.py HISTORY.csv STEM writes STEM.png and STEM.svg.

HISTORY.csv needs the columns problem, smoother, iteration and relative_residual, as
written by scripts/demo and `trisweep-solve --history`. With a column seconds the
residual is drawn over time, with one mark per iteration; otherwise over iterations.
"""

import csv
import math
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#000000")


def read(path):
    """Problem -> smoother -> ([x], [residual]), the name of x, and problem -> unknowns."""
    curves, unknowns = {}, {}
    with open(path, encoding="utf-8", newline="") as file:
        reader = csv.DictReader(file)
        columns = reader.fieldnames or []
        missing = {"problem", "smoother", "iteration", "relative_residual"} - set(columns)
        if missing:
            sys.exit(f"plot_convergence: {path}: no column {', '.join(sorted(missing))}")
        x_name = "seconds" if "seconds" in columns else "iteration"
        for row in reader:
            x, y = curves.setdefault(row["problem"], {}).setdefault(row["smoother"], ([], []))
            x.append(float(row[x_name]))
            y.append(float(row["relative_residual"]) or math.nan)
            unknowns[row["problem"]] = row.get("unknowns")
    if not curves:
        sys.exit(f"plot_convergence: {path}: no rows")
    return curves, x_name, unknowns


def styles(smoothers):
    """Dashed lines for hypre, solid lines for trisweep; one colour for both smoothers of a pair."""
    types = []
    for smoother in smoothers:
        source, _, number = smoother.partition(" ")
        offset = 1000 if source == "trisweep" else 0
        kind = "/".join(str(int(leg) - offset) for leg in number.split("/"))
        if kind not in types:
            types.append(kind)
        colour = COLOURS[types.index(kind) % len(COLOURS)]
        yield smoother, {"color": colour, "label": smoother, "markersize": 3.5,
                         "linestyle": "-" if offset else "--", "linewidth": 1.4,
                         "marker": "o", "markerfacecolor": colour if offset else "white"}


def draw(curves, x_name, unknowns):
    figure, axes = plt.subplots(1, len(curves), figsize=(4.2 * len(curves), 3.6), sharey=True,
                                squeeze=False, layout="constrained")
    for axis, (problem, runs) in zip(axes[0], curves.items()):
        for smoother, style in styles(runs):
            axis.semilogy(*runs[smoother], **style)
        size = f"\n{int(unknowns[problem]):,} unknowns" if unknowns[problem] else ""
        axis.set_title(problem + size)
        axis.set_xlabel("time from the start of the setup (s)" if x_name == "seconds"
                        else "iteration")
        axis.set_xlim(left=0.0)
        axis.grid(True, which="major", alpha=0.3)
    axes[0][0].set_ylabel("relative residual")
    axes[0][0].legend(fontsize="small")
    return figure


def main():
    if len(sys.argv) != 3:
        sys.exit("usage: plot_convergence.py HISTORY.csv STEM")
    figure = draw(*read(sys.argv[1]))
    figure.savefig(sys.argv[2] + ".png", dpi=150)
    figure.savefig(sys.argv[2] + ".svg", metadata={"Date": None})


if __name__ == "__main__":
    main()
