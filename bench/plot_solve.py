#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Draw the solves of a board total: plot_solve.py [--table] BOARD.json PICTURE.svg

For each problem the time of the solve on one GPU with trisweep's Gauss-Seidel (2003 down, 2004 up)
and SSOR (2006), and with hypre's smoothers, as multiples of the fastest. --table also prints the
times in milliseconds and the iterations as a table.
"""

import json
import sys

import matplotlib

matplotlib.use("Agg")
matplotlib.rcParams["svg.hashsalt"] = "trisweep"
matplotlib.rcParams["svg.fonttype"] = "none"
import matplotlib.pyplot as plt  # noqa: E402

TITLES = {"lap7": "7-point\n${0}^3$", "lap27": "27-point\n${0}^3$",
          "sys3": "3 unknowns\n${0}^3$", "rotate": "rotated\n${0}^2$",
          "vardif": "convection,\ndiffusion ${0}^3$", "elas": "elasticity\n${0}^3$ cubes"}
BARS = [("2003/2004 (trisweep)", "#0072b2"), ("2006 (trisweep)", "#56b4e9"),
        ("Jacobi 7, weight 0.7 or 0.85", "#e69f00"), ("l1-Jacobi 18", "#f6d79b"),
        ("Chebyshev 16", "#cc79a7")]
HIGHEST = 4.0  # a longer bar is cut off here and labelled with its value


def family(row):
    """Index in BARS of a row of the board, or None."""
    if row["source"] == "trisweep":
        ours = {"GS 3 down 4 up": 0, "SSOR 6": 1}
        return ours.get(row["smoother"]) if row["ordering"] == "auto" else None
    theirs = {"l1-jacobi 18": 3, "chebyshev 16": 4}
    return 2 if row["smoother"].startswith("jacobi 7") else theirs.get(row["smoother"])


def read(path):
    """{problem: {index in BARS: row}} of the solves on one GPU that converged, and the board. Only
    problems with rows of hypre."""
    with open(path, encoding="ascii") as file:
        board = json.load(file)
    problems = {}
    for row in board["rows"]:
        bar = family(row)
        if bar is None or row["gpus"] != 1 or row["residual"] is None or row["residual"] > 1e-7:
            continue
        rows = problems.setdefault(row["problem"], {})
        if bar not in rows or row["solve_s"] < rows[bar]["solve_s"]:
            rows[bar] = row
    return {name: rows for name, rows in problems.items() if max(rows) > 1}, board


def title(problem):
    name, size = problem.split("_")
    return TITLES[name].format(size)


def print_table(problems):
    print("| problem |", " | ".join(label for label, _ in BARS), "|")
    print("|---" * (len(BARS) + 1) + "|")
    for problem, rows in problems.items():
        cells = [f"{1e3 * rows[bar]['solve_s']:.1f} ({rows[bar]['iterations']})"
                 if bar in rows else "fails" for bar in range(len(BARS))]
        print(f"| {problem} |", " | ".join(cells), "|")


def draw(problems, machine, path):
    figure, axes = plt.subplots(figsize=(9.0, 3.6), layout="constrained")
    width = 0.8 / len(BARS)
    for bar, (label, colour) in enumerate(BARS):
        places, heights = [], []
        for n, rows in enumerate(problems.values()):
            times = {known: row["solve_s"] for known, row in rows.items()}
            place = n + (bar - (len(BARS) - 1) / 2) * width
            if bar not in times:
                axes.text(place, 0.05, "fails", rotation=90, ha="center", va="bottom", fontsize=6)
                continue
            height = times[bar] / min(times.values())
            places.append(place)
            heights.append(min(height, HIGHEST))
            if height > HIGHEST:
                axes.text(place, HIGHEST, f"cut off, {height:.0f}", rotation=90, ha="center",
                          va="bottom", fontsize=7)
        axes.bar(places, heights, width, label=label, color=colour)
    axes.set_xticks(range(len(problems)), [title(problem) for problem in problems])
    axes.set_ylabel("time of the solve / the fastest")
    axes.set_xlabel(f"one {machine}", fontsize=8)
    axes.set_ylim(0.0, 1.12 * max(bar.get_height() for bar in axes.patches))
    axes.legend(ncols=3, fontsize=7, loc="lower center", bbox_to_anchor=(0.5, 1.0), frameon=False)
    figure.savefig(path, metadata={"Date": None} if path.endswith(".svg") else None)


def main():
    arguments = [word for word in sys.argv[1:] if word != "--table"]
    if len(arguments) != 2:
        sys.exit(__doc__)
    problems, board = read(arguments[0])
    if not problems:
        sys.exit("plot_solve.py: the board has no solves on one GPU that converged")
    draw(problems, f"{board['gpu']}, {board['date']}", arguments[1])
    if "--table" in sys.argv:
        print_table(problems)


if __name__ == "__main__":
    main()
