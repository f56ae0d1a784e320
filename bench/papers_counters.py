# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Counters of NVIDIA's ncu for the schedules of Yuenyeung 2021, Table 8 (bench/papers.py)."""

import csv
import io
import os
import re
import statistics
import subprocess
import time

import published

SECONDS = 60  # no further matrix begins after this time
METRICS = {
    "gpu__time_duration.sum": "ns",
    "dram__bytes_read.sum": "bytes_read",
    "dram__bytes_write.sum": "bytes_written",
    "smsp__inst_executed.sum": "instructions",
}
STALL = "smsp__average_warps_issue_stalled_{}_per_issue_active.ratio"
STALLS = ("wait", "long_scoreboard", "short_scoreboard", "barrier", "membar", "selected",
          "not_selected", "dispatch_stall", "no_instruction", "lg_throttle", "mio_throttle",
          "drain", "imc_miss", "math_pipe_throttle", "sleeping")
METRICS.update({STALL.format(name): name for name in STALLS})
KERNELS = {"syncfree-csc": "syncfree_csc", "capellini": "capellini_kernel",
           "writingfirst": "writingfirst_kernel", "yuenyeung": "yuenyeung_kernel",
           "cusparse": "sv"}  # parts of names


def rows_of(text):
    """(kernel name, launch, metric, value) of the CSV of ncu --page raw, or of its details."""
    lines = text.splitlines()
    start = next((k for k, line in enumerate(lines) if line.startswith('"ID"')), None)
    if start is None:
        return
    for row in csv.DictReader(io.StringIO("\n".join(lines[start:]))):
        if row.get("Metric Name") in METRICS:
            yield (row["Kernel Name"], row["ID"], METRICS[row["Metric Name"]],
                   float(re.sub("[^0-9.eE+-]", "", row["Metric Value"]) or "nan"))


def measure(ncu, bench, path, matrix, seconds):
    """Medians of the counters of each schedule's solve kernel, and a reason if there are none."""
    pattern = f"regex:.*({'|'.join(KERNELS.values())}).*"
    command = [ncu, "--target-processes", "all", "--csv", "--print-units", "base", "--metrics",
               ",".join(METRICS), "--kernel-name", pattern, bench, "--board=papers",
               "--solve=lower",
               "--kernels=" + ",".join(KERNELS), path]
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              timeout=max(5, min(30, seconds)), check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        return [], str(error)
    text = done.stdout.decode(errors="replace")
    launches = {}
    for kernel, launch, metric, value in rows_of(text):
        launches.setdefault(kernel, {}).setdefault(launch, {})[metric] = value
    rows = []
    for schedule, part in KERNELS.items():
        named = {k: v for k, v in launches.items() if part in k and "analysis" not in k}
        if named:
            kernel = max(named, key=lambda k: sum(m.get("ns", 0) for m in named[k].values()))
            found = {metric: statistics.median(m[metric] for m in named[kernel].values()
                                               if metric in m)
                     for metric in METRICS.values()
                     if any(metric in m for m in named[kernel].values())}
            issue = sum(found.pop(name, 0.0) for name in STALLS[1:]) + found.get("wait", 0.0)
            found["dependency_stall"] = found.pop("wait", 0.0) / issue if issue else None
            rows.append({"matrix": matrix, "kernel": schedule,
                         "launched": re.sub(r"[<(].*", "", kernel), **found})
    reason = None if rows else " ".join(re.findall(r"==ERROR==[^\n]*", text)[:2]) or text[-300:]
    return rows, reason


def run(options, folder):
    """Rows of the counters of the schedules of Yuenyeung's Table 8; print why if there are none."""
    rows, begin = [], time.monotonic()
    done = {row["matrix"] for row in options.rows if row["table"] == "counters"}
    for matrix in (m for m in published.YUENYEUNG_CASES if m not in done):
        path = matrix if ":" in matrix else os.path.join(folder, matrix + ".mtx.gz")
        if options.left() > 15 and time.monotonic() - begin < SECONDS:
            found, reason = measure(options.ncu, os.path.join(options.build, "trisweep-bench"),
                                    path, matrix, options.left())
            rows += found
            if reason:
                print(f"counters of {matrix}: {reason}", flush=True)
                rows.append({"matrix": matrix, "reason": reason})
    print(f"counters: {time.monotonic() - begin:.0f} s", flush=True)
    return [{"table": "counters", **row} for row in rows]
