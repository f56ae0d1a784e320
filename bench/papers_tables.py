# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The text about papers in bench/results/README.md, from result files (bench/papers.py)."""

import math
import textwrap

import published

SHARED_BYTES_A_ROW = 16  # of schedule partition: sum and scaling


def mean(values):
    return sum(values) / len(values) if values else math.nan


def geometric(values):
    return math.exp(mean([math.log(value) for value in values])) if values else math.nan


def harmonic(values):
    return len(values) / sum(1 / value for value in values) if values else math.nan


def number(value):
    """Three significant digits, without an exponent."""
    if value is None or math.isnan(value):
        return "-"
    if value >= 100:
        return f"{value:,.0f}"
    if value == 0:
        return "0"
    return f"{value:.{max(0, 2 - math.floor(math.log10(value)))}f}"


def paragraph(text):
    return textwrap.fill(" ".join(text.split()), width=124, break_long_words=False,
                         break_on_hyphens=False)


def blocks(*texts):
    return "\n\n".join(texts)


def markdown(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows])


class Board:
    """Rows of one table by matrix, kernel and method of level sets."""

    def __init__(self, rows, *tables):
        self.rows = [row for row in rows if row["table"] in tables]
        self.matrices = list(dict.fromkeys(row["matrix"] for row in self.rows))
        self.by = {}
        for row in self.rows:
            key = (row["matrix"], row.get("kernel"), row.get("levels", ""))
            self.by[key] = row
            self.by.setdefault(key[:2], row)

    def get(self, matrix, kernel, field, levels=None):
        row = self.by.get((matrix, kernel) if levels is None else (matrix, kernel, levels), {})
        return row.get(field)

    def speedups(self, kernel, other, matrices=None):
        """Time of the other kernel over that of the kernel, by matrix."""
        found = {}
        for matrix in self.matrices if matrices is None else matrices:
            mine, theirs = (self.get(matrix, k, "ms_solve") for k in (kernel, other))
            if mine and theirs:
                found[matrix] = theirs / mine
        return found


def li_analysis(board, matrix, kernel, levels):
    """The analysis as Li counts: columns of CSC matrices exist, row schedules transpose."""
    analysis = board.get(matrix, kernel, "ms_analysis", levels)
    transpose = board.get(matrix, kernel, "ms_transpose", levels)
    if analysis is None or transpose is None:
        return None
    return max(analysis - transpose, 0.0) if kernel in ("levc", "slfc") else analysis


def li_rounds(board):
    """What a round of the analysis takes here and in the paper, on grids of many level sets."""
    here, there = [], []
    for m in board.matrices:
        depth = board.get(m, "slfc", "depth") or 0
        ours, theirs = li_analysis(board, m, "slfc", "kahn"), published.li_setup(m, "slfc")
        if depth >= 4000 and ours and theirs:
            here.append(1e3 * ours / (2 * depth))
            there.append(1e3 * theirs / (2 * depth))
    return f"""A round, a launch and a number that the host waits for, takes
        {number(min(here))} to {number(max(here))} us here and {number(min(there))} to
        {number(max(there))} us in the paper on grids of 4,000 level sets and more. Here this is the
        time of the launch and of the number, whatever the matrix: the host is a virtual machine,
        and the number, in mapped host memory, crosses PCIe. The host of the P100 is a Power8
        with NVLink to the GPU. The version without synchronisation avoids the rounds.""" \
        if here else ""


