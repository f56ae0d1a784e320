# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Means, tables and rows of the board papers, for the text about papers (papers_tables.py)."""

import math
import textwrap


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


def additions(files, *tables):
    """(name, contents) of files, newest first, with rows of tables about matrices not yet seen."""
    seen, found = set(), []
    for name, contents in files:
        rows = [row for row in contents["rows"]
                if row["table"] in tables and row["matrix"] not in seen]
        seen.update(row["matrix"] for row in rows)
        if rows:
            found.append((name, {**contents, "rows": rows}))
    return found


def newest(files):
    """Rows of each table of the newest file that has it, and that file by table. Counters are the
    newest of each matrix and schedule; their rows have the field file."""
    rows, source, counters = [], {}, {}
    for name, contents in files:
        tables = [t for t in dict.fromkeys(row["table"] for row in contents["rows"])
                  if t not in source]
        rows += [row for row in contents["rows"] if row["table"] in tables]
        source.update(dict.fromkeys(tables, (name, contents)))
        for row in contents["rows"]:
            if row["table"] == "counters":
                counters.setdefault((row["matrix"], row.get("kernel")), {**row, "file": name})
    return [row for row in rows if row["table"] != "counters"] + list(counters.values()), source


def solves_to_amortise(setup, solve, other_setup, other_solve):
    if None in (setup, solve, other_setup, other_solve):
        return "-"
    if setup < other_setup and solve <= other_solve:
        return "0"
    if solve >= other_solve:
        return "never"
    return f"{math.ceil((setup - other_setup) / (other_solve - solve)):,}"
