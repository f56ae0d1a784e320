# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The 5-point Laplacian of n x n points, and a smooth right-hand side."""
import numpy
import scipy.sparse


def laplacian(n):
    line = scipy.sparse.diags([-1, 2, -1], [-1, 0, 1], shape=(n, n))
    one = scipy.sparse.eye(n)
    return (scipy.sparse.kron(line, one) + scipy.sparse.kron(one, line)).tocsr()


def right_hand_side(n):
    return 1 + 0.25 * numpy.sin(numpy.arange(n * n) + 1.0)