def li_text(rows):
    board = Board(rows, "li")
    head = ["matrix", "level sets", "LEVR by rounds", "P100", "SLFC by rounds", "P100",
            "without synchronisation", "naumov", "pull", "SpSV", "csrsv2, P100"]
    lines = []
    for m in board.matrices:
        lines.append([m, number(board.get(m, "slfc", "depth")),
                      number(li_analysis(board, m, "levr", "kahn")),
                      number(published.li_setup(m, "levr")),
                      number(li_analysis(board, m, "slfc", "kahn")),
                      number(published.li_setup(m, "slfc")),
                      number(li_analysis(board, m, "slfc", "kahn-queue")),
                      number(li_analysis(board, m, "slfc", "naumov")),
                      number(li_analysis(board, m, "slfc", "pull")),
                      number(board.get(m, "cusparse", "ms_analysis")),
                      number(published.li_setup(m, "cusparse"))])
    setup = markdown(head, lines)
    lines = []
    for m in board.matrices:
        times = [[number(board.get(m, k, "ms_solve")), number(published.li_solve(m, k))]
                 for k in (*published.LI_KERNELS, "cusparse")]
        spsv, slfc = board.get(m, "cusparse", "ms_solve"), board.get(m, "slfc", "ms_solve")
        lines.append([m, *[cell for pair in times for cell in pair],
                      number(spsv / slfc if spsv and slfc else None), break_even(board, m)])
    head = ["matrix"] + [cell for k in ("levr", "levc", "slfr", "slfc", "SpSV")
                         for cell in (k, "P100")] + ["slfc over SpSV", "solves to amortise slfc"]
    fastest = board.speedups("slfc", "cusparse")
    names = ", ".join(f"{ours} has the size and the number of entries of {name}"
                      for ours, (name, *_) in published.LI_MATRICES.items())
    return blocks(
        "### Li 2017",
        paragraph(f"""
            Analyses of both triangles in ms (Tables 4 to 6), counted as in the paper: `levr`
            transposes, `slfc` gets a matrix by columns. P100: the paper's times with levels
            found on the GPU; csrsv2 no longer exists in cuSPARSE. {names}, except for one point
            of ecology2; the numbering is ours. Not available: {published.LI_MISSING}."""),
        setup,
        *([paragraph(li_rounds(board))] if li_rounds(board) else []),
        paragraph(f"""
            Solves with both triangles in ms (the paper prints ratios of setup to solve, from
            which its times follow), and the number of solves after which `slfc`, with level
            sets by rounds, takes less time than SpSV (Table 7):"""),
        markdown(head, lines),
        paragraph(f"""
            `slfc` over SpSV: {number(min(fastest.values()))} to
            {number(max(fastest.values()))}, geometric mean
            {number(geometric(list(fastest.values())))}; the paper's abstract: up to 2.6 over
            csrsv2."""))


def break_even(board, matrix):
    """Solves that slfc needs to take less time than cuSPARSE with the analysis."""
    slfc, spsv = (board.get(matrix, k, "ms_solve") for k in ("slfc", "cusparse"))
    setup = li_analysis(board, matrix, "slfc", "kahn")
    other = board.get(matrix, "cusparse", "ms_analysis")
    if None in (slfc, spsv, setup, other):
        return "-"
    if setup < other and slfc <= spsv:
        return "0"
    return str(math.ceil((setup - other) / (spsv - slfc))) if slfc < spsv else "never"


def granularity(board, matrix):
    row = board.by[(matrix, "yuenyeung")]
    per_level, per_row = row["n"] / row["depth"], row["nnz_lower"] / row["n"]
    inner = math.log10(per_level) / math.log10(per_row + 0.01) + 0.01 if per_level > 1 else 0.01
    return math.log10(inner) if inner > 0 else math.nan


def preprocessing(board, matrix, kernel):
    """The analysis, for syncfree-csc without the transposition: papers have a matrix by columns."""
    analysis = board.get(matrix, kernel, "ms_analysis")
    if analysis is None or kernel != "syncfree-csc":
        return analysis
    return max(analysis - board.get(matrix, kernel, "ms_transpose"), 0.0)


def yuenyeung_text(rows):
    board = Board(rows, "lower", "graphs")
    wide = [m for m in board.matrices if (m, "yuenyeung") in board.by and
            granularity(board, m) > published.YUENYEUNG_GRANULARITY]
    lines = []
    for kernel in ("cusparse", "syncfree-csc", "writingfirst", "capellini", "yuenyeung"):
        speedups = board.speedups("yuenyeung", kernel, wide)
        paper = published.YUENYEUNG_SPEEDUP.get(kernel, (None, None))
        has = kernel != "yuenyeung" and speedups
        lines.append([f"`{kernel}`",
                      number(mean([g for m in wide if (g := board.get(m, kernel, "gflops"))])),
                      number(published.YUENYEUNG_GFLOPS.get(kernel)),
                      number(mean(list(speedups.values())) if has else None), number(paper[0]),
                      number(max(speedups.values()) if has else None), number(paper[1]),
                      number(mean([a for m in wide
                                   if (a := preprocessing(board, m, kernel)) is not None])),
                      number(published.YUENYEUNG_PREPROCESSING.get(kernel))])
    table = markdown(["schedule", "GFLOP/s", "V100", "mean speedup over", "V100", "at most",
                      "V100", "ms preprocessing", "RTX 2080 Ti"], lines)
    shares = [[m, number(granularity(board, m)),
               *[number(board.get(m, k, "gflops")) for k in ("cusparse", "syncfree-csc",
                                                             "capellini", "yuenyeung")],
               f"{100 * board.get(m, 'yuenyeung', 'warp_row_share'):.1f} %",
               f"{100 * board.get(m, 'yuenyeung', 'warp_entry_share'):.1f} %"] for m in wide]
    matrices = markdown(["matrix", "granularity", "SpSV", "syncfree-csc", "capellini", "yuenyeung",
                         "rows by warps", "entries by warps"], shares)
    lux = ", ".join(f"{k} {v}" for k, v in published.YUENYEUNG_LUXEMBOURG.items())
    return blocks(
        "### Yuenyeung 2021",
        paragraph(f"""
            Solves with lower triangles whose parallel granularity is above
            {published.YUENYEUNG_GRANULARITY}: {len(wide)} matrices, arithmetic means as in the
            paper (245 matrices; Tables 4 to 7). `capellini` has the check for the last element
            as in Algorithm 5; in `writingfirst` and in the thread-level part of `yuenyeung` the
            diagonal is stored apart. SyncFree of the paper gets a matrix by columns, so that
            its transposition is not counted. The threshold is trained on graphs without hubs,
            not on Graph500 graphs."""),
        table,
        paragraph(f"""
            GFLOP/s by matrix, and the shares that the threshold gives to warps (luxembourg_osm
            in the paper, RTX 2080 Ti: {lux}):"""),
        matrices)


