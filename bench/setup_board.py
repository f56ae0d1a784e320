#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The setup board by itself: what trisweep adds to the time of a BoomerAMG setup.

    setup_board.py --ij IJ --plug LIBTRISWEEP_HYPRE_SO --out FOLDER --gpu NAME --commit ID
                   [--problem NAME ...] [--repeat 7] [--letter b] [--np 1] [--host]

Runs ij without and with trisweep in turn, --repeat times, on an otherwise idle machine: SSOR 6,
and 1006 in natural order and with ordering=auto. The numbers are those of ij's second setup.
Writes FOLDER/GPU-setup-DATE[LETTER].json: medians, and the smallest and the greatest of each.
"""

import argparse
import statistics
import sys

from solve_board import PROBLEMS, add_common, run_once, write_board

PLAIN = ("SSOR 6", "hypre", ["-rlx", "6"], "", "natural")
OURS = [("SSOR 6", "trisweep", ["-rlx", "1006"], "", "natural"),
        ("SSOR 6", "trisweep", ["-rlx", "1006"], "ordering=auto", "auto")]


def spread(runs, name):
    """Median, least and greatest setup, as fields of a row."""
    seconds = [run["setup_s"] for run in runs]
    return {f"{name}_s": statistics.median(seconds), f"{name}_min_s": min(seconds),
            f"{name}_max_s": max(seconds)}


def run_problem(options, name):
    """Rows of one problem; empty if a run failed."""
    runs = {smoother[4] + smoother[1]: [] for smoother in [PLAIN] + OURS}
    for _ in range(options.repeat):
        for smoother in [PLAIN] + OURS:
            run = run_once(options, PROBLEMS[name], smoother)
            if not run:
                return []
            runs[smoother[4] + smoother[1]].append(run)
    plain = spread(runs[PLAIN[4] + PLAIN[1]], "setup_plain")
    rows = []
    for smoother in OURS:
        ours = runs[smoother[4] + smoother[1]]
        row = {"problem": name, "smoother": smoother[0], "ordering": smoother[4],
               "np": options.np, "repeats": options.repeat, **plain, **spread(ours, "setup")}
        for field in ("analysis_s", "hidden_share", "extra_bytes"):
            row[field] = statistics.median(run[field] for run in ours)
        rows.append(row)
        print(f"{name:12} {smoother[4]:8} plain {plain['setup_plain_s']:.4f} s "
              f"({plain['setup_plain_min_s']:.4f} to {plain['setup_plain_max_s']:.4f}), with "
              f"trisweep {row['setup_s']:.4f} ({row['setup_min_s']:.4f} to "
              f"{row['setup_max_s']:.4f}): {row['setup_s'] / plain['setup_plain_s']:.3f} times, "
              f"{100 * row['hidden_share']:.0f} % hidden, {1e-6 * row['extra_bytes']:.0f} MB",
              flush=True)
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    add_common(parser)
    parser.add_argument("--problem", nargs="+", choices=sorted(PROBLEMS),
                        default=["lap7_128", "lap27_128", "lap7_256"])
    parser.add_argument("--repeat", type=int, default=7)
    parser.add_argument("--letter", default="", help="to tell results of one day apart")
    options = parser.parse_args()
    rows = []
    for name in options.problem:
        rows += run_problem(options, name)
    write_board(options, "setup", rows, options.letter)
    return 0 if rows else 1


if __name__ == "__main__":
    sys.exit(main())
