# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The text about papers in bench/results/README.md, from result files (bench/papers.py)."""

import math

import published
from papers_board import (Board, additions, blocks, geometric, harmonic, markdown, mean, newest,
                          number, paragraph, solves_to_amortise)
from papers_li import STAND_INS, TABLES as LI, li_text
from papers_naumov import claim_sentence, krylov_sentence, naumov_text
from papers_yuenyeung import (YUENYEUNG_KERNELS, fastest_of, in_range, loss_sentence,
                              over_classes, preprocessing, yuenyeung_text)

SHARED_BYTES_A_ROW = 16  # of schedule partition: sum and scaling


def liu_text(rows):
    board = Board(rows, "lower", "graphs")
    speed = board.speedups("syncfree-csc", "cusparse")
    lines = []
    for kernel in ("cusparse", "syncfree-csc"):
        dense, means = published.LIU_DENSE[kernel], published.LIU_HARMONIC[kernel]
        values = [value for m in board.matrices
                  if (value := preprocessing(board, m, kernel)) is not None]
        lines.append([f"`{kernel}`", number(preprocessing(board, "dense:2000", kernel)),
                      number(dense[0]), number(dense[1]), number(harmonic(values)),
                      number(mean(values)), number(means[0]), number(means[1]),
                      number(board.get("dense:2000", kernel, "ms_solve"))])
    table = markdown(["schedule", "ms, Dense", "K40c", "Titan X", f"harmonic mean of "
                      f"{len(board.matrices)} matrices", "arithmetic mean",
                      "K40c, eleven matrices, harmonic", "Titan X", "ms, solve with Dense"], lines)
    won = sum(value > 1 for value in speed.values())
    made, stand = Board(rows, "classes", "liu"), []
    for m, (name, depth, *theirs) in (published.LIU_MATRICES | published.LIU_LARGE).items():
        if (m, "syncfree-csc") in made.by:
            stand.append([m, name, number(made.get(m, "syncfree-csc", "depth")), number(depth),
                          number(made.get(m, "syncfree-csc", "ms_solve")),
                          number(made.get(m, "cusparse", "ms_solve"))])
            for at, kernel in ((1, "syncfree-csc"), (0, "cusparse")):
                stand[-1] += [number(preprocessing(made, m, kernel)),
                              *[number(t[at]) for t in theirs]]
    counts = [preprocessing(made, line[0], "syncfree-csc") for line in stand]
    stand_in = blocks(
        paragraph(f"""
            Random triangles with rows, entries and level sets of {len(stand)} of his ten other
            matrices, ms: solves, in-degrees ({number(harmonic(counts))} in the harmonic mean) and
            SpSV's analysis. Solves over SpSV {speed_text(made.speedups(
                "syncfree-csc", "cusparse", [line[0] for line in stand]))}."""),
        markdown(["stand-in", "in place of", "level sets", "slides", "solve", "SpSV", "in-degrees",
                  "K40c", "Titan X", "SpSV's analysis", "K40c", "Titan X"], stand)) if stand else ""
    return blocks(
        "### Liu et al. 2016",
        paragraph(f"""
            Preprocessing of one triangle in ms: of `syncfree-csc` the kernel that counts the
            in-degrees of a matrix by columns, timed alone, which is part of the analysis; a solve
            copies the counts. Dense is `dense:2000`. Single precision and AMD GPUs are left
            out."""),
        table, *([stand_in] if stand_in else []),
        paragraph(f"""
            `syncfree-csc` over SpSV in the solve: {number(geometric(list(speed.values())))} in
            the geometric mean of {len(speed)} matrices, faster on {won}, at most
            {number(max(speed.values()))}. The slides print speeds in figures only."""))


def picciau_line(board, matrix):
    setup, solve = (board.get(matrix, "partition", f) for f in ("ms_analysis", "ms_solve"))
    other, spsv = (board.get(matrix, "cusparse", f) for f in ("ms_analysis", "ms_solve"))
    return [matrix, number(board.get(matrix, "partition", "n")),
            number(board.get(matrix, "partition", "depth")), number(solve), number(spsv),
            number(spsv / solve if spsv and solve else None), number(setup), number(other),
            solves_to_amortise(setup, solve, other, spsv)]


PICCIAU_HEAD = ["matrix", "rows", "level sets", "partition, ms", "SpSV, ms", "SpSV / partition",
                "analysis, ms, on the host", "SpSV's, ms", "solves to amortise"]


