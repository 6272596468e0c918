"""A tour of every screen at three sizes, in light and dark, in Russian and English.

At five widths it adds long, hostile and right-to-left texts and large letters. No element may leave
its card or be cut off, no number may be broken, no texts may change their order, and axe-core finds
no fault.
"""
import time

import pytest
from selenium.webdriver.common.by import By

from EndToEnd.bank import Client
from EndToEnd.browser.test_forms import MATRIX, MESSAGE, SIGNED, SUM, drawn
from EndToEnd.browser.layout import ADDED, WIDTHS, broken, findings, findings_with, letters
from EndToEnd.browser.user import DESKTOP, PHONE, TABLET

SIZES = (("phone", PHONE), ("tablet", TABLET), ("desktop", DESKTOP))
SCHEMES = ("light", "dark")
LANGUAGES = ("ru", "en")
CURRENT = "40817810500000000001"
PAYMENT = {"name": "ООО Ромашка", "account": "40702810138250123017", "bic": "044525225", "purpose": "Оплата по счету 12 от 3 ноября", "amount": "1234,5"}


class Tour:
    """A person who visits all screens in one session, by addresses, which are the same in each
    language."""

    def __init__(self, bank, person):
        self.bank, self.person, self.driver = bank, person, bank.driver

    def open(self, link, *atoms):
        """Follows a link on the open page; returns when the destination and its data are drawn."""
        self.person.script("document.querySelector('.stage').firstElementChild?.setAttribute('data-left', '')")
        self.person.script("location.hash = arguments[0]", link)
        self.person.wait(lambda: not self.person.script("return document.querySelector('[data-left]')"), link)
        self.settle(*atoms)

    def settle(self, *atoms):
        for each in atoms:
            self.person.wait(lambda: self.person.there(each), f"{each} is not shown")
        self.person.quiet()

    def home(self, tab=0):
        """Reloads the page and chooses a tab."""
        self.driver.get(self.person.url + "/healthz")
        self.driver.get(self.person.url + "/")
        self.person.wait(lambda: self.driver.find_elements(By.CSS_SELECTOR, "[role=tab]"), "home")
        self.driver.find_elements(By.CSS_SELECTOR, "[role=tab]")[tab].click()
        self.person.quiet()

    def row(self, module, place=0):
        """Taps a row of a list by its position."""
        self.click(f"[data-module={module}] button.row", place)
        self.person.quiet()

    def click(self, selector, place=0):
        found = lambda: [each for each in self.driver.find_elements(By.CSS_SELECTOR, selector) if each.is_displayed()]
        self.person.wait(lambda: len(found()) > place, selector)
        self.person.script("arguments[0].scrollIntoView({block: 'center'})", found()[place])
        found()[place].click()
        self.person.quiet()

    def first(self, path, place=0):
        """Chooses an option of a sheet by its position."""
        self.person.open_sheet(path)
        self.person.sheet()[place].click()
        self.person.wait(lambda: not self.person.sheet())
        self.person.quiet()

    def filled(self):
        """Fills in the payment form."""
        self.open("valence://payments/quick", "send")
        self.first("from")
        for path, text in PAYMENT.items():
            self.person.fill(path, text)
        self.person.quiet()

    def signature(self):
        self.filled()
        self.person.tap("send")
        self.settle("sign")

    def outcome(self):
        self.person.sign()
        self.person.wait(lambda: self.driver.find_elements(By.CSS_SELECTOR, ".outcome-head"), "the result")
        self.person.quiet()


def client(bank):
    return Client(bank.server.address).login("demo", "valence-demo")


def login_fault(tour):
    tour.person.fill("login", "demo")
    tour.person.fill("password", "wrong password")
    tour.person.tap("enter")
    tour.person.wait(lambda: tour.person.fault("password"))


def faults(tour):
    tour.open("valence://payments/quick", "send")
    tour.person.tap("send")
    tour.person.wait(lambda: tour.person.fault("purpose"))


def statement_filters(tour):
    tour.click("[data-module=entries] .filter-opener")


def calendar(tour):
    tour.open("valence://payments/full", "date")
    tour.click("[data-atom=date] .icon-button")


def dates(tour):
    """A calendar without limits."""
    tour.home(2)
    tour.click("[data-screen=history] .filter-opener")
    tour.click(".filter-panel .icon-button")


def tax(tour):
    tour.open("valence://payments/full", "kind")
    tour.first("kind", 1) if tour.person.atom("kind").find_elements(By.CSS_SELECTOR, ".picker") else tour.click("[data-atom=kind] label", 1)
    tour.settle("singleTax")


def search(tour):
    tour.open("valence://payments/quick", "bic")
    tour.person.type("bic", "банк")
    tour.person.wait(lambda: len(tour.person.found("bic")) > 2)


