"""Tests of the items of a repeat: titles, buttons, copies, positions, duplicates and presets."""
import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from EndToEnd.browser.test_faults import LISTEN, focus, heard, links

# A form that the bank's configuration does not have.
FILES = {
    "operations/trial.items.yaml": """
operation: trial.items
title: {ru: Кредит, en: Loan}
effect: document
sign: code
atoms:
  - repeat: borrowers
    caption: {ru: Заёмщики, en: Borrowers}
    min: 1
    max: 4
    row: place
    item: {ru: "Заёмщик {$name}", en: "Borrower {$name}"}
    add: {ru: Добавить заёмщика, en: Add a borrower}
    remove: {confirm: {title: {ru: "Удалить заёмщика?", en: "Remove the borrower?"}, action: {ru: Убрать, en: Drop}}}
    copy: true
    order: true
    unique: name
    atoms:
      - {textInput: name, caption: {ru: Имя, en: Name}}
      - {textInput: length, caption: {ru: Длина, en: Length}, type: number, scale: 0, value: $name.length}
      - {text: main, caption: {ru: "Место {place.number}", en: "Place {place.number}"}}
  - {button: send, caption: {ru: Отправить, en: Send}, action: submit}
""",
    "operations/trial.presets.yaml": """
operation: trial.presets
title: {ru: Счета, en: Accounts}
atoms:
  - {toggle: dollars, caption: {ru: Доллары, en: Dollars}}
  - {toggle: again, caption: {ru: Заново, en: Again}, onChange: {reset: own}}
  - {toggle: all, caption: {ru: Все, en: All}, onChange: {set: {own: accounts}}}
  - repeat: own
    caption: {ru: Счета, en: Accounts}
    max: 20
    item: "{$caption}"
    defaultFrom: "SUBQUERY(accounts, $a, $a.currency == TERNARY($dollars == YES, 'USD', 'RUB'))"
    atoms:
      - {textInput: caption, caption: {ru: Имя, en: Name}}
      - {textInput: currency, caption: {ru: Валюта, en: Currency}}
      - {textInput: note, caption: {ru: Заметка, en: Note}, optional: true}
      - {textInput: place, caption: {ru: Место, en: Place}, type: number, scale: 0, value: "TERNARY(previous == nil, 1, previous.place + 1)"}
  - {button: send, caption: {ru: Отправить, en: Send}, action: submit}
""",
    "routes/items.yaml": """
routes:
  - {route: trial/items, operation: trial.items}
  - {route: trial/presets, operation: trial.presets}
""",
}


def titles(bank):
    return bank.person.script("return [...document.querySelectorAll('.item > legend')].map((each) => each.innerText)")


def tool(bank, index, name):
    return bank.driver.find_elements(By.CSS_SELECTOR, ".item")[index].find_element(By.CSS_SELECTOR, f":scope > .{name}")


def press(bank, index, name):
    """Presses a button of an item with the keyboard."""
    bank.person.script("arguments[0].focus()", tool(bank, index, name))
    bank.person.keys(Keys.ENTER)


