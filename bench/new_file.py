# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Files that are written beside the file of their name, and take its place when complete."""

import os


def write(path, text):
    """Write a file. If the disk is full, the old file stays as it is."""
    path = os.path.realpath(path)
    beside = f"{path}.{os.getpid()}.new"
    try:
        with open(beside, "w", encoding="utf-8", newline="") as file:
            file.write(text)
        os.replace(beside, path)
    except OSError:
        if os.path.exists(beside):
            os.unlink(beside)
        raise
