#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Draw a solve board: plot_solve.py BOARD.json PICTURE.svg

For each problem the time of the solve with trisweep's Gauss-Seidel (2003 down, 2004 up) and SSOR
(2006), and with hypre's smoothers, as multiples of the fastest.
"""

import json
import sys

import matplotlib

matplotlib.use("Agg")
matplotlib.rcParams["svg.hashsalt"] = "trisweep"
import matplotlib.pyplot as plt  # noqa: E402

TITLES = {"lap7_128": "7-point\n$128^3$", "lap7_256": "7-point\n$256^3$",
          "lap27_128": "27-point\n$128^3$", "sys3_64": "3 unknowns\n$64^3$",
          "rotate_1024": "rotated\n$1024^2$", "vardif_128": "convection,\ndiffusion",
          "elasticity": "elastic\nbeam"}
BARS = [("2003/2004 (trisweep)", "#0072b2"), ("2006 (trisweep)", "#56b4e9"),
        ("weighted Jacobi, the best weight", "#e69f00"), ("l1-Jacobi 18", "#f6d79b"),
        ("Chebyshev 16", "#cc79a7"), ("Gauss-Seidel 3/4 of hypre", "#999999")]
HIGHEST = 4.0  # a longer bar is cut off here and labelled with its value


def family(row):
    """Index in BARS of a row of the board, or None."""
    if row["source"] == "trisweep":
        ours = {"GS 3 down 4 up": 0, "SSOR 6": 1}
        return ours.get(row["smoother"]) if row["ordering"] == "auto" else None
    theirs = {"l1-jacobi 18": 3, "chebyshev 16": 4, "GS 3 down 4 up": 5}
    return 2 if row["smoother"].startswith("jacobi 7") else theirs.get(row["smoother"])


def read(path):
    """{problem: {index in BARS: seconds}} of the converged solves, and machine with date."""
    with open(path, encoding="ascii") as file:
        board = json.load(file)
    rows = board["rows"]
    problems = {}
    for row in rows:
        bar = family(row)
        if bar is not None and row["converged"]:
            times = problems.setdefault(row["problem"], {})
            times[bar] = min(row["solve_s"], times.get(bar, row["solve_s"]))
    return problems, f"{board['gpu']}, {board['date']}"


def draw(problems, machine, path):
    figure, axes = plt.subplots(figsize=(9.0, 3.6), layout="constrained")
    width = 0.8 / len(BARS)
    for bar, (label, colour) in enumerate(BARS):
        places, heights = [], []
        for n, times in enumerate(problems.values()):
            place = n + (bar - (len(BARS) - 1) / 2) * width
            if bar not in times:
                axes.text(place, 0.05, "fails", rotation=90, ha="center", va="bottom", fontsize=6)
                continue
            height = times[bar] / min(times.values())
            places.append(place)
            heights.append(min(height, HIGHEST))
            if height > HIGHEST:
                axes.text(place, HIGHEST, f"// {height:.0f}", rotation=90, ha="center", va="bottom",
                          fontsize=7)
        axes.bar(places, heights, width, label=label, color=colour)
    axes.set_xticks(range(len(problems)), [TITLES.get(p, p) for p in problems])
    axes.set_ylabel(f"time of the solve / the fastest\n{machine}, // cut off")
    axes.set_ylim(0.0, 1.12 * HIGHEST)
    axes.legend(ncols=3, fontsize=7, loc="lower center", bbox_to_anchor=(0.5, 1.0), frameon=False)
    figure.savefig(path, metadata={"Date": None} if path.endswith(".svg") else None)


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    problems, machine = read(sys.argv[1])
    if not problems:
        sys.exit("plot_solve.py: the board has no solves that converged")
    draw(problems, machine, sys.argv[2])


if __name__ == "__main__":
    main()
