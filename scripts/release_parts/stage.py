"""What all packages share: the version, the time of the commit, the stripped program and the shipped files."""
import os
import pathlib
import re
import shutil
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]

# The folders of the repository that a package installs in share/valence, next to the bundle of the web client.
FOLDERS = ["config", "conformance", "library", "migrations", "examples", "deploy"]


class Refused(Exception):
    """A reason for which no package is made."""


def run(command, **options):
    return subprocess.run(command, check=True, **options)


def output(command, **options):
    return run(command, stdout=subprocess.PIPE, text=True, **options).stdout


def version():
    return (ROOT / "VERSION").read_text(encoding="ascii").strip()


def require_changes(version):
    """Refuses a version without a section in CHANGELOG.md."""
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    if not re.search(rf"^## {re.escape(version)}(\s|$)", text, re.M):
        raise Refused(f"CHANGELOG.md has no section `## {version}`")


def require_unchanged():
    """Refuses to build from changed files, because the version would name a commit without them."""
    changed = output(["git", "-C", str(ROOT), "status", "--porcelain"])
    if changed:
        raise Refused("uncommitted changes:\n" + changed.rstrip())


def epoch():
    """The time of all files: SOURCE_DATE_EPOCH, or the time of the commit."""
    named = os.environ.get("SOURCE_DATE_EPOCH")
    return int(named or output(["git", "-C", str(ROOT), "log", "-1", "--format=%ct"]))


def stripped(program, folder, version):
    """Returns a copy of the program without symbols. Refuses a program of another version, and a
    program that contains a path of this repository."""
    said = output([str(program), "--version"])
    if not said.startswith(f"valence {version} ("):
        raise Refused(f"{program} is {said.strip()}, not {version}")
    copy = folder / "valence"
    run(["strip", "--strip-unneeded", "--remove-section=.comment", "--remove-section=.swift_ast", "-o", str(copy), str(program)])
    copy.chmod(0o755)
    if paths := paths_of_builder(copy):
        raise Refused(f"{program} contains the path of this repository; scripts/build makes a program without it:\n" + "\n".join(paths[:5]))
    return copy


def paths_of_builder(program):
    """Returns the texts in a program that contain the path of this repository."""
    found = output(["strings", "-n", "8", str(program)], errors="replace")
    return sorted({line for line in found.splitlines() if str(ROOT) in line})


def tracked(folder):
    """Returns the files of a folder that git knows, relative to the root."""
    listed = output(["git", "-C", str(ROOT), "ls-files", "-z", folder])
    return [pathlib.PurePosixPath(name) for name in listed.split("\0") if name and not name.endswith(".gitkeep")]


def install(files, target, below):
    """Copies files of the repository to a folder, with the modes of a package."""
    for name in files:
        source, place = ROOT / name, target / name.relative_to(below)
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, place)
        place.chmod(0o755 if os.access(source, os.X_OK) else 0o644)


def install_web(shared):
    """Bundles the web client into share/valence."""
    run([str(ROOT / "scripts/bundle"), str(shared / "web")], stdout=subprocess.DEVNULL)
    for file in (shared / "web").rglob("*"):
        file.chmod(0o755 if file.is_dir() else 0o644)


def finish(tree):
    """Gives all files and folders of a tree the time of the commit, and all folders the mode 0755."""
    time = epoch()
    for path in [tree, *tree.rglob("*")]:
        if path.is_dir() and not path.is_symlink():
            path.chmod(0o755)
        os.utime(path, (time, time), follow_symlinks=False)
