#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Fit the constants by which blocks in device memory get their schedule.

   bench/fit_tuning.py SWEEP.json ... > src/plan/tuning/GPU.def
   bench/fit_tuning.py --check SWEEP.json ...

reads sweep boards of trisweep-bench (the kernels onchip, persistent and strips in
natural order; a later board replaces what an earlier one has) and fits the time of a
forward sweep, for each schedule, by

   launch + entry nnz + row n + depth (level + crossing c + length nnz / n) + longest l

with constants that are not negative; c is the share of rows that wait for
another strip, times w / (w + 64) for w rows a level, l the longest row. Least
squares of the relative errors. --check prints how much slower than the best the
chosen schedule is on these boards, as geometric mean and worst, with constants
fitted to all blocks, and with constants fitted to all but the one that they
choose for.
"""
import argparse
import json
import math

KERNELS = ("onchip", "persistent", "strips")
# The same numbers as in src/plan/tune.c.
ONCHIP_WIDTH = 256
STRIPS_LEVELS = 64
CROSSING_WIDTH = 64


class Shape:
    def __init__(self, row, is_grid):
        self.grid = is_grid
        self.n, self.nnz, self.depth = row["n"], row["nnz"], row["depth"]
        self.longest = row["longest_row"]
        width = self.n / self.depth
        self.crossing = row["crossing"] * width / (width + CROSSING_WIDTH)

    def features(self):
        return [1.0, 1e-3 * self.nnz, 1e-3 * self.n, 1e-3 * self.depth,
                1e-3 * self.depth * self.crossing, 1e-3 * self.depth * self.nnz / self.n,
                1e-3 * self.longest]

    def part(self, kernel):
        """The schedule's own way to deal with such a block."""
        return "tiles" if self.grid and kernel == "strips" else "all"

    def allows(self, kernel):
        if kernel == "onchip":
            return self.n <= ONCHIP_WIDTH * self.depth
        return kernel != "strips" or self.depth > STRIPS_LEVELS


def read_boards(paths):
    """{matrix: {kernel: (shape, microseconds)}}"""
    blocks, boards = {}, []
    for path in paths:
        with open(path, encoding="utf-8") as file:
            boards.append(json.load(file))
    grids = {row["matrix"] for board in boards for row in board["rows"] if row.get("grid")}
    for board in boards:
        for row in board["rows"]:
            shape = Shape(row, row["matrix"] in grids)
            if row["kernel"] in KERNELS and row["ordering"] == "natural":
                times = blocks.setdefault(row["matrix"], {})
                times[row["kernel"]] = (shape, 1e3 * row["ms_forward"])
    return blocks


def least_squares(points):
    """Constants >= 0 that minimise the sum of squared relative errors, by coordinate descent."""
    return descend([[f / us for f in shape.features()] for shape, us in points],
                   [1.0] * len(points))


def descend(rows, wanted):
    n = len(rows[0])
    normal = [[sum(r[i] * r[j] for r in rows) for j in range(n)] for i in range(n)]
    right = [sum(r[i] * w for r, w in zip(rows, wanted)) for i in range(n)]
    x = [0.0] * n
    change = 1.0
    while change > 1e-9:
        change = 0.0
        for i in range(n):
            if normal[i][i] > 0.0:
                rest = right[i] - sum(normal[i][j] * x[j] for j in range(n) if j != i)
                new = max(0.0, rest / normal[i][i])
                change = max(change, abs(new - x[i]) * math.sqrt(normal[i][i] / len(rows)))
                x[i] = new
    return x


def estimate(constants, shape):
    return sum(c * f for c, f in zip(constants, shape.features()))


def geometric(values):
    return math.exp(sum(math.log(v) for v in values) / len(values))


def fit(blocks):
    """{(kernel, part): constants}"""
    points = {}
    for times in blocks.values():
        for kernel, (shape, us) in times.items():
            if shape.allows(kernel):
                points.setdefault((kernel, shape.part(kernel)), []).append((shape, us))
    return {key: [float(f"{c:.4g}") for c in least_squares(some)]
            for key, some in points.items()}


def rank(table, times):
    """[(estimate, kernel)], the fastest first"""
    found = []
    for kernel, (shape, _) in times.items():
        if shape.allows(kernel):
            found.append((estimate(table[kernel, shape.part(kernel)], shape), kernel))
    return sorted(found)


def regrets(table, blocks):
    """[(how much slower than the best what the model chooses is, where)]"""
    found = []
    for matrix, times in sorted(blocks.items()):
        chosen = rank(table, times)[0][1]
        best = min(us for kernel, (s, us) in times.items() if s.allows(kernel))
        found.append((times[chosen][1] / best, f"{matrix}: {chosen}"))
    return found


def check(blocks):
    together, apart = regrets(fit(blocks), blocks), []
    for matrix, times in blocks.items():
        others = {key: some for key, some in blocks.items() if key != matrix}
        apart += regrets(fit(others), {matrix: times})
    print("| blocks | mean | worst | left out: mean | worst |")
    print(5 * "|---" + "|")
    cells = [f"{geometric([ratio for ratio, _ in some]):.3f} | {max(some)[0]:.2f} ({max(some)[1]})"
             for some in (together, apart)]
    print(f"| {len(together)} | {' | '.join(cells)} |")


def write(table, gpu, date):
    print("/* SPDX-License-Identifier: Apache-2.0 OR MIT */")
    print(f"/*\n * Time of a forward sweep on a block in the memory of one {gpu}, by\n"
          f" * schedule and its way to deal with such a block: microseconds a launch, then ns an\n"
          f" * entry, a row, a level, a level times the share of crossing rows, a level times\n"
          f" * entries a row, an entry of the longest row. Sweep boards from {date} on, written\n"
          " * by bench/fit_tuning.py.\n */")
    print(f'TSW_GPU("{gpu}")')
    for key in sorted(table):
        numbers = ", ".join(f"{c:g}" for c in table[key])
        print(f"TSW_COST({', '.join(key)}, {numbers})")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("boards", nargs="+")
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()
    blocks = read_boards(arguments.boards)
    if arguments.check:
        check(blocks)
    else:
        with open(arguments.boards[0], encoding="utf-8") as file:
            board = json.load(file)
        write(fit(blocks), board["gpu"], board["date"])


if __name__ == "__main__":
    main()
