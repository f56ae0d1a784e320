# SPDX-License-Identifier: Apache-2.0 OR MIT
"""trisweep-run: solves under launchers, the line at the end, exit statuses, and each refusal, which
must come before the program or its launcher starts."""

import json
import os
import re
import shutil
import signal
import subprocess

REFUSED = 125
IJ = ["-n", "12", "12", "12", "-solver", "1"]
LINE = re.compile(r"^trisweep: (\d+) BoomerAMG solvers?, (\d+) levels?; replaced: (\d+) sweeps?, "
                  r"(\d+) levels?; left to hypre: (\d+) setups? of BoomerAMG, (\d+) levels?, "
                  r"(\d+) sweeps?(?: \(types ([\d, ]+)\))?$", re.M)


def script(folder, name, text):
    """An executable shell script."""
    path = os.path.join(folder, name)
    with open(path, "w", encoding="ascii") as file:
        file.write("#!/bin/sh\n" + text)
    os.chmod(path, 0o755)
    return path


def check_line(checks, name, ran, ranks, stats):
    """One line, whose counts are those of the statistics."""
    status, output = ran
    lines = LINE.findall(output)
    checks.check(f"{name}: status and one line", status == 0 and len(lines) == 1 and
                 output.rstrip().endswith(")"), f"{status}: {output[-800:]}")
    if status or len(lines) != 1:
        return
    with open(stats, encoding="ascii") as file:
        solver, = json.load(file)["solvers"]
    levels = solver["levels"]
    cycles = int(levels[0]["sweeps"]) // 2
    n = [int(count) for count in lines[0][:7]]
    checks.check(f"{name}: counts", solver["ranks"] == ranks and cycles > 1 and
                 n == [1, len(levels) + 1, sum(int(level["sweeps"]) for level in levels),
                       len(levels), 0, 1, cycles] and lines[0][7] == "9",
                 f"{lines} {levels}")


def check_solves(checks, folder, programs):
    """ij, also in a folder with a blank, and an installation that was moved to such a folder."""
    stats = os.path.join(folder, "stats.json")
    launcher = os.environ.get("MPIEXEC", "mpirun")
    blank = os.path.join(folder, "a b")
    moved = os.path.join(blank, "prefix")
    os.mkdir(blank)
    shutil.copy(os.path.join(programs, "ij"), blank)
    shutil.copytree(checks.prefix, moved, symlinks=True)
    for ranks, program in ((1, programs), (2, programs), (2, blank)):
        command = [launcher, "-np", str(ranks), os.path.join(program, "ij"), *IJ]
        ran = checks.run("trisweep-run", [f"--stats={stats}", *command, "-rlx", "1006"])
        check_line(checks, f"run, np {ranks}, {program}", ran, ranks, stats)
        ran = checks.run("trisweep-run", ["--replace=18=6", f"--stats={stats}", *command, "-rlx",
                                          "18"])
        check_line(checks, f"run --replace, np {ranks}, {program}", ran, ranks, stats)
    ran = checks.run(os.path.join(moved, "bin", "trisweep-run"),
                     [f"--stats={stats}", launcher, "-wdir", blank, "-np", "2", "./ij", *IJ,
                      "-rlx", "1006"])
    check_line(checks, "run, moved to a path with a blank", ran, 2, stats)
    for name in ("ij_dead", "ij_wrapped"):
        if os.path.exists(os.path.join(programs, name)):
            ran = checks.run("trisweep-run", [f"--stats={stats}", os.path.join(programs, name),
                                              *IJ, "-rlx", "1006"])
            check_line(checks, f"run {name}", ran, 1, stats)
    for arguments, words in ((("-rlx", "6"), "no sweep was replaced: hypre swept by the relax "
                              "types 6, 9"), (("-solver", "8"), "hypre did not sweep")):
        status, output = checks.run("trisweep-run", [launcher, "-np", "2",
                                                     os.path.join(programs, "ij"), *IJ, *arguments])
        checks.check(f"run, nothing replaced, {arguments}", status == 0 and
                     output.count("trisweep: ") == 1 and words in output, output[-800:])


def check_launchers(checks, folder, programs):
    """The launcher runs without the plug; the variables need no help of it to reach the ranks."""
    stats = os.path.join(folder, "launchers.json")
    for name, options in (("srun", ["-n", "1", "-v"]), ("mpiexec", ["-genv", "A", "B", "-l"]),
                          ("mpirun", ["--mca", "btl", "self", "--oversubscribe"])):
        path = script(folder, name, 'echo "launcher preloads ${LD_PRELOAD-nothing}"\n'
                      f"shift {len(options)}\nexec env -i PATH=\"$PATH\" \"$@\"\n")
        ran = checks.run("trisweep-run", [f"--stats={stats}", "--options=threads=1", path, *options,
                                          os.path.join(programs, "ij"), *IJ, "-rlx", "1006"])
        checks.check(f"run {name}: without the plug", "launcher preloads nothing" in ran[1], ran)
        check_line(checks, f"run {name}", ran, 1, stats)
    ours = os.path.join(checks.prefix, "lib", "libtrisweep-hypre.so")
    status, output = checks.run("trisweep-run", ["sh", "-c", 'echo "$LD_PRELOAD"; exit 7'], 0,
                                {"LD_PRELOAD": "libm.so.6"})
    checks.check("run: LD_PRELOAD is kept, the exit status is passed on, and nobody used the plug",
                 status == 7 and f"{ours}:libm.so.6\n" in output and
                 "trisweep: no solver used the plug" in output, f"{status}: {output}")
    status, output = checks.run("trisweep-run", [os.environ.get("MPIEXEC", "mpirun"), "-np", "2",
                                                 "sh", "-c", "exit 7"])
    checks.check("run: exit status of mpirun", status == 7, f"{status}: {output}")