def picciau_text(rows, shared_bytes):
    board, made = Board(rows, "lower"), Board(rows, "components")
    most = shared_bytes // SHARED_BYTES_A_ROW
    parts = [m for m in board.matrices if (board.get(m, "partition", "n") or 0) > most]
    every = board.speedups("partition", "cusparse")
    speed = board.speedups("partition", "cusparse", parts)
    won = {name: sum(value > 1 for value in values.values())
           for name, values in (("every", every), ("parts", speed))}
    grown = made.speedups("partition", "cusparse")
    components = blocks(
        paragraph(f"""
            Block-diagonal matrices as in the paper's section VI: 16 components of 250 to 55,000
            rows and 0.1 % of entries (Figures 6 to 8), and 8 to 128 components of 6,000 rows and
            1 % (Figure 9; the paper: to 512). `partition` is faster on
            {sum(value > 1 for value in grown.values())} of {len(grown)}, at most
            {number(max(grown.values(), default=math.nan))} times; the paper: on all, at most
            {published.PICCIAU_COMPONENTS_MOST} times, with analyses on the host that fewer than
            tens of thousands of solves pay for."""),
        markdown(PICCIAU_HEAD, [picciau_line(made, m) for m in made.matrices])) \
        if made.matrices else ""
    return blocks(
        "### Picciau et al. 2016",
        paragraph(f"""
            `partition` is faster than SpSV on {won["every"]} of {len(every)} matrices, at most
            {number(max(every.values(), default=math.nan))} times; the paper, in single precision on
            a Quadro K4000: on {100 * published.PICCIAU_WON:.0f} % of 200 matrices, at most
            {published.PICCIAU_MOST} times. Matrices of up to {most:,} rows fit into a single part
            in the shared memory of this GPU, and one multiprocessor solves them; on the
            {len(speed)} larger ones `partition` is faster on {won["parts"]}:"""),
        markdown(PICCIAU_HEAD, [picciau_line(board, m) for m in parts]),
        *([components] if components else []))


LEVEL_HEADS = ("cusparse", "slfc", "yuenyeung", "capellini", "writingfirst", "twophase",
               "syncfree-csc", "syncfree-csr", "chain", "persistent", "strips", "onchip", "auto")


def levels_text(rows):
    board = Board(rows, "levels")
    lines = [[m.removeprefix("amg_"), number(board.get(m, "slfc", "n")),
              number((board.get(m, "slfc", "nnz") or 0) / (board.get(m, "slfc", "n") or 1)),
              number(board.get(m, "slfc", "depth")),
              *[number(board.get(m, k, "ms_solve")) for k in LEVEL_HEADS]] for m in board.matrices]
    gains = {k: geometric(list(board.speedups("auto", k).values())) for k in LEVEL_HEADS[:-1]}
    said = ", ".join(f"`{k}` by {number(g)}" for k, g in gains.items() if not math.isnan(g))
    return blocks(
        "### Levels of BoomerAMG",
        paragraph(f"""
            Solves with the lower triangle, ms, of levels that BoomerAMG makes of problems of `ij`
            (PMIS, level 0 is the problem), published schedules and those of trisweep in one run.
            `auto` is faster in the geometric mean than {said}."""),
        markdown(["level", "rows", "entries a row", "level sets", *[f"`{k}`" for k in LEVEL_HEADS]],
                 lines))


def amg_text(name, contents):
    if not contents:
        return ""
    rows = contents["rows"]
    problems = list(dict.fromkeys(row["problem"] for row in rows))
    by = {(row["problem"], row["schedule"]): row for row in rows}
    lines = []
    for row in rows:
        base = by.get((row["problem"], "cusparse"))
        second = row["setup_s"]
        lines.append([row["problem"], f"`{row['schedule']}`" if row["schedule"] != "hypre" else
                      "hypre's cuSPARSE", number(1e3 * row["first_setup_s"]),
                      number(1e3 * second if second else None), number(1e3 * row["solve_s"]),
                      str(row["iterations"]),
                      number(base["solve_s"] / row["solve_s"] if base else None)])
    head = ["problem", "schedule", "first setup", "second", "solve", "iterations",
            "`cusparse` / schedule"]
    best, fair, hypre = [], [], []
    for problem in problems:
        names = {s: by[(problem, s)]["solve_s"] for p, s in by if p == problem}
        fastest = min((s for s in names if s not in ("hypre", "cusparse", "auto")),
                      key=names.get, default=None)
        best.append(f"`{fastest}` on {problem}")
        if "auto" in names and "cusparse" in names:
            fair.append(f"{number(names['cusparse'] / names['auto'])} on {problem}")
        if "auto" in names and "hypre" in names:
            hypre.append(f"{number(names['hypre'] / names['auto'])}")
    return blocks(
        "### In BoomerAMG",
        paragraph(f"""
            `ij` with 1003 down and 1004 up, hypre with 3 and 4, ms and iterations, by `{name}`
            ({contents["gpu"]}, commit {contents["commit"]}). Solves by `auto` are faster than those
            by schedule `cusparse`, SpSV in the same sweeps, by {", ".join(fair)}. Over hypre's own
            solves the ratios are {", ".join(hypre)}, but hypre analyses SpSV within its first
            solve. The second setup re-uses the analysis of the first (elas_40, by `trisweep-solve`:
            fresh solvers only, medians of three; the others: one run). Fastest published
            schedules: {", ".join(best)}. {trial_sentence(by, problems)}"""),
        markdown(head, lines))


