#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Board clients: unchanged programs that use hypre, alone and with the plug preloaded.

    clients.py --programs FOLDER --plug LIBTRISWEEP_HYPRE_SO --gpu NAME --commit ID --output FILE
               [--np 1 ...] [--host] [--problem NAME ...] [--mode NAME ...] [--repeat 2] [--limit S]
    clients.py --draw        doc/clients.svg from the newest boards in bench/results

FOLDER has the examples "laplacian", "elasticity" and "heatflow" of hypredrive, a client by hypre's
developer that is no part of this repository. They choose solver, preconditioner and smoother
themselves; their own tables of times are read. A row has the medians over all solves but the first
of each run, in which kernels are loaded, and over the runs, which follow one another in the order
problem, ranks, repetition, mode. Ranks are not bound to cores: Open MPI would bind the first ranks
of all jobs on a host to the same cores. Modes: hypre alone; replaced (TRISWEEP_REPLACE); with
setup=values. Each also without the products of hypre's vendor ("-own"). With --host matrices are in
host memory, and problems are smaller; else each rank has a GPU, the first that it sees.
"""

import argparse
import datetime
import glob
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile

import new_file
import plot_totals

REPLACE = "18=13/14,13,14"  # hypredrive's smoothers on GPUs and on hosts

# Program and its options for a size, Krylov method, sizes on GPUs and on hosts.
PROBLEMS = {
    "lap7": ("laplacian", "-s 7 -ns 6 -n {0} {0} {0}", "pcg", (128, 200), (64,)),
    "lap27": ("laplacian", "-s 27 -ns 6 -n {0} {0} {0}", "pcg", (128,), (48,)),
    "elasticity": ("elasticity", "-ns 6 -n {0} {0} {0}", "pcg", (40, 60), (24,)),
    "heatflow": ("heatflow", "-tf 0.06 -n {0} {0} {0}", "gmres", (65,), (25,)),
}

# Mode, hypre's vendor products, variables of the plug (None: the plug is not loaded).
MODES = {
    "hypre": ("hypre", True, None),
    "hypre-own": ("hypre", False, None),
    "replaced": ("replaced", True, ""),
    "replaced-own": ("replaced", False, ""),
    "values": ("values", True, "setup=values"),
    "values-own": ("values", False, "setup=values"),
}
TOLERANCE = 1.0e-6  # the client's default
UNBOUND = {"OMPI_MCA_hwloc_base_binding_policy": "none"}
KINDS = (("hypre", "hypre's own"), ("replaced", "replaced"), ("values", "and setup=values"))
TIME, NORM = r" +([\d.]+) \|", r" +([\d.e+-]+) \|"
ROW = re.compile(r"^\| +[\d.]+ \|[^|]*\|" + TIME + TIME + r"[^|]*\|" + NORM + r" +(\d+) \|$", re.M)


def configuration(method, vendor):
    """hypredrive's input: times in milliseconds, and products; all else is its default."""
    own = "" if vendor else "  use_vendor_spgemm: off\n  use_vendor_spmv: off\n"
    return f"general:\n  use_millisec: on\n{own}solver: {method}\npreconditioner: amg\n"


def on_gpus(n_ranks):
    """The head of a command that runs with the rank's GPU as the first of those it may see."""
    gpus = os.environ.get("CUDA_VISIBLE_DEVICES") or ",".join(map(str, range(n_ranks)))
    gpus = gpus.split(",")[:n_ranks]
    orders = " ".join(",".join(gpus[rank:] + gpus[:rank]) for rank in range(n_ranks))
    field = "$((OMPI_COMM_WORLD_LOCAL_RANK + 1))"
    return ["sh", "-c", f'export CUDA_VISIBLE_DEVICES="$(echo {orders} | cut -d" " -f{field})"; '
            'exec "$0" "$@"']


def launch(options, name, n_ranks, mode, folder):
    """One run. Returns hypre's version and [(setup, solve, residual, iterations)]."""
    problem, size = name.split("_")
    program, arguments, method, _, _ = PROBLEMS[problem]
    _, vendor, plug_options = MODES[mode]
    summary = os.path.join(folder, "summary")
    with open(summary, "w", encoding="ascii"):
        pass  # the plug appends to an existing file
    with open(os.path.join(folder, "input.yml"), "w", encoding="ascii") as file:
        file.write(configuration(method, vendor))
    command = ["mpirun", "-np", str(n_ranks)] + ([] if options.host else on_gpus(n_ranks))
    if plug_options is not None:
        command += ["env", f"LD_PRELOAD={options.plug}", f"TRISWEEP_REPLACE={REPLACE}",
                    f"TRISWEEP_OPTIONS={plug_options}", f"TRISWEEP_SUMMARY={summary}"]
    command += [os.path.join(options.programs, program), "-i", file.name, "-v", "1",
                "-P", "1", "1", str(n_ranks)] + arguments.format(size).split()
    run = subprocess.run(command, capture_output=True, text=True, timeout=options.limit,
                         check=False, env={**os.environ, **UNBOUND})
    rows = [(float(a) / 1e3, float(b) / 1e3, float(c), int(d))
            for a, b, c, d in ROW.findall(run.stdout)]
    version = re.search(r"Using HYPRE_\w+: (\S+)", run.stdout)
    if run.returncode or len(rows) < 3 or not version:
        sys.exit(f"clients.py: {' '.join(command)}: status {run.returncode}, {len(rows)} solves:\n"
                 f"{run.stdout[-2000:]}{run.stderr[-2000:]}")
    if max(row[2] for row in rows) > TOLERANCE:
        sys.exit(f"clients.py: {' '.join(command)}: not solved: relative residuals and iterations "
                 f"{[row[2:] for row in rows]}")
    if plug_options is not None:
        with open(summary, encoding="ascii") as file:
            text = file.read()
        if not re.search(r"replaced: [1-9]\d* sweeps", text):
            sys.exit(f"clients.py: {' '.join(command)}: no sweep was replaced: {text}")
    return version.group(1), rows