def meters(tour):
    tour.open("valence://payments/provider", "provider")
    tour.person.input("provider").click()
    tour.person.wait(lambda: len(tour.person.found("provider")) > 2)
    tour.person.choose("provider", "Городской водоканал")
    tour.person.wait(lambda: tour.person.there("payee"))
    tour.person.fill("account", client(tour.bank).send("GET", "/providers/gorvodokanal")[1]["subscriptions"][0]["account"])
    tour.person.wait(lambda: tour.person.there("meters[0].reading"))
    tour.person.fill("meters[0].reading", "1")
    tour.person.wait(lambda: tour.person.fault("meters[0].reading"))
    tour.person.quiet()


def first_step(tour):
    client(tour.bank).send("DELETE", "/flows/payments.steps")
    tour.open("valence://payments/steps", "next")


def step_two(tour):
    for path in ("name", "account", "bic"):
        tour.person.fill(path, PAYMENT[path])
    tour.person.tap("next")
    tour.settle("amount")


def step_three(tour):
    tour.first("from")
    tour.person.fill("purpose", PAYMENT["purpose"])
    tour.person.fill("amount", "150000")
    tour.person.tap("next")
    tour.person.wait(lambda: tour.driver.find_elements(By.CSS_SELECTOR, "[data-screen='steps.warning']"))
    tour.person.quiet()


def step_four(tour):
    tour.click("[data-screen='steps.warning'] .actions button, [data-screen='steps.warning'] ~ .actions button")
    tour.person.wait(lambda: tour.driver.find_elements(By.CSS_SELECTOR, "[data-screen='steps.confirm']"))
    tour.person.quiet()


def templates(tour):
    values = {**PAYMENT, "from": CURRENT, "amount": "1234.50"}
    client(tour.bank).send("POST", "/templates", {"operation": "pp.quick", "title": "Аренда", "values": values})
    tour.home(1)


def by_code(tour):
    signing = {**MESSAGE["signing"], "to": MATRIX["signing"]["to"], "from": MATRIX["signing"]["from"]}
    drawn(tour.bank, {**MESSAGE, "signing": signing})


def refused(tour):
    result = {"state": "rejected", "tone": "danger", "title": "Отклонено", "amount": SUM, "text": "Банк получателя не принимает такие платежи", "next": []}
    drawn(tour.bank, {"operation": "result", "version": "1", "title": "Отклонено", "atoms": SIGNED[:-1], "result": result, "actions": []})


def waiting(tour):
    tour.signature()
    tour.home()


def scan(tour):
    tour.home()
    tour.click("[data-module=qr] button.row")


# The screens. Some entries continue from the previous one, so their order matters.
PLACES = {
    "home": lambda tour: tour.home(),
    "payments": lambda tour: tour.home(1),
    "profile": lambda tour: tour.home(3),
    "account": lambda tour: tour.open(f"valence://accounts/account?number={CURRENT}"),
    "account-filters": statement_filters,
    "requisites": lambda tour: tour.click("[data-module=requisites] button.row"),
    "account-dollars": lambda tour: (tour.home(), tour.row("accounts", 2)),
    "account-in-panes": lambda tour: (tour.home(), tour.row("accounts")),
    "account-closed": lambda tour: (tour.home(), tour.click("[data-module=accounts] summary"), tour.row("accounts", 4)),
    "card": lambda tour: (tour.home(), tour.row("cards")),
    "card-block": lambda tour: tour.click("[data-module=block] button.row"),
    "card-blocked": lambda tour: (tour.home(), tour.row("cards", 2)),
    "deal": lambda tour: (tour.home(), tour.row("deals")),
    "deal-request": lambda tour: tour.click("[data-module=deal_request] button.row"),
    "scan": scan,
    "payment": lambda tour: tour.open("valence://payments/quick", "send"),
    "payment-faults": faults,
    "payment-filled": lambda tour: tour.filled(),
    "picker": lambda tour: (tour.open("valence://payments/quick", "from"), tour.person.open_sheet("from")),
    "search": search,
    "own": lambda tour: tour.open("valence://payments/own", "send"),
    "full-tax": tax,
    "calendar": calendar,
    "meters": meters,
    "certificate": lambda tour: tour.open("valence://certificates/order", "order"),
    "cash": lambda tour: tour.open("valence://cash/order", "order"),
    "step-1": first_step,
    "step-2": step_two,
    "step-3": step_three,
    "step-4": step_four,
    "person": lambda tour: tour.open("valence://person/profile"),
    "settings": lambda tour: tour.open("valence://person/settings"),
    "sessions": lambda tour: tour.open("valence://person/sessions"),
    "password": lambda tour: tour.open("valence://person/password"),
    "matrix": lambda tour: tour.open("valence://operations/matrix.renew"),
    "signature": lambda tour: tour.signature(),
    "result": lambda tour: tour.outcome(),
    "history": lambda tour: tour.home(2),
    "detail": lambda tour: tour.click("[data-screen=history] .list button.row"),
    "waiting": waiting,
    "detail-waiting": lambda tour: tour.row("unsigned"),
    "signature-code": by_code,
    "refused": refused,
    "templates": templates,
    "deposit": lambda tour: tour.open("valence://operations/deposit.open", "send"),
    "abroad": lambda tour: tour.open("valence://operations/transfer.abroad", "send"),
    "standing": lambda tour: tour.open("valence://operations/standing.order", "send"),
    "loan": lambda tour: tour.open("valence://operations/loan.apply", "send"),
    "calendar-years": lambda tour: (dates(tour), tour.click(".calendar h2 button")),
    "calendar-months": lambda tour: tour.click(".periods [tabindex='0']"),
}


