# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The text about Li 2017 in bench/results/README.md (papers_tables.py)."""

import math

import published
from papers_board import (Board, additions, blocks, geometric, markdown, number, paragraph,
                          solves_to_amortise)

TABLES = ("li", "large", "largest")
STAND_INS = published.LI_MATRICES | published.LI_LARGE


def li_analysis(board, matrix, kernel):
    """The analysis as Li counts: schedules by columns get a matrix by columns."""
    field = "ms_from_columns" if kernel in ("levc", "slfc") else "ms_analysis"
    return board.get(matrix, kernel, field)


def li_levels(board, matrix, method):
    """Level sets of both triangles from columns, by a method."""
    return board.get(matrix, "level sets", "ms_from_columns", method)


def li_rounds(board):
    """What a round of the analysis takes here and in the paper, on grids of many level sets."""
    here, there = [], []
    for m in board.matrices:
        depth = board.get(m, "slfc", "depth") or 0
        ours, theirs = li_analysis(board, m, "slfc"), published.li_setup(m, "slfc")
        if depth >= 4000 and ours and theirs:
            here.append(1e3 * ours / (2 * depth))
            there.append(1e3 * theirs / (2 * depth))
    return f"""A round, a launch and a number that the host waits for, takes
        {number(min(here))} to {number(max(here))} us here and {number(min(there))} to
        {number(max(there))} us in the paper on grids of 4,000 level sets and more. The
        host here is a virtual machine, and the number, in
        mapped host memory, crosses PCIe; the host of the P100 is a Power8 with NVLink to the GPU.
        The version without synchronisation avoids the rounds.""" \
        if here else ""


def stand_ins(board):
    """Rows, entries and level sets of matrices that stand for the paper's."""
    lines = []
    for ours, (name, rows, entries, *_) in STAND_INS.items():
        n, nnz = (board.get(ours, "slfc", field) for field in ("n", "nnz"))
        if n:
            lines.append([ours, name, f"{n:,.0f}", f"{rows:,}", f"{nnz / n:.1f}",
                          f"{entries / rows:.1f}", number(board.get(ours, "slfc", "depth"))])
    return markdown(["matrix", "in place of", "rows", "in the paper", "entries a row",
                     "in the paper", "level sets"], lines)


def li_setup_table(board):
    head = ["matrix", "level sets"]
    for kernel in ("LEVR", "LEVC", "SLFR", "SLFC"):
        head += [kernel, "P100"]
    head += ["host levels", "Power8", "without synchronisation", "naumov", "pull", "SpSV",
             "csrsv2, P100", "in-degrees", "GSF, P100"]
    lines = []
    for m in board.matrices:
        line = [m, number(board.get(m, "slfc", "depth"))]
        for kernel in published.LI_KERNELS:
            line += [number(li_analysis(board, m, kernel)), number(published.li_setup(m, kernel))]
        line += [number(board.get(m, "slfc", "ms_host_levels")),
                 number(published.li_host_setup(m))]
        line += [number(li_levels(board, m, method)) for method in ("kahn-queue", "naumov", "pull")]
        line += [number(board.get(m, "cusparse", "ms_analysis")),
                 number(published.li_setup(m, "cusparse")),
                 number(board.get(m, "syncfree-csc", "ms_from_columns")),
                 number(published.li_setup(m, "syncfree-csc"))]
        lines.append(line)
    return markdown(head, lines)


def li_solve_tables(board):
    times, speeds = [], []
    for m in board.matrices:
        cells = [[number(board.get(m, k, "ms_solve")), number(published.li_solve(m, k))]
                 for k in (*published.LI_KERNELS, "cusparse")]
        spsv, slfc = board.get(m, "cusparse", "ms_solve"), board.get(m, "slfc", "ms_solve")
        times.append([m, *[cell for pair in cells for cell in pair],
                      number(spsv / slfc if spsv and slfc else None), break_even(board, m)])
        speeds.append([m, *[number(board.get(m, k, "gflops"))
                            for k in (*published.LI_KERNELS, "syncfree-csc", "cusparse")]])
    head = ["matrix"] + [cell for k in ("levr", "levc", "slfr", "slfc", "SpSV")
                         for cell in (k, "P100")] + ["slfc over SpSV", "solves to amortise slfc"]
    return (markdown(head, times),
            markdown(["matrix", "levr", "levc", "slfr", "slfc", "syncfree-csc (GSF)", "SpSV"],
                     speeds))


def li_text(files):
    files = additions(files, *TABLES)
    board = Board([row for _, contents in files for row in contents["rows"]], *TABLES)
    parts = [
        "### Li 2017",
        paragraph("""
            Analyses of both triangles in ms (Tables 4 to 6), level sets by rounds, counted as in
            the paper: LEVR and SLFR transpose; LEVC, SLFC and GSF get a matrix by columns, and
            level sets or in-degrees alone are timed. P100: the paper's times with levels found on
            the GPU; Power8: its SLFC with levels found on the host, beside the time of level sets
            alone on one thread of the host here. csrsv2 no longer exists in cuSPARSE."""),
        li_setup_table(board), paragraph(li_rounds(board))]
    if any(m in STAND_INS for m in board.matrices):
        parts += [paragraph(f"""
            Matrices of the same size stand for those that are not available; their numbering, and
            with it the level sets, is ours."""),
                  stand_ins(board)]
    parts.append(paragraph("""
        Solves with both triangles in ms (the paper prints ratios of setup to solve, from which its
        times follow), and the number of solves after which `slfc`, with level sets by rounds, takes
        less time than SpSV (Table 7); then GFLOP/s (Figures 2 to 5):"""))
    for name, contents in files:
        board = Board(contents["rows"], *TABLES)
        fastest = board.speedups("slfc", "cusparse") or {"": math.nan}
        times, speeds = li_solve_tables(board)
        parts += [paragraph(f"""
            `{name}` ({contents["gpu"]}, commit {contents["commit"]}): `slfc` over SpSV
            {number(min(fastest.values()))} to {number(max(fastest.values()))}, geometric mean
            {number(geometric(list(fastest.values())))}, faster on
            {sum(value > 1 for value in fastest.values())} of {len(fastest)}; the paper's
            abstract: up to 2.6 over csrsv2."""), times, speeds]
    return blocks(*filter(None, parts))


def break_even(board, matrix):
    """Solves that slfc needs to take less time than cuSPARSE with the analysis."""
    slfc, spsv = (board.get(matrix, k, "ms_solve") for k in ("slfc", "cusparse"))
    setup = li_analysis(board, matrix, "slfc")
    other = board.get(matrix, "cusparse", "ms_analysis")
    return solves_to_amortise(setup, slfc, other, spsv)
