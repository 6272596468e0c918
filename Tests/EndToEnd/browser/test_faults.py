"""Tests of faults: the list above a form, and announcements."""
import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

# Forms that the bank's configuration does not have.
FILES = {
    "operations/trial.lines.yaml": """
operation: trial.lines
title: {ru: Строки, en: Form}
effect: document
atoms:
  - repeat: lines
    caption: {ru: Строка, en: Line}
    max: 3
    atoms:
      - {textInput: what, caption: {ru: Что, en: What}}
      - {textInput: n, type: number, caption: {ru: Сколько, en: N}, optional: true, max: 10}
  - {button: send, caption: {ru: Отправить, en: Send}, action: submit}
""",
    "operations/trial.judged.yaml": """
operation: trial.judged
title: {ru: Проверки, en: Form}
effect: document
atoms:
  - {textInput: inn, type: digits, caption: {all: INN}, check: isInn}
  - {textInput: phone, caption: {all: Phone}, mask: "+7 (###) ###-##-##", optional: true}
  - {textInput: next, caption: {all: Next}}
  - {dateInput: day, caption: {all: Day}, max: today()}
  - {timeInput: call, caption: {all: Call}, max: '20:00'}
  - {enum: way, caption: {all: Way}, options: {a: {all: A}, b: {all: B}}, check: "$way != 'b' OR $next == 'x'", message: {all: Not this way}}
  - {segmented: kind, caption: {all: Kind}, options: {one: {all: One}, two: {all: Two}}, check: "$kind != 'two'", message: {all: Not this kind}}
  - {toggle: urgent, caption: {all: Urgent}, check: "$urgent == NO", message: {all: Not now}}
  - {enum: many, caption: {all: Many}, optional: true, options: {MANY}}
  - {search: bank, caption: {all: Bank}, in: banks, as: found, check: "$bank != '044525225'", message: {all: Not this bank}}
  - repeat: lines
    caption: {all: Line}
    min: 1
    check: "$lines.@count < 2"
    message: {all: One line only}
    atoms:
      - {textInput: what, caption: {all: What}, optional: true}
  - {button: send, caption: {all: Send}, action: submit}
""".replace("{MANY}", "{" + ", ".join(f"o{place}: {{all: Option {place}}}" for place in range(1, 13)) + "}"),
    "routes/faults.yaml": """
routes:
  - {route: trial/lines, operation: trial.lines}
  - {route: trial/judged, operation: trial.judged}
""",
}
# Records each text that a live region of the page receives.
LISTEN = """window.heard = [];
    new MutationObserver((changes) => { for (const { target } of changes) {
      const region = (target.nodeType === 3 ? target.parentElement : target)?.closest("[aria-live]:not([aria-live=off]), [role=status], [role=alert]");
      const text = region?.textContent.trim();
      if (text && heard.at(-1) !== text) heard.push(text);
    } }).observe(document.body, { subtree: true, childList: true, characterData: true });"""


def heard(person):
    return person.script("return window.heard.splice(0)")


def links(bank, selector=".faults a"):
    return bank.person.script("return [...document.querySelectorAll(arguments[0])].filter((each) => each.checkVisibility()).map((each) => each.innerText)", selector)


def focus(person):
    """Returns the name of the focused element."""
    return person.script("const each = document.activeElement; return each.tagName === 'BODY' ? 'BODY' : each.ariaLabel || each.innerText || each.className")


def rows_with_faults(bank, person):
    """Creates three items, and a list of three faults in them."""
    person.log_in("valence://trial/lines", language="en")
    person.wait(lambda: person.there("lines"))
    for _ in range(3):
        person.press("Add")
    person.fill("lines[0].what", "a")
    person.fill("lines[2].n", "11")
    person.tap("send")
    person.wait(lambda: len(links(bank)) == 3, "three faults")
    assert [each.split(":")[0] for each in links(bank)] == ["Line 2, What", "Line 3, What", "Line 3, N"], links(bank)