def liu_text(rows):
    board = Board(rows, "lower", "graphs")
    speed = board.speedups("syncfree-csc", "cusparse")
    without = {}
    for kernel in ("cusparse", "syncfree-csc"):
        without[kernel] = {m: value for m in board.matrices
                           if (value := preprocessing(board, m, kernel)) is not None}
    lines = []
    for kernel in ("cusparse", "syncfree-csc"):
        dense, means = published.LIU_DENSE[kernel], published.LIU_HARMONIC[kernel]
        values = [v for v in without[kernel].values() if v > 0]
        lines.append([f"`{kernel}`", number(without[kernel].get("dense:2000")), number(dense[0]),
                      number(dense[1]), number(harmonic(values)), number(means[0]),
                      number(means[1]), number(board.get("dense:2000", kernel, "ms_solve"))])
    table = markdown(["schedule", "ms, Dense", "K40c", "Titan X", f"harmonic mean of "
                      f"{len(board.matrices)} matrices", "K40c, eleven matrices", "Titan X",
                      "ms, solve with Dense"], lines)
    won = sum(value > 1 for value in speed.values())
    return blocks(
        "### Liu et al. 2016",
        paragraph(f"""
            Preprocessing of one triangle in ms; the paper starts from a matrix by columns, so
            that the transposition is not counted. Dense is `dense:2000`. The paper's other
            matrices are not available: {published.LIU_MISSING}. Single precision and AMD GPUs
            are left out."""),
        table,
        paragraph(f"""
            `syncfree-csc` over SpSV in the solve: {number(geometric(list(speed.values())))} in
            the geometric mean of {len(speed)} matrices, faster on {won}, at most
            {number(max(speed.values()))}. The slides print speeds in figures only."""))


def picciau_text(rows, shared_bytes):
    board = Board(rows, "lower")
    most = shared_bytes // SHARED_BYTES_A_ROW
    parts = [m for m in board.matrices if (board.get(m, "partition", "n") or 0) > most]
    speed = board.speedups("partition", "cusparse", parts)
    one = [m for m in board.matrices if m not in parts]
    lines = [[m, number(board.get(m, "partition", "depth")),
              number(board.get(m, "partition", "ms_solve")),
              number(board.get(m, "cusparse", "ms_solve")), number(speed.get(m)),
              number(board.get(m, "partition", "ms_analysis"))] for m in parts]
    table = markdown(["matrix", "level sets", "partition, ms", "SpSV, ms", "SpSV / partition",
                      "analysis, ms, on the host"], lines)
    won = sum(value > 1 for value in speed.values())
    return blocks(
        "### Picciau et al. 2016",
        paragraph(f"""
            Matrices of more than {most:,} rows, which do not fit into a single part in the
            shared memory of this GPU ({len(one)} smaller matrices, solved by one
            multiprocessor, are left out). `partition` is faster than SpSV on {won} of
            {len(speed)}, at most {number(max(speed.values(), default=math.nan))} times; the
            paper, in single precision on a Quadro K4000: on {100 * published.PICCIAU_WON:.0f} %
            of 200 matrices, at most {published.PICCIAU_MOST} times."""),
        table)


