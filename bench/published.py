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

# Li 2017, Tables 3, 6 and 7: our matrix, the paper's, its rows and entries, setup in ms with levels
# found on the GPU of LEVR, LEVC, SLFR, SLFC; of CUS2 and GSF; solves that SLFC needs to beat CUS2,
# GSF. Ours are of the same size, not the same matrices.
LI_MATRICES = {
    "shell:317x318": ("af_shell8", 504855, 17588875, [88, 71, 85, 70], 72, 0.43, 0, 1),
    "tetrahedra:114x114x113": ("StocF-1465", 1465137, 21005389, [92, 71, 89, 71], 24, 0.81, 28, 2),
    "tetrahedra:117x117x117": ("Transport", 1602111, 23500731, [50, 27, 46, 27], 37, 0.90, 0, 1),
    "triangles:1108x1108": ("thermal2", 1228045, 8580313, [37, 27, 34, 26], 11, 0.43, 61, 3),
    "elasticity:70x70x70": ("elasticity3D", 1029000, 80990208, [127, 61, 120, 61], 52, 2.2, 3, 1),
    "elasticity2d:708x708": ("elasticity2D", 1002528, 14012744, [62, 47, 59, 47], 265, 0.46, 0, 1),
    "lap7:148x148x58": ("atmosmodd", 1270432, 8814880, [37, 17, 25, 16], 29, 0.46, 0, 1),
    "powerlaw:20,1037000,8": ("webbase1M", 1000005, 3105536, [15, 11, 13, 11], 8.0, 1.0, 3, 9),
    "lap5:1000x1000": ("ecology2", 999999, 4995991, [32, 26, 30, 25], 216, 0.34, 0, 1),
    "shell:549x550": ("af_shell10", 1508065, 52672325, [200, 154, 195, 154], 372, 1.2, 0, 1),
}
# The same, too large for all kernels within the time of a run.
LI_LARGE = {
    "soil:99x99x99": ("Bump_2911", 2911419, 127729899, [664, 624, 757, 631], 136, 3.7, 5, 2),
    "elasticity:111x111x112": ("Queen_4147", 4147110, 329499284, [1872, 1676, 2106, 1690], 253,
                               9.3, 11, 1),
}
LI_KERNELS = ["levr", "levc", "slfr", "slfc"]


def _rows(text):
    return [[float(word) for word in line.split()] for line in text.split("\n") if line]


def li_setup(matrix, kernel):
    """Setup in ms on the P100 as the paper counts, or None."""
    if matrix in LI_MATRICES or matrix in LI_LARGE:
        _, _, _, setup, csrsv2, syncfree, _, _ = (LI_MATRICES | LI_LARGE)[matrix]
        row = dict(zip(LI_KERNELS, setup))
        return (row | {"cusparse": csrsv2, "syncfree-csc": syncfree}).get(kernel)
    if matrix not in LI_GRIDS:
        return None
    at = LI_GRIDS.index(matrix)
    if kernel in LI_KERNELS:
        return _rows(_LI_TABLE_5)[at][2 * LI_KERNELS.index(kernel)]
    return {"cusparse": _rows(_LI_TABLE_4)[at][2],
            "syncfree-csc": _rows(_LI_TABLE_4)[at][4]}.get(kernel)


def li_host_setup(matrix):
    """Setup of SLFC in ms with levels found on the host, or None."""
    return _rows(_LI_TABLE_4)[LI_GRIDS.index(matrix)][0] if matrix in LI_GRIDS else None


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
YUENYEUNG_GRANULARITY = (0.7, 1.2)
YUENYEUNG_TWO_PHASE = 55  # writing-first over two-phase, section 8

# The 245 matrices by entries a row (limits 1.5, 2.5, 3.25, 3.75) and rows a level set (1,000,
# 5,000, 20,000): how many are in each class, and a random triangle with the rows, the entries and
# the level sets of the class's median by rows, from the list in the authors' repository
# (JiyaSu/CapelliniSpTRSV, 8_mix2/8_mix2.csv).
YUENYEUNG_CLASSES = {
    "layers:240116,837099,25": 44,
    "layers:256000,1011200,198": 29,
    "layers:141120,564618,9": 24,
    "layers:142823,283381,11": 23,
    "layers:6592765,16478619,88": 20,
    "layers:84538,293037,30": 17,
    "layers:1000005,2348442,512": 13,
    "layers:110355,335928,29": 13,
    "layers:142752,434272,15": 12,
    "layers:440020,3000060,2": 12,
    "layers:343236,1261826,10": 9,
    "layers:528185,739963,6": 8,
    "layers:801374,2547537,1158": 7,
    "layers:200200,589261,8": 7,
    "layers:126146,288096,1625": 5,
    "layers:2394385,3072221,515": 2,
}

