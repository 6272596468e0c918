"""The gallery: each entry has the outline of its drawing case, no violation of axe, and the recorded boxes and picture.

`VALENCE_RECORD=1` records boxes and pictures in `gallery`, and fails.
"""
import json
import os
import warnings

import pytest

from EndToEnd.browser.gallery import FILES, RECORDS, SHARE, Gallery, difference
from EndToEnd.browser.outline import Outlines
from EndToEnd.browser.user import DESKTOP, PHONE

RECORDING = os.environ.get("VALENCE_RECORD") == "1"
TALL = (DESKTOP[0], 900)


def same(line):
    """A line without the order of its states."""
    return {name: sorted(member) if isinstance(member, list) else member for name, member in line.items()}


@pytest.mark.landing
@pytest.mark.parametrize("language", ("en", "ru"))
def test_outlines(bank, person, language):
    gallery = Gallery(bank, person, language, TALL)
    cases = {f"{file}: {case['name']}": case for file, cases in FILES.items() for case in cases if case["given"]["language"] == language}
    assert len(cases) > (300 if language == "en" else 4)
    gallery.show("all")
    outlines, wrong = Outlines(person.driver), []
    for name, case in cases.items():
        found, expected = ([same(line) for line in lines] for lines in (outlines.outline(name), case["expected"]["outline"]))
        if found != expected:
            wrong.append(f"{name}\n  found    {json.dumps(found, ensure_ascii=False)}\n  expected {json.dumps(expected, ensure_ascii=False)}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.landing
def test_axe_in_light(bank, person):
    axe(bank, Gallery(bank, person, size=TALL), "light")


@pytest.mark.full
@pytest.mark.parametrize("switches", ({"theme": "dark"}, {"theme": "dark", "width": "390"}, {"text": "200"}, {"dir": "rtl"}, {"language": "ru"}),
                         ids=lambda switches: "-".join(switches.values()))
def test_axe_with_switches(bank, person, switches):
    axe(bank, Gallery(bank, person, switches.get("language", "en"), TALL), "-".join(switches.values()), **switches)


def axe(bank, gallery, what, **switches):
    for kind in FILES:
        gallery.show(kind, **switches)
        # Entries are forms of different pages, so their lists may have the same name.
        bank.judge(f"{kind}, {what}", without=["landmark-unique"])


@pytest.mark.landing
def test_layout_on_a_phone(bank, person):
    compare_boxes(Gallery(bank, person, size=PHONE), "phone")


@pytest.mark.full
@pytest.mark.parametrize(("name", "size", "switches"), (
    ("desktop", DESKTOP, {}), ("large-text", PHONE, {"text": "200"}), ("right-to-left", PHONE, {"dir": "rtl"})), ids=lambda value: value if isinstance(value, str) else "")
def test_layouts(bank, person, name, size, switches):
    compare_boxes(Gallery(bank, person, size=size), name, **switches)


def compare_boxes(gallery, name, **switches):
    gallery.show("all", **switches)
    path, found = RECORDS / f"{name}.txt", gallery.boxes() + "\n"
    wide = gallery.person.script("return document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0, f"the page is {wide} pixels wider than the window"
    if RECORDING:
        RECORDS.mkdir(exist_ok=True)
        path.write_text(found, encoding="utf-8")
        pytest.fail(f"recorded {path}: review it and run again without VALENCE_RECORD")
    expected = path.read_text(encoding="utf-8").splitlines()
    lines = found.splitlines()
    entry, wrong = "", []
    for place in range(max(len(lines), len(expected))):
        was, now = (each[place] if place < len(each) else "nothing" for each in (expected, lines))
        entry = now if not now.startswith(" ") else entry
        if was != now:
            wrong.append(f"{entry}: was {was.strip()}, is {now.strip()}")
    assert not wrong, f"{len(wrong)} lines of {path} differ (VALENCE_RECORD=1 records them): " + "; ".join(wrong[:10])


@pytest.mark.full
@pytest.mark.parametrize("scheme", ("light", "dark"))
@pytest.mark.parametrize(("name", "size"), (("phone", PHONE), ("desktop", DESKTOP)), ids=lambda value: value if isinstance(value, str) else "")
def test_pictures(bank, person, name, size, scheme):
    image = pytest.importorskip("PIL.Image")
    gallery, folder = Gallery(bank, person, size=size, scheme=scheme), RECORDS / f"{name}-{scheme}"
    version = person.driver.capabilities["browserVersion"].split(".")[0]
    told = RECORDS / "chromium.txt"
    wrong = {}
    for kind in FILES:
        gallery.show(kind)
        picture, path = gallery.picture(), folder / f"{kind}.png"
        if RECORDING:
            folder.mkdir(parents=True, exist_ok=True)
            picture.save(path, optimize=True)
            told.write_text(version + "\n", encoding="utf-8")
            continue
        share = difference(picture, image.open(path)) if path.exists() else 1.0
        if share > SHARE:
            wrong[kind] = f"{share:.2%}"
            bank.picture(f"gallery-{name}-{scheme}-{kind}")
    if RECORDING:
        pytest.fail(f"recorded {folder}: review it and run again without VALENCE_RECORD")
    if told.read_text(encoding="utf-8").strip() != version:
        warnings.warn(f"the pictures are of Chromium {told.read_text(encoding='utf-8').strip()}, this is {version}; different: {wrong}", stacklevel=1)
    else:
        assert not wrong, f"different pictures in {folder}: {wrong}"


@pytest.mark.landing
def test_switches(bank, person):
    """The page keeps its state in the address, and its switches change it."""
    gallery = Gallery(bank, person, size=TALL)
    body = lambda: person.script("return getComputedStyle(document.body).backgroundColor")
    light = body()
    gallery.show("texts", theme="dark")
    dark = body()
    assert light != dark
    person.scheme("dark")
    gallery.show("texts", theme="light")
    assert body() == light, "the switch replaces the preference of the system"
    gallery.show("texts", width="390", text="200", dir="rtl")
    assert person.script("return document.querySelector('.entry-stage').clientWidth") == 390
    assert person.script("return [document.documentElement.dir, getComputedStyle(document.documentElement).fontSize]") == ["rtl", "32px"]
    gallery.show("amounts", language="ru")
    person.see("Галерея")
    assert person.script("return document.documentElement.lang") == "ru"
    # The switches of the page have the same effect as its address.
    person.script("const each = document.querySelector('[name=theme]'); each.value = 'dark'; each.dispatchEvent(new Event('change'))")
    person.wait(lambda: body() == dark)
    assert "theme=dark" in person.script("return location.hash")
    person.script("document.querySelector('.kinds a').click()")
    person.wait(lambda: person.script("return document.querySelector('.kinds [aria-current]').innerText").startswith("Account pickers"))
    # The JSON of an entry is its tree.
    person.script("document.querySelector('.source summary').click()")
    shown = person.wait(lambda: person.script("return document.querySelector('.source pre').textContent"))
    assert json.loads(shown) == FILES["account-pickers"][0]["given"]["tree"]
