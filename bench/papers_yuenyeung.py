# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The text about Yuenyeung 2021 in bench/results/README.md (papers_tables.py)."""

import math

import published
from papers_board import Board, blocks, geometric, markdown, mean, number, paragraph

YUENYEUNG_KERNELS = ("cusparse", "syncfree-csc", "twophase", "writingfirst", "capellini",
                     "yuenyeung")
PARTS = ("syncfree-csr", "writingfirst")


def granularity(board, matrix):
    row = board.by[(matrix, "yuenyeung")]
    per_level, per_row = row["n"] / row["depth"], row["nnz_lower"] / row["n"]
    inner = math.log10(per_level) / math.log10(per_row + 0.01) + 0.01 if per_level > 1 else 0.01
    return math.log10(inner) if inner > 0 else math.nan


def in_range(board):
    """The matrices whose granularity is that of the paper's."""
    low, high = published.YUENYEUNG_GRANULARITY
    return [m for m in board.matrices
            if (m, "yuenyeung") in board.by and low < granularity(board, m) <= high]


def preprocessing(board, matrix, kernel):
    """For syncfree-csc the in-degrees alone: the papers have a matrix by columns."""
    return board.get(matrix, kernel,
                     "ms_from_columns" if kernel == "syncfree-csc" else "ms_analysis")


def yuenyeung_means(board, matrices):
    """Lines of the table of means over some matrices."""
    lines = []
    for kernel in YUENYEUNG_KERNELS:
        speedups = board.speedups("yuenyeung", kernel, matrices)
        paper = published.YUENYEUNG_SPEEDUP.get(kernel, (None, None))
        has = kernel != "yuenyeung" and speedups
        values = [a for m in matrices if (a := preprocessing(board, m, kernel)) is not None]
        lines.append([f"`{kernel}`",
                      number(mean([g for m in matrices if (g := board.get(m, kernel, "gflops"))])),
                      number(published.YUENYEUNG_GFLOPS.get(kernel)),
                      number(mean(list(speedups.values())) if has else None), number(paper[0]),
                      number(max(speedups.values()) if has else None), number(paper[1]),
                      str(sum(fastest_of(board, m, YUENYEUNG_KERNELS) == kernel for m in matrices)),
                      number(mean(values)), number(published.YUENYEUNG_PREPROCESSING.get(kernel))])
    return markdown(["schedule", "GFLOP/s", "V100", "mean speedup over", "V100", "at most", "V100",
                     "fastest on", "ms preprocessing", "RTX 2080 Ti"], lines)


def fastest_of(board, matrix, kernels):
    times = {k: t for k in kernels if (t := board.get(matrix, k, "ms_solve"))}
    return min(times, key=times.get, default=None)


def losses(board, matrices):
    """Time of yuenyeung over the better of its two parts, by matrix."""
    found = {}
    for m in matrices:
        fused = board.get(m, "yuenyeung", "ms_solve")
        parts = [t for k in PARTS if (t := board.get(m, k, "ms_solve"))]
        if fused and len(parts) == 2:
            found[m] = fused / min(parts)
    return found


def loss_sentence(board, what):
    lost = losses(board, board.matrices)
    least, worst = min(lost, key=lost.get), max(lost, key=lost.get)
    return f"""Over the better of its two parts (`syncfree-csr`, `writingfirst`) `yuenyeung`
        takes, on {len(lost)} {what}, {number(geometric(list(lost.values())))} times as long in the
        geometric mean, more than 1.1 times on {sum(v > 1.1 for v in lost.values()) or "none"}, at
        least {number(lost[least])} ({least}), at most {number(lost[worst])} times ({worst})."""


def threshold_text(training, rows):
    board = Board(rows, "lower", "graphs", "classes", "levels")
    levels = [m.startswith("amg_") for m in Board(rows, "train").matrices]
    said = f"""Threshold of `yuenyeung` trained on {training["gpu"]}: {training["threshold"]:g}
        entries a row, on {sum(levels)} levels of BoomerAMG and {levels.count(False)} real
        matrices (the authors' code: 10). By it alone, as in the paper, the better part is missed by
        {100 * (training["mean_loss"] - 1):.1f} % in the geometric mean, more than 1.1 times on
        {training["lost"]:.0f}, at most {number(training["worst_loss"])} times. In the tables of
        solves groups of rows are chosen by {training["threshold_of_run"]:g}, from an earlier
        training.""" \
        if training \
        else "No training of a single threshold was run."
    return paragraph(f"""{said} The plan solves each triangle three times with either part alone
        and, if it has groups of both kinds, with both, and keeps the fastest: the trial solves are
        nearly all of its preprocessing. {loss_sentence(board, "matrices of all tables")}
        {thresholds_sentence(rows)}""")


