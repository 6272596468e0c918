"""Scripts of `Benchmarks` that must work with each version, with small sizes. Their figures mean nothing here."""
import os
import subprocess

import pytest

from EndToEnd import ROOT


@pytest.mark.landing
def test_growth_of_a_bank(valence):
    """A database of release 2's schema is filled, migrated, served with `--demo` and measured."""
    done = subprocess.run(
        ["Benchmarks/growth/run", "1000"], cwd=ROOT, env=os.environ | {"VALENCE": os.path.abspath(valence)},
        capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "sound: " in done.stdout, done.stdout


@pytest.mark.landing
@pytest.mark.parametrize("script", ["deliveries/run", "cost-check"])
def test_usage(script):
    """A script without its required arguments prints its usage."""
    done = subprocess.run([f"Benchmarks/{script}"], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode != 0
    assert done.stderr.startswith(f"usage: Benchmarks/{script} PROGRAM "), done.stderr
