#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What the rule of schedule=auto loses on measured blocks.

   bench/rule.py [--check] [--top FOLDER]

Evaluate the lines of src/kernels/rule.def on the blocks of the sweep boards in natural order, and
print the time of the chosen schedule over the least measured time, as geometric mean and maximum
over the blocks: with all schedules, and without onchip, as on GPUs before compute capability 9.0.
--check fails if a mean is above 1.06 or a maximum above 1.5, or if doc/performance.md has other
numbers.
"""
import argparse
import json
import math
import os
import re
import sys

# In the order in which they ran: a later time of a block replaces an earlier one.
BOARDS = ("tune-2026-11-21", "tune-onchip-2026-11-22", "tune-bands-2026-11-22",
          "tune-tiles-2026-11-22", "sweep-2026-11-22d")
MOST_MEAN, MOST_WORST = 1.06, 1.5


def read_rule(top):
    """[(schedule, condition in Python)]"""
    with open(os.path.join(top, "src/kernels/rule.def"), encoding="utf-8") as file:
        text = file.read()
    lines = re.findall(r"^TSW_RULE\((\w+), (.+)\)$", text, re.M)
    if not lines or len(lines) != text.count("TSW_RULE"):
        sys.exit("rule.py: a line of src/kernels/rule.def is not understood")
    words = (("&&", " and "), ("||", " or "), ("!", " not "), ("true", "True"))
    rule = []
    for schedule, condition in lines:
        for c, python in words:
            condition = condition.replace(c, python)
        rule.append((schedule, condition.strip()))
    return rule


def read_blocks(top, schedules):
    """{matrix: (names of the rule, {schedule: milliseconds})}"""
    blocks, grids = {}, set()
    for name in BOARDS:
        path = os.path.join(top, f"bench/results/h200-{name}.json")
        with open(path, encoding="utf-8") as file:
            rows = json.load(file)["rows"]
        for row in rows:
            schedule = row["schedule"] if row["kernel"] == "auto" else row["kernel"]
            if row["ordering"] == "natural" and schedule in schedules:
                shape = {"depth": row["depth"], "width": row["n"] / row["depth"],
                         "length": row["nnz"] / row["n"], "longest": row["longest_row"]}
                blocks.setdefault(row["matrix"], (shape, {}))[1][schedule] = row["ms_forward"]
            if row.get("grid"):
                grids.add(row["matrix"])
    for matrix, (shape, _) in blocks.items():
        shape["grid"] = matrix in grids
        shape["hurried"] = False
    return blocks


def choose(rule, shape, without):
    for schedule, condition in rule:
        if schedule != without and eval(condition, {"__builtins__": {}}, shape):
            return schedule
    sys.exit(f"rule.py: no line of the rule holds for {shape}")


def regrets(rule, blocks, without=None):
    """[(time of the chosen schedule / least time, matrix, schedule)]"""
    found = []
    for matrix, (shape, times) in blocks.items():
        times = {schedule: ms for schedule, ms in times.items() if schedule != without}
        chosen = choose(rule, shape, without)
        if chosen not in times:
            sys.exit(f"rule.py: the boards lack {chosen} on {matrix}")
        found.append((times[chosen] / min(times.values()), matrix, chosen))
    return found


def main():
    here = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--top", default=here, help="folder of the checkout")
    options = parser.parse_args()
    rule = read_rule(options.top)
    blocks = read_blocks(options.top, {schedule for schedule, _ in rule})
    with open(os.path.join(options.top, "doc/performance.md"), encoding="utf-8") as file:
        document = " ".join(file.read().split())
    problems = []
    for without in (None, "onchip"):
        found = regrets(rule, blocks, without)
        mean = math.exp(sum(math.log(ratio) for ratio, _, _ in found) / len(found))
        worst, matrix, _ = max(found)
        text = f"{mean:.3f} in the mean and at most {worst:.2f} ({matrix})"
        of = f"without {without}: " if without else f"{len(found)} blocks: "
        if not options.check:
            print(of + text)
        if mean > MOST_MEAN or worst > MOST_WORST:
            problems.append(f"rule.def: {of}{text}")
        if text not in document:
            problems.append(f"doc/performance.md lacks: {of}{text}")
    if options.check and problems:
        print("\n".join(problems))
    return 1 if options.check and problems else 0


if __name__ == "__main__":
    sys.exit(main())
