#!/usr/bin/env python3
"""The examples of documents that need Python: the sessions with the bank of `examples/bank`, and the odds of `docs/signing.md`.

    .ci/documents-check
"""
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PAGE = "examples/bank/README.md"
# Parts that another start gives otherwise.
VARYING = [(r'"access_token":"[^"]*"', "TOKEN"), (r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z", "TIME")]


def sessions(text):
    """The commands of a page with their printed output."""
    for block in re.findall(r"```console\n(.*?)```", text, re.S):
        for step in re.split(r"^\$ ", block, flags=re.M)[1:]:
            command, _, output = step.partition("\n")
            yield command, output.strip()


def mode(command):
    """The option of the bank that a command needs."""
    return "--client-certificates" if "--cert " in command else "--tls" if "https://" in command else None


def plain(text):
    for pattern, name in VARYING:
        text = re.sub(pattern, name, text)
    return text.strip()


def bank(option):
    """The bank in a mode, and its host and port."""
    command = [os.path.join(ROOT, "examples/bank/run"), "--port", "0"] + ([option] if option else [])
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    for line in process.stdout:
        if line.startswith("The bank listens at "):
            return process, line.split()[-1].split("//")[1].split(":")[1]
    raise SystemExit("examples/bank did not start")


def main():
    os.chdir(ROOT)
    failed = passed = 0
    steps = list(sessions(open(PAGE, encoding="utf-8").read()))
    for option in (None, "--tls", "--client-certificates"):
        process, port = bank(option)
        try:
            for command, expected in steps:
                if mode(command) != option:
                    continue
                here = command.replace("localhost:8090", f"localhost:{port}")
                got = subprocess.run(["bash", "-c", here], capture_output=True, text=True, timeout=60).stdout
                if plain(got) == plain(expected):
                    passed += 1
                else:
                    failed += 1
                    print(f"{PAGE}: {command}\n  expected {expected}\n  got      {got.strip()}")
        finally:
            process.terminate()
            process.wait(20)
    printed = subprocess.run([sys.executable, "Benchmarks/signing/odds.py"], capture_output=True, text=True, check=True).stdout
    rows = [line for line in printed.split("\n\n")[0].splitlines()[2:] if line]
    page = open("docs/signing.md", encoding="utf-8").read().splitlines()
    for row in rows:
        if row in page:
            passed += 1
        else:
            failed += 1
            print(f"docs/signing.md has no row {row}")
    print(f"{passed} passed, {failed} failed")
    return failed == 0 and passed > 20


if not main():
    raise SystemExit(1)
