"""Counts the instructions of a server with valgrind's callgrind. Other load of the machine does not change them."""
import os
import re
import shutil
import subprocess

ALLOCATORS = {"malloc", "calloc", "realloc", "posix_memalign", "aligned_alloc", "memalign"}


def is_here():
    return shutil.which("callgrind_control") is not None


def wrapper(program, place):
    """Writes a script into `place` that starts a program with counting switched off; returns its path."""
    # Valgrind cannot read the compiler's debug information.
    stripped, path = os.path.join(place, "valence"), os.path.join(place, "counted")
    subprocess.run(["strip", "--strip-debug", "-o", stripped, program], check=True)
    with open(path, "w") as file:
        file.write("#!/bin/sh\nexec valgrind -q --tool=callgrind --instr-atstart=no "
                   f"--callgrind-out-file={place}/counts {stripped} \"$@\"\n")
    os.chmod(path, 0o700)
    return path


class Counter:
    """The counts of a process that `wrapper` started, over all its threads."""

    def __init__(self, process, place):
        self.process, self.place, self.dumps = process, place, 0
        self.control("-i", "on")

    def begin(self):
        self.control("-z")

    def end(self):
        """Instructions and allocations since `begin`."""
        self.control("-d")
        self.dumps += 1
        with open(f"{self.place}/counts.{self.dumps}", encoding="utf-8", errors="replace") as file:
            return read(file)

    def control(self, *arguments):
        done = subprocess.run(["callgrind_control", *arguments, str(self.process.pid)], capture_output=True, text=True)
        if done.returncode != 0 or "OK" not in done.stdout:
            raise SystemExit(f"callgrind_control {arguments}: {done.stdout}{done.stderr}")


def read(lines):
    """The instructions of a profile, and the number of calls of its allocators."""
    names, instructions, allocations, called = {}, 0, 0, None
    for line in lines:
        if line.startswith(("fn=", "cfn=")):
            number, name = re.match(r"c?fn=\((\d+)\)(?: (.*))?", line.rstrip()).groups()
            if name:
                names[number] = name
            if line.startswith("cfn="):
                called = names.get(number, "")
        elif line.startswith("calls=") and re.sub(r"'\d+$", "", called or "") in ALLOCATORS:
            allocations += int(line[6:].split()[0])
        elif line.startswith(("totals:", "summary:")):
            instructions = max(instructions, int(line.split()[1]))
    return instructions, allocations