# Table 8 (RTX 2080 Ti): our matrix, the paper's, its granularity, entries a row and rows a level
# set; GFLOP/s, GB/s, million instructions and percent of stalls.
YUENYEUNG_CASES = {
    "luxembourg_osm": ("luxembourg_osm", 0.88, 2.04, 268.38, {
        "cusparse": (0.43, 0.44, 174.93, 0.13), "syncfree-csc": (0.29, 2.61, 61.45, 0.44),
        "capellini": (0.68, 8.05, 17.86, 0.11), "yuenyeung": (0.99, 8.22, 17.00, 0.09)}),
    "layers:50000,199984,25": ("cvxbqp1", 0.73, 4.00, 2000.00, {
        "cusparse": (2.49, 7.55, 18.05, 2.32), "syncfree-csc": (4.04, 24.80, 5.66, 2.05),
        "capellini": (4.45, 42.52, 2.24, 0.18), "yuenyeung": (6.37, 42.53, 2.17, 0.16)}),
    "layers:75000,299982,25": ("ncvxqp3", 0.76, 4.00, 3000.00, {
        "cusparse": (2.82, 13.26, 25.28, 3.85), "syncfree-csc": (4.49, 29.26, 7.60, 2.18),
        "capellini": (6.19, 57.66, 3.26, 0.17), "yuenyeung": (8.98, 57.74, 3.11, 0.16)}),
    "layers:643994,3146703,44": ("rajat29", 0.78, 4.89, 14636.23, {
        "cusparse": (2.59, 0.51, 2932.32, 0.08), "syncfree-csc": (0.84, 7.44, 351.50, 0.41),
        "capellini": (10.43, 109.69, 18.57, 0.15), "yuenyeung": (12.65, 121.25, 16.79, 0.22)}),
    "layers:57735,195628,6": ("bayer01", 0.87, 3.39, 9622.50, {
        "cusparse": (2.55, 12.26, 16.32, 4.99), "syncfree-csc": (4.22, 27.28, 5.60, 2.24),
        "capellini": (11.8, 104.76, 0.77, 0.38), "yuenyeung": (12.76, 78.14, 0.86, 0.79)}),
    "layers:3523317,10631719,275": ("circuit5M_dc", 0.92, 3.02, 12812.06, {
        "cusparse": (1.74, 4.76, 2981.90, 1.45), "syncfree-csc": (2.06, 28.07, 536.12, 1.53),
        "capellini": (14.57, 200.06, 47.41, 0.35), "yuenyeung": (20.11, 201.47, 46.72, 0.49)}),
}

# Liu et al. 2016, slides: preprocessing in ms of cuSPARSE 7.5 and sync-free, K40c and Titan X; the
# matrix Dense, and the harmonic mean of eleven matrices.
LIU_DENSE = {"cusparse": (3.46, 2.99), "syncfree-csc": (0.08, 0.12)}
LIU_HARMONIC = {"cusparse": (6.99, 5.71), "syncfree-csc": (0.12, 0.13)}
# Our matrix (of the lower triangle), the slides' matrix, its level sets there; preprocessing in ms
# on the K40c (cuSPARSE, sync-free) and on the Titan X.
LIU_MATRICES = {
    "layers:20082,150616,534": ("chipcool0", 534, (1.48, 0.02), (1.41, 0.02)),
    "layers:62451,2034917,2397": ("FEM/Cantilever", 2397, (8.92, 0.10), (8.28, 0.16)),
    "layers:121728,4103881,4367": ("FEM/ship_003", 4367, (6.41, 0.19), (4.34, 0.26)),
    "layers:52804,5333507,4056": ("crankseg_1", 4056, (8.93, 0.24), (6.14, 0.43)),
    "layers:1000005,2348442,512": ("webbase-1M", 514, (8.53, 0.19), (5.48, 0.13)),
    "layers:2394385,3072221,515": ("wiki-Talk", 522, (16.27, 0.33), (10.49, 0.20)),
    "layers:14081816,31015229,59": ("road_central", 59, (82.01, 9.28), (42.62, 6.98)),
}
# The same, too large for all schedules within the time of a run.
LIU_LARGE = {
    "layers:8345600,118931856,2": ("nlpkkt160", 2, (40.58, 7.27), (19.99, 8.91)),
    "layers:23947347,52801659,77": ("road_usa", 77, (160.41, 5.06), (84.01, 3.37)),
    "layers:1139905,58085616,82735": ("hollywood-2009", 82735, (139.98, 5.20), (204.10, 4.82)),
}

# Picciau et al. 2016, section VI: faster than cuSPARSE on 71 % of 200 matrices, at most 5.8 times.
PICCIAU_WON = 0.71
PICCIAU_MOST = 5.8

# Section VI: block-diagonal matrices of 16 components of 250 to 55,000 rows and 0.1 % of entries
# (Figures 6 to 8), and of 8 to 512 components of 6,000 rows and 1 % (Figure 9); most speedup.
PICCIAU_COMPONENTS = [f"components:16,{rows},1" for rows in
                      (250, 1000, 4000, 8000, 14000, 20000, 32000, 55000)] + \
                     [f"components:{count},6000,10" for count in (8, 16, 32, 64, 128)]
PICCIAU_COMPONENTS_MOST = 2.5

# Naumov 2011, abstract: preconditioned iterative methods on the GPU over the CPU, on average.
NAUMOV_MEAN = 2.0
