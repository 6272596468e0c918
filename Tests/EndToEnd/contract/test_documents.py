"""The examples of documents that need Python: the sessions with the bank of `examples/bank`, and
the odds in `docs/signing.md`."""
import os
import re
import subprocess
import sys

import pytest

from EndToEnd import ROOT

pytestmark = pytest.mark.landing
PAGE = "examples/bank/README.md"
# Parts that differ between runs.
VARYING = [(r'"access_token":"[^"]*"', "TOKEN"), (r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z", "TIME")]


def sessions(text):
    """Yields the commands of a page with their output."""
    for block in re.findall(r"```console\n(.*?)```", text, re.S):
        for step in re.split(r"^\$ ", block, flags=re.M)[1:]:
            command, _, output = step.partition("\n")
            yield command, output.strip()


def mode(command):
    """Returns the option of the bank that a command needs."""
    return "--client-certificates" if "--cert " in command else "--tls" if "https://" in command else None


def plain(text):
    for pattern, name in VARYING:
        text = re.sub(pattern, name, text)
    return text.strip()


def start_bank(option):
    """Starts the bank with an option; returns the process and the port."""
    command = [os.path.join(ROOT, "examples/bank/run"), "--port", "0"] + ([option] if option else [])
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    for line in process.stdout:
        if line.startswith("The bank listens at "):
            return process, line.split()[-1].split("//")[1].split(":")[1]
    raise AssertionError("examples/bank did not start")


@pytest.mark.parametrize("option", [None, "--tls", "--client-certificates"], ids=["plain", "tls", "client-certificates"])
def test_sessions_print_what_the_page_shows(option):
    """Each command of the page prints the output on the page."""
    with open(PAGE, encoding="utf-8") as file:
        steps = [(command, expected) for command, expected in sessions(file.read()) if mode(command) == option]
    assert len(steps) >= (1 if option else 15)
    process, port = start_bank(option)
    try:
        for command, expected in steps:
            here = command.replace("localhost:8090", f"localhost:{port}")
            got = subprocess.run(["bash", "-c", here], capture_output=True, text=True, timeout=60).stdout
            assert plain(got) == plain(expected), f"{PAGE}: {command}"
    finally:
        process.terminate()
        process.wait(20)


def test_odds_of_signing_are_computed():
    """Each row printed by Benchmarks/signing/odds.py is in docs/signing.md."""
    printed = subprocess.run([sys.executable, "Benchmarks/signing/odds.py"], capture_output=True, text=True, check=True).stdout
    rows = [line for line in printed.split("\n\n")[0].splitlines()[2:] if line]
    with open("docs/signing.md", encoding="utf-8") as file:
        page = file.read().splitlines()
    assert rows and not [row for row in rows if row not in page]
