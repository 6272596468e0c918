"""Tasks in the web client with the keyboard only, and with the accessibility tree only, as a screen
reader uses it.

The tasks are the same: log in, pay, correct three faults, sign, find a payment.
"""
import re

import pytest
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from EndToEnd.bank import PAYEE

NAMES = {"name": "(ФИО|Получатель|Кому)", "account": "Счёт получателя", "bic": "БИК", "purpose": "Назначение", "amount": "Сумма"}
BANK = "ПАО Сбербанк"

# Records the announcements of live regions, also after they have moved into a dialog.
LISTEN = """
if (!window.announced) {
  window.announced = [];
  const tell = (node) => {
    const region = (node.nodeType === 1 ? node : node.parentElement)?.closest('[aria-live]:not([aria-live=off]), [role=status], [role=alert]');
    const text = region?.innerText.trim();
    if (text && announced.at(-1) !== text) announced.push(text);
  };
  new MutationObserver((changes) => changes.forEach(({ target }) => tell(target))).observe(document.body, { subtree: true, childList: true, characterData: true });
}
"""


def replace(person, *keys):
    """Replaces the text of the focused field."""
    ActionChains(person.driver).key_down(Keys.CONTROL).send_keys("a").key_up(Keys.CONTROL).send_keys(*keys).perform()


