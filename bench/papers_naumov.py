# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The text about Naumov 2011 in bench/results/README.md (papers_tables.py)."""

import math

import published
from papers_board import (Board, additions, blocks, geometric, markdown, mean, number,
                          paragraph)

TOLERANCE = 1e-8  # of the board krylov
SCHEDULES = ("chain", "cusparse", "auto")
LEVEL_SETS = SCHEDULES[:2]  # the paper's level sets, and what its library is today


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


def gains_of(files, library="", key="ms_solve"):
    """krylov_gains of all files."""
    gains = {}
    for _, contents in files:
        for schedule, by in krylov_gains(contents, library, key).items():
            gains.setdefault(schedule, {}).update(by)
    return gains


def cell(row, way=""):
    return f"{number(row['ms_setup'])} + {number(row['ms_solve'])} ({way}{row['iterations']})"


def krylov_line(rows, gains):
    """A line of the table: rows of one matrix that converged."""
    device = {row["schedule"]: row for row in rows if row["place"] == "device"}
    host = {}
    for row in sorted(rows, key=lambda r: r["ms_solve"]):
        if row["place"] == "host":
            host.setdefault(library_of(row) == "trisweep", row)
    words = {name: f"{row['schedule']}, " if name is False else
             f"{row['threads']:.0f} thread{'s' if row['threads'] > 1 else ''}, "
             for name, row in host.items()}
    return [rows[0]["matrix"], rows[0]["method"],
            *[cell(device[k]) if k in device else "-" for k in SCHEDULES],
            *[cell(host[k], words[k]) if k in host else "-" for k in (True, False)],
            *[number(gains.get(k, {}).get(rows[0]["matrix"])) for k in SCHEDULES]]


def krylov_text(name, contents):
    rows = [row for row in contents["rows"] if row["residual"] <= TOLERANCE and
            row.get("threads", 0) <= contents.get("cores", math.inf)]
    gains = krylov_gains(contents, "PETSc")
    return blocks(
        paragraph(f"""`{name}` ({contents["gpu"]}, {contents["cores"]} cores, commit
                  {contents["commit"]}): setup + solve in ms, and iterations. Of trisweep's and
                  PETSc's ways on the host, the one with the shortest solve."""),
        markdown(["matrix", "method", "`chain`", "SpSV", "`auto`", "trisweep on the host",
                  "PETSc, one thread", "PETSc / `chain`", "PETSc / SpSV", "PETSc / `auto`"],
                 [krylov_line([row for row in rows if row["matrix"] == m], gains)
                  for m in dict.fromkeys(row["matrix"] for row in rows)]))


def claim_sentence(files):
    """Whether the schedules with level sets solve twice as fast as the tuned library."""
    gains = {k: v for k, v in gains_of(files, "PETSc").items() if k in LEVEL_SETS}
    if not gains:
        return "No tuned library was run"
    claim, said, verdict = published.NAUMOV_MEAN, [], []
    for kind, average in (("geometric", geometric), ("arithmetic", mean)):
        means = {k: average(list(v.values())) for k, v in gains.items()}
        kept = "" if min(means.values()) > claim else "not "
        verdict.append(f"{kept}reproduced in the {kind} mean "
                       f"({' and '.join(map(number, means.values()))})")
    for k, v in gains.items():
        most = max(v, key=v.get)
        said.append(f"`{k}` is more than {claim:.0f} times as fast on "
                    f"{sum(x > claim for x in v.values())} of {len(v)}, at most {number(v[most])} "
                    f"times ({most})")
    return f"""Solves by {" and ".join(f"`{k}`" for k in gains)} over {krylov_libraries(files)}: his
        claim is {", ".join(verdict)}; {", ".join(said)}"""


def krylov_sentence(files):
    """Geometric means over hosts, of all matrices for which a host had enough cores."""
    said = []
    for key, library, words in (
            ("ms_solve", "PETSc", f"over {krylov_libraries(files)} on one thread of the host"),
            ("ms_total", "PETSc", "with setups"),
            ("ms_solve", "trisweep", "over trisweep's better time on the host")):
        gains = gains_of(files, library, key)
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
            trisweep's sweeps on one thread and on one a core. {krylov_sentence(krylov)}.
            {claim_sentence(krylov)}."""),
        *[krylov_text(*file) for file in krylov])
