"""Forms in a page of another origin: `examples/embedding`, with its strict content security policy."""
import contextlib
import os
import subprocess
import sys
import tempfile
import urllib.request

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from EndToEnd import ROOT
from EndToEnd.bank import Client, PAYEE, Server, free_port
from EndToEnd.browser.bundle import bundled
from EndToEnd.browser.user import DESKTOP, PHONE, Person

HELP = """operation: trial.help
title: {ru: Справка, en: Help}
effect: document
atoms:
  - {link: rules, caption: {ru: Правила, en: Rules}, href: "https://rules.example/all"}
  - {textInput: note, caption: {ru: Заметка, en: Note}}
  - {button: send, caption: {ru: Отправить, en: Send}, action: submit}
"""
WATCH = """window.reports = [];
document.addEventListener("securitypolicyviolation", (event) => reports.push(`${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}`));"""


class Form(Person):
    """A person at one form of a page: finds everything in the shadow tree of the element `name`."""

    def __init__(self, driver, url, matrix, name):
        super().__init__(driver, url, matrix)
        self.form = name

    def find(self, selector):
        """Returns the visible elements of the form."""
        return self.script("""return [...(document.getElementById(arguments[0])?.shadowRoot?.querySelectorAll(arguments[1]) ?? [])]
            .filter(each => each.checkVisibility())""", self.form, selector)

    def text(self):
        return "\n".join(each.text for each in self.find(".app"))

    def heading(self):
        return next((each.text for each in reversed(self.find("h1"))), None)

    def there(self, path):
        return bool(self.find(f'[data-atom="{path}"]'))

    def atom(self, path):
        found = self.find(f'[data-atom="{path}"]')
        assert found, f"the atom {path} is not shown; visible text: {self.text()[:1500]}"
        return found[-1]

    def focused(self):
        return self.script("return document.getElementById(arguments[0]).shadowRoot.activeElement?.closest('[data-atom]')?.dataset.atom", self.form)

    def notices(self):
        return [each.text for each in self.find(".notice")]

    def quiet(self):
        self.wait(lambda: not self.find("[aria-busy=true], .loading, .progress"))

    def sign(self, wrong=False):
        self.wait(lambda: self.find("input.code"), "codes are requested")
        for field in self.find("input.code"):
            field.send_keys(self.matrix[field.find_element(By.XPATH, "./ancestor::*[@data-atom]").get_attribute("data-atom")])
        self.tap("sign")


class Page:
    """The page of another origin: its forms, and what happened in it."""

    def __init__(self, driver, server, url):
        self.driver, self.server, self.url = driver, server, url
        self.payment, self.transfer = (Form(driver, url, server.matrix(), name) for name in ("payment", "transfer"))

    def open(self):
        """Opens the page in a new tab, with nothing reported, and waits for both forms."""
        before = self.driver.current_window_handle
        self.driver.switch_to.new_window("tab")
        after = self.driver.current_window_handle
        self.driver.switch_to.window(before)
        self.driver.close()
        self.driver.switch_to.window(after)
        self.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": WATCH})
        self.size(DESKTOP)
        self.driver.get_log("browser")
        self.driver.get(self.url)
        for form in (self.payment, self.transfer):
            form.wait(lambda form=form: form.heading() and form.find("[data-atom]"), f"the form {form.form} is drawn")
        return self

    def size(self, size):
        self.payment.size(size)

    def script(self, text, *arguments):
        return self.driver.execute_script(text, *arguments)

    def events(self, name):
        return [line for line in self.script("return [...document.querySelectorAll('.events li')].map(each => each.textContent)") if f"valence-{name} " in line]

    def add(self, code, **attributes):
        """Adds a form to the page, runs code with it, and returns its events after a moment."""
        return self.driver.execute_async_script("""
            const [attributes, server, done] = arguments, form = document.createElement("valence-form"), told = [];
            for (const name of ["document", "problem"]) form.addEventListener(`valence-${name}`, ({type, detail}) => {
              told.push([type, detail]);
              setTimeout(() => done(told), 300);
            });
            form.id = "added";
            for (const [name, value] of Object.entries({server, language: "en", ...attributes})) form.setAttribute(name, value);
            document.querySelector("main").append(form);
            """ + code, attributes, self.server.url)

    def is_clean(self):
        """Nothing was reported by the policy or in the console, and the token is in no attribute and address."""
        assert self.script("return reports") == []
        assert [entry["message"] for entry in self.driver.get_log("browser")] == []