class Reader:
    """A person who uses a page by the roles, names, states and announcements of its accessibility
    tree."""

    def __init__(self, person):
        self.person, self.driver = person, person.driver
        person.script(LISTEN)

    def nodes(self):
        """Returns the nodes that are not ignored: role, name, description, value, properties, and
        the element's id."""
        value = lambda each, name: each.get(name, {}).get("value", "")
        return [{"role": value(each, "role"), "name": value(each, "name"), "description": value(each, "description"), "value": value(each, "value"),
                 **{one["name"]: one["value"].get("value") for one in each.get("properties", [])}, "id": each.get("backendDOMNodeId")}
                for each in self.driver.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"] if not each["ignored"]]

    def all(self, role, name=""):
        return [each for each in self.nodes() if each["role"] == role and re.search(name, each["name"])]

    def find(self, role, name=""):
        """Waits for a node with a role and a matching name; returns the last one."""
        return self.person.wait(lambda: self.all(role, name)[-1:], f"no {role} has the name `{name}`")[0]

    def focus(self, role, name=""):
        """Focuses a node. The page may draw a node again after it was found."""

        def focused():
            try:
                self.driver.execute_cdp_cmd("DOM.focus", {"backendNodeId": self.find(role, name)["id"]})
            except WebDriverException:
                return False
            return True

        self.person.wait(focused, f"the {role} `{name}` takes no focus")

    def focused(self):
        return next((each for each in self.nodes() if each.get("focused") and each["role"] != "RootWebArea"), None)

    def type(self, role, name, text):
        self.focus(role, name)
        self.person.keys(text, Keys.TAB)

    def press(self, role, name):
        self.focus(role, name)
        self.person.keys(Keys.ENTER)

    def choose(self, name, option):
        """Chooses an option of a combobox that opens a list."""
        self.focus("combobox", name)
        self.person.keys(Keys.ARROW_DOWN)
        self.find("option", option)
        while option not in (self.focused() or {"name": ""})["name"]:
            self.person.keys(Keys.ARROW_DOWN)
        self.person.keys(Keys.ENTER)
        self.person.wait(lambda: not self.all("option"), "the list is closed")

    def hear(self, text):
        """Waits until a text is announced."""
        self.person.wait(lambda: any(re.search(text, each) for each in self.person.script("return window.announced")), f"`{text}` is not announced")


def log_in(reader, person):
    reader.find("heading", "^Вход$")
    login = reader.find("textbox", "^Логин")
    assert login.get("required") and reader.find("textbox", "^Пароль").get("required"), login
    reader.type("textbox", "^Логин", person.name)
    reader.type("textbox", "^Пароль", "wrong password")
    reader.press("button", "^Войти$")
    person.wait(lambda: reader.find("textbox", "^Пароль").get("invalid") == "true", "the field of the password is invalid")
    assert reader.focused()["name"].startswith("Пароль") and "парол" in reader.focused()["description"], reader.focused()
    reader.focus("textbox", "^Пароль")
    replace(person, person.password, Keys.ENTER)
    person.wait(lambda: not person.there("password"))
    person.quiet()
    person.script(LISTEN)


def fill(reader, person, amount):
    reader.choose("^Списать", "Текущий")
    for path in ("name", "account", "purpose"):
        reader.type("textbox", f"^{NAMES[path]}", PAYEE[path])
    reader.focus("combobox", f"^{NAMES['bic']}")
    person.keys("сбер")
    reader.find("option", BANK)
    person.keys(Keys.ARROW_DOWN, Keys.ENTER)
    person.wait(lambda: BANK in reader.find("combobox", f"^{NAMES['bic']}")["value"])
    reader.type("textbox", f"^{NAMES['amount']}", amount)


def sign(reader, person):
    """Enters the codes by the names of their fields, at first wrong ones."""
    codes = lambda: reader.all("textbox", "ячейк")
    person.wait(codes)
    cell = lambda each: re.search(r"[A-Z]\d+", each["name"])[0]
    for node in codes():
        reader.driver.execute_cdp_cmd("DOM.focus", {"backendNodeId": node["id"]})
        person.keys("0000")
    reader.press("button", "^Подписать")
    reader.hear("Неверный код")
    person.wait(lambda: "ячейк" in (reader.focused() or {"name": ""})["name"], "the first code has the focus")
    for node in codes():
        reader.driver.execute_cdp_cmd("DOM.focus", {"backendNodeId": node["id"]})
        replace(person, person.matrix[cell(node)])
    reader.press("button", "^Подписать")


@pytest.mark.landing
def test_tasks_by_the_tree(bank, person):
    """The five tasks by roles, names, states and announcements."""
    person.come("valence://payments/quick")
    reader = Reader(person)
    log_in(reader, person)
    person.wait(lambda: person.there("send"))
    # Three faults: their list has the focus and a name. Its links lead to fields that are invalid
    # and described by their fault.
    fill(reader, person, "71,50")
    for path, text in (("name", ""), ("account", "40702810138250123018"), ("purpose", "")):
        reader.focus("textbox", f"^{NAMES[path]}")
        replace(person, Keys.DELETE, text, Keys.TAB)
    reader.press("button", r"^(Заплатить|Отправить|Перевести)")
    person.wait(lambda: (reader.focused() or {"name": ""})["name"] == "Проверьте эти поля", "the list of faults has the focus")
    links = [each["name"] for each in reader.all("link", "^(ФИО|Получатель|Кому|Счёт получателя|Назначение).*: ")]
    assert len(links) == 3, links
    for path in ("name", "account", "purpose"):
        reader.press("link", f"^{NAMES[path]}.*: ")
        field = person.wait(reader.focused)
        assert re.match(NAMES[path], field["name"]) and field.get("invalid") == "true" and field["description"], field
        replace(person, PAYEE[path], Keys.TAB)
        person.wait(lambda: reader.find("textbox", f"^{NAMES[path]}").get("invalid") != "true", f"{path} is valid")
    reader.press("button", r"^(Заплатить|Отправить|Перевести)")
    sign(reader, person)
    person.wait(lambda: person.script("return document.querySelector('.outcome-head') !== null"), "the result")
    person.quiet()
    assert any("71,50" in each["name"].replace("\u00a0", " ") for each in reader.nodes()), "the result has the amount"
    # The payment is found in the history by its payee and amount.
    reader.press("button", "^Готово$")
    person.script(LISTEN)
    reader.focus("tab", "История")
    person.keys(Keys.ENTER)
    person.quiet()
    reader.focus("searchbox")
    person.keys("ромашка")
    person.wait(lambda: reader.all("button", r"Ромашка[^\0]*71,50"), "the row names the payee and the amount")
    reader.press("button", r"Ромашка[^\0]*71,50")
    person.wait(lambda: person.script("return document.querySelector('.outcome-head') !== null"), "the payment is shown")


@pytest.mark.landing
def test_correcting_by_keyboard(bank, person):
    """Three faults are corrected, and the payment is found, with the keyboard only."""
    def until(condition, why):
        for _ in range(60):
            if person.script(condition):
                return
            person.keys(Keys.TAB)
        raise AssertionError(f"Tab does not reach {why}")

    at = lambda path: f"return document.activeElement.closest('[data-atom]')?.dataset.atom === '{path}'"
    person.come("valence://payments/quick")
    until(at("login"), "login")
    person.keys(person.name, Keys.TAB, person.password, Keys.ENTER)
    person.wait(lambda: person.there("bic"))
    until(at("from"), "from")
    person.keys(Keys.ARROW_DOWN)
    person.wait(lambda: person.script("return document.activeElement.getAttribute('role') === 'option'"))
    person.keys(Keys.ENTER)
    person.wait(lambda: person.focused() == "from")
    for path in ("name", "account", "bic", "purpose", "amount"):
        if path in ("account", "bic", "amount"):
            until(at(path), path)
            person.keys({"account": "40702810138250123018", "bic": "044525225", "amount": "0"}[path])
    until(at("send"), "the button")
    person.keys(Keys.ENTER)
    person.wait(lambda: person.script("return document.activeElement.className") == "faults", "the list of faults has the focus")
    # Each link leads to its field. Correcting the field removes its fault.
    for path, text in (("name", PAYEE["name"]), ("account", PAYEE["account"]), ("purpose", PAYEE["purpose"])):
        until(at(path), path)
        replace(person, text, Keys.TAB)
        person.wait(lambda: not person.fault(path), f"{path} is corrected")
    if person.focused() != "amount":
        person.script("document.querySelector('[data-atom=amount] input').focus()")
    replace(person, "72,50", Keys.TAB)
    until(at("send"), "the button")
    person.keys(Keys.ENTER)
    person.wait(lambda: person.script("return document.activeElement.className") == "code", "the first code has the focus")
    cells = person.script("return [...document.querySelectorAll('input.code')].map(each => each.closest('[data-atom]').dataset.atom)")
    person.keys(*(person.matrix[cell] for cell in cells))
    person.wait(lambda: person.focused() == "sign")
    person.keys(Keys.ENTER)
    person.wait(lambda: person.script("return document.querySelector('.outcome-head') !== null"), "the result")
    person.quiet()
    until("return document.activeElement.innerText === 'Готово'", "the button Done")
    person.keys(Keys.ENTER)
    person.wait(lambda: person.script("return document.querySelector('[role=tab]') !== null"))
    person.quiet()
    until("return document.activeElement.getAttribute('role') === 'tab'", "the tabs")
    for _ in range(4):
        if "История" in person.script("return document.activeElement.innerText"):
            break
        person.keys(Keys.ARROW_RIGHT)
    person.keys(Keys.ENTER)
    person.wait(lambda: person.heading() == "История")
    person.quiet()
    until("return document.activeElement.type === 'search'", "the search")
    person.keys("ромашка")
    row = "return document.activeElement.matches('button.row') && /72,50/.test(document.activeElement.innerText)"
    person.wait(lambda: person.script("return [...document.querySelectorAll('button.row')].some((each) => each.checkVisibility() && /72,50/.test(each.innerText))"))
    person.quiet()
    until(row, "the row of the payment")
    person.keys(Keys.ENTER)
    person.wait(lambda: person.script("return document.querySelector('.outcome-head') !== null"), "the payment is shown")
