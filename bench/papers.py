#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Boards of papers about triangular solves, and their tables in bench/results/README.md.

    papers.py --run --build FOLDER --matrices FOLDER --out FOLDER --commit ID
              [--only li lower graphs krylov amg] [--hypre VERSION] [--ij IJ]
    papers.py --write      write the tables between the two marks of bench/results/README.md
    papers.py --check      print what differs; exit status 1 if something does

--run needs an otherwise idle machine with a GPU: a build of trisweep in FOLDER, and a folder of
.mtx.gz files. All other matrices are generated. It writes GPU-papers-DATE.json (rows of the boards
papers and krylov of trisweep-bench, with the numbers of the papers beside) and, if the plug is
built and --ij names hypre's driver, GPU-papers-amg-DATE.json. The tables are those of the newest
files. --check also looks for sections of README.md and doc/ that quote a ratio and name no file of
bench/results.
"""

import argparse
import datetime
import glob
import json
import os
import re
import subprocess
import sys
import tempfile

import new_file
import papers_tables
import published

BEGIN = "<!-- begin: papers.py -->"
END = "<!-- end: papers.py -->"

LOWER_KERNELS = ["cusparse", "levr", "chain", "slfc", "syncfree-csc", "syncfree-csr",
                 "writingfirst", "capellini", "yuenyeung", "partition"]
GRAPHS = ["graph:17,60000,1", "graph:17,130000,2", "graph:18,260000,3", "graph:20,1000000,4",
          "graph:20,2000000,5", "powerlaw:18,60000,6", "powerlaw:18,260000,7",
          "powerlaw:20,1000000,8", "diagonal:500000", "random:500000,1,9", "random:1000000,2,10",
          "dense:2000", "lap5:1024x1024", "lap7:128x128x128", "lap27:128x128x128"]
KRYLOV = ["lap7:128x128x128", "lap5:1024x1024"]
KRYLOV_FILES = ["mfem_lap_starmixed_329k", "mfem_elast_beamtet_112k"]

# Runs of trisweep-bench: table, options, seconds after which no further matrix begins.
RUNS = {
    "li": (["--board=papers", "--solve=pair", "--levels=pull,naumov,kahn,kahn-queue",
            "--kernels=cusparse,levr,levc,slfr,slfc,syncfree-csc"], 110),
    "lower": (["--board=papers", "--solve=lower", "--kernels=" + ",".join(LOWER_KERNELS)], 40),
    "graphs": (["--board=papers", "--solve=lower",
                "--kernels=" + ",".join(k for k in LOWER_KERNELS if k != "partition")], 40),
    "krylov": (["--board=krylov", f"--threads={os.cpu_count()}"], 30),
}
AMG_SCHEDULES = ["levr", "levc", "slfr", "slfc", "chain", "syncfree-csc", "syncfree-csr",
                 "writingfirst", "capellini", "yuenyeung", "partition", "cusparse", "auto"]
AMG_PROBLEMS = {
    "lap7_64": ["-n", "64", "64", "64", "-solver", "1"],
    "sys3_64": ["-n", "64", "64", "64", "-sysL", "3", "-nf", "3", "-solver", "1"],
}


def matrices_of(table, folder):
    """Matrices of a run: generators, and the .mtx.gz files of the folder."""
    files = sorted(glob.glob(os.path.join(folder, "*.mtx.gz")))
    return {
        "li": published.LI_GRIDS + list(published.LI_MATRICES),
        "lower": files,
        "graphs": GRAPHS,
        "krylov": KRYLOV + [f for f in files
                            if os.path.basename(f)[:-len(".mtx.gz")] in KRYLOV_FILES],
    }[table]


def bench(options, table):
    """Run trisweep-bench for a table. Return the head of its file and its rows."""
    arguments, budget = RUNS[table]
    program = os.path.join(options.build, "trisweep-bench")
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "rows.json")
        subprocess.run([program, *arguments, f"--budget={budget}", f"--commit={options.commit}",
                        f"--hypre={options.hypre}", f"--json={path}",
                        *matrices_of(table, options.matrices)],
                       check=True, stdout=subprocess.DEVNULL)
        with open(path, encoding="ascii") as file:
            head = json.load(file)
    return head, head.pop("rows")


def add_published(row):
    """Add the times of cuSPARSE on this GPU and the times that the paper prints, if any."""
    kernel, matrix = row["kernel"], row["matrix"]
    if row["table"] == "li":
        row["published_ms"] = published.li_solve(matrix, kernel)
        row["published_analysis_ms"] = published.li_setup(matrix, kernel)
        row["published_gpu"] = "P100" if row["published_analysis_ms"] else None
    elif matrix == "dense:2000" and kernel in published.LIU_DENSE:
        row["published_analysis_ms"] = published.LIU_DENSE[kernel][1]
        row["published_gpu"] = "Titan X"
    return row


def finish_rows(table, rows):
    """Rows as in the definition of board papers: table, and cuSPARSE's time on each row."""
    cusparse = {row["matrix"]: row for row in rows if row.get("kernel") == "cusparse"}
    done = []
    for row in rows:
        row = {"table": table, **row}
        if "kernel" in row:
            row["ms_cusparse"] = cusparse.get(row["matrix"], {}).get("ms_solve")
            row = add_published(row)
        done.append({key: value for key, value in row.items() if value is not None})
    return done


