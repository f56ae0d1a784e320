#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Draw a result file of trisweep-bench: plot_boards.py RESULT.json [PICTURE.png]"""
import json
import math
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt


def series_of_sweep(rows):
    """Time of cuSPARSE's lower solve over the time of each schedule, by matrix."""
    series = {}
    for row in rows:
        if row["ms_spsv"] and row["ms_solve"]:
            series.setdefault(row["kernel"], {})[row["matrix"]] = row["ms_spsv"] / row["ms_solve"]
    return series, "speed of a lower solve over cuSPARSE's"


def series_of_papers(rows):
    """GFLOPS of each schedule, by matrix."""
    series = {}
    for row in rows:
        if row.get("gflops"):
            series.setdefault(row["kernel"], {})[row["matrix"]] = row["gflops"]
    return series, "GFLOPS"


def series_of_training(rows):
    """Time with a thread per row over time with a warp per row."""
    series = {"graph": {}, "powerlaw": {}}
    for row in rows:
        kind = row["matrix"].split(":")[0]
        series[kind][row["entries_per_row"]] = row["ms_thread"] / row["ms_warp"]
    return series, "speed of a warp over a thread a row"


def draw(result, picture):
    rows = result["rows"]
    training = bool(rows) and "ms_warp" in rows[0]
    if training:
        series, label = series_of_training(rows)
    elif result["board"] == "sweep":
        series, label = series_of_sweep(rows)
    else:
        series, label = series_of_papers(rows)
    if not any(series.values()):
        sys.exit("plot_boards.py: this board has nothing to draw")
    names = sorted({x for points in series.values() for x in points}) if training else \
        list(dict.fromkeys(row["matrix"] for row in rows))
    place = {x: x if training else k for k, x in enumerate(names)}
    figure, axes = plt.subplots(figsize=(8 if training else max(6, 0.45 * len(names)), 6))
    for k, (name, points) in enumerate(series.items()):
        axes.plot([place[x] for x in points], list(points.values()), "osv^D<>phX*d+x"[k % 14],
                  markersize=4, label=name)
    axes.set_yscale("log")
    axes.set_ylabel(label)
    axes.grid(True, alpha=0.3)
    if training:
        axes.set_xscale("log")
        axes.set_xlabel("mean entries a row, diagonal included")
    else:
        axes.set_xticks(range(len(names)), names, rotation=90, fontsize=7)
    axes.legend(fontsize=7, ncol=max(1, math.ceil(len(series) / 12)))
    axes.set_title(f"{result['gpu']}, CUDA {result['cuda']}, {result['date']}, {result['commit']}")
    figure.tight_layout()
    figure.savefig(picture, dpi=150)


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    with open(sys.argv[1], encoding="utf-8") as file:
        result = json.load(file)
    draw(result, sys.argv[2] if len(sys.argv) == 3 else sys.argv[1].rsplit(".", 1)[0] + ".png")


if __name__ == "__main__":
    main()
