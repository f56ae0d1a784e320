# SPDX-License-Identifier: Apache-2.0 OR MIT
"""trisweep-total as installed; called by tools.py."""

import json
import os

HEAD = ["board", "date", "commit", "gpu", "cuda", "cusparse", "hypre", "rows"]
FIELDS = ["problem", "smoother", "source", "ordering", "np", "gpus", "iterations", "residual",
          "setup_s", "solve_s", "setup_again_s", "solve_again_s", "reps"]
PROBLEMS = ["lap7_10", "lap27_8", "sys3_6", "rotate_20", "vardif_10", "elas_4"]
REFUSED = (["lap7"], ["lap7_1"], ["lap7_8x"], ["--source=color", "lap7_8"],
           ["--source=natural,auto", "lap7_8"], ["--repeat=0", "lap7_8"], ["--repeat=3x", "lap7_8"],
           ["--json=/nonexistent/x.json", "lap7_8"], ["--json=/dev/full", "lap7_8"],
           ["--append=/nonexistent/x.json", "lap7_8"])


def times(row):
    return [row[key] for key in FIELDS if key.endswith("_s")]


def check_board(checks, path, ranks):
    """All problems in both orders of the rows: fields, medians, and hypre's iterations."""
    status, output = checks.run("trisweep-total", ["--source=hypre,natural", "--repeat=2",
                                                   f"--json={path}", "--commit=abc", *PROBLEMS],
                                ranks)
    checks.check(f"total, np {ranks}", status == 0, f"status {status}: {output[-500:]}")
    status, output = checks.run("trisweep-total", ["--source=auto", "--repeat=2",
                                                   f"--append={path}", "--commit=abc", *PROBLEMS],
                                ranks)
    checks.check(f"total --append, np {ranks}", status == 0, f"status {status}: {output[-500:]}")
    with open(path, encoding="ascii") as file:
        board = json.load(file)
    rows = board["rows"]
    checks.check("total: head", list(board) == HEAD and board["board"] == "total"
                 and board["commit"] == "abc" and board["gpu"] == "none", list(board))
    checks.check("total: fields", all(list(row) == FIELDS for row in rows), rows[0])
    checks.check("total: rows", [row["problem"] for row in rows if row["ordering"] == "auto"
                                 and row["smoother"] == "SSOR 6"] == PROBLEMS, rows)
    checks.check("total: hypre's contenders", all(
        {"jacobi 7, w 0.7", "jacobi 7, w 0.85", "l1-jacobi 18", "chebyshev 16"} <=
        {row["smoother"] for row in rows if row["problem"] == name and row["source"] == "hypre"}
        for name in PROBLEMS), rows)
    checks.check("total: numbers", all(min(times(row)) > 0.0 and row["np"] == ranks
                                       and row["reps"] == 2 and row["gpus"] == 0 for row in rows),
                 rows)
    ours = [row for row in rows if row["source"] == "trisweep"]
    checks.check("total: solved", all(row["residual"] <= 1.01e-8 for row in ours), ours)
    for row in (row for row in ours if row["ordering"] == "natural"):
        plain = [other for other in rows if other["source"] == "hypre"
                 and (other["problem"], other["smoother"]) == (row["problem"], row["smoother"])]
        checks.check(f"total: iterations of {row['problem']}, {row['smoother']}",
                     [other["iterations"] for other in plain] == [row["iterations"]], plain)


def check_total(checks, folder):
    path = os.path.join(folder, "total.json")
    check_board(checks, path, 2)
    with open(path, encoding="ascii") as file:
        before = len(json.load(file)["rows"])
    arguments = ["--source=auto", "--repeat=1", f"--append={path}", "--commit=abc", "elas_4"]
    status, output = checks.run("trisweep-total", arguments, 2)
    with open(path, encoding="ascii") as file:
        rows = json.load(file)["rows"]
    checks.check("total: the same rows again take their place", status == 0
                 and len(rows) == before and sum(row["reps"] == 1 for row in rows) == 2, output)
    status, output = checks.run("trisweep-total", [*arguments, "--commit=def"])
    checks.check("total: a board of another commit", status == 2 and '"commit"' in output, output)
    for arguments in REFUSED:
        status, output = checks.run("trisweep-total", arguments, 2)
        checks.check(f"total {arguments}", status == 2 and output.count("trisweep-total: ") == 1,
                     f"{status}: {output}")
    status, output = checks.run("trisweep-total", ["--source=auto", "--repeat=1", "lap7_8"], 0,
                                {"TRISWEEP_OPTIONS": "bad=1"})
    checks.check("total: no rows of sweeps that were refused", status == 2 and
                 "unknown option 'bad'" in output and "lap7_8 " not in output, output)
