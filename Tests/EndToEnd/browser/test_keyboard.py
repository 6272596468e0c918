"""Forms with the keyboard only."""
import pytest
from selenium.webdriver.common.keys import Keys

from EndToEnd.browser.scenes import BANK, QUICK, options


@pytest.mark.landing
def test_keyboard_only(bank, person):
    person.come("valence://payments/own")
    reach(person, "login")
    person.keys("demo", Keys.TAB, "valence-demo", Keys.ENTER)
    person.wait(lambda: person.there("to"))
    # A choice opens by Space or an arrow. Arrows move, a letter searches, Escape keeps the value.
    row = "return document.activeElement.getAttribute('role') === 'option' ? document.activeElement.innerText.split('\\n')[0] : null"
    reach(person, "from")
    person.keys(Keys.SPACE)
    person.wait(lambda: person.script(row) == "Текущий")
    for key, expected in ((Keys.ARROW_DOWN, "Накопительный"), (Keys.ARROW_UP, "Текущий"), (Keys.END, "Долларовый"), (Keys.HOME, "Текущий"), ("н", "Накопительный")):
        person.keys(key)
        assert person.script(row) == expected, (key, person.script(row))
    bank.axe("the sheet of a choice")
    person.keys(Keys.ESCAPE)
    person.wait(lambda: person.focused() == "from", "the focus returns")
    assert "Текущий" in person.atom("from").text, "the preset account is kept"
    person.keys(Keys.ARROW_DOWN)
    person.wait(lambda: person.script(row) == "Текущий")
    person.keys(Keys.ENTER)
    person.wait(lambda: person.focused() == "from" and "Текущий" in person.atom("from").text)
    # The available accounts depend on it.
    person.quiet()
    person.wait(lambda: not person.script("return document.querySelector('.awaited')"))
    reach(person, "to")
    person.keys(Keys.ENTER)
    person.wait(lambda: person.script(row))
    person.keys(Keys.SPACE)
    person.wait(lambda: person.focused() == "to" and not person.script("return document.querySelector('.awaited')"))
    reach(person, "amount")
    person.keys("3", Keys.TAB)
    reach(person, "send")
    assert person.script("return getComputedStyle(document.activeElement).outlineStyle") != "none", "the focus is visible"
    person.keys(Keys.ENTER)
    person.see("Исполнено")
    person.keys(Keys.ALT, Keys.ARROW_LEFT)


@pytest.mark.landing
def test_paying_by_keyboard(bank, person):
    """A signed payment from the login to the result, without the mouse."""
    person.come("valence://payments/quick")
    reach(person, "login")
    person.keys("demo", Keys.TAB, "valence-demo", Keys.ENTER)
    person.wait(lambda: person.there("bic"))
    reach(person, "from")
    person.keys(Keys.ARROW_DOWN)
    person.wait(lambda: person.script("return document.activeElement.getAttribute('role') === 'option'"))
    person.keys(Keys.ENTER)
    person.wait(lambda: person.focused() == "from")
    for path in ("name", "account"):
        reach(person, path)
        person.keys(QUICK[path])
    reach(person, "bic")
    person.keys("сбер")
    person.wait(lambda: options(person))
    person.keys(Keys.ARROW_DOWN, Keys.ENTER)
    person.wait(lambda: person.value("bic") == BANK)
    reach(person, "purpose")
    person.keys(QUICK["purpose"])
    reach(person, "amount")
    person.keys("21")
    reach(person, "send")
    person.keys(Keys.ENTER)
    person.wait(lambda: person.script("return document.activeElement.className") == "code", "the first code has the focus")
    cells = person.script("return [...document.querySelectorAll('input.code')].map(each => each.closest('[data-atom]').dataset.atom)")
    # A complete code moves the focus to the next one, the last one to the button.
    person.keys(*(person.matrix[cell] for cell in cells))
    person.wait(lambda: person.focused() == "sign")
    person.keys(Keys.ENTER)
    person.wait(lambda: person.heading() == "Исполнено")
    for _ in range(20):
        if person.script("return document.activeElement.innerText") == "Готово":
            break
        person.keys(Keys.TAB)
    person.keys(Keys.ENTER)
    person.wait(lambda: person.heading() == "Главная")


def reach(person, path):
    """Presses Tab until the atom has the focus."""
    for _ in range(40):
        if person.focused() == path:
            return
        person.keys(Keys.TAB)
    raise AssertionError(f"Tab does not reach {path}")
