#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The setup board by itself: what trisweep adds to the time of a BoomerAMG setup.

    setup_board.py --ij IJ --plug LIBTRISWEEP_HYPRE_SO --out FOLDER --gpu NAME --commit ID
                   [--problem NAME ...] [--repeat 7] [--letter b] [--np 1] [--host]

Runs ij without and with trisweep in turn, --repeat times, on an otherwise idle machine: SSOR 6,
and 1006 in natural order and with ordering=auto. Writes FOLDER/GPU-setup-DATE[LETTER].json:
medians, and the smallest and the greatest of each. setup is ij's first, in which every level is
analysed, with all device code loaded before (CUDA_MODULE_LOADING=EAGER), as in a process that
sets up often; resetup is the second setup of the same solver, which re-uses the analysis on the
share `reused` of the levels.
"""

import argparse
import os
import statistics
import sys

from solve_board import PROBLEMS, add_common, run_once, write_board

PLAIN = ("SSOR 6", "hypre", ["-rlx", "6"], "", "natural")
OURS = [("SSOR 6", "trisweep", ["-rlx", "1006"], "", "natural"),
        ("SSOR 6", "trisweep", ["-rlx", "1006"], "ordering=auto", "auto")]


def spread(runs, field, name):
    """Median, least and greatest of a time, as fields of a row."""
    seconds = [run[field] for run in runs]
    return {f"{name}_s": statistics.median(seconds), f"{name}_min_s": min(seconds),
            f"{name}_max_s": max(seconds)}


def print_row(row):
    def times(name):
        least, most = row[name + "_min_s"], row[name + "_max_s"]
        return f"{row[name + '_s']:.4f} s ({least:.4f} to {most:.4f})"

    print(f"{row['problem']}, {row['ordering']}: {100 * row['hidden_share']:.0f} % hidden, "
          f"{1e-6 * row['extra_bytes']:.0f} MB, {100 * row['reused']:.0f} % of levels re-used")
    for name in ("setup", "resetup"):
        print(f"   {name:8} plain {times(name + '_plain')}, with trisweep {times(name)}: "
              f"{row[name + '_s'] / row[name + '_plain_s']:.3f} times", flush=True)


def run_problem(options, name):
    """Rows of one problem; empty if a run failed."""
    runs = {smoother[4] + smoother[1]: [] for smoother in [PLAIN] + OURS}
    for _ in range(options.repeat):
        for smoother in [PLAIN] + OURS:
            run = run_once(options, PROBLEMS[name], smoother)
            if not run:
                return []
            runs[smoother[4] + smoother[1]].append(run)
    plain = runs[PLAIN[4] + PLAIN[1]]
    rows = []
    for smoother in OURS:
        ours = runs[smoother[4] + smoother[1]]
        row = {"problem": name, "smoother": smoother[0], "ordering": smoother[4],
               "np": options.np, "repeats": options.repeat,
               **spread(plain, "first_setup_s", "setup_plain"),
               **spread(ours, "first_setup_s", "setup"),
               **spread(plain, "setup_s", "resetup_plain"), **spread(ours, "setup_s", "resetup")}
        for field in ("analysis_s", "hidden_share", "extra_bytes", "reused"):
            row[field] = statistics.median(run[field] for run in ours)
        rows.append(row)
        print_row(row)
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    add_common(parser)
    parser.add_argument("--problem", nargs="+", choices=sorted(PROBLEMS),
                        default=["lap7_128", "lap27_128", "lap7_256"])
    parser.add_argument("--repeat", type=int, default=7)
    parser.add_argument("--letter", default="", help="to tell results of one day apart")
    options = parser.parse_args()
    os.environ["CUDA_MODULE_LOADING"] = "EAGER"
    rows = []
    for name in options.problem:
        rows += run_problem(options, name)
    write_board(options, "setup", rows, options.letter)
    return 0 if rows else 1


if __name__ == "__main__":
    sys.exit(main())
