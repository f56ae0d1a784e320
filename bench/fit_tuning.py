#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Fit the constants by which blocks in device memory get their schedule.

   bench/fit_tuning.py SWEEP.json ... > src/plan/tuning/GPU.def
   bench/fit_tuning.py --check SWEEP.json ...
   bench/fit_tuning.py --calibrate FOLDER [--bench PROGRAM]

Read sweep boards of trisweep-bench (kernels onchip, persistent and strips in natural order; rows
of a later board replace rows of an earlier board). For each schedule, fit the time of a forward
sweep by

   launch + entry nnz + row n + depth (level + crossing c + length nnz / n) + longest l

with constants >= 0, by least squares of the relative errors. depth is the number of levels, l the
length of the longest row, and c the share of rows that depend on a row of an earlier strip, times
w / (w + 64) for w rows a level.
--check prints the time of the chosen schedule over the least time, as geometric mean and maximum
over the blocks: for constants fitted to all blocks, and for constants fitted to all blocks except
the block that they choose for. --calibrate measures this GPU by trisweep-bench on generated
matrices, in less than five minutes, and writes FOLDER/GPU.def for TRISWEEP_TUNING=FOLDER.
Constants with too few blocks for a fit are not written; the library then scales its own constants.
"""
import argparse
import json
import math
import os
import re
import subprocess
import sys
import tempfile

KERNELS = ("onchip", "persistent", "strips")
# The same numbers as in src/kernels/cuda/*/choice.c and src/plan/tune.c.
ONCHIP_WIDTH = 256
STRIPS_LEVELS = 64
CROSSING_WIDTH = 64
FEWEST_POINTS = 10  # least number of blocks for a fit
# Properties of the GPU for boards up to 2026-11-22, which do not state these properties.
BEFORE = {"NVIDIA H200": {"processors": 132, "clock_mhz": 1980, "gbytes_a_second": 4800}}
# Matrices of --calibrate: small, narrow, wide and uneven blocks, the small blocks first.
BUDGET_S = 200  # after this time no further matrix is started
CALIBRATION = (
    "lap5:20x20 lap7:10x10x10 lap27:8x8x8 lap9:40x40 elasticity:6x6x6 random:2000,5,1 "
    "banded:2000,8 chain:5000 graph:11,8,1 lap5:90x90 lap7:20x20x20 lap27:16x16x16 "
    "random:8000,20,1 banded:8000,30 powerlaw:12,8,1 lap5:200x200 lap7:32x32x32 lap27:24x24x24 "
    "elasticity:12x12x12 random:30000,8,1 banded:30000,10 graph:15,8,1 lap9:250x250 lap7:48x48x48 "
    "lap27:40x40x40 random:100000,12,1 powerlaw:15,8,1 elasticity:20x20x20 banded:100000,20 "
    "lap5:700x700 lap7:80x80x80 lap27:64x64x64 random:400000,6,1 graph:18,8,1 "
    "elasticity:30x30x30 lap7:128x128x128 lap27:100x100x100").split()


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
        """The variant of the schedule for this block."""
        return "tiles" if self.grid and kernel == "strips" else "all"

    def allows(self, kernel):
        if kernel == "onchip":
            return self.n <= ONCHIP_WIDTH * self.depth
        return kernel != "strips" or self.depth > STRIPS_LEVELS


def properties(board):
    return board if "processors" in board else BEFORE[board["gpu"]]


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


def fit(blocks, fewest=1):
    """{(kernel, part): constants} of each part with at least `fewest` blocks"""
    points = {}
    for times in blocks.values():
        for kernel, (shape, us) in times.items():
            if shape.allows(kernel):
                points.setdefault((kernel, shape.part(kernel)), []).append((shape, us))
    return {key: [float(f"{c:.4g}") for c in least_squares(some)]
            for key, some in points.items() if len(some) >= fewest}


def rank(table, times):
    """[(estimate, kernel)], the fastest first"""
    found = []
    for kernel, (shape, _) in times.items():
        if shape.allows(kernel):
            found.append((estimate(table[kernel, shape.part(kernel)], shape), kernel))
    return sorted(found)


def regrets(table, blocks):
    """[(time of the schedule that the model chooses / least time, matrix and schedule)]"""
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


def write(table, board, file):
    gpu, date, has = board["gpu"], board["date"], properties(board)
    print("/* SPDX-License-Identifier: Apache-2.0 OR MIT */", file=file)
    print("/*\n"
          f" * Time of a forward sweep on a block in the memory of one {gpu}, by\n"
          " * schedule and variant of the schedule: microseconds a launch, then ns an\n"
          " * entry, a row, a level, a level times the share of crossing rows, a level times\n"
          " * entries a row, an entry of the longest row. Of the GPU: processors, MHz, GB/s.\n"
          f" * Sweep boards from {date} on, written by bench/fit_tuning.py.\n */", file=file)
    print(f'TSW_GPU("{gpu}", {has["processors"]}, {has["clock_mhz"]}, {has["gbytes_a_second"]})',
          file=file)
    for key in sorted(table):
        numbers = ", ".join(f"{c:g}" for c in table[key])
        print(f"TSW_COST({', '.join(key)}, {numbers})", file=file)


def read_board(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def calibrate(bench, folder):
    """Measure the GPU and write its table. Return the exit status."""
    try:
        os.makedirs(folder, exist_ok=True)
    except OSError as error:
        print(error, file=sys.stderr)
        return 1
    if not os.access(folder, os.W_OK):
        print(f"{folder} cannot be written; name another folder", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory() as scratch:
        board = os.path.join(scratch, "sweep.json")
        status = subprocess.run(
            [bench, "--space=device", f"--kernels={','.join(KERNELS)}", f"--budget={BUDGET_S}",
             "--orderings=natural", f"--json={board}", *CALIBRATION],
            check=False).returncode
        if status != 0:
            print(f"{bench} failed; no table is written", file=sys.stderr)
            return 1
        table = fit(read_boards([board]), FEWEST_POINTS)
        board = read_board(board)
    path = os.path.join(folder, re.sub("[^A-Za-z0-9.]", "-", board["gpu"]) + ".def")
    with open(path, "w", encoding="utf-8") as file:
        write(table, board, file)
    print(f"{path}: {len(table)} kinds of blocks; TRISWEEP_TUNING={folder} lets trisweep read it")
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("boards", nargs="*")
    parser.add_argument("--check", action="store_true",
                        help="print the time of the chosen schedule over the least time")
    parser.add_argument("--calibrate", metavar="FOLDER",
                        help="measure this GPU and write FOLDER/GPU.def")
    parser.add_argument("--bench", default="trisweep-bench", metavar="PROGRAM")
    arguments = parser.parse_args()
    if arguments.calibrate:
        sys.exit(calibrate(arguments.bench, arguments.calibrate))
    if not arguments.boards:
        parser.error("no boards are given")
    blocks = read_boards(arguments.boards)
    if arguments.check:
        check(blocks)
    else:
        write(fit(blocks), read_board(arguments.boards[0]), sys.stdout)


if __name__ == "__main__":
    main()