def write_file(options, head, name, rows):
    gpu = next((word for word in head["gpu"].lower().split() if word != "nvidia"), "gpu")
    path = os.path.join(options.out, f"{gpu}-{name}-{datetime.date.today().isoformat()}.json")
    lines = ",\n  ".join(json.dumps(row) for row in rows)
    new_file.write(path, json.dumps(head, indent=1).removesuffix("\n}") +
                   f',\n "rows": [\n  {lines}\n ]\n}}\n')
    print(f"written: {path}", flush=True)


def run_amg(options, head):
    """Rows of each published schedule in BoomerAMG, 1003 down and 1004 up, and of hypre's 3/4."""
    from solve_board import run_problem  # needs no third-party module either
    options.host, options.np, options.timeout, options.repeat, options.once = False, 1, 60.0, 1, []
    smoothers = [("hypre", "hypre", ["-rlx_down", "3", "-rlx_up", "4"], "", "natural")]
    smoothers += [(name, "trisweep", ["-rlx_down", "1003", "-rlx_up", "1004"],
                   f"schedule={name}", "natural") for name in AMG_SCHEDULES]
    rows = []
    for problem, arguments in AMG_PROBLEMS.items():
        for row in run_problem(options, problem, arguments, smoothers):
            rows.append({"problem": problem, "schedule": row["smoother"], "source": row["source"],
                         **{key: row[key] for key in ("iterations", "residual", "first_setup_s",
                                                      "setup_s", "solve_s")}})
    head = {key: value for key, value in head.items() if key != "paper"}
    write_file(options, {**head, "board": "papers-amg", "hypre": options.hypre}, "papers-amg", rows)


def run(options):
    """Run all boards, one after the other. The file is written after each board."""
    rows, head = [], {}
    for table in RUNS:
        if table in options.only:
            head, found = bench(options, table)
            rows += finish_rows(table, found)
            head.pop("paper", None)
            write_file(options, head, "papers", rows)
    if "amg" in options.only:
        if not options.ij or not os.path.exists(options.plug):
            sys.exit(f"papers.py: amg needs --ij and the plug {options.plug}; or leave amg out by "
                     "--only")
        if not head:
            head = {"gpu": "NVIDIA " + options.gpu, "commit": options.commit,
                    "date": datetime.date.today().isoformat()}
        run_amg(options, head)