def measure(options, name, n_ranks, folder):
    """The rows of a problem, one for each mode."""
    runs = {mode: [] for mode in options.mode}
    for _ in range(options.repeat):
        for mode, found in runs.items():
            version, rows = launch(options, name, n_ranks, mode, folder)
            found.append(rows)
    result = []
    for mode, found in runs.items():
        later = [row for rows in found for row in rows[1:]]
        row = {"client": "hypredrive", "problem": name, "mode": MODES[mode][0],
               "products": "vendor" if MODES[mode][1] else "hypre", "np": n_ranks,
               "gpus": 0 if options.host else n_ranks, "solves": len(later),
               "iterations": statistics.median_low(row[3] for row in later),
               "setup_s": statistics.median(row[0] for row in later),
               "solve_s": statistics.median(row[1] for row in later),
               "first_setup_s": statistics.median(rows[0][0] for rows in found),
               "residual": max(row[2] for row in later)}
        print(f"{name:14s} {n_ranks} ranks  {mode:13s} {1e3 * row['first_setup_s']:9.2f}; "
              f"{1e3 * row['setup_s']:9.2f} + {1e3 * row['solve_s']:8.2f} ms "
              f"({row['iterations']})", flush=True)
        result.append(row)
    return version, result


def run_board(options):
    names = options.problem or [f"{name}_{size}" for name, entry in PROBLEMS.items()
                                for size in entry[4 if options.host else 3]]
    board = {"board": "clients", "date": datetime.date.today().isoformat(),
             "commit": options.commit, "gpu": options.gpu, "cuda": options.cuda,
             "cusparse": options.cusparse, "hypre": "", "rows": []}
    with tempfile.TemporaryDirectory() as folder:
        for name in names:
            for n_ranks in options.np:
                board["hypre"], rows = measure(options, name, n_ranks, folder)
                board["rows"] += rows
                new_file.write(options.output, json.dumps(board, indent=1) + "\n")


def draw():
    """A picture like doc/totals.svg: for each client hypre's best, replaced, and by values."""
    panels = []
    for pattern in ("h?00-clients-*.json", "h?00x2-clients-*.json", "cpu2-clients-*.json"):
        paths = glob.glob(os.path.join(plot_totals.TOP, "bench", "results", pattern))
        for path in sorted(paths, key=lambda name: name.rpartition("-clients-")[2])[-1:]:
            with open(path, encoding="ascii") as file:
                board = json.load(file)
            n_ranks = max(row["np"] for row in board["rows"])
            problems = {}
            for row in board["rows"]:
                if row["np"] == n_ranks:
                    runs = problems.setdefault(row["problem"], {})
                    runs[row["mode"]] = min(runs.get(row["mode"], row), row, key=plot_totals.total)
            machine = f"{max(row['gpus'] for row in board['rows'])} x {board['gpu']}" \
                if board["cuda"] != "none" else f"{n_ranks} ranks, {plot_totals.CPU2}"
            panels.append((problems, KINDS, f"{machine}, {board['date']}"))
    if not panels:
        sys.exit("clients.py: no board in bench/results")
    plot_totals.draw("clients.svg", panels)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--programs", type=os.path.abspath, help="the client's programs")
    parser.add_argument("--plug", type=os.path.abspath,
                        help="libtrisweep-hypre.so, built for the hypre of these programs")
    parser.add_argument("--output", type=os.path.abspath, help="the board, a .json file")
    parser.add_argument("--gpu", help="name of the GPU, or of the processor")
    parser.add_argument("--commit", help="commit id of the code that runs")
    parser.add_argument("--cuda", default="none")
    parser.add_argument("--cusparse", default="none")
    parser.add_argument("--np", type=int, nargs="+", default=[1])
    parser.add_argument("--host", action="store_true")
    parser.add_argument("--problem", nargs="+", help="such as lap7_128; default: all")
    parser.add_argument("--mode", nargs="+", choices=list(MODES), default=list(MODES))
    parser.add_argument("--repeat", type=int, default=2)
    parser.add_argument("--limit", type=float, default=120.0, help="seconds of a run")
    parser.add_argument("--draw", action="store_true")
    options = parser.parse_args()
    if options.draw:
        draw()
    elif None in (options.programs, options.plug, options.output, options.gpu, options.commit):
        parser.error("--programs, --plug, --output, --gpu and --commit are required")
    else:
        run_board(options)


if __name__ == "__main__":
    main()