@pytest.mark.landing
def test_items(bank, person):
    """An item has its title, or its number without one. It can be copied, moved and removed with the
    keyboard, and the focus follows it."""
    person.log_in("valence://trial/items", language="en")
    person.wait(lambda: person.there("borrowers[0].name"))
    assert titles(bank) == ["Borrowers 1"], titles(bank)
    shown = lambda index, name: tool(bank, index, name).is_displayed()
    assert [shown(0, name) for name in ("copy-item", "up", "down", "remove")] == [True, False, False, False]
    person.fill("borrowers[0].name", "Eva")
    person.wait(lambda: titles(bank) == ["Borrower Eva"], titles(bank))
    person.press("Add a borrower")
    person.wait(lambda: person.focused() == "borrowers[1].name", "the added item has the focus")
    person.fill("borrowers[1].name", "Albert")
    person.wait(lambda: titles(bank) == ["Borrower Eva", "Borrower Albert"], titles(bank))
    # A copy has the values of its original, and is therefore a duplicate.
    press(bank, 1, "copy-item")
    person.wait(lambda: titles(bank) == ["Borrower Eva", "Borrower Albert", "Borrower Albert"], titles(bank))
    assert focus(person) == "Borrower Albert", focus(person)
    person.wait(lambda: person.fault("borrowers[2].name") == "Item 2 already has this value", person.fault("borrowers[2].name"))
    assert not person.fault("borrowers[1].name")
    person.fill("borrowers[2].name", "Bo")
    person.wait(lambda: not person.fault("borrowers[2].name") and titles(bank)[2] == "Borrower Bo", titles(bank))
    # The last item moves up twice with the same key. Its computed value and its number follow.
    person.script(LISTEN)
    press(bank, 2, "up")
    person.wait(lambda: titles(bank) == ["Borrower Eva", "Borrower Bo", "Borrower Albert"], titles(bank))
    assert focus(person) == "Move up: Borrower Bo", focus(person)
    person.wait(lambda: "Borrower Bo: position 2 of 3" in heard(person), "the new position is announced")
    person.keys(Keys.ENTER)
    person.wait(lambda: titles(bank) == ["Borrower Bo", "Borrower Eva", "Borrower Albert"], titles(bank))
    # The first item cannot move up, so the other button has the focus.
    assert focus(person) == "Move down: Borrower Bo", focus(person)
    person.wait(lambda: person.shown("borrowers[0].length") == "2" and person.shown("borrowers[2].length") == "6",
                [person.shown(f"borrowers[{index}].length") for index in range(3)])
    person.wait(lambda: person.atom("borrowers[0].main").text == "Place 1" and person.atom("borrowers[2].main").text == "Place 3", "numbers")
    bank.axe("titles and buttons of items")
    bank.shots("items")
    # The question before a removal can be declined.
    press(bank, 1, "remove")
    person.wait(lambda: "Remove the borrower?" in bank.driver.find_element(By.CSS_SELECTOR, ".question[open]").text, "the question")
    bank.axe("a question before a removal")
    person.keys(Keys.ESCAPE)
    person.wait(lambda: not bank.driver.find_elements(By.CSS_SELECTOR, ".question"), "the question is closed")
    assert len(titles(bank)) == 3 and focus(person) == "Remove: Borrower Eva", (titles(bank), focus(person))
    press(bank, 1, "remove")
    person.agree()
    person.wait(lambda: titles(bank) == ["Borrower Bo", "Borrower Albert"], titles(bank))
    person.wait(lambda: focus(person) == "Remove: Borrower Albert", focus(person))
    # Errors name the item by its title, and so does the signature.
    person.fill("borrowers[1].name", "Bo")
    person.wait(lambda: person.fault("borrowers[1].name"), "a duplicate")
    person.press("Add a borrower")
    person.wait(lambda: person.there("borrowers[2].name"))
    person.tap("send")
    person.wait(lambda: [each.split(":")[0] for each in links(bank)] == ["Borrower Bo, Name", "Borrowers 3, Name"], links(bank))
    person.fill("borrowers[1].name", "Ida")
    person.fill("borrowers[2].name", "Kim")
    person.wait(lambda: not person.fault("borrowers[1].name") and titles(bank)[1:] == ["Borrower Ida", "Borrower Kim"], titles(bank))
    person.tap("send")
    person.see("Borrowers, Borrower Ida")
    bank.axe("a signature with titles of items")


@pytest.mark.landing
def test_preset_items(bank, person):
    """A list follows its records until the person changes an item. A change of another atom can reset
    and fill it."""
    person.log_in("valence://trial/presets", language="en")
    person.wait(lambda: person.there("own[1].currency"))
    rubles = titles(bank)
    person.toggle("dollars")
    person.wait(lambda: titles(bank) != rubles and person.value("own[0].currency") == "USD", titles(bank))
    dollars = titles(bank)
    # An entry makes the list the person's own.
    person.fill("own[0].note", "mine")
    person.toggle("dollars")
    person.quiet()
    assert titles(bank) == dollars and person.value("own[0].note") == "mine", titles(bank)
    person.toggle("again")
    person.wait(lambda: titles(bank) == rubles, titles(bank))
    assert not person.value("own[0].note")
    person.toggle("dollars")
    person.wait(lambda: titles(bank) == dollars, titles(bank))
    # The filled list is the person's own too. Each item follows the item before.
    person.toggle("all")
    person.wait(lambda: len(titles(bank)) == len(rubles) + len(dollars), titles(bank))
    last = len(rubles) + len(dollars) - 1
    person.wait(lambda: person.shown(f"own[{last}].place") == str(last + 1), person.shown(f"own[{last}].place"))
    press(bank, 0, "remove")
    person.wait(lambda: len(titles(bank)) == last and person.shown(f"own[{last - 1}].place") == str(last), titles(bank))
    person.toggle("dollars")
    person.quiet()
    assert len(titles(bank)) == last, titles(bank)
    bank.axe("a list with a preset")
    bank.shots("preset-items")
