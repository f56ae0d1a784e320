#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""doc/cycle.svg: the kernels of one PCG iteration on two GPUs, by AMG level.

    plot_cycle.py

A kernel may begin while the one before it ends; the picture shows it from that end on.
"""

import collections
import json
import os

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TRACE = "h200x2-cycle-2026-11-26.json"
COLORS = {"sweep": "#1f77b4", "residual": "#17a2a2", "product": "#7f7f7f", "transfer": "#2ca02c",
          "values of the other rank": "#d62728", "last levels": "#9467bd",
          "inner product": "#e0a030", "vectors": "#c8c8c8"}
LABELS = {"transfer": "restriction, interpolation", "product": "product of PCG",
          "values of the other rank": "stores, waits and sums of off-process values",
          "vectors": "other vector operations"}


def visible(rows):
    """Rows of a rank as (level, kind, start, length), each from the end of the one before on."""
    end = 0.0
    for row in sorted(rows, key=lambda row: row["start_us"]):
        start, stop = max(row["start_us"], end), row["start_us"] + row["us"]
        if stop > start:
            yield row["level"], row["kind"], start, stop - start
        end = max(end, stop)


def main():
    with open(os.path.join(TOP, "bench", "results", TRACE), encoding="ascii") as file:
        trace = json.load(file)
    plt.rcParams.update({"svg.hashsalt": "trisweep", "svg.fonttype": "none", "font.size": 9})
    figure, axes = plt.subplots(trace["np"], 1, figsize=(9, 4.6), sharex=True)
    deepest = max(row["level"] for row in trace["rows"])
    for rank, axis in enumerate(axes):
        bars = collections.defaultdict(list)
        for level, kind, start, length in visible(r for r in trace["rows"] if r["rank"] == rank):
            bars[level, kind].append((start, length))
        for (level, kind), spans in bars.items():
            axis.broken_barh(spans, (level - 0.4, 0.8), color=COLORS[kind], linewidth=0)
        axis.set_ylim(deepest + 0.6, -0.6)
        axis.set_yticks(range(deepest + 1))
        axis.set_ylabel(f"GPU {rank}: level")
    axes[-1].set_xlabel("microseconds")
    axes[0].set_title(f"One iteration of PCG with a V-cycle (2003 down, 2004 up), "
                      f"{trace['problem']}, two {trace['gpu']}")
    handles = [plt.Rectangle((0, 0), 1, 1, color=color) for color in COLORS.values()]
    figure.legend(handles, [LABELS.get(kind, kind) for kind in COLORS], ncol=4, loc="lower center",
                  frameon=False, fontsize=8)
    figure.tight_layout(rect=(0, 0.09, 1, 1))
    figure.savefig(os.path.join(TOP, "doc", "cycle.svg"), metadata={"Date": None})


if __name__ == "__main__":
    main()
