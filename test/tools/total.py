# SPDX-License-Identifier: Apache-2.0 OR MIT
"""trisweep-total as installed, a link to trisweep-solve; called by tools.py."""

import json
import os
import sys

HEAD = ["board", "date", "commit", "gpu", "cuda", "cusparse", "hypre", "rows"]
FIELDS = ["problem", "smoother", "source", "ordering", "np", "gpus", "iterations", "residual",
          "setup_s", "solve_s", "setup_again_s", "solve_again_s", "reps"]
STEPS = ["problem", "change", "smoother", "source", "ordering", "mode", "np", "gpus", "steps",
         "iterations_first", "iterations_most", "iterations_sum", "full_setups", "setup_s",
         "solve_s", "setup_first_s", "total_s", "residual"]
PROBLEMS = ["lap7_10", "lap27_8", "sys3_6", "rotate_20", "vardif_10", "elas_4"]
REFUSED = (["lap7"], ["lap7_1"], ["lap7_8x"], ["--source=color", "lap7_8"],
           ["--source=trisweep", "lap7_8"], ["--repeat=0", "lap7_8"], ["--repeat=3x", "lap7_8"],
           ["--tol=1e-6", "lap7_8"], ["--relax=6", "lap7_8"], ["--beam=3x3x3"],
           ["--only=0", "lap7_8"], ["--only=99", "lap7_8"],
           ["--json=a.json", "--append=b.json", "lap7_8"], ["--change=fast", "--steps=2", "lap7_8"],
           ["--json=/dev/null/x.json", "lap7_8"], ["--json=/dev/full", "lap7_8"],
           ["--append=/dev/null/x.json", "lap7_8"],
           ["--append=no-such-folder/x.json", "lap7_8"])


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
    third = [row["smoother"] for row in rows if row["problem"] == PROBLEMS[0]][2]
    status, output = checks.run("trisweep-total", ["--source=hypre,natural", "--repeat=1",
                                                   "--only=3", PROBLEMS[0]], ranks)
    lines = [line for line in output.splitlines() if line.startswith(f"{PROBLEMS[0]} ")]
    checks.check("total: one smoother, without memory on hosts", status == 0 and len(lines) == 1
                 and third in lines[0] and lines[0].endswith(" -"), output)
    status, output = checks.run("trisweep-total", ["--source=ilu", "--repeat=1",
                                                   PROBLEMS[0]], ranks)
    checks.check("total: ILU of both", status == 0 and output.count(" ILU(0) ") == 2
                 and output.count(" DILU ") == 2 and output.count(" hypre ") == 1, output)
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


def check_steps(checks, folder):
    """Board steps by either option of trisweep-solve: fields, setups, both orders in one run."""
    path = os.path.join(folder, "steps.json")
    status, output = checks.run("trisweep-solve", [
        "--steps=3", "--change=drift,frozen", "--source=hypre,natural,auto", f"--json={path}",
        "lap7_8", "elas_3"], 2)
    with open(path, encoding="ascii") as file:
        board = json.load(file)
    checks.check("steps: fields", status == 0 and list(board) == HEAD and board["board"] == "steps"
                 and all(list(row) == STEPS for row in board["rows"]), output[-800:])
    ours = [row for row in board["rows"] if row["source"] == "trisweep"]
    checks.check("steps: rows", len(ours) == 12 and len(board["rows"]) == 26
                 and {row["mode"] for row in ours} == {"full", "values"}
                 and {row["ordering"] for row in ours} == {"natural", "auto"}
                 and sum(row["mode"] == "frozen" for row in board["rows"]) == 2, board["rows"])
    checks.check("steps: numbers", all(
        row["steps"] == 3 and row["residual"] <= 1.01e-8 and row["total_s"] > 0.0
        and row["full_setups"] in ((3,) if row["mode"] == "full" else (1, 2, 3))
        for row in ours), ours)
    status, output = checks.run("trisweep-solve", ["--board=steps", "--source=auto", "--steps=2",
                                                   "--change=bubble", "lap7_8"])
    checks.check("--board=steps", status == 0 and output.count(" bubble ") == 3, output)
    for arguments in (["--commit=abc", "lap7_8"], ["--board=speed", "lap7_8"]):
        status, output = checks.run("trisweep-solve", arguments)
        checks.check(f"solve {arguments}", status == 2 and output.count("trisweep-solve: ") == 1,
                     f"{status}: {output}")


WITHOUT_DEVICE = """#!/bin/sh
for argument; do
   shift
   [ "$argument" = --device ] || set -- "$@" "$argument"
done
[ "${argument#*_}" -gt 9 ] || exec %s "$@"
exit 255
"""