def thresholds_sentence(rows):
    """What yuenyeung loses to the better of its parts with each threshold of one run."""
    rows, said = [row for row in rows if row["table"] == "thresholds"], []
    for value in dict.fromkeys(row["threshold"] for row in rows):
        board = Board([row for row in rows if row["kernel"] in PARTS or row["threshold"] == value],
                      "thresholds")
        lost = losses(board, board.matrices)
        worst = max(lost, key=lost.get)
        said.append(f"with {value:g} {geometric(list(lost.values())):.3f} times as long as the "
                    f"better part in the geometric mean, at most {lost[worst]:.3f} ({worst})")
    return f"""On {len(lost)} levels and matrices of 6 to 110 entries a row in the triangle
        `yuenyeung` takes, in one run, {"; ".join(said)}.""" if said else ""


def over_classes(board, kernel):
    """The mean speedup of yuenyeung over a schedule on stand-ins, weighted by the classes."""
    speed = board.speedups("yuenyeung", kernel, published.YUENYEUNG_CLASSES)
    count = {m: published.YUENYEUNG_CLASSES[m] for m in speed}
    return sum(count[m] * speed[m] for m in speed) / sum(count.values()) if count else math.nan


def class_text(board):
    """Stand-ins for the classes of the 245 matrices, weighted by the number of matrices."""
    count = {m: c for m, c in published.YUENYEUNG_CLASSES.items() if (m, "yuenyeung") in board.by}
    if not count:
        return ""
    total = sum(count.values())

    def weighted(value):
        return sum(count[m] * value(m) for m in count) / total

    lines, off = [], 0.0
    for m in count:
        spec = [float(word) for word in m.split(":")[1].split(",")]
        have = [board.get(m, "yuenyeung", field) for field in ("n", "nnz_lower", "depth")]
        off = max(off, *(abs(h / s - 1) for h, s in zip(have, spec)))
        lines.append([m, str(count[m]), number(granularity(board, m)), number(have[1] / have[0]),
                      number(have[0] / have[2]),
                      *[number(board.get(m, k, "gflops")) for k in YUENYEUNG_KERNELS],
                      number(losses(board, [m]).get(m))])
    means = ", ".join(f"`{k}` {number(weighted(lambda m, k=k: board.get(m, k, 'gflops')))}"
                      for k in YUENYEUNG_KERNELS)
    over = {k: number(over_classes(board, k)) for k in ("cusparse", "syncfree-csc", "capellini")}
    theirs = {k: published.YUENYEUNG_SPEEDUP[k][0] for k in over}
    won = {k: sum(c for m, c in count.items() if fastest_of(board, m, YUENYEUNG_KERNELS) == k)
           for k in ("cusparse", "yuenyeung")}
    return blocks(
        paragraph(f"""
            The 245 matrices are not available. A random triangle stands for each class of entries
            a row and rows a level set, with rows, entries and level sets of the class's median
            (from the authors' list; they differ by at most {100 * off:.1f} %). It has neither the
            numbering nor the uneven rows of the matrices. Weighted by the {total} matrices,
            GFLOP/s: {means}. `yuenyeung` over SpSV: {over["cusparse"]} in the mean (V100:
            {theirs["cusparse"]}), over `syncfree-csc` {over["syncfree-csc"]}
            ({theirs["syncfree-csc"]}), over `capellini` {over["capellini"]}
            ({theirs["capellini"]}). Classes in which `yuenyeung` is the fastest have
            {won["yuenyeung"]} of {total} matrices, those in which SpSV is,
            {won["cusparse"]}."""),
        markdown(["stand-in", "of 245", "granularity", "entries a row", "rows a level set", "SpSV",
                  *YUENYEUNG_KERNELS[1:], "over the better part"], lines))


