"""Makes docs/pictures/screens: pictures of the web client on a phone, in English, with demo data.

`scripts/pictures screens` runs it. The time and number of a payment and the requested cells of the
matrix differ between runs.
"""
import base64
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zlib

from selenium.webdriver.common.by import By

from EndToEnd import ROOT
from EndToEnd.bank import Fault, Server
from EndToEnd.browser.user import PHONE, Person, browser

FOLDER = os.path.join(ROOT, "docs/pictures/screens")
README = os.path.join(ROOT, "README.md")
LIMIT = 120_000
CURRENT = "40817810500000000001"
PAYMENT = {"name": "ООО Ромашка", "account": "40702810138250123017", "bic": "044525225", "amount": "1234.50", "purpose": "Оплата по счету 12"}
DONATION = {"bic": "044525225", "amount": "1500", "email": "anna@example.com"}


def readme_operation():
    """Returns the operation that README shows next to its form."""
    with open(README, encoding="utf-8") as file:
        return re.search(r"^```yaml donation\.yaml\n(.*?)^```$", file.read(), re.M | re.S)[1]


def with_text(picture, keyword, text):
    """Returns a PNG file with a `tEXt` chunk before its end."""
    chunk = b"tEXt" + keyword.encode("latin-1") + b"\0" + text.encode("latin-1")
    end = picture.rindex(b"IEND") - 4
    return picture[:end] + (len(chunk) - 4).to_bytes(4, "big") + chunk + zlib.crc32(chunk).to_bytes(4, "big") + picture[end:]


class Tour:
    """A person who visits the pictured screens on a phone."""

    def __init__(self, driver, person):
        self.driver, self.person = driver, person

    def open(self, link, *atoms):
        """Follows a link on the open page; returns when the destination has these atoms."""
        self.person.script("document.querySelector('.stage').firstElementChild.setAttribute('data-left', '')")
        self.person.script("location.hash = arguments[0]", link)
        self.person.wait(lambda: not self.person.script("return document.querySelector('[data-left]')"), link)
        for each in atoms:
            self.person.wait(lambda: self.person.there(each), f"{each} is not shown")
        self.person.quiet()

    def leave(self):
        """Removes the focus and the pointer from all elements."""
        self.driver.execute_cdp_cmd("Input.dispatchMouseEvent", {"type": "mouseMoved", "x": 1, "y": 1})
        self.person.script("document.activeElement.blur(); scrollTo(0, 0)")
        self.person.quiet()

    def home(self):
        self.person.log_in(language="en")
        self.leave()

    def form(self):
        self.open("valence://operations/donation", "send")
        self.person.toggle("receipt")
        for path, text in DONATION.items():
            self.person.fill(path, text)
        self.person.wait(lambda: "Сбербанк" in self.person.atom("bank").text, "the name of the bank is not shown")
        self.leave()

    def error(self):
        """A wrong digit of the account, which its check digit reveals."""
        self.open("valence://payments/quick", "send")
        for path, text in {**PAYMENT, "account": PAYMENT["account"][:-1] + "8"}.items():
            self.person.fill(path, text)
        self.person.quiet()
        self.person.wait(lambda: self.person.fault("account"), "the account has no error")
        self.leave()

    def signature(self):
        self.person.fill("account", PAYMENT["account"])
        self.person.quiet()
        self.person.tap("send")
        self.person.wait(lambda: self.person.there("sign"), "the signature is not shown")
        self.leave()

    def result(self):
        self.person.sign()
        self.person.wait(lambda: self.driver.find_elements(By.CSS_SELECTOR, ".outcome-head"), "the result is not shown")
        self.leave()

    def dark(self):
        self.person.scheme("dark")
        self.open(f"valence://accounts/account?number={CURRENT}")
        self.leave()

    def save(self, name, *text):
        """Saves the window as a PNG file with at most 256 colours."""
        shot = base64.b64decode(self.driver.execute_cdp_cmd("Page.captureScreenshot", {"format": "png"})["data"])
        picture = subprocess.run(["pngquant", "--speed", "1", "--strip", "256", "-"], input=shot, capture_output=True, check=True).stdout
        if text:
            picture = with_text(picture, *text)
        if len(picture) > LIMIT:
            raise Fault(f"{name}.png has {len(picture):,} bytes, more than {LIMIT:,}")
        with open(os.path.join(FOLDER, name + ".png"), "wb") as file:
            file.write(picture)
        print(f"docs/pictures/screens/{name}.png")


def main(program):
    os.makedirs(FOLDER, exist_ok=True)
    operation = readme_operation()
    source = f"README.md donation.yaml, SHA-256 {hashlib.sha256(operation.encode()).hexdigest()}"
    with tempfile.TemporaryDirectory() as folder:
        config = os.path.join(folder, "config")
        shutil.copytree(os.path.join(ROOT, "config"), config)
        with open(os.path.join(config, "operations/donation.yaml"), "w", encoding="utf-8") as file:
            file.write(operation)
        server = Server(program, os.path.join(folder, "valence.sqlite"), "--config", config)
        if not server.address:
            raise Fault("".join(server.greeting))
        driver = browser()
        try:
            person = Person(driver, server.url, server.matrix())
            person.emulate("Emulation.setDeviceMetricsOverride", {"width": PHONE[0], "height": PHONE[1], "deviceScaleFactor": 2, "mobile": False})
            person.scheme("light")
            tour = Tour(driver, person)
            for name in ("home", "form", "error", "signature", "result", "dark"):
                getattr(tour, name)()
                tour.save(name, *(("Source", source) if name == "form" else ()))
        finally:
            driver.quit()
            server.stop()


if __name__ == "__main__":
    main(os.path.realpath(sys.argv[1]))
