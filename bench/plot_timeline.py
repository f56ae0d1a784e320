#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Draw a setup from a file of TRISWEEP_TRACE.

The first row is hypre's setup; each further row has the analysis of an AMG level. Times are those
of the streams if the trace has these (device matrices), else those of the host.
"""

import argparse
import json
import os
import sys

COLOURS = {"preparation": "#dddddd", "strength": "#e69f00", "nodal matrix": "#cc79a7",
           "coarsening, interpolation, product": "#f6d79b", "coarse solve": "#999999",
           "end of hypre's setup": "#dddddd", "analysis": "#0072b2", "values": "#56b4e9",
           "rest of the values, agreement": "#d55e00"}
HYPRE, BESIDE = 0, 1


def read(path, setup):
    """Spans of one setup by one clock, the name of the clock, and the number of the setup."""
    with open(path, encoding="ascii") as file:
        spans = [event for event in json.load(file)["traceEvents"] if event["ph"] == "X"]
    if not spans:
        sys.exit("plot_timeline.py: the trace has no spans")
    setup = setup or max(span["args"]["setup"] for span in spans)
    spans = [span for span in spans if span["args"]["setup"] == setup]
    on_device = any(span["pid"] == 1 for span in spans)
    spans = [span for span in spans if span["pid"] == int(on_device)]
    if not spans:
        sys.exit(f"plot_timeline.py: the trace has no setup {setup}")
    return spans, "streams" if on_device else "host", setup


def within(spans):
    """Milliseconds that trisweep's work takes in hypre's own thread or stream."""
    return 1e-3 * sum(span["dur"] for span in spans if span["tid"] not in (HYPRE, BESIDE))


def load_matplotlib():
    """Import pyplot and patches here, so that --help needs no matplotlib."""
    try:
        import matplotlib
    except ImportError:
        sys.exit("plot_timeline.py: needs matplotlib (on Debian: python3-matplotlib)")
    matplotlib.use("Agg")
    matplotlib.rcParams["svg.hashsalt"] = "trisweep"
    from matplotlib import patches, pyplot
    return pyplot, patches


def draw(spans, clock, setup, picture):
    plt, patches = load_matplotlib()
    begin = min(span["ts"] for span in spans)
    levels = sorted({span["args"]["level"] for span in spans if span["args"]["level"] >= 0})
    rows = {("hypre", None): 0}
    rows.update({("level", level): 1 + k for k, level in enumerate(levels)})
    figure, axes = plt.subplots(figsize=(9, 1.6 + 0.3 * len(rows)), layout="constrained")
    for span in spans:
        level = span["args"]["level"]
        row = 0 if span["tid"] == HYPRE or level < 0 else rows[("level", level)]
        left, width = 1e-3 * (span["ts"] - begin), 1e-3 * span["dur"]
        axes.barh(row, width, left=left, height=0.8, color=COLOURS.get(span["name"], "#000000"),
                  edgecolor=COLOURS.get(span["name"], "#000000"), linewidth=0.3)
        if span["tid"] == HYPRE and span["name"] == "strength":
            axes.annotate(f"{level}", (left, -0.45), fontsize=6, va="bottom", ha="left",
                          annotation_clip=False)
    axes.set_yticks(list(rows.values()),
                    ["hypre's setup"] + [f"trisweep, level {level}" for level in levels])
    axes.invert_yaxis()
    axes.set_xlabel(f"milliseconds ({clock})")
    names = [name for name in COLOURS if any(span["name"] == name for span in spans)]
    axes.legend(handles=[patches.Patch(color=COLOURS[name], label=name) for name in names],
                fontsize=6, loc="lower left")
    axes.set_title(f"setup {setup}: {within(spans):.2f} ms of trisweep's work within hypre's",
                   fontsize=9)
    figure.savefig(picture, metadata={"Date": None} if picture.endswith(".svg") else None)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("trace", metavar="TRACE.json", help="file written by TRISWEEP_TRACE")
    parser.add_argument("picture", metavar="PICTURE.svg", nargs="?",
                        help="output file; the suffix selects the format; default: TRACE.svg")
    parser.add_argument("setup", metavar="SETUP", nargs="?", type=int, default=0,
                        help="number of the setup, from 1; default: the last")
    options = parser.parse_args()
    picture = options.picture or os.path.splitext(options.trace)[0] + ".svg"
    try:
        spans, clock, setup = read(options.trace, options.setup)
    except (OSError, ValueError, LookupError) as error:
        sys.exit(f"plot_timeline.py: {options.trace} is no trace: {error}")
    draw(spans, clock, setup, picture)


if __name__ == "__main__":
    main()