def case_text(board, counters):
    """The matrices of Table 8 and their stand-ins, with the counters of ncu if there are any."""
    same, lines, off = [], [], 0.0
    for m, (name, *theirs, measured) in published.YUENYEUNG_CASES.items():
        if (m, "yuenyeung") in board.by:
            n, nnz, depth = (board.get(m, "yuenyeung", f) for f in ("n", "nnz_lower", "depth"))
            ours = [granularity(board, m), nnz / n, n / depth]
            off = max(off, *(abs(a / b - 1) for a, b in zip(ours, theirs)))
            same.append([m, name, *[number(x) for pair in zip(ours, theirs) for x in pair]])
            for kernel, paper in (measured | {"writingfirst": [None] * 4}).items():
                here = (board.get(m, kernel, "gflops"), *counted(counters, m, kernel))
                lines.append([name, "SpSV" if kernel == "cusparse" else f"`{kernel}`",
                              *[number(x) for pair in zip(here, paper) for x in pair]])
    if not same:
        return ""
    head = [cell for what in ("granularity", "entries a row", "rows a level set")
            for cell in (what, "Table 8")]
    speeds = [cell for what in ("GFLOP/s", "GB/s", "million instructions", "% dependency stalls")
              for cell in (what, "RTX 2080 Ti")]
    return blocks(
        paragraph(f"""
            Matrices of Table 8 and random triangles in place of those that are not available;
            granularity, entries a row and rows a level set differ by at most
            {100 * off:.1f} %:"""),
        markdown(["matrix", "Table 8", *head], same),
        paragraph(f"""
            Table 8: the solve's speed, and by `ncu` for its kernel bytes of device memory over
            time, instructions of warps, and the share of stalled cycles in which a warp waits for a
            result of fixed latency ("instruction dependency"). {kept_sentence(counters)}"""),
        markdown(["matrix", "schedule", *speeds], lines))


def kept_sentence(counters):
    """Which kernels the trial solves of yuenyeung kept in the runs of ncu."""
    kept = [f"`{row['launched']}` on {published.YUENYEUNG_CASES[row['matrix']][0]}"
            for row in counters.rows if row.get("kernel") == "yuenyeung"]
    files = [f"`{name}`: " + ", ".join(f"`{kernel}`" for kernel in dict.fromkeys(
        row["kernel"] for row in counters.rows if row["file"] == name and "kernel" in row))
             for name in dict.fromkeys(row["file"] for row in counters.rows)]
    return f"""The counters of `yuenyeung` are those of the kernel that its trial solves
        keep: {", ".join(kept)}. Counters by {"; ".join(files)}.""" if kept else ""


def counted(counters, matrix, kernel):
    """GB/s, million instructions and percent of dependency stalls by ncu, None where unknown."""
    row = counters.by.get((matrix, kernel), {})
    moved = row.get("bytes_read", 0.0) + row.get("bytes_written", 0.0)
    stall = row.get("dependency_stall")
    return (moved / row["ns"] if row.get("ns") else None,
            row["instructions"] / 1e6 if row.get("instructions") else None,
            None if stall is None else 100.0 * stall)


def yuenyeung_text(rows, training):
    board = Board(rows, "lower", "graphs")
    grains = {m: granularity(board, m) for m in board.matrices if (m, "yuenyeung") in board.by}
    low, high = published.YUENYEUNG_GRANULARITY
    wide = [m for m, g in grains.items() if g > low]
    inside = in_range(board)
    shares = [[m, number(grains[m]),
               *[number(board.get(m, k, "gflops")) for k in YUENYEUNG_KERNELS],
               number(losses(board, [m]).get(m))] for m in wide]
    lux = ", ".join(f"{k} {v}" for k, v in published.YUENYEUNG_LUXEMBOURG.items())
    every = Board(rows, "lower", "graphs", "classes")
    two = every.speedups("writingfirst", "twophase")
    most = max(two, key=two.get)
    return blocks(
        "### Yuenyeung 2021",
        paragraph(f"""
            Solves with lower triangles, arithmetic means as in the paper (245 matrices of
            granularities from {low} to {high}; Tables 4 to 7). `capellini` has the check for the
            last element as in Algorithm 5; in `writingfirst` and in the thread-level part of
            `yuenyeung` the diagonal is stored apart. SyncFree gets a matrix by columns: its
            preprocessing is the kernel that counts in-degrees, timed alone. In the paper Yuenyeung
            is the fastest on 95 % of the matrices. First the {len(inside)} real and generated
            matrices in this range, then all {len(wide)} above {low}:"""),
        yuenyeung_means(board, inside), yuenyeung_means(board, wide),
        threshold_text(training, rows),
        *filter(None, [class_text(every), case_text(every, Board(rows, "counters"))]),
        paragraph(f"""
            Writing-first against two-phase: `writingfirst` is
            {number(geometric(list(two.values())))} times as fast as `twophase` in the geometric
            mean of {len(two)} matrices, at most {number(two[most])} times ({most}); the paper:
            {published.YUENYEUNG_TWO_PHASE} times."""),
        paragraph(f"""
            GFLOP/s of the real and generated matrices above {low} (luxembourg_osm in the paper, RTX
            2080 Ti: {lux}):"""),
        markdown(["matrix", "granularity", "SpSV", *YUENYEUNG_KERNELS[1:], "over the better part"],
                 shares))
