# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Published schedules in BoomerAMG, and problems whose levels are matrices (bench/papers.py)."""

import json
import os
import subprocess
import tempfile
import time

# Problems of ij whose levels 0 to 3 are matrices of the tables train and levels.
LEVEL_PROBLEMS = {
    "lap7_64": ["-n", "64", "64", "64"],
    "sys3_48": ["-n", "48", "48", "48", "-sysL", "3", "-nf", "3"],
    "lap27_64": ["-27pt", "-n", "64", "64", "64"],
    "vardif_64": ["-vardifconv", "-eps", "1", "-n", "64", "64", "64"],
    "rotate_512": ["-rotate", "-n", "512", "512", "1", "-eps", "0.001", "-alpha", "30"],
    "lap7_96": ["-n", "96", "96", "96"],
}

SCHEDULES = ["slfc", "chain", "syncfree-csc", "writingfirst", "capellini", "yuenyeung",
             "cusparse", "auto"]
SLOW = ["partition"]  # on the smaller problems
PROBLEMS = {
    "lap7_64": [*LEVEL_PROBLEMS["lap7_64"], "-solver", "1"],
    "sys3_64": ["-n", "64", "64", "64", "-sysL", "3", "-nf", "3", "-solver", "1"],
    "rotate_1024": ["-rotate", "-n", "1024", "1024", "1", "-eps", "0.001", "-alpha", "30",
                    "-solver", "1"],
    "lap7_128": ["-n", "128", "128", "128", "-solver", "1"],
}
ELASTIC = "elas_40"  # of trisweep-solve


def elastic_row(options, schedule):
    """A row of the elastic problem by trisweep-solve, medians of three runs, or None."""
    source = "hypre" if schedule == "hypre" else "trisweep"
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "results.json")
        done = subprocess.run([os.path.join(options.build, "trisweep-solve"), ELASTIC,
                               f"--source={source}", "--relax=3/4", "--repeat=3", "--device",
                               f"--json={path}"], stdout=subprocess.PIPE, timeout=options.timeout,
                              stderr=subprocess.STDOUT, check=False,
                              env={**os.environ, "TRISWEEP_OPTIONS": "ordering=natural schedule=" +
                                   ("auto" if source == "hypre" else schedule)})
        try:
            with open(path, encoding="ascii") as file:
                result = json.load(file)["results"][0]
        except (OSError, ValueError, LookupError):
            print(f"   {ELASTIC}, {schedule}: {done.stdout[-200:]!r}")
            return None
    return {"problem": ELASTIC, "schedule": schedule, "source": source,
            "iterations": result["iterations"], "residual": result["residual"],
            "first_setup_s": result["setup_s"], "setup_s": None, "solve_s": result["solve_s"]}


def run(options, head, write_file):
    """Rows of each published schedule in BoomerAMG, 1003 down and 1004 up, and of hypre's 3/4."""
    from solve_board import run_problem  # needs no third-party module either
    options.host, options.np, options.timeout, options.repeat, options.once = False, 1, 30.0, 1, []
    rows, begin = [], time.monotonic()
    head = {key: value for key, value in head.items() if key not in ("paper", "training")}
    for problem, arguments in [(ELASTIC, None), *PROBLEMS.items()]:
        names = SCHEDULES + (SLOW if problem.endswith("_64") else [])
        if options.left() < 20:
            print(f"amg: no time for {problem}", flush=True)
        elif arguments is None:
            rows += filter(None, [elastic_row(options, name) for name in ["hypre", *names]])
        else:
            smoothers = [("hypre", "hypre", ["-rlx_down", "3", "-rlx_up", "4"], "", "natural")]
            smoothers += [(name, "trisweep", ["-rlx_down", "1003", "-rlx_up", "1004"],
                           f"schedule={name}", "natural") for name in names]
            for row in run_problem(options, problem, arguments, smoothers):
                rows.append({"problem": problem, "schedule": row["smoother"],
                             "source": row["source"],
                             **{key: row[key] for key in ("iterations", "residual",
                                                          "first_setup_s", "setup_s", "solve_s")}})
        write_file(options, {**head, "board": "papers-amg", "hypre": options.hypre}, "papers-amg",
                   rows)
    print(f"amg: {time.monotonic() - begin:.0f} s", flush=True)
