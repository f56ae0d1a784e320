#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Boards of papers about triangular solves, and their tables in bench/results/README.md.

    papers.py --run --build FOLDER --matrices FOLDER --out FOLDER --commit ID --ij IJ
              [--only train levels lower graphs classes krylov counters li large largest liu
               components amg]
              [--limit SECONDS] [--ncu NCU] [--hypre VERSION] [--resume]
    papers.py --write      write the tables between the two marks of bench/results/README.md
    papers.py --check      print what differs; exit status 1 if something does

--run needs an otherwise idle machine with a GPU: a build of trisweep with the plug in FOLDER, made
from this checkout, hypre's driver IJ, and a folder of .mtx.gz files. All other matrices are
generated, or are levels that BoomerAMG makes of problems of IJ. krylov also runs PETSc on the host
if the build has trisweep-bench-petsc. train prints the threshold of schedule yuenyeung for this
GPU, a line of yuenyeung.def. --run writes GPU-papers-DATE.json (rows of the boards train, papers
and krylov of trisweep-bench, with the numbers of the papers beside; counters of NVIDIA's ncu) and
GPU-papers-amg-DATE.json, both after each part. A part that fails is reported and left out; no part
begins after the limit. --resume adds to the rows of files in the folder of the results, if they are
of the same GPU and commit. Each table is that of the newest file that has it; older files add
matrices of Li and of Krylov methods. --check also looks for sections of README.md and doc/ that
quote a ratio and name no file of bench/results.
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
import time

import new_file
import papers_amg
import papers_counters
import papers_tables
import published

BEGIN = "<!-- begin: papers.py -->"
END = "<!-- end: papers.py -->"

CORES = len(os.sched_getaffinity(0))
LOWER_KERNELS = ["cusparse", "levr", "chain", "slfc", "syncfree-csc", "syncfree-csr", "twophase",
                 "writingfirst", "capellini", "yuenyeung", "partition"]
LEVEL_KERNELS = ["cusparse", "slfc", "chain", "syncfree-csc", "syncfree-csr", "twophase",
                 "writingfirst", "capellini", "yuenyeung", "auto", "persistent", "strips", "onchip"]
GRAPHS = ["graph:17,60000,1", "graph:17,130000,2", "graph:18,260000,3", "graph:20,1000000,4",
          "graph:20,2000000,5", "powerlaw:18,60000,6", "powerlaw:18,260000,7",
          "powerlaw:20,1000000,8", "diagonal:500000", "random:500000,1,9", "random:1000000,2,10",
          "dense:2000", "lap5:1024x1024", "lap7:128x128x128", "lap27:128x128x128"]
KRYLOV = ["mfem_dg_diffusion_nonsym_20k", "mfem_lap_fichera_p2", "mfem_elast_beamhex_16k",
          "mfem_elast_bunny_16k", "armadillo_heat", "laplace7:64x64x64", "laplace5:512x512",
          "mfem_elast_beamtet_112k", "laplace7:96x96x96"]

# Runs of trisweep-bench: options, seconds after which no further matrix begins.
LOWER = ["--board=papers", "--solve=lower"]
RUNS = {
    "train": (["--board=train"], 45),
    "levels": ([*LOWER, "--kernels=" + ",".join(LEVEL_KERNELS)], 60),
    "lower": ([*LOWER, "--kernels=" + ",".join(LOWER_KERNELS)], 30),
    "graphs": ([*LOWER, "--kernels=" + ",".join(k for k in LOWER_KERNELS if k != "partition")], 30),
    "classes": ([*LOWER, "--kernels=" + ",".join(papers_tables.YUENYEUNG_KERNELS) +
                 ",syncfree-csr"], 60),
    "components": ([*LOWER, "--kernels=cusparse,partition"], 40),
    "li": (["--board=papers", "--solve=pair", "--levels=pull,naumov,kahn,kahn-queue",
            "--kernels=cusparse,levr,levc,slfr,slfc,syncfree-csc"], 220),
    "large": (["--board=papers", "--solve=pair", "--levels=kahn",
               "--kernels=cusparse,slfc,syncfree-csc"], 40),
    "largest": (["--board=papers", "--solve=pair", "--levels=kahn",
                 "--kernels=cusparse,slfc,syncfree-csc"], 40),
    "liu": ([*LOWER, "--kernels=cusparse,syncfree-csc"], 40),
    "krylov": (["--board=krylov", f"--threads={CORES}"], 150),
}
ORDER = ["train", "levels", "lower", "graphs", "classes", "krylov", "counters", "li", "large",
         "largest", "liu", "components", "amg"]


def matrices_of(options, table, folder):
    """Matrices of a run that are left: generators, and the .mtx and .mtx.gz files of folders."""
    done = {row["matrix"] for row in options.rows if row["table"] == table}
    return [m for m in all_matrices(table, folder)
            if os.path.basename(m).removesuffix(".gz").removesuffix(".mtx") not in done]


def all_matrices(table, folder):
    files = sorted(glob.glob(os.path.join(folder, "*.mtx.gz")))
    levels = [path for problem in papers_amg.LEVEL_PROBLEMS
              for path in sorted(glob.glob(os.path.join(folder, f"amg_{problem}_level?.mtx")))]
    return {
        "train": levels + files,
        "levels": levels,
        "lower": files,
        "graphs": GRAPHS,
        "classes": list(dict.fromkeys([*(m for m in published.YUENYEUNG_CASES if ":" in m),
                                       *published.YUENYEUNG_CLASSES, *published.LIU_MATRICES])),
        "liu": published.LIU_LARGE,
        "components": published.PICCIAU_COMPONENTS,
        "li": list(published.LI_MATRICES) + published.LI_GRIDS[::-1],  # the long ones last
        "large": list(published.LI_LARGE)[:1],
        "largest": list(published.LI_LARGE)[1:],
        "krylov": [m if ":" in m else os.path.join(folder, m + ".mtx.gz") for m in KRYLOV],
    }[table]


def make_levels(options, folder):
    """Write the levels of all problems, all runs of ij at once: no time is measured."""
    from solve_board import AMG  # needs no third-party module either
    library = os.path.join(options.build, "bench/.libs/levels.so")
    runs = {problem: subprocess.Popen(
        [options.ij, "-exec_device", *arguments, "-solver", "1", *AMG], stdout=subprocess.DEVNULL,
        env={**os.environ, "LD_PRELOAD": library,
             "TRISWEEP_LEVELS": os.path.join(folder, f"amg_{problem}")})
            for problem, arguments in papers_amg.LEVEL_PROBLEMS.items()}
    for problem, run in runs.items():
        status = run.wait()
        if status or not glob.glob(os.path.join(folder, f"amg_{problem}_level?.mtx")):
            print(f"papers.py: ij wrote no levels of {problem}: status {status}", flush=True)


def bench(options, table, folder):
    """Run trisweep-bench for a table. Return the head of its file, its rows and its output."""
    arguments, budget = RUNS[table]
    budget = max(1, min(budget, int(options.left())))
    path = os.path.join(folder, "rows.json")
    begin = time.monotonic()
    output = subprocess.run([os.path.join(options.build, "trisweep-bench"), *arguments,
                             f"--budget={budget}", f"--commit={options.commit}",
                             f"--hypre={options.hypre}", f"--json={path}",
                             *matrices_of(options, table, folder)], check=True, encoding="ascii",
                            stdout=subprocess.PIPE,
                            timeout=max(1, min(budget + 60, options.left()))).stdout
    print(f"{table}: {time.monotonic() - begin:.0f} s", flush=True)
    with open(path, encoding="ascii") as file:
        head = json.load(file)
    rows = head.pop("rows")
    return {**head, "cores": CORES}, rows, output


def petsc(options, matrices, folder):
    """Rows of the krylov board by PETSc on the host, without SpSV's and trisweep's; none, with a
    line, if the build has no trisweep-bench-petsc."""
    program, path = (os.path.join(*f) for f in ((options.build, "trisweep-bench-petsc"),
                                                (folder, "petsc.json")))
    if not os.path.exists(program):
        print(f"krylov: {program} is not built: no tuned library on the host", flush=True)
        return []
    begin = time.monotonic()
    try:
        subprocess.run([program, path, *matrices], check=True, timeout=max(1, options.left()))
    except (subprocess.SubprocessError, OSError) as error:
        print(f"krylov by PETSc: failed: {error}", flush=True)
        return []
    print(f"krylov by PETSc: {time.monotonic() - begin:.0f} s", flush=True)
    with open(path, encoding="ascii") as file:
        return json.load(file)["rows"]


def add_published(row):
    """Add the times of cuSPARSE on this GPU and the times that the paper prints, if any."""
    kernel, matrix = row["kernel"], row["matrix"]
    if row["table"] in ("li", "large", "largest"):
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


def resume(options):
    """Head and rows of an earlier run with the same GPU and commit, if asked for; else no rows."""
    head = {"gpu": "NVIDIA " + options.gpu, "commit": options.commit,
            "date": datetime.date.today().isoformat()}
    for path in glob.glob(os.path.join(options.out, "*-papers-????-??-??*.json")):
        with open(path, encoding="ascii") as file:
            found = json.load(file)
        if options.resume and all(found[key] == head[key] for key in ("gpu", "commit")):
            options.rows = found.pop("rows")
            head = {**found, "date": head["date"]}
            print(f"resumed: {path}, {len(options.rows)} rows", flush=True)
    return head, options.rows


def threshold_of_run(options, gpu):
    """The threshold of yuenyeung for a GPU in the code that runs; the last line is for others."""
    path = os.path.join(options.top, "src/kernels/cuda/published/yuenyeung.def")
    with open(path, encoding="ascii") as file:
        lines = re.findall(r'TSW_TUNE_GPU\("(.*)", ([0-9.]+)\)', file.read())
    return float(dict(lines).get(gpu, lines[-1][1]))


def run_boards(options, folder):
    """Run the boards, one after the other. The file is written after each."""
    head, rows = resume(options)
    extra = {"training": head.pop("training")} if "training" in head else {}
    for table in ORDER:
        if table not in options.only or options.left() < 10 or (
                table in RUNS and not matrices_of(options, table, folder)):
            print(f"{table}: left out", flush=True)
        elif table == "amg":
            papers_amg.run(options, head, write_file)
        elif table == "counters":
            rows += papers_counters.run(options, folder)
            write_file(options, {**head, **extra}, "papers", rows)
        else:
            try:
                left = matrices_of(options, table, folder)
                head, found, output = bench(options, table, folder)
                if table == "krylov":
                    found += petsc(options, left, folder)
                if table == "train":
                    extra["training"] = {**head.pop("table_2")[0],
                                         "threshold_of_run": threshold_of_run(options, head["gpu"])}
                    print(output.strip().splitlines()[-1], flush=True)
            except (subprocess.SubprocessError, OSError) as error:
                print(f"{table}: failed: {error}", flush=True)
                continue
            head.pop("paper", None)
            rows += finish_rows(table, found)
            write_file(options, {**head, **extra}, "papers", rows)


def run(options):
    with tempfile.TemporaryDirectory() as folder:
        for path in glob.glob(os.path.join(options.matrices, "*.mtx.gz")):
            os.symlink(os.path.abspath(path), os.path.join(folder, os.path.basename(path)))
        if {"train", "levels"} & set(options.only):
            make_levels(options, folder)
        run_boards(options, folder)


def results(top, name):
    """The result files of a board as (name, contents), the newest first."""
    names = [name_ for name_ in os.listdir(os.path.join(top, "bench/results"))
             if re.fullmatch(rf"[a-z0-9]+-{name}-\d{{4}}-\d\d-\d\d[a-z]?\.json", name_)]
    found = []
    for file_name in sorted(names, key=lambda n: n.split(f"-{name}-")[1], reverse=True):
        with open(os.path.join(top, "bench/results", file_name), encoding="ascii") as file:
            found.append((file_name, json.load(file)))
    return found


def generated(top):
    """The text between the marks."""
    return papers_tables.text_of(results(top, "papers"),
                                 next(iter(results(top, "papers-amg")), (None, None)),
                                 KRYLOV)


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
    parser.add_argument("--ncu", default="ncu", help="NVIDIA's program of that name")
    parser.add_argument("--limit", type=float, default=3600.0, help="seconds for all parts")
    parser.add_argument("--resume", action="store_true", help="add to files in --out")
    parser.add_argument("--only", nargs="+", choices=ORDER, default=ORDER)
    options = parser.parse_args()
    if options.check:
        return check(options.top)
    if options.write:
        path, before, _, after = split_readme(options.top)
        new_file.write(path, before + generated(options.top) + after)
        return 0
    if not all((options.build, options.matrices, options.out, options.commit, options.ij)):
        parser.error("--run needs --build, --matrices, --out, --commit and --ij")
    end = time.monotonic() + options.limit
    options.rows = []
    options.left = lambda: end - time.monotonic()
    options.plug = os.path.abspath(options.plug or
                                   os.path.join(options.build, ".libs/libtrisweep-hypre.so"))
    run(options)
    return 0


if __name__ == "__main__":
    sys.exit(main())