def newest(top, name):
    """The newest result file of a board as (name, contents), or (None, None)."""
    paths = [path for path in glob.glob(os.path.join(top, "bench/results", f"*-{name}-*.json"))
             if re.fullmatch(rf"[a-z0-9]+-{name}-\d{{4}}-\d\d-\d\d[a-z]?\.json",
                             os.path.basename(path))]
    if not paths:
        return None, None
    path = max(paths, key=lambda path: os.path.basename(path).split(f"-{name}-")[1])
    with open(path, encoding="ascii") as file:
        return os.path.basename(path), json.load(file)


def generated(top):
    """The text between the marks."""
    return papers_tables.text_of(newest(top, "papers"), newest(top, "papers-amg"))


def split_readme(top):
    path = os.path.join(top, "bench/results/README.md")
    with open(path, encoding="utf-8") as file:
        text = file.read()
    before, begin, rest = text.partition(BEGIN + "\n")
    between, end, after = rest.partition(END)
    if not begin or not end:
        sys.exit(f"papers.py: {path} lacks the marks {BEGIN} and {END}")
    return path, before + begin, between, end + after


RATIO = re.compile(r"\b\d+(?:\.\d+)?[ -](?:times|fold)\b")
RESULT = re.compile(r"(?:h100|h200|cpu)[\w.-]*\.(?:json|txt|csv)")


def unsourced(top):
    """Sections of README.md and doc/ that quote a ratio and name no file of bench/results."""
    found = []
    for path in ["README.md"] + sorted(glob.glob("doc/*.md", root_dir=top)):
        with open(os.path.join(top, path), encoding="utf-8") as file:
            sections = re.split(r"(?m)^(?=#+ )", file.read())
        for section in sections:
            ratio = RATIO.search(section)
            names = RESULT.findall(section)
            heading = section.split("\n", maxsplit=1)[0].strip("# ")
            if ratio and not names:
                found.append(f"{path}, {heading}: \"{ratio.group()}\", and no file of "
                             "bench/results is named")
            found += [f"{path}, {heading}: bench/results/{name} does not exist" for name in names
                      if not os.path.exists(os.path.join(top, "bench/results", name))]
    return found


def check(top):
    problems = unsourced(top)
    path, _, between, _ = split_readme(top)
    if between != generated(top):
        problems.append(f"{os.path.relpath(path, top)}: differs from the newest files; run "
                        "bench/papers.py --write")
    print("\n".join(problems), end="\n" if problems else "")
    return 1 if problems else 0


def main():
    here = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    what = parser.add_mutually_exclusive_group(required=True)
    for name in ("run", "write", "check"):
        what.add_argument(f"--{name}", action="store_true")
    parser.add_argument("--top", default=here, help="folder of the checkout")
    parser.add_argument("--build", help="folder of the build")
    parser.add_argument("--matrices", help="folder of .mtx.gz files")
    parser.add_argument("--out", help="folder of the results")
    parser.add_argument("--commit", help="commit id of the code that runs")
    parser.add_argument("--hypre", default="none", help="version of hypre")
    parser.add_argument("--gpu", default="unknown", help="name of the GPU, if only amg is run")
    parser.add_argument("--ij", type=os.path.abspath, help="hypre's ij driver")
    parser.add_argument("--plug", help="libtrisweep-hypre.so; default: that of the build")
    parser.add_argument("--only", nargs="+", choices=[*RUNS, "amg"], default=[*RUNS, "amg"])
    options = parser.parse_args()
    if options.check:
        return check(options.top)
    if options.write:
        path, before, _, after = split_readme(options.top)
        new_file.write(path, before + generated(options.top) + after)
        return 0
    if not all((options.build, options.matrices, options.out, options.commit)):
        parser.error("--run needs --build, --matrices, --out and --commit")
    options.plug = os.path.abspath(options.plug or
                                   os.path.join(options.build, ".libs/libtrisweep-hypre.so"))
    run(options)
    return 0


if __name__ == "__main__":
    sys.exit(main())