def naumov_text(rows):
    board = Board(rows, "lower", "graphs")
    chain = board.speedups("chain", "levr")
    spsv = board.speedups("chain", "cusparse")
    won = sum(value > 1 for value in spsv.values())
    krylov = [row for row in rows if row["table"] == "krylov"]
    lines = []
    gains = []
    for matrix in dict.fromkeys(row["matrix"] for row in krylov):
        by = {(row["place"], row["schedule"]): row for row in krylov if row["matrix"] == matrix}
        host = min((row["ms_solve"] for (place, _), row in by.items() if place == "host"),
                   default=None)
        for (place, schedule), row in by.items():
            gain = host / row["ms_solve"] if host and place == "device" else None
            if schedule == "chain" and gain:
                gains.append(gain)
            threads = f", {row['threads']:.0f} threads" if row.get("threads") else ""
            lines.append([matrix, row["method"], f"{place}, `{schedule}`{threads}",
                          str(row["iterations"]), number(row["ms_setup"]), number(row["ms_solve"]),
                          number(gain)])
    table = markdown(["matrix", "method", "where", "iterations", "setup, ms", "solve, ms",
                      "best host / device"], lines) if krylov else ""
    here = f"""Here the host runs trisweep's sweeps, because MKL is not part of the comparison: with
        `chain` {number(mean(gains))} times on average.""" if krylov else """The newest file has no
        run of these methods (`--only krylov`)."""
    return blocks(
        "### Naumov 2011",
        paragraph(f"""
            `chain` over one launch a level set (`levr`):
            {number(geometric(list(chain.values())))} in the geometric mean, at most
            {number(max(chain.values()))}; over SpSV: faster on {won} of {len(spsv)} matrices.
            The claim of the paper is about Krylov methods: CG and BiCGSTAB preconditioned by
            ILU(0) (of a symmetric matrix: incomplete Cholesky), "on average more than
            {published.NAUMOV_MEAN:.0f}" times as fast on a GPU as with MKL on a CPU. {here}"""),
        *([table] if table else []))


def amg_text(name, contents):
    if not contents:
        return ""
    rows = contents["rows"]
    problems = list(dict.fromkeys(row["problem"] for row in rows))
    by = {(row["problem"], row["schedule"]): row for row in rows}
    lines = []
    for schedule in dict.fromkeys(row["schedule"] for row in rows):
        cells = []
        for problem in problems:
            row, hypre = by.get((problem, schedule)), by.get((problem, "hypre"))
            if row and hypre:
                cells += [f"{1e3 * row['setup_s']:.1f} + {1e3 * row['solve_s']:.1f} "
                          f"({row['iterations']})", number(hypre["solve_s"] / row["solve_s"])]
            else:
                cells += ["-", "-"]
        lines.append([f"`{schedule}`" if schedule != "hypre" else "hypre's cuSPARSE", *cells])
    head = ["schedule"] + [cell for p in problems for cell in (p, "hypre / schedule")]
    best = []
    for problem in problems:
        published_rows = [row for row in rows if row["problem"] == problem and
                          row["schedule"] not in ("hypre", "cusparse", "auto")]
        fastest = min(published_rows, key=lambda row: row["solve_s"])
        best.append(f"`{fastest['schedule']}` on {problem}")
    return blocks(
        "### In BoomerAMG",
        paragraph(f"""
            Second setup and solve of `ij` with 1003 down and 1004 up, hypre with 3 and 4, ms
            and iterations, by `{name}` ({contents["gpu"]}, commit {contents["commit"]}); the
            right column of a problem compares the solves. Fastest published schedules:
            {", ".join(best)}."""),
        markdown(head, lines))


def text_of(solves, amg):
    """All text; solves and amg are (file name, contents), or (None, None)."""
    name, contents = solves
    if not contents:
        return "\nNo run of `bench/papers.py` is committed yet.\n\n"
    rows = contents["rows"]
    tables = {row["table"] for row in rows}
    head = paragraph(f"""
        By `{name}` ({contents["gpu"]}, CUDA {contents["cuda"]}, cuSPARSE {contents["cusparse"]},
        commit {contents["commit"]}), written by `bench/papers.py --write`. Solves alone, double
        precision, no composed sweeps. The GPUs of the papers (K40c, Titan X, P100, V100, Quadro
        K4000) and csrsv2 are not available; their times are those that the papers print.""")
    parts = [head]
    if "li" in tables:
        parts.append(li_text(rows))
    if {"lower", "graphs"} <= tables:
        parts += [liu_text(rows), yuenyeung_text(rows),
                  picciau_text(rows, contents["shared_bytes"]), naumov_text(rows)]
    parts.append(amg_text(*amg))
    return "\n" + "\n\n".join(part for part in parts if part).rstrip("\n") + "\n\n"
