# SPDX-License-Identifier: Apache-2.0 OR MIT
"""trisweep-bench calibrate and its fit, with boards of an H200 in place of a GPU."""

import json
import os
import re
import subprocess
import sys
import tempfile

NAME, FILE = "Some GPU 1/7", "Some-GPU-1-7.def"

# Replaces trisweep-bench: writes the given board.
BENCH = """#!{python}
import shutil, sys
names = [a.split("=", 1)[1] for a in sys.argv[1:] if a.startswith("--json=")]
assert "--space=device" in sys.argv and "lap5:20x20" in sys.argv
shutil.copy({board!r}, names[0])
"""

# Seconds for one program; scripts/test makes the limit longer on a busy machine.
LIMIT = int(os.environ.get("TRISWEEP_TEST_TIMEOUT", "300"))


def join_boards(results, path):
    rows = []
    for name in sorted(os.listdir(results)):
        if name.startswith("h200-tune-") and name.endswith(".json"):
            with open(os.path.join(results, name), encoding="utf-8") as file:
                rows += json.load(file)["rows"]
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"gpu": NAME, "date": "2026-11-22", "gpu_major": 9, "processors": 18,
                   "clock_mhz": 1980, "gbytes_a_second": 600, "rows": rows}, file)


def fit(checks, scratch, board):
    """Exit status and output of the installed script with the board; the folder that it wrote."""
    bench, folder = os.path.join(scratch, "bench"), os.path.join(scratch, "tables")
    with open(bench, "w", encoding="utf-8") as file:
        file.write(BENCH.format(python=sys.executable, board=board))
    os.chmod(bench, 0o755)
    script = os.path.join(checks.prefix, "share", "trisweep", "fit_tuning.py")
    done = subprocess.run([sys.executable, script, "--calibrate", folder, "--bench", bench],
                          timeout=LIMIT, check=False, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT)
    return done.returncode, done.stdout.decode(errors="replace"), folder


def check_tuning(checks):
    status, output = checks.run("trisweep-bench", ["calibrate", "one", "two"])
    checks.check("calibrate with two folders", status == 1 and "one folder" in output, output)
    results = os.path.join(checks.data, "..", "..", "bench", "results")
    with tempfile.TemporaryDirectory() as scratch:
        empty = os.path.join(scratch, "empty")
        status, output = checks.run("trisweep-bench", ["calibrate", empty],
                                    environment={"CUDA_VISIBLE_DEVICES": ""})
        checks.check("calibrate without a GPU",
                     status == 1 and "no table is written" in output and not os.listdir(empty),
                     f"{status}: {output}")
        board = os.path.join(scratch, "board.json")
        join_boards(results, board)
        status, output, folder = fit(checks, scratch, board)
        checks.check("calibrate writes a table", status == 0 and os.listdir(folder) == [FILE],
                     f"{status}: {output}")
        with open(os.path.join(folder, FILE), encoding="utf-8") as file:
            text = file.read()
        costs = re.findall(r"^TSW_COST\(([a-z]+), [a-z]+(, [0-9.e+-]+){7}\)$", text, re.M)
        checks.check("a table has its GPU and costs of all schedules",
                     f'TSW_GPU("{NAME}", 18, 1980, 600)' in text and len(costs) >= 4
                     and {c[0] for c in costs} == {"onchip", "persistent", "strips"}, text)
        with open(board, "w", encoding="utf-8") as file:
            file.write("no board")
        status, output, _ = fit(checks, scratch, board)
        checks.check("calibrate with a bad board", status != 0, output)