def trial_sentence(by, problems):
    """What trial solves gain and cost in BoomerAMG; by: rows of problem and schedule."""
    pairs = [(by[(p, "yuenyeung")], by[(p, "writingfirst")]) for p in problems
             if (p, "yuenyeung") in by and (p, "writingfirst") in by]
    solve, setup = ([fused[key] / part[key] for fused, part in pairs]
                    for key in ("solve_s", "first_setup_s"))
    return f"""Solves by `yuenyeung` take {number(min(solve))} to {number(max(solve))} times as long
        as those by `writingfirst`, its part with a thread a row (that with a warp a row,
        `syncfree-csr`, is not in this table); its trial solves make first setups
        {number(min(setup))} to {number(max(setup))} times as long.""" if pairs else ""


def speed_text(speedups):
    values = list(speedups.values())
    return f"""{number(geometric(values))} times in the geometric mean, at most
        {number(max(values, default=math.nan))}, faster on {sum(v > 1 for v in values)} of
        {len(values)}"""


def gpus(files):
    return " and ".join(dict.fromkeys(contents["gpu"] for _, contents in files))


def summary_text(rows, files):
    """What each author would read first, in five lines."""
    grids = additions(files, *LI)
    li, low = Board([row for _, c in grids for row in c["rows"]], *LI), \
        Board(rows, "lower", "graphs")
    every = Board(rows, "lower", "graphs", "classes")
    slfc, syncfree = li.speedups("slfc", "cusparse"), low.speedups("syncfree-csc", "cusparse")
    fused, part = every.speedups("yuenyeung", "cusparse"), low.speedups("partition", "cusparse")
    counts = [c for m in low.matrices if (c := preprocessing(low, m, "syncfree-csc"))]
    solved = [m for m in every.matrices if (m, "yuenyeung") in every.by]
    won = sum(fastest_of(every, m, YUENYEUNG_KERNELS) == "yuenyeung" for m in solved)
    trials = [every.get(m, "yuenyeung", "ms_analysis") for m in solved]
    krylov = additions(files, "krylov")
    liu, inside = published.LIU_HARMONIC, [m for m in in_range(low) if m in fused]
    outside = [m for m in low.matrices if m in fused and m not in inside]
    said = [
        ("Li 2017", "LEVR, LEVC, SLFR, SLFC, and level sets by rounds",
         "tickets replace the order of blocks; acquire and release replace the lock step of a warp",
         "solves up to 2.6 times as fast as csrsv2 on a P100",
         f"`slfc` over SpSV {speed_text(slfc)}",
         f"""{sum(m in published.LI_GRIDS for m in slfc)} of his 20 grids and stand-ins of the same
         size for {sum(m in STAND_INS for m in slfc)} of his other {len(STAND_INS)} matrices,
         both triangles ({gpus(grids)})"""),
        ("Liu et al. 2016", "Algorithm 2 by columns, in-degrees counted once, in the analysis",
         "tickets as above; the matrices of the slides are not available",
         f"""preprocessing {liu["syncfree-csc"][0]} and {liu["syncfree-csc"][1]} ms (harmonic
         means), where csrsv2 takes {liu["cusparse"][0]} and {liu["cusparse"][1]}""",
         f"""in-degrees alone {number(harmonic(counts))} ms (harmonic mean); solves over SpSV
         {speed_text(syncfree)}""", f"{len(low.matrices)} real and generated lower triangles"),
        ("Yuenyeung 2021", "Algorithms 3 to 6",
         """flags are released and acquired; the diagonal is stored apart (`capellini`: as
         published); trial solves choose among both parts and the fused kernel""",
         f"""{published.YUENYEUNG_SPEEDUP["cusparse"][0]} times as fast as cuSPARSE on a V100 in the
         mean, the fastest on 95 % of 245
         matrices""",
         f"""over SpSV {number(mean([fused[m] for m in inside]))} times in the mean of {len(inside)}
         real and generated matrices in his range of granularity,
         {number(mean([fused[m] for m in outside]))} times on {len(outside)} outside of it,
         {number(over_classes(every, "cusparse"))} times on stand-ins weighted as his
         {sum(published.YUENYEUNG_CLASSES.values())}; of all {speed_text(fused)}; the fastest
         published schedule or SpSV on {won} of {len(solved)}. {loss_sentence(every, "of them")}
         Trial solves make the analysis long: {number(mean(trials))} ms in the mean,
         {number(min(trials))} to {number(max(trials))}""",
         "real and generated lower triangles, and stand-ins for classes of the 245"),
        ("Picciau et al. 2016", "Algorithms 1 and 3 to 5",
         "double precision; the scaling is in shared memory, too",
         f"""faster than cuSPARSE on {100 * published.PICCIAU_WON:.0f} % of 200 matrices, at most
         {published.PICCIAU_MOST} times""",
         f"over SpSV {speed_text(part)}", "real lower triangles, those of one part included"),
        ("Naumov 2011", "level sets, consecutive narrow ones in one launch",
         "1 to 32 threads share a row; the paper leaves this open",
         f"""CG and BiCGSTAB more than {published.NAUMOV_MEAN:.0f} times as fast as with MKL on the
         host""",
         f"""`chain` over SpSV {speed_text(low.speedups("chain", "cusparse"))};
         {krylov_sentence(krylov)}. {claim_sentence(krylov)}""",
         f"""real and generated lower triangles; Laplacians, elasticity and matrices of MFEM
         ({gpus(krylov)})"""),
    ]
    parts = []
    for who, *lines in said:
        heads = ("As published", "Differs", "The paper", "Here", "On")
        parts += [f"**{who}**", "\n".join(
            paragraph(f"- {head}: {line.strip().rstrip('.')}.").replace("\n", "\n  ")
            for head, line in zip(heads, lines))]
    return blocks("### The papers, here", *parts)


