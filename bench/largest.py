#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The largest problem of a family that one GPU solves: by hypre's l1-Jacobi and by 2003/2004.

    largest.py [--left MB] [--solve PROGRAM] [--limit SECONDS] [lap7=N] [elas=N] ...

N is a guess at the largest size with l1-Jacobi. Each run is a process of its own, trisweep-solve
--board=total --only, with one new solver after one to warm up. --left: this script holds device
memory, so that a run has so many MB (2^20 bytes), its context included; runs are then short, and
hypre's and trisweep's parts of the memory remain as they are with large problems but for the
context.
"""

import argparse
import ctypes
import subprocess
import sys
import time

STEPS = 0.03  # of N, until a size fails and one succeeds
CONTENDERS = (("l1-Jacobi 18", ["--source=hypre", "--only=3"]),
              ("2003/2004", ["--source=auto", "--only=1"]))


def hold(left):
    """Take device memory so that so many MB are left."""
    try:
        cuda = ctypes.CDLL("libcudart.so")
    except OSError as error:
        sys.exit(f"largest.py: --left needs CUDA: {error}")
    free, total, memory = ctypes.c_size_t(), ctypes.c_size_t(), ctypes.c_void_p()
    if cuda.cudaMemGetInfo(ctypes.byref(free), ctypes.byref(total)) != 0:
        sys.exit("largest.py: CUDA does not tell how much memory is free")
    size = free.value - (left << 20)
    if size <= 0 or cuda.cudaMalloc(ctypes.byref(memory), ctypes.c_size_t(size)) != 0:
        sys.exit(f"largest.py: cannot hold memory: {free.value >> 20} MB are free")
    print(f"holds {size >> 20} of {total.value >> 20} MB", flush=True)


class Runs:
    """Runs of one contender, each size once."""

    def __init__(self, options, family, contender):
        self.options, self.family, self.contender = options, family, contender
        self.solved = {}

    def solves(self, size):
        if size not in self.solved:
            name, arguments = self.contender
            command = [self.options.solve, "--board=total", "--device", *arguments, "--repeat=1",
                       f"{self.family}_{size}"]
            begin = time.monotonic()
            try:
                done = subprocess.run(command, timeout=self.options.limit, text=True, check=False,
                                      stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
                rows = [line for line in done.stdout.splitlines()
                        if line.startswith(f"{self.family}_") and " so far" not in line]
                good = done.returncode == 0 and bool(rows) and "not converged" not in rows[-1]
                notes = [line for line in done.stdout.splitlines()
                         if line.startswith("trisweep") and "not enough memory" in line]
                if done.returncode == 2:
                    sys.exit(f"largest.py: {' '.join(command)}: {done.stdout.strip()}")
            except subprocess.TimeoutExpired:
                rows, good, notes = [], False, ["ran past the limit"]
            except OSError as error:
                sys.exit(f"largest.py: {self.options.solve}: {error.strerror}")
            self.solved[size] = good
            print(f"{self.family}_{size} {name}: {'solved' if good else 'FAILS'}, "
                  f"{time.monotonic() - begin:.1f} s  {rows[-1] if rows else ''}", flush=True)
            for line in notes[:1]:
                print("   " + line, flush=True)
        return self.solved[size]

    def largest(self, guess):
        low = high = guess
        step = max(1, round(STEPS * guess))
        while not self.solves(low):
            if low <= step:
                sys.exit(f"largest.py: {self.family}_{low} is too large")
            high, low = low, low - step
        while high == low or self.solves(high):
            low, high = high, high + step
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if self.solves(middle) else (low, middle)
        return low


def unknowns(family, size):
    return (size + 1) ** 2 * size * 3 if family == "elas" else size ** 3


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--left", type=int)
    parser.add_argument("--solve", default="trisweep-solve")
    parser.add_argument("--limit", type=float, default=600.0)
    parser.add_argument("guesses", nargs="*", default=["lap7=500", "elas=225"])
    options = parser.parse_args()
    if options.left:
        hold(options.left)
    for family, guess in (text.split("=") for text in options.guesses):
        sizes = []
        for contender in CONTENDERS:
            first = sizes[0] if sizes else int(guess)
            sizes.append(Runs(options, family, contender).largest(first))
        ratio = unknowns(family, sizes[1]) / unknowns(family, sizes[0])
        print(f"{family}: {sizes[0]} by {CONTENDERS[0][0]}, {sizes[1]} by {CONTENDERS[1][0]}, "
              f"{ratio:.3f} of the unknowns", flush=True)


if __name__ == "__main__":
    main()
