"""The forms of the web client that the browser tests use."""
import os
import shutil
import subprocess

from EndToEnd import ROOT

PLAIN = os.path.join(ROOT, "web")


def bundled(folder, has_modules=False):
    """Returns a new folder with the bundle of the web client. With `has_modules` it also has the
    plain modules, which tests import. Without esbuild, returns the folder of the plain modules."""
    if not shutil.which("esbuild"):
        return PLAIN
    made = os.path.join(folder, "web")
    subprocess.run([os.path.join(ROOT, "scripts/bundle"), made], check=True, stdout=subprocess.DEVNULL)
    if has_modules:
        shutil.copytree(PLAIN, made, dirs_exist_ok=True, ignore=shutil.ignore_patterns("*.html", "*.css"))
    return made