@pytest.fixture(scope="module")
def page(halves, valence):
    """The page and the bank's server, each on its own port."""
    bank = halves(2)
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        config = os.path.join(folder, "config")
        subprocess.run(["cp", "-r", os.path.join(ROOT, "config"), config], check=True)
        with open(os.path.join(config, "operations/trial.help.yaml"), "w", encoding="utf-8") as file:
            file.write(HELP)
        port = free_port()
        url = f"http://127.0.0.1:{port}"
        server = Server(valence, os.path.join(folder, "valence.sqlite"), "--config", config, "--web", bundled(folder), "--cors-origin", url)
        stack.callback(server.stop)
        assert server.address, "".join(server.greeting)
        program = subprocess.Popen([sys.executable, os.path.join(ROOT, "examples/embedding/serve"), "--bank", server.url, "--port", str(port)],
                                   stdout=subprocess.PIPE, text=True)
        stack.callback(program.wait)
        stack.callback(program.terminate)
        assert url in program.stdout.readline()
        yield Page(bank.driver, server, url)


def fill(form, amount):
    for path, text in {**PAYEE, "amount": amount}.items():
        form.fill(path, text)
    form.quiet()


@pytest.mark.landing
def test_payment_in_a_page_of_another_origin(page, bank):
    """The page opens, fills, submits and signs a payment. Its policy reports nothing."""
    with urllib.request.urlopen(page.url, timeout=20) as answer:
        policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy and "unsafe" not in policy and f"script-src 'self' {page.server.url};" in policy
    page.open()
    assert page.script("return document.activeElement.tagName") == "BODY", "no form takes the focus by itself"
    for width, size in (("390", PHONE), ("1280", DESKTOP)):
        page.size(size)
        bank.shot(f"embedded-{width}")
        assert page.script("return document.documentElement.scrollWidth <= innerWidth")
    bank.axe("two embedded forms")
    form = page.payment
    # The tokens are properties of the element, so the page has set the colour of the button.
    assert page.script("return getComputedStyle(arguments[0]).backgroundColor", form.find(".button")[0]) == "rgb(0, 105, 92)"
    fill(form, "83.5")
    form.tap("send")
    form.wait(lambda: form.find("input.code"))
    bank.shot("embedded-signature")
    bank.axe("an embedded signature")
    assert '"status":"awaitingSignature"' in page.events("submitted")[-1], page.events("submitted")
    form.sign()
    form.wait(lambda: form.find(".outcome-head"), "the result is shown")
    form.see("83.50")
    form.wait(lambda: page.script("return document.getElementById('payment').shadowRoot.activeElement?.tagName") == "H1", "the title of the result has the focus")
    bank.shot("embedded-result")
    submitted = page.events("submitted")
    number = next(each["id"] for each in Client(page.server.address).login("demo", "valence-demo").send("GET", "/submissions")[1]["data"])
    assert len(submitted) == 2 and f'"id":"{number}"' in submitted[1] and '"awaitingSignature"' not in submitted[1], submitted
    # After the result, the form begins anew.
    form.click([each for each in form.find("button") if each.text == "Done"])
    form.wait(lambda: form.there("send") and form.value("amount") == "")
    page.is_clean()


@pytest.mark.landing
def test_two_forms_on_a_page(page):
    """Two forms are filled in turn. Focus, sheets and notices stay in their form, and the ids are different."""
    page.open()
    one, other = page.payment, page.transfer
    one.type("name", "ООО Ромашка")
    assert (one.focused(), other.focused()) == ("name", None)
    other.fill("amount", "12.5")
    one.fill("amount", "34.5")
    assert (other.value("amount"), one.value("amount")) == ("12.50", "34.50")
    # A sheet of one form closes by Escape and returns the focus to it.
    other.atom("to").find_element(By.CSS_SELECTOR, ".picker").click()
    other.wait(lambda: other.find("dialog.sheet[open]"))
    assert not one.find("dialog[open]")
    other.keys(Keys.ESCAPE)
    other.wait(lambda: not other.find("dialog[open]"))
    assert (one.focused(), other.focused()) == (None, "to")
    # A refused tap shows its errors, and the focus, in its own form.
    one.tap("send")
    one.wait(lambda: one.find(".faults"), "the errors of the first form")
    assert not other.find(".faults, .notice") and not other.focused()
    assert one.value("name") == "ООО Ромашка" and other.value("amount") == "12.50"
    # A notice of one form is not in the other.
    page.driver.execute_cdp_cmd("Network.enable", {})
    page.driver.execute_cdp_cmd("Network.setBlockedURLs", {"urls": ["*/operations/transfer.own/*"]})
    other.fill("amount", "13")
    other.wait(lambda: other.notices(), "a lost connection is told")
    assert not one.notices()
    page.driver.execute_cdp_cmd("Network.setBlockedURLs", {"urls": []})
    page.driver.get_log("browser")
    ids = page.script("""return ["payment", "transfer"].flatMap(id => [...document.getElementById(id).shadowRoot.querySelectorAll("[id]")].map(each => each.id))""")
    assert len(ids) == len(set(ids)) > 20
    assert page.script("return history.length") <= 2, "no form adds an entry to the history of the page"


