# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The text about Naumov 2011 in bench/results/README.md (papers_tables.py)."""

import math

import published
from papers_board import Board, additions, blocks, geometric, markdown, number, paragraph

TOLERANCE = 1e-8  # of the board krylov


def library_of(row):
    return row.get("library", "trisweep")


def krylov_gains(contents, library="", key="ms_solve"):
    """Least time on the host (by a library, if named) over that on the device, by schedule and
    matrix, of runs that converged, with a core for each thread of the host."""
    gains, host = {}, {}
    rows = [row for row in contents["rows"]
            if row["table"] == "krylov" and row["residual"] <= TOLERANCE]
    for row in rows:
        if row["place"] == "host" and library_of(row).startswith(library) and \
                row["threads"] <= contents.get("cores", row["threads"]):
            host[row["matrix"]] = min(row[key], host.get(row["matrix"], math.inf))
    for row in rows:
        if row["place"] == "device" and row["matrix"] in host:
            gains.setdefault(row["schedule"], {})[row["matrix"]] = host[row["matrix"]] / row[key]
    return gains


def krylov_libraries(files):
    """Names and versions of the libraries of hosts beside trisweep."""
    return " and ".join(dict.fromkeys(
        library_of(row) for _, contents in files for row in contents["rows"]
        if row["table"] == "krylov" and library_of(row) != "trisweep"))


def krylov_text(name, contents):
    rows = contents["rows"]
    every = [krylov_gains(contents), krylov_gains(contents, "PETSc"),
             krylov_gains(contents, "PETSc", "ms_total")]
    lines = []
    for row in rows:
        threads = row.get("threads", 0)
        threads = f", {threads:.0f} thread{'s' if threads > 1 else ''}" if threads else ""
        library = "" if library_of(row) == "trisweep" else f"{library_of(row)}, "
        lines.append([row["matrix"], row["method"],
                      f"{row['place']}, {library}`{row['schedule']}`{threads}",
                      str(row["iterations"]), number(row["ms_setup"]), number(row["ms_solve"]),
                      *[number(gains.get(row["schedule"], {}).get(row["matrix"])
                               if row["place"] == "device" else None) for gains in every]])
    return blocks(
        paragraph(f"""`{name}` ({contents["gpu"]}, commit {contents["commit"]}):
                  {krylov_sentence([(name, contents)])}."""),
        markdown(["matrix", "method", "where", "iterations", "setup, ms", "solve, ms",
                  "best host / device", "PETSc / device", "setup and solve, PETSc / device"],
                 lines))


def krylov_sentence(files):
    """Geometric means over hosts, of all matrices for which a host had enough cores."""
    said = []
    for key, library, words in (
            ("ms_solve", "PETSc", f"over {krylov_libraries(files)} on one thread of the host"),
            ("ms_total", "PETSc", "with setups"),
            ("ms_solve", "trisweep", "over trisweep's better time on the host")):
        gains = {}
        for _, contents in files:
            for schedule, by in krylov_gains(contents, library, key).items():
                gains.setdefault(schedule, {}).update(by)
        if gains:
            means = ", ".join(f"`{k}` {number(geometric(list(v.values())))} times (faster on "
                              f"{sum(x > 1 for x in v.values())} of {len(v)})"
                              for k, v in gains.items())
            said.append(f"{words} {means}")
    return f"""CG and BiCGSTAB in the geometric mean {"; ".join(said)}""" if said else \
        "Krylov methods were not compared with the host"


def naumov_text(rows, files):
    board = Board(rows, "lower", "graphs")
    chain = board.speedups("chain", "levr")
    spsv = board.speedups("chain", "cusparse")
    krylov = additions(files, "krylov")
    library = krylov_libraries(krylov)
    tuned = f"""{library} on one thread, with incomplete factors without fill in natural order,
        Cholesky and LU, and""" if library else ""
    return blocks(
        "### Naumov 2011",
        paragraph(f"""
            `chain` over one launch a level set (`levr`):
            {number(geometric(list(chain.values())))} in the geometric mean, at most
            {number(max(chain.values()))}; over SpSV: faster on
            {sum(value > 1 for value in spsv.values())} of {len(spsv)} matrices. The claim of the
            paper is about Krylov methods: CG and BiCGSTAB preconditioned by ILU(0) (of a symmetric
            matrix: incomplete Cholesky), "on average more than {published.NAUMOV_MEAN:.0f}" times
            as fast on a GPU as with MKL on a CPU. Debian has no MKL: the host runs {tuned}
            trisweep's sweeps on one thread and on one a core."""),
        *[krylov_text(*file) for file in krylov])
