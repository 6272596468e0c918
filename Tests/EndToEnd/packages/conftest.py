"""The packages of the program under test, made once."""
import os
import pathlib
import shutil
import subprocess
import sys

import pytest

from EndToEnd import ROOT


def make(program, folder, *options):
    """Runs scripts/release; returns its output folder."""
    command = [sys.executable, os.path.join(ROOT, "scripts/release"), "--program", program, "--output", folder, "--quick", *options]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return pathlib.Path(folder)


@pytest.fixture(scope="session")
def packages(valence, tmp_path_factory):
    """The folder of the packages. If minisign is installed, SHA256SUMS is signed, and `key.pub` next
    to the folder is the public key. Skips the test for a program that needs the toolchain's shared
    libraries, and without Debian's tools."""
    absent = [tool for tool in ("dpkg-deb", "dpkg-shlibdeps", "strip", "xz", "esbuild") if not shutil.which(tool)]
    if absent:
        pytest.skip(f"{', '.join(absent)} not installed (scripts/prepare packages)")
    linked = subprocess.run(["objdump", "-p", valence], capture_output=True, text=True).stdout
    if "libswiftCore.so" in linked:
        pytest.skip("the program is not linked statically: use --program with the path that scripts/build prints")
    folder = tmp_path_factory.mktemp("packages")
    options = []
    if shutil.which("minisign"):
        subprocess.run(["minisign", "-G", "-W", "-p", folder / "key.pub", "-s", folder / "key"], check=True, capture_output=True)
        options = ["--sign", str(folder / "key")]
    return make(valence, str(folder / "dist"), *options)


@pytest.fixture
def tarball(packages, tmp_path):
    """The unpacked tarball."""
    archive, = packages.glob("valence-*-linux-x86_64.tar.xz")
    subprocess.run(["tar", "-xf", archive, "-C", tmp_path], check=True)
    folder, = tmp_path.glob("valence-*-linux-x86_64")
    return folder
