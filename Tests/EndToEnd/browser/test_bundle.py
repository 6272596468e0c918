"""The bundle of the web client that `scripts/bundle` makes with esbuild."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

import pytest

from EndToEnd import ROOT
from EndToEnd.browser.bundle import PLAIN, bundled

pytestmark = pytest.mark.landing
DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


def files(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in pathlib.Path(folder).rglob("*") if path.is_file()}


@pytest.fixture(scope="module")
def bundle(tmp_path_factory):
    """The files of the bundle by name."""
    if not shutil.which("esbuild"):
        pytest.skip("Debian's esbuild is not installed (scripts/prepare clients)")
    return files(bundled(str(tmp_path_factory.mktemp("bundle"))))


def numbers(segment):
    """Returns the numbers of a segment of a source map."""
    found, value, shift = [], 0, 0
    for digit in map(DIGITS.index, segment):
        value |= (digit & 31) << shift
        shift += 5
        if not digit & 32:
            found.append(-(value >> 1) if value & 1 else value >> 1)
            value = shift = 0
    return found


def position(described, line, column):
    """Returns the source and the line, from 1, of a place in a script."""
    source = place = 0
    best = None
    for number, text in enumerate(described["mappings"].split(";")):
        at = 0
        for segment in filter(None, text.split(",")):
            moved = numbers(segment)
            at += moved[0]
            source, place = source + moved[1], place + moved[2]
            if number == line and at <= column:
                best = described["sources"][source], place + 1
    return best


def test_source_maps_name_the_modules(bundle):
    """A source map names the file and the line of each call that a script contains, and has the
    modules as they are in `web`."""
    # The script for other origins only imports the one with its modules.
    scripts = [name for name in bundle if name.endswith(".js") and name != "valence-form.js"]
    assert len(scripts) >= 5, scripts
    names = set()
    for name in scripts:
        script, described = bundle[name].decode(), json.loads(bundle[f"{name}.map"])
        assert script.rstrip().endswith(f"//# sourceMappingURL={name}.map")
        for source, text in zip(described["sources"], described["sourcesContent"]):
            if os.path.exists(os.path.join(PLAIN, source)):
                names.add(source)
                assert text == pathlib.Path(PLAIN, source).read_text(encoding="utf-8"), source
        for found in re.finditer(r'new URL\("items\.css"|replaceChildren\(|"valence\.playground"', script):
            line = script.count("\n", 0, found.start())
            source, place = position(described, line, found.start() - script.rfind("\n", 0, found.start()) - 1)
            written = pathlib.Path(PLAIN, source).read_text(encoding="utf-8").split("\n")[place - 1]
            assert found[0].strip("(") in written, (name, found[0], source, place, written)
    modules = {str(path.relative_to(PLAIN)) for path in pathlib.Path(PLAIN).rglob("*.js")}
    # No page imports the index of the library.
    assert modules == names | {"client/index.js"}


def test_each_page_has_one_script_for_each_level(bundle):
    """A page links one script. Modules of dynamic imports are in further scripts, one for each
    level, and every file that a script names exists."""
    for page, levels in (("index", 4), ("playground", 2)):
        assert sum(bool(re.fullmatch(rf"{page}-\w+\.js", name)) for name in bundle) == levels, list(bundle)
        text = bundle[f"{page}.html"].decode()
        first, = re.findall(r'<script type="module" src="/web/\{version\}/([^"]+)">', text)
        assert not re.search(r'(from|import)"\./', bundle[first].decode()), "the first script imports another one"
        assert set(re.findall(r'href="/web/\{version\}/([^"]+)"', text)) <= set(bundle) | {"theme.css"}
    # Pages of other origins import a script whose name is the same in each version. It is of no page.
    first, = re.findall(r'"\./([^"]+)"', bundle["valence-form.js"].decode())
    assert b'"valence-form"' in bundle[first] and not [name for name in bundle if name.startswith("index") and b'"valence-form"' in bundle[name]]
    for name, content in bundle.items():
        if name.endswith(".js"):
            assert {found[2:] for found in re.findall(r'"(\./[\w.-]+\.js)"', content.decode())} <= set(bundle), name
            assert "$later(" not in content.decode() and "\\u04" not in content.decode(), name


def test_bundles_of_the_same_modules_are_equal(bundle, tmp_path):
    """A second run writes the same bytes."""
    assert files(bundled(str(tmp_path))) == bundle


def test_other_folders_are_refused(tmp_path):
    """The command replaces a bundle, but not a folder with other files."""
    if not shutil.which("esbuild"):
        pytest.skip("Debian's esbuild is not installed (scripts/prepare clients)")
    for folder in (PLAIN, tmp_path / "other"):
        if folder != PLAIN:
            folder.mkdir()
            (folder / "notes.txt").write_text("kept")
        before = files(folder)
        done = subprocess.run([sys.executable, os.path.join(ROOT, "scripts/bundle"), folder], capture_output=True, text=True)
        assert (done.returncode, done.stderr) == (1, f"valence: {folder} is not a bundle\n") and files(folder) == before


def test_missing_esbuild_makes_no_bundle(tmp_path):
    """Without esbuild the command names the command that installs it, and writes nothing."""
    done = subprocess.run([sys.executable, os.path.join(ROOT, "scripts/bundle"), tmp_path / "web"], capture_output=True, text=True, env={"PATH": ""})
    assert (done.returncode, done.stderr) == (1, "valence: esbuild is not installed (scripts/prepare clients)\n")
    assert not list(tmp_path.iterdir())
