# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Counters of NVIDIA's ncu for the schedules of Yuenyeung 2021, Table 8 (bench/papers.py)."""

import csv
import glob
import io
import os
import re
import statistics
import subprocess
import time

import published

SECONDS = 90  # no further matrix begins after this time
TIME = "gpu__time_duration.sum"
METRICS = {
    TIME: "ns",
    "dram__bytes_read.sum": "bytes_read",
    "dram__bytes_write.sum": "bytes_written",
    "smsp__inst_executed.sum": "instructions",
}
STALL = "smsp__average_warps_issue_stalled_{}_per_issue_active.ratio"
STALLS = ("wait", "long_scoreboard", "short_scoreboard", "barrier", "membar", "selected",
          "not_selected", "dispatch_stall", "no_instruction", "lg_throttle", "mio_throttle",
          "drain", "imc_miss", "math_pipe_throttle", "sleeping")
METRICS.update({STALL.format(name): name for name in STALLS})
# Parts of the names of the kernels that a schedule may launch for a solve; those of cuSPARSE have
# no names that are known.
KERNELS = {"syncfree-csc": ["syncfree_csc_kernel"], "capellini": ["capellini_kernel"],
           "writingfirst": ["writingfirst_kernel"],
           "yuenyeung": ["yuenyeung_kernel", "writingfirst_kernel", "syncfree_csr_kernel"],
           "cusparse": []}
GROUPS = [["syncfree-csc", "capellini", "writingfirst", "cusparse"], ["yuenyeung"]]
# Launches of trial solves at most, which run without ncu: three analyses of two triangles, each
# by three parts three times. At least 14 of the board's solves follow if one takes 10 ms or less.
TRIALS = {"yuenyeung": 54}


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


def base_name(kernel):
    """The name of a kernel without type, namespaces, template and parameters."""
    kernel = re.sub(r"\(anonymous namespace\)::|<unnamed>::", "", kernel)
    return re.sub(r"[<(].*", "", kernel).split(" ")[-1].rsplit("::", maxsplit=1)[-1]


def profile(ncu, arguments, metrics, names, seconds, skip=0):
    """The counters by kernel and launch of a run of trisweep-bench, without the first launches, and
    its output."""
    command = [ncu, "--target-processes", "all", "--csv", "--print-units", "base", "--metrics",
               ",".join(metrics),
               *(["--kernel-name", f"regex:.*({'|'.join(names)}).*"] if names else []),
               "--launch-skip", str(skip), *arguments]
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              timeout=max(5, min(30, seconds)), check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        return {}, str(error)
    text = done.stdout.decode(errors="replace")
    launches = {}
    for kernel, launch, metric, value in rows_of(text):
        launches.setdefault(base_name(kernel), {}).setdefault(launch, {})[metric] = value
    return launches, text


def most_launched(launches):
    """The kernel that a solve launches: a board solves more often than it analyses."""
    most = max(map(len, launches.values()), default=0)
    return max((k for k in launches if 2 * len(launches[k]) > most), default=None,
               key=lambda k: sum(m.get("ns", 0) for m in launches[k].values()))


def find_spsv(options, board, path):
    """The kernel of SpSV: of those in no file of the build, the one that takes most of the time."""
    own = b""
    for name in glob.glob(os.path.join(options.build, ".libs", "*")):
        if os.path.isfile(name):
            with open(name, "rb") as file:
                own += file.read()
    launches, _ = profile(options.ncu, [*board, "--kernels=cusparse", path], [TIME], [],
                          options.left())
    return most_launched({k: v for k, v in launches.items() if k.encode() not in own})


def medians(launches):
    found = {metric: statistics.median(m[metric] for m in launches.values() if metric in m)
             for metric in METRICS.values() if any(metric in m for m in launches.values())}
    issue = sum(found.pop(name, 0.0) for name in STALLS[1:]) + found.get("wait", 0.0)
    found["dependency_stall"] = found.pop("wait", 0.0) / issue if issue else None
    return found


def measure(options, board, path, matrix):
    """Medians of the counters of each schedule's solve kernel, and a reason if there are none."""
    rows, text = [], ""
    for group in GROUPS:
        names = {name for schedule in group for name in KERNELS[schedule]}
        launches, text = profile(options.ncu, [*board, "--kernels=" + ",".join(group), path],
                                 METRICS, sorted(names), options.left(),
                                 max(TRIALS.get(schedule, 0) for schedule in group))
        for schedule in group:
            kernel = max((k for k in launches if any(part in k for part in KERNELS[schedule])),
                         default=None, key=lambda k: len(launches[k]))
            if kernel:
                rows.append({"matrix": matrix, "kernel": schedule, "launched": kernel,
                             **medians(launches[kernel])})
    reason = None if rows else " ".join(re.findall(r"==ERROR==[^\n]*", text)[:2]) or text[-300:]
    return rows, reason


def run(options, folder):
    """Rows of the counters of the schedules of Yuenyeung's Table 8; print why if there are none."""
    rows, begin = [], time.monotonic()
    board = [os.path.join(options.build, "trisweep-bench"), "--board=papers", "--solve=lower"]
    done = {row["matrix"] for row in options.rows if row["table"] == "counters"}
    for matrix in (m for m in published.YUENYEUNG_CASES if m not in done):
        path = matrix if ":" in matrix else os.path.join(folder, matrix + ".mtx.gz")
        if options.left() > 15 and time.monotonic() - begin < SECONDS:
            if not KERNELS["cusparse"]:
                KERNELS["cusparse"] = [find_spsv(options, board, path) or "SpSV"]
                print(f"counters: SpSV launches {KERNELS['cusparse'][0]}", flush=True)
            found, reason = measure(options, board, path, matrix)
            rows += found
            if reason:
                print(f"counters of {matrix}: {reason}", flush=True)
                rows.append({"matrix": matrix, "reason": reason})
    print(f"counters: {time.monotonic() - begin:.0f} s", flush=True)
    return [{"table": "counters", **row} for row in rows]
