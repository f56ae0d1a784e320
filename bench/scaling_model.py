#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A model of solves on several GPUs of one host: four, also measured, and a prediction for eight.

    scaling_model.py            write the prediction between the marks in doc/scaling.md
    scaling_model.py --check    exit with status 1 if doc/scaling.md has another prediction

The constants of solves are fitted to the 7-point problems of a board total on one and two GPUs,
those of setups also on four. Ranks have
slabs of the cube, so that a rank has at most two neighbours.
"""

import json
import math
import os
import sys

import new_file

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PAGE = os.path.join(TOP, "doc", "scaling.md")
BOARD = "h200x4-total-2026-11-26b.json"
BEGIN, END = "<!-- model: written by bench/scaling_model.py -->\n", "<!-- end of model -->\n"
EDGES = (128, 200, 256)
LEVELS = "h200-sweep-2026-11-22d.json"  # with the AMG levels of lap7_128
GATHERED_ROWS = 1024  # MOST_GATHERED_ROWS of src/extensions/cycle/coarse.c
A_LEVEL = 4           # exchanges of a level: residual, restriction, interpolation, sweep up
AN_ITERATION = 5      # gathered levels, product of PCG, three inner products


def load(name):
    with open(os.path.join(TOP, "bench", "results", name), encoding="ascii") as file:
        return json.load(file)


def coarsening():
    """Rows of an AMG level of lap7_128 over those of the next, from the finest level on."""
    rows = {row["matrix"]: row["n"] for row in load(LEVELS)["rows"]}
    sizes = [128 ** 3] + [rows[f"amg_lap7_128_level{level}"] for level in range(1, 6)]
    return [size / following for size, following in zip(sizes, sizes[1:])]


RATIOS = coarsening()


def exchanges(rows):
    """Exchanges between ranks in one iteration of PCG; the last ratio also for later levels."""
    levels = 0
    while rows > GATHERED_ROWS:
        rows /= RATIOS[min(levels, len(RATIOS) - 1)]
        levels += 1
    return A_LEVEL * levels + AN_ITERATION


def fit(points):
    """Least squares of y = c0 u0 + c1 u1: points are ((u0, u1), y)."""
    a, b, d = (sum(u[i] * u[j] for u, _ in points) for i, j in ((0, 0), (0, 1), (1, 1)))
    p, q = (sum(u[i] * y for u, y in points) for i in (0, 1))
    return (p * d - q * b) / (a * d - b * b), (q * a - p * b) / (a * d - b * b)


class Model:
    """Milliseconds of an iteration and of a setup, fitted to a board."""

    def __init__(self, board):
        self.rows = {(int(row["problem"][5:]), row["np"]): row for row in board["rows"]
                     if row["problem"] in {f"lap7_{edge}" for edge in EDGES}
                     and row["source"] == "trisweep" and row["smoother"].startswith("GS 3")}
        self.fixed, self.a_row = fit([((1.0, edge ** 3), self.measured(edge, 1))
                                      for edge in EDGES])
        self.exchange, self.a_face = fit(
            [((exchanges(edge ** 3), edge ** 2),
              self.measured(edge, 2) - self.fixed - self.a_row * edge ** 3 / 2) for edge in EDGES])
        self.setup = {ranks: fit([((1.0, edge ** 3 / ranks),
                                   1e3 * self.rows[edge, ranks]["setup_s"])
                                  for edge in EDGES]) for ranks in (1, 2, 4)}
        self.iterations = fit([((1.0, math.log2(edge ** 3)), self.rows[edge, 1]["iterations"])
                               for edge in EDGES])

    def measured(self, edge, ranks):
        row = self.rows[edge, ranks]
        return 1e3 * row["solve_s"] / row["iterations"]

    def iteration(self, edge, height, ranks):
        """edge * edge * height points on ranks."""
        rows = edge * edge * height
        neighbours = min(ranks - 1, 2)
        return self.fixed + self.a_row * rows / ranks + (
            exchanges(rows) * self.exchange + neighbours * edge ** 2 * self.a_face
            if ranks > 1 else 0.0)

    def setup_of(self, rows_a_rank, ranks):
        """On more than four ranks a row of a rank costs as much as on four."""
        constant, a_row = self.setup[min(ranks, 4)]
        return constant + a_row * rows_a_rank

    def iterations_of(self, rows):
        constant, a_doubling = self.iterations
        return math.ceil(constant + a_doubling * math.log2(rows))


def text_of(model):
    lines = [f"    iteration = {model.fixed:.3f} ms + {1e6 * model.a_row:.3f} ns rows / P + "
             f"{1e3 * model.exchange:.1f} us exchanges + {1e6 * model.a_face:.2f} ns face rows",
             "", "| lap7 | GPUs | exchanges an iteration | iteration, ms: model | measured |",
             "|---|---|---|---|---|"]
    for edge in EDGES:
        for ranks in (1, 2, 4):
            lines.append(f"| {edge}^3 | {ranks} | {exchanges(edge ** 3) if ranks > 1 else 0} | "
                         f"{model.iteration(edge, edge, ranks):.2f} | "
                         f"{model.measured(edge, ranks):.2f} |")
    rows = 256 ** 3
    one = model.rows[256, 1]
    solve, setup = 1e3 * one["solve_s"], 1e3 * one["setup_s"]
    lines += ["", "lap7_256 on four GPUs, measured, and predictions: eight GPUs, and 256 x 256 x "
              "256 P points.", "",
              "| points | GPUs | exchanges | solve, ms (iterations) | solve / solve on one | "
              "setup, ms | setup / setup on one |", "|---|---|---|---|---|---|---|"]
    four = model.rows[256, 4]
    lines.append(f"| 256^3, measured | 4 | {exchanges(rows)} | {1e3 * four['solve_s']:.1f} "
                 f"({four['iterations']}) | {1e3 * four['solve_s'] / solve:.2f} | "
                 f"{1e3 * four['setup_s']:.0f} | {1e3 * four['setup_s'] / setup:.2f} |")
    for ranks in (4, 8):
        iterations = model.rows[256, 2]["iterations"]
        time = iterations * model.iteration(256, 256, ranks)
        build = model.setup_of(rows / ranks, ranks)
        lines.append(f"| 256^3 | {ranks} | {exchanges(rows)} | {time:.1f} ({iterations}) | "
                     f"{time / solve:.2f} | {build:.0f} | {build / setup:.2f} |")
    for ranks in (4, 8):
        iterations = model.iterations_of(ranks * rows)
        time = iterations * model.iteration(256, 256 * ranks, ranks)
        build = model.setup_of(rows, ranks)
        lines.append(f"| 256^3 a rank | {ranks} | {exchanges(ranks * rows)} | {time:.1f} "
                     f"({iterations}) | {time / solve:.2f} | {build:.0f} | {build / setup:.2f} |")
    efficiency = [model.measured(256, 1) / model.iteration(256, 256 * ranks, ranks)
                  for ranks in (4, 8)]
    lines += ["", f"Weak efficiency of an iteration: {efficiency[0]:.2f} on four GPUs, "
              f"{efficiency[1]:.2f} on eight."]
    return "\n".join(lines) + "\n"


def main():
    if sys.argv[1:] not in ([], ["--check"]):
        sys.exit(__doc__)
    text = text_of(Model(load(BOARD)))
    with open(PAGE, encoding="utf-8") as file:
        page = file.read()
    if page.count(BEGIN) != 1 or page.count(END) != 1:
        sys.exit("scaling_model.py: doc/scaling.md has not one prediction between the marks")
    before, rest = page.split(BEGIN)
    old, after = rest.split(END)
    if sys.argv[1:] == ["--check"]:
        if old != text:
            sys.exit("scaling_model.py: the prediction of doc/scaling.md is not that of the model; "
                     "run bench/scaling_model.py")
        return
    new_file.write(PAGE, before + BEGIN + text + END + after)


if __name__ == "__main__":
    main()