@pytest.mark.landing
def test_faults_after_a_removal(bank, person):
    """Removing an item removes its faults from the list. The links lead to the current items, and
    the next item has the focus."""
    rows_with_faults(bank, person)
    remove = lambda index: person.click([bank.driver.find_elements(By.CSS_SELECTOR, ".item > .remove")[index]])
    remove(0)
    person.wait(lambda: [each.split(":")[0] for each in links(bank)] == ["Line 1, What", "Line 2, What", "Line 2, N"], links(bank))
    assert focus(person) == "Remove: Line 1", focus(person)
    for index, path in enumerate(("lines[0].what", "lines[1].what", "lines[1].n")):
        bank.driver.find_elements(By.CSS_SELECTOR, ".faults a")[index].click()
        assert person.focused() == path and person.fault(path), (path, person.focused())
    bank.axe("faults after a removal")
    # A corrected fault disappears. After an item is added, the links still lead to their fields.
    person.fill("lines[0].what", "b")
    person.wait(lambda: [each.split(":")[0] for each in links(bank)] == ["Line 2, What", "Line 2, N"], links(bank))
    person.press("Add")
    person.wait(lambda: person.focused() == "lines[2].what", "the added item has the focus")
    bank.driver.find_elements(By.CSS_SELECTOR, ".faults a")[1].click()
    assert person.focused() == "lines[1].n", person.focused()
    # After the removal of the last item, the previous one has the focus; after the only item, the
    # button that adds one.
    remove(2)
    person.wait(lambda: focus(person) == "Remove: Line 2", focus(person))
    remove(1)
    person.wait(lambda: not links(bank) and focus(person) == "Remove: Line 1", (links(bank), focus(person)))
    assert not bank.driver.find_element(By.CSS_SELECTOR, ".faults").is_displayed(), "a list without faults is hidden"
    remove(0)
    person.wait(lambda: focus(person) == "Add: Line", focus(person))
    # If an item cannot be removed, its heading has the focus.
    person.log_in("valence://trial/judged", language="en")
    person.wait(lambda: person.there("lines[0].what"))
    person.press("Add")
    person.wait(lambda: person.there("lines[1].what"))
    remove(1)
    person.wait(lambda: focus(person) == "Line 1", focus(person))


@pytest.mark.landing
def test_three_faults(bank, person):
    """The list has at most three links and the number of other faults. Each text names the missing
    value."""
    person.log_in("valence://payments/quick")
    person.wait(lambda: person.there("send"))
    more = lambda: links(bank, ".faults .faults-more")
    person.tap("send")
    person.wait(lambda: links(bank), "the faults")
    texts = {"name": "Укажите получателя", "account": "Введите счёт получателя", "bic": "Выберите банк получателя",
             "amount": "Введите сумму", "purpose": "Напишите назначение"}
    assert {path: person.fault(path) for path in texts} == texts
    assert [each.split(": ")[1] for each in links(bank)] == list(texts.values())[:3] and more() == ["и ещё 2"], (links(bank), more())
    bank.pictures("three-faults")
    bank.axe("three faults and more")
    person.fill("name", "ООО Ромашка")
    person.wait(lambda: more() == ["и ещё 1"], "a corrected fault leaves the list")
    assert [each.split(": ")[1] for each in links(bank)] == [texts[path] for path in ("account", "bic", "amount")], links(bank)
    bank.driver.find_elements(By.CSS_SELECTOR, ".faults a")[1].click()
    assert person.focused() == "bic", person.focused()
    person.fill("purpose", "Оплата по счету 12")
    person.wait(lambda: len(links(bank)) == 3 and not more(), "three faults are left")


@pytest.mark.landing
def test_announced_faults(bank, person):
    """Each new fault is announced once with the caption of its field, for each kind of input."""
    person.log_in("valence://trial/judged", language="en")
    person.wait(lambda: person.there("inn"))
    person.script(LISTEN)

    def announces(path, caption):
        shown = lambda: person.script("return [...arguments[0].querySelectorAll('.fault')].at(-1).textContent", person.atom(path))
        mine = lambda: [each for each in person.script("return heard") if each.startswith(f"{caption}: ")]
        person.wait(lambda: shown() and mine()[-1] == f"{caption}: {shown()}", f"{path} is announced")
        # One announcement, and no other one of this field.
        person.quiet()
        assert len(mine()) == 1, mine()
        heard(person)

    person.fill("inn", "7707083890")
    announces("inn", "INN")
    # The fault remains while other fields are checked. It is announced again only after a change.
    person.fill("next", "y")
    person.fill("day", "31.12.2099")
    announces("day", "Day")
    person.fill("call", "25:00")
    announces("call", "Call")
    person.type("phone", "91612345678")
    announces("phone", "Phone")
    person.keys(Keys.TAB)
    person.choose("way", "B")
    announces("way", "Way")
    person.choose("kind", "Two")
    announces("kind", "Kind")
    person.toggle("urgent")
    announces("urgent", "Urgent")
    person.choose("bank", "ПАО Сбербанк")
    person.keys(Keys.TAB)
    announces("bank", "Bank")
    person.press("Add")
    announces("lines", "Line")
    person.fill("inn", "7707083891")
    announces("inn", "INN")
    # A corrected fault is not announced. Faults after a rejected tap are not announced either:
    # their list has the focus.
    person.fill("inn", "7707083893")
    person.wait(lambda: not person.fault("inn"))
    person.tap("send")
    person.wait(lambda: person.script("return document.activeElement.dataset.notice === 'faults'"))
    person.script("return new Promise((done) => setTimeout(done, 300))")
    assert all(":" not in each for each in heard(person))