ABSENT = {"train": "training of `yuenyeung` on levels of BoomerAMG",
          "levels": "triangular solves with levels 0 to 3 of six problems of BoomerAMG",
          "counters": "counters of `ncu`"}


def missing_text(files, krylov):
    """What bench/papers.py would run and the files lack."""
    rows = [row for _, contents in files for row in contents["rows"]]
    lacks = [what for table, what in ABSENT.items()
             if table not in {row["table"] for row in rows}]
    for what, wanted, tables in (
            ("of Li's matrices", [*published.LI_GRIDS, *STAND_INS], LI),
            ("Krylov methods on", krylov, ("krylov",)),
            ("of Liu's matrices", [*published.LIU_MATRICES, *published.LIU_LARGE],
             ("classes", "liu")),
            ("of Table 8", published.YUENYEUNG_CASES, ("lower", "classes"))):
        rest = [m for m in wanted
                if m not in {row["matrix"] for row in rows if row["table"] in tables}]
        if rest:
            lacks.append(f"{what} {', '.join(rest)}")
    return paragraph(f"Not measured: {'; '.join(lacks)}.") if lacks else ""


def head_text(rows, source):
    """Which file has which tables, and on what SpSV is not run."""
    said, remarks = [], []
    low = Board(rows, "lower", "graphs", "classes")
    without = [m for m in low.matrices if (m, "cusparse") not in low.by]
    if without:
        remarks.append(f"SpSV is not run on {' and '.join(without)}, with zeros on the diagonal.")
    for name, contents in dict(source.values()).items():
        tables = ", ".join(table for table, file in source.items() if file[0] == name)
        said.append(f"""`{name}` ({contents["gpu"]}, CUDA {contents["cuda"]}, cuSPARSE
            {contents["cusparse"]}, commit {contents["commit"]}: {tables})""")
        remarks.append(contents.get("remark", ""))
    return paragraph(f"""
        Tables by {"; ".join(said)}, written by `bench/papers.py --write`. Solves alone, double
        precision, no composed sweeps. The GPUs of the papers (K40c, Titan X, P100, V100, Quadro
        K4000) and csrsv2 are not available; their times are those that the papers print.
        {" ".join(remarks)}""")


def text_of(files, amg, krylov):
    """All text; files: (file name, contents) of solves, newest first; amg: the same, or Nones."""
    if not files:
        return "\nNo run of `bench/papers.py` is committed yet.\n\n"
    rows, source = newest(files)
    training = next((c["training"] for _, c in files if "threshold" in c.get("training", ())), None)
    parts = [head_text(rows, source), missing_text(files, krylov), summary_text(rows, files),
             li_text(files), liu_text(rows), yuenyeung_text(rows, training),
             picciau_text(rows, source["lower"][1]["shared_bytes"]), naumov_text(rows, files)]
    if "levels" in source:
        parts.append(levels_text(rows))
    parts.append(amg_text(*amg))
    return "\n" + "\n\n".join(part for part in parts if part).rstrip("\n") + "\n\n"
