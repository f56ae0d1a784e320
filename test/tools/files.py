# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Files that trisweep-solve and trisweep-bench refuse, and notes on accepted files."""

import json
import os

# Matrix Market files that must be refused, and a part of the message, mostly with the line.
HEADER = "%%MatrixMarket matrix coordinate real general\n"
SYMMETRIC = HEADER.replace("general", "symmetric")
ENTRIES = "1 1 1.0\n2 2 1.0\n"
BAD_FILES = {
    "nothing": ("", "the file is empty"),
    "no-header": ("1 1 1\n1 1 1.0\n", "line 1: this is not a Matrix Market file"),
    "rectangular": (HEADER + "2 3 2\n" + ENTRIES, "line 2: the matrix has 2 rows and 3 columns"),
    "short": (HEADER + "2 2 3\n" + ENTRIES, "after 2 of the 3 entries that line 2 announces"),
    "long": (HEADER + "2 2 1\n" + ENTRIES, "line 4: there are more entries than the 1"),
    "column-too-large": (HEADER + "2 2 2\n1 1 1.0\n2 3 1.0\n", "line 4: '3' is not a column"),
    "decimal-comma": (HEADER + "2 2 2\n1 1 2,5\n2 2 1.0\n", "line 3: '2,5' is not a number"),
    "fortran": (HEADER + "2 2 2\n1 1 1.0D+01\n2 2 1.0\n", "line 3: '1.0D+01' is not a number"),
    "two-triangles": (SYMMETRIC + "2 2 4\n2 1 -0.1\n1 2 -0.1\n" + ENTRIES,
                      "line 4: an entry of the upper triangle"),
    "absurd-count": (HEADER + "2 2 99999999999999999999999\n" + ENTRIES, "line 2: '9999"),
    "announced": (HEADER + "2 2 1000000000\n" + ENTRIES, "line 2: 1000000000 entries"),
    "hollow": (HEADER + "1000000000 1000000000 2\n" + ENTRIES, "line 2: 1000000000 rows"),
    "field": (HEADER.replace("real", "reel") + "2 2 2\n" + ENTRIES, "line 1: the field 'reel'"),
    "symmetry": (HEADER.replace("general", "symetric") + "2 2 2\n" + ENTRIES,
                 "line 1: the symmetry 'symetric'"),
    "fraction": (HEADER.replace("real", "integer") + "2 2 2\n1 1 2.5\n2 2 1\n",
                 "line 3: '2.5' is not a whole number"),
    "skew-diagonal": (HEADER.replace("general", "skew-symmetric") + "2 2 2\n2 1 1.0\n2 2 0.5\n",
                      "line 4: a skew-symmetric matrix has zeros on its diagonal, not '0.5'"),
    "indented-comment": (HEADER + "2 2 2\n1 1 1.0\n  % c\n2 2 1.0\n", "line 4: a comment begins"),
    "indented-header": (" " + HEADER + "2 2 2\n" + ENTRIES,
                        "line 1: this is not a Matrix Market file"),
    "null-character": (HEADER + "2 2 2\n" + ENTRIES + "\0",
                       "line 5: the line has a null character"),
    "two-values": (HEADER + "2 2 2\n1 1 1.0 0.0\n2 2 1.0\n", "line 3: '0.0' follows"),
    "not-a-number": (HEADER + "2 2 2\n1 1 1.0\n2 2 nan\n", "NaN"),
    "infinite": (HEADER + "2 2 2\n1 1 inf\n2 2 1.0\n", "infinite"),
    "complex": (HEADER.replace("real", "complex") + "1 1 1\n1 1 1.0 0.0\n", "complex"),
}
ARRAY = HEADER.replace("coordinate", "array")
BAD_VECTORS = {
    "comma": (ARRAY + "2 1\n2,5\n1\n", "line 3: '2,5' is not a number"),
    "two-long": (ARRAY + "1000000000 1\n1\n1\n", "line 2: this is 1000000000 x 1"),
    "one-short": (ARRAY + "2 1\n1\n", "after 1 of the 2 entries"),
}
REPEATED = SYMMETRIC + "2 2 5\n2 1 -0.1\n2 1 -0.1\n1 1 1.0\n" + ENTRIES


def write(folder, name, text):
    path = os.path.join(folder, name + ".mtx")
    with open(path, "w", encoding="ascii") as file:
        file.write(text)
    return path


def check_bad_files(checks, folder):
    for name, (text, word) in BAD_FILES.items():
        path = write(folder, name, text)
        status, output = checks.run("trisweep-solve", [path])
        checks.check(f"file {name}", status == 2 and path in output and word in output,
                     f"status {status}: {output[-500:]}")
        status, output = checks.run("trisweep-bench", ["--space=host", path])
        checks.check(f"bench, file {name}", status == 1 and path in output and word in output,
                     f"status {status}: {output[-500:]}")
    good = write(folder, "good", HEADER + "2 2 2\n" + ENTRIES)
    for name, (text, word) in BAD_VECTORS.items():
        path = write(folder, name, text)
        status, output = checks.run("trisweep-solve", [good, f"--rhs={path}"])
        checks.check(f"vector {name}", status == 2 and path in output and word in output,
                     f"status {status}: {output[-500:]}")


def check_files(checks, folder):
    check_bad_files(checks, folder)
    path, result = write(folder, "repeated", REPEATED), os.path.join(folder, "repeated.json")
    status, output = checks.run("trisweep-solve", [path, f"--json={result}"])
    with open(result, encoding="ascii") as file:
        problem = json.load(file)["problem"]
    checks.check("repeated entries", status == 0 and problem["repeated_entries"] == 2
                 and "repeated entries: 2; their values were added" in output, output)
    status, output = checks.run("trisweep-bench", ["--space=host", path])
    checks.check("bench, repeated entries", status == 0 and "repeated entries: 2;" in output,
                 output[-500:])
    good = write(folder, "good", HEADER + "2 2 2\n" + ENTRIES)
    path = write(folder, "rhs-repeated", HEADER + "2 1 2\n1 1 5\n1 1 6\n")
    status, output = checks.run("trisweep-solve", [good, f"--rhs={path}"])
    checks.check("repeated entries of a vector", status == 0 and "repeated entries: 1;" in output,
                 output[-500:])
    path = os.path.join(folder, "folder.mtx")
    os.mkdir(path)
    for tool, space, expected in (("trisweep-solve", (), 2),
                                  ("trisweep-bench", ("--space=host",), 1)):
        status, output = checks.run(tool, [*space, path])
        checks.check(f"{tool}: a folder", status == expected and "Is a directory" in output,
                     f"status {status}: {output[-500:]}")
    path = write(folder, "skew", HEADER.replace("general", "skew-symmetric") + "2 2 1\n2 1 1.0\n")
    status, output = checks.run("trisweep-solve", [path, "--relax=6"])
    checks.check("advice after GMRES", status == 1 and "advice: no smoother converged" in output
                 and "gmres" not in output, f"status {status}: {output[-500:]}")
    with open(checks.matrix("bar.mtx.gz"), "rb") as source:
        start = source.read(2000)
    path = os.path.join(folder, "cut.mtx.gz")
    with open(path, "wb") as file:
        file.write(start)
    status, output = checks.run("trisweep-solve", [path], 2)
    checks.check("file cut short, np 2", status == 2 and path in output, f"{status}: {output}")
