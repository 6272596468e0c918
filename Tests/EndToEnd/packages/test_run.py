"""The program that `scripts/run` chooses, in a small repository whose programs print their names."""
import os
import pathlib
import shutil
import subprocess

import pytest

from EndToEnd import ROOT

pytestmark = pytest.mark.landing


def git(folder, *words):
    identity = ["-c", "user.name=a", "-c", "user.email=a@localhost", "-c", "commit.gpgsign=false"]
    return subprocess.run(["git", "-C", folder, *identity, *words], check=True, capture_output=True, text=True).stdout.strip()


def program(path, commit):
    """Writes a program that reports a commit, and prints its own path when it serves."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f'#!/bin/sh\n[ "$1" = --version ] && echo "valence 1.0.0 ({commit}, built 2026-11-27)" || echo "served by $0"\n',
                    encoding="utf-8")
    path.chmod(0o755)
    return path


@pytest.fixture
def folder(tmp_path):
    """A repository with `scripts/run`. Its `scripts/build` makes a program of the present commit."""
    for name in ("Sources", "scripts"):
        (tmp_path / name).mkdir()
    for name in ("Sources/main.swift", "Package.swift", "VERSION"):
        (tmp_path / name).write_text("1\n", encoding="utf-8")
    (tmp_path / ".gitignore").write_text("/.build/\n/dist/\n/data/\n", encoding="utf-8")
    shutil.copy(os.path.join(ROOT, "scripts/run"), tmp_path / "scripts/run")
    for name, text in [("prepare", ""), ("build", "cp new .build/release/valence && echo $PWD/.build/release/valence\n")]:
        (tmp_path / "scripts" / name).write_text("#!/bin/sh\nset -e\nmkdir -p .build/release\n" + text, encoding="utf-8")
        (tmp_path / "scripts" / name).chmod(0o755)
    program(tmp_path / "new", "0000000")
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-q", "-m", "one")
    return tmp_path


def served(folder, **variables):
    """Returns the path of the program that `scripts/run` starts, in the repository."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("VALENCE_")}
    done = subprocess.run([folder / "scripts/run"], capture_output=True, text=True, env={**kept, **variables}, check=True)
    return str(pathlib.Path(done.stdout.splitlines()[-1].removeprefix("served by ")).relative_to(folder))


def test_program_of_the_commit_is_served(folder):
    """A build of the same commit comes first, then an unpacked package, then a new build."""
    commit = git(folder, "rev-parse", "--short=7", "HEAD")
    build, package = folder / ".build/release/valence", folder / "dist/valence-1/bin/valence"
    program(build, commit)
    program(package, commit)
    assert served(folder) == ".build/release/valence" and commit in build.read_text(encoding="utf-8")
    program(build, "1234567")
    assert served(folder) == "dist/valence-1/bin/valence"
    program(package, "1234567")
    assert served(folder) == ".build/release/valence" and "0000000" in build.read_text(encoding="utf-8")
    named = program(folder / "named", "1234567")
    assert served(folder, VALENCE_PROGRAM=str(named)) == "named"


@pytest.mark.parametrize("change", ["changed", "added", "removed"])
def test_changed_sources_are_built(folder, change):
    """A build of the same commit is not served if a source was changed, added or removed."""
    commit = git(folder, "rev-parse", "--short=7", "HEAD")
    build = program(folder / ".build/release/valence", commit)
    source = folder / "Sources/main.swift"
    if change == "changed":
        source.write_text("2\n", encoding="utf-8")
    elif change == "added":
        (folder / "Sources/more.swift").write_text("1\n", encoding="utf-8")
    else:
        source.unlink()
    served(folder)
    assert "0000000" in build.read_text(encoding="utf-8")
