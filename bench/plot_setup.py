#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""doc/setup.svg: the spans of one setup in natural order, on the host and on the device.

    plot_setup.py

Spans that overlap in one place are drawn in lines of their own.
"""

import json
import os

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TRACE = "h200-setup-trace-2026-11-27.json"
TITLES = {"device": "analyses on the device (kept)",
          "hosts": "levels and steps numbered by threads of the host (not kept)"}
LANES = [("device", "hypre", "hypre's stream"),
         ("device", "beside hypre", "side stream"),
         ("host", "beside hypre", "worker"),
         ("host", "in hypre's thread", "analyses of hypre's thread")]
COLORS = ["#1f77b4", "#d62728", "#2ca02c", "#e0a030", "#9467bd", "#17a2a2", "#8c564b"]
GREY = "#c8c8c8"  # a span of no level
TOUCHING = 0.05  # ms by which two spans of one line may overlap: an event between them


def lines_of(rows):
    """Rows in as few lines as hold them without overlap, in order of their begin."""
    lines = []
    for row in sorted(rows, key=lambda row: row["start_ms"]):
        free = (line for line in lines
                if line[-1]["start_ms"] + line[-1]["ms"] <= row["start_ms"] + TOUCHING)
        line = next(free, None)
        if line is None:
            lines.append([row])
        else:
            line.append(row)
    return lines


def draw(axis, rows):
    ticks, y = [], 0
    for place, of, label in LANES:
        lines = lines_of(r for r in rows if (r["place"], r["of"]) == (place, of))
        for k, line in enumerate(lines):
            ticks.append((y, label if len(lines) == 1 else f"{label} {k + 1}"))
            for row in line:
                level, start, length = row["level"], row["start_ms"], row["ms"]
                axis.barh(y, length, left=start, height=0.8, edgecolor="white", linewidth=0.3,
                          color=GREY if level < 0 else COLORS[level])
                if length > 1.5 and level >= 0:
                    axis.text(start + length / 2, y, str(level), ha="center", va="center",
                              color="white", fontsize=7)
            y += 1
    axis.set_yticks(*zip(*ticks))
    axis.set_ylim(y - 0.4, -0.6)


def main():
    with open(os.path.join(TOP, "bench", "results", TRACE), encoding="ascii") as file:
        trace = json.load(file)
    plt.rcParams.update({"svg.hashsalt": "trisweep", "svg.fonttype": "none", "font.size": 9})
    figure, axes = plt.subplots(len(TITLES), 1, figsize=(9, 5.0), sharex=True,
                                gridspec_kw={"height_ratios": [4, 10]})
    for axis, (design, title) in zip(axes, TITLES.items()):
        draw(axis, [row for row in trace["rows"] if row["design"] == design])
        axis.set_title(title, fontsize=9)
        axis.set_xlim(left=0)
    axes[-1].set_xlabel(f"milliseconds; one setup of {trace['problem']} in natural order, one "
                        f"{trace['gpu']}")
    deepest = max(row["level"] for row in trace["rows"])
    handles = [plt.Rectangle((0, 0), 1, 1, color=color) for color in COLORS[:deepest + 1]]
    handles.append(plt.Rectangle((0, 0), 1, 1, color=GREY))
    labels = [f"level {level}" for level in range(deepest + 1)] + ["wait for the analyses"]
    figure.legend(handles, labels, ncol=len(labels), loc="lower center", frameon=False, fontsize=8,
                  columnspacing=1.0, handlelength=1.2)
    figure.tight_layout(rect=(0, 0.05, 1, 1))
    figure.savefig(os.path.join(TOP, "doc", "setup.svg"), metadata={"Date": None})


if __name__ == "__main__":
    main()
