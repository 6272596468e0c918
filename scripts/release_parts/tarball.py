"""The tarball: a folder that runs anywhere without installation."""
import pathlib
import shutil
import subprocess

from release_parts import stage
from release_parts.stage import ROOT


def make(program, folder, target, version, quick):
    """Writes valence-VERSION-linux-x86_64.tar.xz; returns its path."""
    name = f"valence-{version}-linux-x86_64"
    tree = folder / "tarball" / name
    shared = tree / "share/valence"
    (tree / "bin").mkdir(parents=True)
    shutil.copy(program, tree / "bin/valence")
    for part in stage.FOLDERS:
        stage.install(stage.tracked(part), shared, pathlib.PurePosixPath("."))
    stage.install_web(shared)
    for source, place in [("scripts/run", tree / "run"), ("scripts/prepare", shared / "prepare")]:
        shutil.copy(ROOT / source, place)
        place.chmod(0o755)
    for file in ("LICENSE", "NOTICE", "VERSION", "CHANGELOG.md", "SECURITY.md"):
        shutil.copyfile(ROOT / file, tree / file)
        (tree / file).chmod(0o644)
    stage.install(stage.tracked("LICENSES"), tree, pathlib.PurePosixPath("."))
    stage.finish(tree)
    path = target / f"{name}.tar.xz"
    packed = subprocess.Popen(
        ["tar", "--create", "--format=gnu", "--sort=name", "--owner=0", "--group=0", "--numeric-owner",
         f"--mtime=@{stage.epoch()}", "--directory", str(tree.parent), name], stdout=subprocess.PIPE)
    # With a fixed size of blocks, the bytes do not depend on the number of processors.
    with open(path, "wb") as file:
        stage.run(["xz", "-1" if quick else "-6", "--threads=2", "--block-size=16MiB"], stdin=packed.stdout, stdout=file)
    packed.stdout.close()
    if packed.wait() != 0:
        raise stage.Refused("tar failed")
    return path