def refused(checks, name, command, words, environment=None, tool="trisweep-run"):
    """A refusal: the message and the exit status, and the program has not run."""
    status, output = checks.run(tool, command, 0, environment)
    checks.check(f"run refuses {name}", status == REFUSED and words in output and
                 "trisweep-run: " in output and "RAN" not in output, f"{status}: {output[-500:]}")


def compile_program(path, *flags):
    """A program that prints RAN."""
    subprocess.run(["cc", "-x", "c", "-", "-o", path, *flags], check=True,
                   input=b'#include <stdio.h>\nint main(void) { puts("RAN"); return 0; }\n')
    return path


def check_refusals(checks, folder, programs, misfit):
    """All that can keep the plug from the program; the launcher prints RAN."""
    launcher = script(folder, "mpirun", "echo RAN\n")
    ij = [launcher, "-np", "2", os.path.join(programs, "ij")]
    plain = compile_program(os.path.join(folder, "plain"))
    static = compile_program(os.path.join(folder, "static"), "-static")
    owner = shutil.copy(plain, os.path.join(folder, "owner"))
    os.chmod(owner, 0o4755)
    for name, command, words in (
            ("an option", ["--stat", *ij], "unknown option --stat"),
            ("an option of the library", ["--options=thread=3", *ij], "did you mean 'threads'"),
            ("an entry of --replace", ["--replace=6,x", *ij], "'x' is not a relax type"),
            ("an ending of --stats", ["--stats=x.txt", *ij], "ends in .json"),
            ("no program", [launcher, "-np", "2"], "no program in this command"),
            ("a missing program", [launcher, "-np", "2", "./missing"], "./missing is not found"),
            ("a missing launcher", [os.path.join(folder, "mpiexec.no"), plain], "is not found"),
            ("two programs", [launcher, plain, ":", plain], "second program"),
            ("a set-user-id program", [launcher, owner], "set-user-id"),
            ("a static program", [launcher, static], "is a static program"),
            ("a static hypre", [launcher, os.path.join(programs, "ij_static")],
             "link libtrisweep-hypre-wrap.a"),
            ("a hypre with other integers", [launcher, misfit], "64 bits")):
        refused(checks, name, command, words)
    refused(checks, "a variable", ij, "did you mean TRISWEEP_STATS", {"TRISWEEP_STAT": "1"})
    refused(checks, "a launcher before it", ij, "write trisweep-run first", {"PMI_SIZE": "2"})
    moved = os.path.join(folder, "moved")
    shutil.copytree(checks.prefix, moved, symlinks=True)
    plug = os.path.join(moved, "lib", "libtrisweep-hypre.so")
    tool = os.path.join(moved, "bin", "trisweep-run")
    os.remove(plug)
    refused(checks, "a missing plug", ij, "is missing", None, tool)
    with open(plug, "w", encoding="ascii") as file:
        file.write("no library")
    refused(checks, "a plug that cannot be loaded", ij, "cannot be loaded", None, tool)


SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)


def hear_signals():
    """A shell cannot trap what it ignores from the start, as below nohup or in the background."""
    for number in SIGNALS:
        signal.signal(number, signal.SIG_DFL)


def check_signals(checks, folder):
    """A signal to trisweep-run alone reaches the command; its input and its end are unchanged."""
    programs = (("echo begun\nexec sleep 60\n", None),
                ("trap 'kill $!; exit 7' TERM INT HUP\nsleep 60 &\necho begun\nwait\n", 7))
    for number in SIGNALS:
        for text, code in programs:
            program = script(folder, "waits", text)
            with subprocess.Popen([checks.path("trisweep-run"), program], start_new_session=True,
                                  preexec_fn=hear_signals, stdout=subprocess.PIPE,
                                  stderr=subprocess.DEVNULL) as run:
                run.stdout.readline()
                run.send_signal(number)
                try:
                    ended = run.wait(20)
                except subprocess.TimeoutExpired:
                    ended = "not in 20 s"
                    os.killpg(run.pid, signal.SIGKILL)
                checks.check(f"run, {number.name}, {text}", ended == (code or 128 + number), ended)
    reads = script(folder, "reads", "read line\necho got $line\nexit 3\n")
    with subprocess.Popen([checks.path("trisweep-run"), reads], stdin=subprocess.PIPE,
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as run:
        output, _ = run.communicate(b"a b\n", 20)
        checks.check("run: input, exit status", (run.returncode, output) == (3, b"got a b\n"),
                     output)
    status, output = checks.run("trisweep-run", [script(folder, "ends", "exit 0\n")], 0,
                                {"TMPDIR": os.path.join(folder, "none")})
    checks.check("run: TMPDIR without a folder", status == 0, output)


def check_run(checks, folder, programs, misfit):
    """programs: ij and its variants; misfit: linked with a hypre that does not fit."""
    check_signals(checks, folder)
    check_solves(checks, folder, programs)
    check_launchers(checks, folder, programs)
    check_refusals(checks, folder, programs, misfit)
