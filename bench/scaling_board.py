#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Strong and weak scaling of the solve board's problems, a rank on each GPU.

    scaling_board.py --ij IJ --plug LIBTRISWEEP_HYPRE_SO --out FOLDER --gpu NAME --commit ID
                     [--problem NAME ...] [--strong NP ...] [--weak NP ...]
                     [--smoother NUMBER ...]

strong: the problem of the solve board on NP ranks. weak: NP times as many points, in the last
direction that has more than one point. --smoother takes indices of SMOOTHERS, from 0. Output:
FOLDER/GPU-scaling-DATE.json, with the rows of the solve board and the fields scaling and points.
"""

import argparse
import math
import sys

from solve_board import PROBLEMS, add_common, run_once, write_board

# name, source of the sweeps, options of ij, options of trisweep, ordering
SMOOTHERS = [
    ("l1-jacobi 18", "hypre", ["-rlx", "18"], "", "none"),
    ("GS 3 down 4 up", "trisweep", ["-rlx_down", "1003", "-rlx_up", "1004"], "ordering=auto",
     "auto"),
    ("SSOR 6", "hypre", ["-rlx", "6"], "", "natural"),
    ("SSOR 6", "trisweep", ["-rlx", "1006"], "", "natural"),
]


def spread_over(arguments, ranks, weak):
    """Options of ij for these ranks, which split the last direction, and the number of points."""
    at = arguments.index("-n") + 1
    points = [int(value) for value in arguments[at:at + 3]]
    last = max(d for d in range(3) if points[d] > 1)
    points[last] *= ranks if weak else 1
    blocks = ["1"] * 3
    blocks[last] = str(ranks)
    return (arguments[:at] + [str(value) for value in points] + arguments[at + 3:]
            + ["-P", *blocks], math.prod(points))


def run_series(options, name, scaling, ranks):
    """Run the chosen smoothers on one problem and one number of ranks."""
    arguments, points = spread_over(PROBLEMS[name], ranks, scaling == "weak")
    options.np = ranks
    rows = []
    for smoother in [SMOOTHERS[place] for place in options.smoother]:
        run = run_once(options, arguments, smoother)
        if not run:
            continue
        row = {"problem": name, "scaling": scaling, "points": points, "smoother": smoother[0],
               "source": smoother[1], "ordering": smoother[4], "np": ranks,
               "gpus": 0 if options.host else ranks, "iterations": run["iterations"],
               "setup_s": run["setup_s"], "solve_s": run["solve_s"],
               "converged": run["residual"] <= 1e-8}
        rows.append(row)
        print(f"{name:12} {scaling:6} np {ranks} {row['smoother']:15} {row['source']:9}"
              f"{row['ordering']:8} {row['iterations']:4} it, setup {row['setup_s']:.4f} s, "
              f"solve {row['solve_s']:.4f} s{'' if row['converged'] else '  not converged'}",
              flush=True)
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    add_common(parser)
    parser.add_argument("--problem", nargs="+", choices=sorted(PROBLEMS),
                        default=list(PROBLEMS))
    parser.add_argument("--strong", nargs="*", type=int, default=[1, 2, 4])
    parser.add_argument("--weak", nargs="*", type=int, default=[2, 4])
    parser.add_argument("--smoother", nargs="+", type=int, default=list(range(len(SMOOTHERS))))
    parser.add_argument("--letter", default="", help="to tell results of one day apart")
    options = parser.parse_args()
    rows = []
    for scaling, numbers in (("strong", options.strong), ("weak", options.weak)):
        for ranks in numbers:
            for name in options.problem:
                rows += run_series(options, name, scaling, ranks)
    write_board(options, "scaling", rows, options.letter)
    return 0 if rows else 1


if __name__ == "__main__":
    sys.exit(main())