@pytest.mark.landing
def test_token_and_links_are_kept(page):
    """A `token` attribute is refused, the token is in no attribute and address, and no link leads to
    another origin."""
    page.open()
    told = page.add("", operation="trial.help", token="secret")
    assert [each["name"] for _, each in told] == ["token-attribute"], told
    assert page.script("return document.getElementById('added').hasAttribute('token')") is False
    assert any("property" in entry["message"] for entry in page.driver.get_log("browser") if entry["level"] == "SEVERE")
    page.script("document.getElementById('added').remove()")
    for server in ("https://bank.example/path", "http://bank.example", "//bank.example", "javascript:alert(1)"):
        told = page.add('form.token = "secret";', operation="trial.help", server=server)
        assert [each["name"] for _, each in told] == ["server"], (server, told)
        page.script("document.getElementById('added').remove()")
    page.driver.get_log("browser")
    told = page.add("form.token = async () => (window.secret = await (await fetch('/token')).text());", operation="trial.help")
    assert [name for name, _ in told] == ["valence-document"], told
    form = Form(page.driver, page.url, page.server.matrix(), "added")
    link = form.atom("rules")
    assert link.get_attribute("href") == "https://rules.example/all"
    before = page.driver.window_handles
    page.script("arguments[0].addEventListener('valence-problem', ({detail}) => { window.refused = detail; })", page.script("return document.getElementById('added')"))
    link.click()
    form.wait(lambda: form.notices(), "the refusal is shown")
    assert page.script("return refused.name + ' ' + refused.href") == "foreign-link https://rules.example/all"
    assert page.driver.window_handles == before
    # The token is in no attribute, no address and no store of the page, and cannot be read.
    token = page.script("return secret")
    found = page.script("""const all = (root) => [...root.querySelectorAll("*")].flatMap(each => [...each.attributes].map(({value}) => value).concat(each.shadowRoot ? all(each.shadowRoot) : []));
        return [...all(document), location.href, ...performance.getEntriesByType("resource").map(({name}) => name), JSON.stringify({...sessionStorage}), JSON.stringify({...localStorage})]""")
    assert len(token) > 30 and len(found) > 100 and not [each for each in found if token[:20] in each]
    assert page.script("return document.getElementById('added').token") is None
    # For another server the page sets a token again. Until then, nothing is requested from it.
    page.script("document.getElementById('added').setAttribute('server', arguments[0])", page.server.url.replace("127.0.0.1", "localhost"))
    form.wait(lambda: not form.find("*"), "the form is empty")
    assert page.script("return reports") == []


@pytest.mark.landing
def test_end_of_the_session(page):
    """A function is asked for another token. After the end of a session the form keeps its entries, and a new token
    continues it. An element that was removed leaves nothing."""
    page.open()
    form = page.payment
    ended = lambda: page.events("session-ended")

    def log_out():
        """Ends the session of the token that the form uses, elsewhere."""
        status, _ = Client(page.server.address, page.script("return used")).send("POST", "/auth/logout")
        assert status in (200, 204), status
    page.script("""window.used = null;
        document.getElementById("payment").token = async () => (window.used = await (await fetch("/token")).text());""")
    form.wait(lambda: page.script("return used"))
    form.fill("name", "ООО Ромашка")
    form.quiet()
    before = page.script("return used")
    log_out()
    form.fill("amount", "91.5")
    form.wait(lambda: page.script("return used") != before, "the function is asked again")
    form.quiet()
    assert not ended() and not form.notices()
    # A text cannot be renewed: the page gets an event, and the form stays.
    page.script("document.getElementById('payment').token = used")
    log_out()
    form.fill("purpose", "Оплата по счету 12")
    form.wait(ended, "the page is told")
    form.wait(form.notices)
    assert form.value("name") == "ООО Ромашка" and not page.transfer.notices()
    page.script("fetch('/token').then(answer => answer.text()).then(token => { document.getElementById('payment').token = token; })")
    form.wait(lambda: not form.notices(), "the notice closes")
    form.fill("account", PAYEE["account"])
    form.fill("bic", PAYEE["bic"])
    form.quiet()
    form.tap("send")
    form.wait(lambda: form.find("input.code"))
    form.see("91.50")
    page.script("document.getElementById('payment').remove()")
    page.transfer.fill("amount", "2")
    page.transfer.quiet()
    assert page.script("return reports") == []
