# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Numbers that papers about triangular solves print, for bench/papers.py."""

# Li 2017, Table 2: the grids, with the matrices of trisweep-bench.
LI_GRIDS = [f"{stencil}:{grid}"
            for stencil, grids in (
                ("lap5", "1024x1024 512x2048 256x4096 128x8192 64x16384"),
                ("lap9", "1024x1024 512x2048 256x4096 128x8192 64x16384"),
                ("lap7", "128x128x128 64x128x256 64x64x512 32x64x1024 32x32x2048"),
                ("lap27", "128x128x128 64x128x256 64x64x512 32x64x1024 32x32x2048"))
            for grid in grids.split()]

# Li 2017, Table 5: setup on a P100 in ms (setup / one solve of both triangles in double precision),
# of LEVR, LEVC, SLFR, SLFC. Rows as LI_GRIDS.
_LI_TABLE_5 = """
34 1.2  27 1.0  31 2.7  26 3.2
35 1.0  28 .82  32 2.3  27 2.7
39 .66  32 .56  36 1.6  31 1.9
56 .50  49 .45  53 1.4  48 1.8
95 .43  88 .41  92 1.1  87 1.8
40 .97  29 .72  37 2.1  29 2.4
43 .70  33 .54  40 1.6  32 1.8
58 .51  47 .42  54 1.1  46 1.5
93 .42  82 .38  90 .88  82 1.4
167 .38  156 .36  164 .86  156 1.4
39 4.3  22 2.5  34 2.4  21 2.1
41 4.7  23 2.8  36 2.7  23 2.6
50 5.6  33 3.7  47 4.5  33 5.1
62 4.1  46 3.1  57 5.8  45 6.3
73 2.5  59 2.1  70 5.0  58 5.7
93 7.3  44 3.4  88 6.6  43 4.9
109 6.1  61 3.5  106 8.9  61 7.0
140 4.7  92 3.1  134 8.3  92 7.6
166 2.9  115 2.1  162 5.8  115 5.6
180 1.6  128 1.2  170 3.3  128 3.6
"""

# Li 2017, Table 4: the same with levels found on the CPU, of SLFC, csrsv2 (CUS2) and sync-free
# (GSF; setup only: its ratios are printed as .00 to .01).
_LI_TABLE_4 = """
41 5.0  214 27  .34
42 4.1  75 7.5  .34
41 2.5  36 2.3  .35
41 1.5  25 .87  .34
41 .85  35 .64  .35
36 2.9  208 17  .41
37 2.0  74 4.0  .40
36 1.1  37 1.2  .40
36 .60  36 .47  .40
36 .33  79 .61  .39
65 7.5  44 4.3  .76
63 7.9  55 5.8  .77
63 10  44 5.2  .76
63 9.7  46 5.6  .75
64 6.3  34 3.5  .75
189 22  64 6.0  1.9
188 23  96 9.4  1.9
191 16  82 6.3  1.9
190 9.4  108 3.4  1.9
189 5.3  74 1.1  1.9
"""

# Li 2017, Tables 6 and 7, of the matrices that can be generated: setup in ms with levels found on
# the GPU of LEVR, LEVC, SLFR, SLFC; of CUS2 and GSF; solves that SLFC needs to beat CUS2, GSF.
LI_MATRICES = {
    "elasticity:70x70x70": ("elasticity3D", [127, 61, 120, 61], 52, 2.2, 3, 1),
    "elasticity2d:708x708": ("elasticity2D", [62, 47, 59, 47], 265, 0.46, 0, 1),
    "lap7:148x148x58": ("atmosmodd", [37, 17, 25, 16], 29, 0.46, 0, 1),
    "lap5:1000x1000": ("ecology2", [32, 26, 30, 25], 216, 0.34, 0, 1),
}
LI_MISSING = ("af_shell8, webbase1M, thermal2, StocF-1465, af_shell10, Transport, Bump_2911 and "
              "Queen_4147")
LI_KERNELS = ["levr", "levc", "slfr", "slfc"]


def _rows(text):
    return [[float(word) for word in line.split()] for line in text.split("\n") if line]


def li_setup(matrix, kernel):
    """Setup in ms on the P100 as the paper counts, or None."""
    if matrix in LI_MATRICES:
        _, setup, csrsv2, syncfree, _, _ = LI_MATRICES[matrix]
        row = dict(zip(LI_KERNELS, setup))
        return (row | {"cusparse": csrsv2, "syncfree-csc": syncfree}).get(kernel)
    if matrix not in LI_GRIDS:
        return None
    at = LI_GRIDS.index(matrix)
    if kernel in LI_KERNELS:
        return _rows(_LI_TABLE_5)[at][2 * LI_KERNELS.index(kernel)]
    return {"cusparse": _rows(_LI_TABLE_4)[at][2],
            "syncfree-csc": _rows(_LI_TABLE_4)[at][4]}.get(kernel)


def li_solve(matrix, kernel):
    """One solve of both triangles in ms on the P100: setup over the printed ratio, or None."""
    if matrix not in LI_GRIDS:
        return None
    at = LI_GRIDS.index(matrix)
    table, column = (_LI_TABLE_5, 2 * LI_KERNELS.index(kernel)) if kernel in LI_KERNELS else \
        (_LI_TABLE_4, 2 if kernel == "cusparse" else None)
    if column is None:
        return None
    row = _rows(table)[at]
    return row[column] / row[column + 1]


# Yuenyeung 2021, Tables 4, 5, 6: the V100.
YUENYEUNG_GFLOPS = {"syncfree-csc": 2.721, "cusparse": 3.245, "capellini": 8.091,
                    "yuenyeung": 8.601}
YUENYEUNG_SPEEDUP = {"syncfree-csc": (4.14, 36.50), "cusparse": (3.12, 25.83),
                     "capellini": (1.77, 22.13)}
# Table 7, mean ms of the preprocessing of one triangle (Turing); Table 8, luxembourg_osm (Turing).
YUENYEUNG_PREPROCESSING = {"cusparse": 1.11, "syncfree-csc": 0.36, "yuenyeung": 0.30}
YUENYEUNG_LUXEMBOURG = {"cusparse": 0.43, "syncfree-csc": 0.29, "capellini": 0.68,
                        "yuenyeung": 0.99}
YUENYEUNG_GRANULARITY = 0.7

# Liu et al. 2016, slides: preprocessing in ms of cuSPARSE 7.5 and sync-free, K40c and Titan X; the
# matrix Dense, and the harmonic mean of eleven matrices.
LIU_DENSE = {"cusparse": (3.46, 2.99), "syncfree-csc": (0.08, 0.12)}
LIU_HARMONIC = {"cusparse": (6.99, 5.71), "syncfree-csc": (0.12, 0.13)}
LIU_MISSING = ("nlpkkt160, road_central, road_usa, webbase-1M, wiki-Talk, chipcool0, "
               "FEM/Cantilever, crankseg_1, FEM/ship_003 and hollywood-2009")

# Picciau et al. 2016, section VI: faster than cuSPARSE on 71 % of 200 matrices, at most 5.8 times.
PICCIAU_WON = 0.71
PICCIAU_MOST = 5.8

# Naumov 2011, abstract: preconditioned iterative methods on the GPU over the CPU, on average.
NAUMOV_MEAN = 2.0