def check_memory(checks, folder):
    """Scripts for device memory: refusals without a GPU; a program that solves sizes up to 9."""
    bench = os.path.join(checks.data, "..", "..", "bench")
    peaks, largest = os.path.join(bench, "peaks.sh"), os.path.join(bench, "largest.py")
    program, path = os.path.join(folder, "without-device"), os.path.join(folder, "peaks.json")
    with open(program, "w", encoding="ascii") as file:
        file.write(WITHOUT_DEVICE % checks.path("trisweep-solve"))
    os.chmod(program, 0o755)
    board = ["--board=total", "--source=natural", "--commit=abc"]
    checks.run("trisweep-solve", [*board, "--repeat=2", f"--json={path}", "lap7_8"])
    board += [f"--append={path}"]
    status, output = checks.run("/bin/sh", [peaks, "lap7_8", "--", program, *board])
    checks.check("peaks.sh without --device", status == 2 and "--device" in output, output)
    status, output = checks.run("/bin/sh", [peaks, "lap7_12", "lap7_8", "--", program, "--device",
                                            *board])
    with open(path, encoding="ascii") as file:
        rows = json.load(file)["rows"]
    checks.check("peaks.sh: a process for each smoother", status == 1
                 and [(row["smoother"], row["reps"]) for row in rows]
                 == [("GS 3 down 4 up", 1), ("SSOR 6", 1)]
                 and "lap7_12, smoother 1: exit status 255" in output, output)
    status, output = checks.run("/bin/sh", [peaks, "lap7_8", "--", program, "--device", "--nope"])
    checks.check("peaks.sh: a command that is refused", status == 2, f"{status}: {output}")
    status, output = checks.run(sys.executable, [largest, "--solve", program, "lap7=12"])
    checks.check("largest.py", status == 0 and "lap7: 9 by l1-Jacobi 18, 9 by 2003/2004, 1.000 of"
                 in output, output)
    for arguments, word in ((["--solve", "/nonexistent"], "No such file"),
                            (["--solve", "/bin/false", "lap7=3"], "lap7_1 is too large"),
                            (["--solve", program, "lap8=8"], "lap8_8")):
        status, output = checks.run(sys.executable, [largest, *arguments])
        checks.check(f"largest.py {arguments}", status == 1 and word in output
                     and "Traceback" not in output, output)


def check_full(checks, folder, path, arguments):
    """A board on a full disk stays as it is; here files have a limit, MPI's are smaller."""
    with open(path, encoding="ascii") as file:
        board = json.load(file)
    board["rows"][0]["problem"] = 20_000_000 * "x"
    old = json.dumps(board)
    with open(path, "w", encoding="ascii") as file:
        file.write(old)
    limited = 'ulimit -f 32768; trap "" XFSZ; exec "$0" "$@"'  # blocks of 512 bytes
    status, output = checks.run("/bin/sh", ["-c", limited, checks.path("trisweep-total"),
                                            *arguments])
    with open(path, encoding="ascii") as file:
        checks.check("total: a full disk leaves the board", status != 0 and old == file.read()
                     and "cannot be written" in output
                     and not any(".new" in name for name in os.listdir(folder)), output[-800:])


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
    fresh = os.path.join(folder, "fresh.json")
    for problems, number in ((["lap7_8", "elas_4"], 4), (["elas_4"], 4), (["sys3_6"], 6)):
        status, output = checks.run("trisweep-total", ["--source=auto", "--repeat=1", *problems,
                                                       f"--append={fresh}", "--commit=abc"], 2)
        rows = []
        if os.path.exists(fresh):
            with open(fresh, encoding="ascii") as file:
                rows = json.load(file)["rows"]
        checks.check(f"total --append to a new file, then to it: {problems}", status == 0
                     and len(rows) == number, f"{len(rows)} rows, status {status}: {output}")
    status, output = checks.run("trisweep-total", [*arguments, "--commit=def"])
    checks.check("total: a board of another commit", status == 2 and '"commit"' in output, output)
    check_full(checks, folder, path, arguments)
    for arguments in REFUSED:
        status, output = checks.run("trisweep-total", arguments, 2)
        checks.check(f"total {arguments}", status == 2 and output.count("trisweep-total: ") == 1,
                     f"{status}: {output}")
    check_steps(checks, folder)
    check_memory(checks, folder)
    status, output = checks.run("trisweep-total", ["--source=auto", "lap7_8"], 0,
                                {"TRISWEEP_OPTIONS": "ordering=natural"})
    checks.check("total: another order in the environment", status == 2 and "--source" in output
                 and "lap7_8 " not in output, output)
    status, output = checks.run("trisweep-total", ["--source=auto", "--repeat=1", "lap7_8"], 0,
                                {"TRISWEEP_OPTIONS": "bad=1"})
    checks.check("total: no rows of sweeps that were refused", status == 2 and
                 "unknown option 'bad'" in output and "lap7_8 " not in output, output)
