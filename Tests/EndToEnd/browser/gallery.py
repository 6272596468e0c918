"""The gallery at /gallery: its entries, their boxes and their pictures."""
import base64
import io
import json
import pathlib
import urllib.parse

from EndToEnd import ROOT

CASES = pathlib.Path(ROOT, "conformance/cases/drawing")
RECORDS = pathlib.Path(__file__).with_name("gallery")
FILES = {file.stem: json.loads(file.read_text(encoding="utf-8"))["cases"] for file in sorted(CASES.glob("*.json"))}
# Boxes are rounded to this number of pixels.
GRID = 4
# Pictures have half the size and this number of colours. They differ if more than this share of
# their pixels does.
SCALE, COLOURS, SHARE = 0.5, 24, 0.005
# The difference of a channel from which a pixel differs.
STEP = 24
BOXES = """
const grid = arguments[0], round = (value) => Math.round(value / grid) * grid;
return [...document.querySelectorAll(".entry")].map((entry) => {
  const stage = entry.querySelector(".entry-stage"), origin = stage.getBoundingClientRect();
  const lines = [...stage.querySelectorAll("[data-atom], .item, input, select, textarea, button, legend, h2, h3, summary, .fault, .hint, th, td")]
    .filter((each) => each.checkVisibility()).map((each) => {
      const box = each.getBoundingClientRect();
      const atom = each.closest("[data-atom]")?.dataset.atom ?? "";
      const name = each.classList.length ? `${each.localName}.${each.classList[0]}` : each.localName;
      return `  ${atom} ${name} ${round(box.x - origin.x)},${round(box.y - origin.y)} ${round(box.width)}x${round(box.height)}`;
    });
  return [entry.dataset.entry, ...lines].join("\\n");
}).join("\\n");
"""


class Gallery:
    """The page of the gallery in a browser."""

    def __init__(self, bank, person, language="en", size=(1280, 900), scheme="light"):
        self.bank, self.person, self.language = bank, person, language
        self.kind = "texts"
        person.size(size)
        person.scheme(scheme)
        person.come(f"kind=texts&language={language}", path="/gallery")
        # Rows of tables outside of the window are not drawn otherwise.
        person.script("document.styleSheets[0].insertRule('.row-table tr { content-visibility: visible !important }', 0)")

    def show(self, kind, **switches):
        """Shows a kind, or `all`, with the state of the switches."""
        state = urllib.parse.urlencode({"kind": kind, "language": self.language, **switches})
        # Other switches do not draw the entries again.
        if kind != self.kind:
            self.person.script("document.querySelector('.entries').replaceChildren()")
            self.kind = kind
        self.person.script("location.hash = arguments[0]", state)
        count = sum(map(len, FILES.values())) if kind == "all" else len(FILES[kind])
        # Parts of some kinds are loaded when they are first drawn.
        self.person.wait(lambda: self.person.script("return document.querySelectorAll('.entry').length") == count, f"the entries of {kind} are missing")
        self.person.wait(lambda: self.person.script(
            "return [...document.images].every(each => each.complete) && document.fonts.status === 'loaded' && (window.resting = (window.resting ?? 0) + 1) > 2"))
        self.person.script("window.resting = 0")

    def boxes(self):
        """Returns the boxes of all elements of the entries, relative to their entry."""
        return self.person.script(BOXES, GRID)

    def picture(self):
        """Returns a picture of the entries with few colours."""
        from PIL import Image
        self.person.script("document.activeElement.blur()")
        box = self.person.script("const box = document.querySelector('.entries').getBoundingClientRect(); return [box.x + scrollX, box.y + scrollY, box.width, box.height]")
        clip = {**dict(zip(("x", "y", "width", "height"), box)), "scale": SCALE}
        shot = self.person.driver.execute_cdp_cmd("Page.captureScreenshot", {"captureBeyondViewport": True, "clip": clip})
        image = Image.open(io.BytesIO(base64.b64decode(shot["data"]))).convert("RGB")
        return image.quantize(COLOURS, method=Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)


def difference(one, other):
    """Returns the share of pixels that differ; 1 for another size."""
    from PIL import ImageChops
    if one.size != other.size:
        return 1.0
    worst = ImageChops.difference(one.convert("RGB"), other.convert("RGB"))
    channels = worst.split()
    brightest = ImageChops.lighter(ImageChops.lighter(channels[0], channels[1]), channels[2])
    return sum(brightest.histogram()[STEP:]) / (one.size[0] * one.size[1])
