"""Fixtures of the browser tests: one server and one browser for each half of the files."""
import os
import shutil
import tempfile

import pytest

from EndToEnd.browser import scenes
from EndToEnd.browser.bundle import PLAIN, bundled
from EndToEnd.browser.halves import PLAIN_HALF, place
from EndToEnd.browser.submitted import submitted
from EndToEnd.conftest import is_full

HERE = os.path.dirname(os.path.abspath(__file__))


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    own = [number for number, item in enumerate(items) if HERE in map(str, item.path.parents) and "weight" not in item.path.stem]
    ordered = sorted((items[number] for number in own), key=lambda item: place(item.path.stem))
    for number, item in zip(own, ordered):
        items[number] = item


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    """Saves a picture of the screen if a test fails."""
    report = (yield).get_result()
    if report.when == "call" and report.failed and isinstance(bank := item.funcargs.get("bank"), scenes.Bank):
        bank.picture(f"FAILED-{item.name}")


@pytest.fixture(scope="session")
def halves(valence, request):
    """Returns the server and browser of a half, after closing the other half."""
    if not (shutil.which("chromium") and shutil.which("chromedriver")):
        pytest.skip("Debian's chromium is not installed (scripts/prepare browser)")
    opened, folder = {}, tempfile.TemporaryDirectory()

    def half(number):
        if number not in opened:
            close()
            part = os.path.join(folder.name, str(number))
            os.mkdir(part)
            web = PLAIN if number == PLAIN_HALF else bundled(part, has_modules=True)
            opened[number] = scenes.Bank(valence, part, web, request.config.option.pictures, is_full(request.config))
        return opened[number]

    def close():
        for bank in opened.values():
            bank.close()
        opened.clear()
    yield half
    close()
    folder.cleanup()


@pytest.fixture
def bank(halves, request):
    """The server, the proxy and the browser of the half, without faults and recorded requests."""
    bank = halves(place(request.path.stem)[0])
    bank.fresh()
    yield bank
    bank.note()
    submitted(request.config).update(bank.sent)
    errors = [entry["message"] for entry in bank.driver.get_log("browser") if entry["level"] == "SEVERE" and entry["source"] != "network"]
    assert not errors, errors


@pytest.fixture
def person(bank):
    """The person at the browser."""
    return bank.person
