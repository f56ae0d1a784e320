#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The table and the picture of README.md, from the boards "total" and "steps" with most problems in
bench/results, the newest of these; device memory from the newest board that has it of a problem.

    plot_totals.py            write the table between the marks in README.md, and doc/totals.svg
    plot_totals.py --check    exit with status 1 if the table in README.md is not that of the boards

Totals are setup + one solve. hypre's best smoother is the one with the least total of all smoothers
of hypre on the board that converged.
"""

import glob
import json
import math
import os
import sys

import new_file

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
README = os.path.join(TOP, "README.md")
BEGIN, END = "<!-- totals: written by bench/plot_totals.py -->\n", "<!-- end of totals -->\n"
TITLES = {"lap7": "7-point Laplacian, {0}^3", "lap27": "27-point Laplacian, {0}^3",
          "sys3": "three coupled unknowns per point, {0}^3", "rotate": "rotated anisotropy, {0}^2",
          "vardif": "convection and diffusion, {0}^3",
          "elas": "elasticity, {0}^3 cubes", "elasticity": "elasticity, {0}^3 nodes",
          "heatflow": "heat equation, {0}^3 nodes"}
COLOURS = (("#999999", "#cccccc"), ("#0072b2", "#56b4e9"), ("#009e73", "#66c2a5"))
CPU2 = "two cores of an AMD EPYC"  # bench/results/README.md


def title(problem):
    name, size = problem.split("_")
    return TITLES[name].format(size)


def total(row):
    return row["setup_s"] + row["solve_s"]


def best(rows):
    """The converged row with the least total, or None."""
    solved = [row for row in rows if row["residual"] is not None and row["residual"] <= 1e-7]
    return min(solved, key=total, default=None)


def read(path, ordering):
    """{problem: {"hypre": row, "same": row, "ours": row, "plain": seconds, "memory": ratio}}, and
    the board. Same: hypre's Gauss-Seidel; plain: the least setup of hypre's smoothers; memory: the
    peak of ours over that of hypre's l1-Jacobi, if the board has both."""
    with open(path, encoding="ascii") as file:
        board = json.load(file)
    problems = {}
    for name in dict.fromkeys(row["problem"] for row in board["rows"]):
        rows = [row for row in board["rows"] if row["problem"] == name]
        hypres = [row for row in rows if row["source"] == "hypre"]
        ours = best(row for row in rows if row["source"] == "trisweep"
                    and row["ordering"] == ordering and row["smoother"].startswith("GS 3"))
        hypre = best(hypres)
        peaks = [row.get("peak_bytes") for row in (ours, best(
            row for row in hypres if row["smoother"] == "l1-jacobi 18")) if row]
        if ours and hypre:
            problems[name] = {"hypre": hypre, "ours": ours,
                              "same": best(r for r in hypres if r["smoother"].startswith("GS 3")),
                              "plain": min(row["setup_s"] for row in hypres)}
            if len(peaks) == 2 and all(peaks):
                problems[name]["memory"] = peaks[0] / peaks[1]
    return problems, board


def boards(pattern, ordering, gpus):
    """(problems, board, name of the file) of all boards on one machine, the oldest first."""
    found = []
    for path in glob.glob(os.path.join(TOP, "bench", "results", pattern)):
        problems, board = read(path, ordering)
        if problems and all(row["gpus"] == gpus for row in board["rows"]):
            found.append((problems, board, os.path.basename(path)))
    return sorted(found, key=lambda item: (item[1]["date"], os.path.splitext(item[2])[0]))


def chosen(found):
    """The newest of the boards with most problems, on the GPU of the newest board."""
    alike = [item for item in found if item[1]["gpu"] == found[-1][1]["gpu"]]
    most = max(len(problems) for problems, *_ in alike)
    return [item for item in alike if len(item[0]) == most][-1]


def span(values):
    values = list(values)
    return f"{min(values):.2f} to {max(values):.2f}"


def mean(values):
    values = list(values)
    return math.exp(sum(map(math.log, values)) / len(values))


def ratio(runs, other="hypre"):
    return total(runs[other]) / total(runs["ours"])


def steps_row():
    """The row of the board of time steps with most cases, of the newest of these: hypre's best
    against setups by values."""
    found = []
    for path in glob.glob(os.path.join(TOP, "bench", "results", "h?00-steps-*.json")):
        with open(path, encoding="ascii") as file:
            board = json.load(file)
        cases = dict.fromkeys((row["problem"], row["change"]) for row in board["rows"])
        found.append((len(cases), path.rpartition("-steps-")[2], path, cases, board))
    path, cases, board = max(found)[2:]
    totals = []
    for case in cases:
        rows = [row for row in board["rows"] if (row["problem"], row["change"]) == case]
        hypre = best(row for row in rows if row["source"] == "hypre")
        ours = best(row for row in rows if row["mode"] == "values"
                    and row["ordering"] == "auto" and row["smoother"].startswith("GS 3"))
        totals.append(total(hypre) / total(ours))
    steps = board["rows"][0]["steps"]
    return (f"{steps} time steps with `setup=values`, which renews the values of a hierarchy, are "
            f"{mean(totals):.2f} times as fast as with hypre's best and full setups\n"
            f"(mean of all cases, [{os.path.basename(path)}](bench/results/README.md)).")