def looks(place, language, is_full):
    """Returns the additional checks at a screen: width, added texts, and letter size in percent.

    A landing has a fixed selection. Over the two languages a screen has every width and every kind
    of text. Over all screens each pair of width, kind and language occurs. A full run has all
    checks at each screen.
    """
    kinds = [*ADDED]
    if is_full:
        return [(width, kind, percent) for width in WIDTHS for kind in (None, *kinds) for percent in (100, 200)]
    turn = (place + (language == "en")) % 2
    added = [(width, kinds[(place + number) % len(kinds)], 100) for number, width in enumerate(WIDTHS)]
    return added[turn::2] + [(WIDTHS[(place + 2 * turn) % len(WIDTHS)], None, 200)]


# The sizes and schemes in which axe runs, for each language. The layout, which does not depend on
# the scheme, is checked in every size. A landing runs axe once for each screen and language.
JUDGED = {("ru", "phone"): "dark", ("en", "desktop"): "light"}
# A full run has additional combinations.
JUDGED_IN_FULL = {**JUDGED, ("ru", "desktop"): "light", ("en", "tablet"): "light", ("en", "desktop"): "dark"}


def look(tour, name, language):
    """Returns the faults of the current screen: elements wider than the screen, cut off or broken
    in any size, and findings of axe."""
    bank, person = tour.bank, tour.person
    found = []
    # Move the pointer away, so that nothing is hovered.
    bank.driver.execute_cdp_cmd("Input.dispatchMouseEvent", {"type": "mouseMoved", "x": 0, "y": 0})
    for label, size in SIZES:
        person.size(size)
        where = f"{name}-{language}-{label}"
        for scheme in SCHEMES if bank.has_pictures else ():
            person.scheme(scheme)
            time.sleep(0.15)
            bank.picture(f"every-{where}-{scheme}")
        found += [f"{where}: {each}" for each in (*findings(person), *broken(person))]
        scheme = (JUDGED_IN_FULL if bank.is_full else JUDGED).get((language, label))
        if scheme:
            person.scheme(scheme)
            try:
                bank.judge(f"{where}-{scheme}")
            except AssertionError as fault:
                found.append(str(fault))
    for width, kind, percent in looks([*PLACES].index(name) if name in PLACES else 0, language, bank.is_full):
        person.size((width, PHONE[1]))
        letters(person, percent)
        wrong = findings_with(person, kind) if kind else [*findings(person), *broken(person, words=percent == 100 and width > 320)]
        found += [f"{name}-{language}-{width}{f' with {kind} texts' if kind else ''} at {percent} %: {each}" for each in wrong]
        if wrong or percent > 100:
            bank.seen(f"large-{name}-{language}-{width}-{percent}")
    letters(person, 100)
    person.size(PHONE)
    person.scheme("light")
    return found


def every_screen(bank, person, language):
    """Visits all screens, and reports all faults together."""
    tour, found = Tour(bank, person), []
    person.come(language=language)
    found += look(tour, "login", language)
    login_fault(tour)
    found += look(tour, "login-fault", language)
    person.enter_login()
    for name, reach in PLACES.items():
        try:
            reach(tour)
        except Exception as fault:
            bank.picture(f"FAILED-{name}-{language}")
            found.append(f"{name}-{language} cannot be opened: {type(fault).__name__}: {str(fault)[:500]}")
        else:
            found += look(tour, name, language)
    assert not found, f"{len(found)} findings:\n" + "\n".join(found)


@pytest.mark.timeout(7200)
@pytest.mark.landing
def test_every_screen_in_russian(bank, person):
    every_screen(bank, person, "ru")


@pytest.mark.timeout(7200)
@pytest.mark.full
def test_every_screen_in_english(bank, person):
    every_screen(bank, person, "en")