def text_of(gpu, cpu):
    problems, board, name = chosen(gpu)
    factors = any(row["smoother"].startswith("ILU") for row in board["rows"])
    more = ", ILU(0) (exact solves, and two Jacobi iterations)" if factors else ""
    memory = {problem: (f" {runs['memory']:.2f}", source)
              for found, other, source in gpu if other["gpu"] == board["gpu"]
              for problem, runs in found.items() if "memory" in runs}
    others = sorted({source for _, source in memory.values()} - {name})
    more_of = "".join(f", device memory from\n[{other}](bench/results/README.md) where it has the "
                      "problem" for other in others)
    lines = ["How many times as fast as hypre's best of Jacobi, l1-Jacobi and Chebyshev"
             f"{more}: trisweep's 2003 down, 2004 up, on one {' '.join(board['gpu'].split()[:2])}",
             f"([{name}](bench/results/README.md){more_of}):", "",
             "| problem | setup + one solve | the solve alone |" +
             (" device memory over l1-Jacobi's |" if memory else ""),
             "|---|---|---|" + ("---|" if memory else "")]
    for problem, runs in problems.items():
        solves = runs["hypre"]["solve_s"] / runs["ours"]["solve_s"]
        lines.append(f"| {title(problem)} | {ratio(runs):.2f} | {solves:.2f} |" +
                     (f"{memory.get(problem, ('',))[0]} |" if memory else ""))
    gains = [ratio(runs) for runs in problems.values()]
    # Boards of other problems are of other code (bench/results/README.md).
    alike = [found for found, *_ in gpu if set(found) == set(problems)]
    setups = [runs["ours"]["setup_s"] / runs["plain"] for found in alike for runs in found.values()]
    lines += ["", f"The geometric mean is {mean(gains):.2f}. The setup alone takes {span(setups)} "
              "times as long as hypre's fastest setup" +
              (f" ({len(alike)} boards of these problems)." if len(alike) > 1 else "."),
              steps_row()]
    problems, board, name = cpu[-1]
    more = [100.0 * (ratio(runs) - 1.0) for runs in problems.values()]
    lines += [f"On CPUs trisweep is {min(more):.0f} to {max(more):.0f} % faster than hypre's best "
              f"({CPU2}, [{name}](bench/results/README.md))."]
    return "\n".join(lines) + "\n"


def bars(axes, problems, kinds):
    """Setup and solve of each kind of run, as parts of the total of the first kind, with totals."""
    height = 0.8 / len(kinds)
    for place, (problem, runs) in enumerate(problems.items()):
        whole = total(runs[kinds[0][0]])
        for number, (kind, _) in enumerate(kinds):
            if kind not in runs:
                continue
            middle = place + height * (number - 0.5 * (len(kinds) - 1))
            setup, solve = runs[kind]["setup_s"] / whole, runs[kind]["solve_s"] / whole
            axes.barh(middle, setup, 0.95 * height, color=COLOURS[number][0])
            axes.barh(middle, solve, 0.95 * height, left=setup, color=COLOURS[number][1])
            axes.text(setup + solve + 0.01, middle, f"{1e3 * total(runs[kind]):.3g} ms",
                      va="center", fontsize=7)
    axes.set_yticks(range(len(problems)), [title(problem) for problem in problems], fontsize=8)
    axes.invert_yaxis()
    axes.set_xlim(0.0, 1.35)
    axes.set_xlabel("time / time with hypre", fontsize=8)
    axes.tick_params(axis="x", labelsize=8)
    for colours, (_, name) in zip(COLOURS, kinds):
        for colour, what in zip(colours, (f"{name}: setup", "solve")):
            axes.barh([0], [0], color=colour, label=what)
    axes.legend(fontsize=7, ncols=len(kinds), frameon=False, loc="lower center",
                bbox_to_anchor=(0.4, 1.0))


def draw(name, panels):
    """A picture of (problems, kinds of runs, heading), side by side."""
    try:
        import matplotlib
    except ImportError:
        sys.exit("plot_totals.py: needs matplotlib (on Debian: python3-matplotlib)")
    matplotlib.use("Agg")
    matplotlib.rcParams["svg.hashsalt"] = "trisweep"
    matplotlib.rcParams["svg.fonttype"] = "none"
    import matplotlib.pyplot as plt
    figure, axes = plt.subplots(1, len(panels), figsize=(5.5 * len(panels), 4.4),
                                layout="constrained", squeeze=False)
    for number, (problems, kinds, heading) in enumerate(panels):
        bars(axes[0][number], problems, kinds)
        figure.text(0.02 + number / len(panels), 0.99, heading, va="top", fontsize=9,
                    weight="bold")
    figure.get_layout_engine().set(rect=(0.0, 0.0, 1.0, 0.95))
    figure.savefig(os.path.join(TOP, "doc", name), metadata={"Date": None})


def main():
    gpu, cpu = boards("*-total-*.json", "auto", 1), boards("cpu2-total-*.json", "natural", 0)
    with open(README, encoding="utf-8") as file:
        readme = file.read()
    if readme.count(BEGIN) != 1 or readme.count(END) != 1:
        sys.exit("plot_totals.py: README.md has not one table between the marks")
    before, rest = readme.split(BEGIN)
    old, after = rest.split(END)
    new = text_of(gpu, cpu)
    if sys.argv[1:] == ["--check"]:
        if old != new:
            sys.exit("plot_totals.py: the table of README.md is not that of the newest boards; run "
                     "bench/plot_totals.py")
        return
    if sys.argv[1:]:
        sys.exit(__doc__)
    new_file.write(README, before + BEGIN + new + END + after)
    draw("totals.svg",
         [(found[0], ((other, names[0]), ("ours", names[1])), f"{machine}, {found[1]['date']}")
          for found, other, names, machine in (
              (chosen(gpu), "hypre", ("hypre's best smoother", "trisweep 2003/2004"),
               chosen(gpu)[1]["gpu"]),
              (cpu[-1], "same", ("hypre 3/4", "trisweep 1003/1004"), CPU2))])


if __name__ == "__main__":
    main()
