"""Tests of the page for unknown records and addresses, and of the question before a card is
blocked."""
import pytest
from selenium.webdriver.common.keys import Keys

from EndToEnd.bank import Client
from EndToEnd.browser.user import DESKTOP, PHONE

NOBODY = "01a1fbc2-8b21-7d5c-a9c2-7a4a3f4b7f19"
# Hashes of addresses and links, with the heading of the page.
UNKNOWN = {
    f"/operations/card.status?card={NOBODY}": "Такой карты нет",
    "/screens/account?account=40817810500000000009": "Такого счёта нет",
    f"/screens/deal?deal={NOBODY}": "Такого предложения нет",
    f"/submissions/{NOBODY}/result": "Такой отправки нет",
    "/operations/nowhere": "Такой операции нет",
    "/screens/nowhere": "Такой страницы нет",
    "/operations/transfer.own?from=1": "Такого значения нет",
    "/operations/pp.quick?ghost=1": "Неизвестный параметр запроса",
    "/cards": "Такой страницы нет",
    "//elsewhere.example/x": "Ссылка не разобрана",
}


def page(person, heading, why):
    """Checks the page of an unknown record: a heading with the focus, one button, and no dash
    instead of a value."""
    person.wait(lambda: person.heading() == heading, f"{why}: {heading}")
    person.quiet()
    person.wait(lambda: person.script("return document.activeElement.tagName + document.activeElement.innerText") == "H1" + heading, f"{why}: the heading has the focus")
    seen = person.script("""
        const layer = [...document.querySelectorAll('.layer')].filter((each) => each.checkVisibility()).at(-1);
        return [layer.innerText, [...layer.querySelectorAll('.layer-body button')].filter((each) => each.checkVisibility()).map((each) => each.innerText)]""")
    assert seen[1] == ["На главную"] and "—" not in seen[0] and "`" not in seen[0], seen


@pytest.mark.landing
def test_unknown_addresses(bank, person):
    """Unknown records, addresses and parameters have a page. Back and its button lead to home."""
    person.log_in()
    for number, (hash, heading) in enumerate(UNKNOWN.items()):
        if number % 8:
            person.script("location.hash = arguments[0]", hash)
        else:
            person.come(hash)
            if person.there("password"):
                person.enter_login()
        page(person, heading, hash)
        if number % 2:
            person.back()
        else:
            person.press("На главную")
        person.wait(lambda: person.heading() == "Главная", f"Home after {hash}")


@pytest.mark.landing
def test_unknown_page(bank, person):
    """The page is the same after a reload, in the other language, and after a login. A wrong
    parameter is named."""
    person.log_in(f"valence://cards/card?id={NOBODY}")
    page(person, "Такой карты нет", "after the login")
    bank.shots("unknown")
    bank.axe("an unknown card")
    bank.driver.refresh()
    page(person, "Такой карты нет", "after a reload")
    person.press("Switch to English")
    person.wait(lambda: person.heading() == "There is no such card")
    assert "The link may be outdated or mistyped" in person.text()
    person.press("Переключить")
    person.wait(lambda: person.heading() == "Такой карты нет")
    person.press("Выйти")
    person.wait(lambda: person.there("password"))
    person.come("valence://accounts/account?ghost=2")
    person.enter_login()
    person.wait(lambda: person.heading() == "Неверные параметры ссылки")
    person.see("ghost: такого параметра нет")
    # A malformed link has the page before the login.
    person.press("Выйти")
    person.wait(lambda: person.there("password"))
    person.come("valence://nothing")
    person.wait(lambda: person.heading() == "Ссылка не разобрана")
    person.back()
    person.wait(lambda: person.there("password"))


@pytest.mark.landing
def test_unknown_row(bank, person):
    """A row whose record no longer exists leads to the page, and Back returns to the row."""
    person.log_in()
    person.script("const asked = window.fetch; window.fetch = (href, options) => asked(href.replace('screens/card', 'screens/nowhere'), options)")
    person.row("Зарплатная")
    page(person, "Такой страницы нет", "a row")
    person.back()
    person.wait(lambda: person.heading() == "Главная" and "Зарплатная" in person.script("return document.activeElement.innerText"))


def in_reach(person, why):
    """The main button of the top sheet is visible and not covered."""
    person.quiet()
    found = person.script("""
        const sheet = [...document.querySelectorAll('dialog.layer[open]')].at(-1);
        const button = [...sheet.querySelectorAll('.actions .button:not(.quiet)')].find((each) => each.checkVisibility());
        const {left, right, top, bottom} = button.getBoundingClientRect();
        const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        const animated = sheet.getAnimations().some((each) => each.playState === 'running');
        return [animated, sheet.scrollTop, bottom <= Math.min(innerHeight, sheet.getBoundingClientRect().bottom) && top >= 0 && over === button, button.innerText, top, bottom]""")
    if found[0]:
        return person.wait(lambda: not person.script("return document.querySelector('dialog.layer[open]').getAnimations().length")) and in_reach(person, why)
    assert found[1] == 0 and found[2], f"{why}: {found}"


@pytest.mark.landing
def test_sheets_in_reach(bank, person):
    """The main button of each sheet with an operation is visible at once, on a desktop and on a
    phone."""
    person.log_in()
    sheets = (("Главная", lambda: (person.row("Зарплатная"), person.press("Заблокировать карту")), "block"), ("Платежи", lambda: person.press("Заказ справки"), "order"),
              ("Профиль", lambda: person.press("Смена пароля"), "save"), ("Профиль", lambda: person.press("матриц"), None))
    for size in (DESKTOP, PHONE):
        person.size(size)
        for tab, opened, button in sheets:
            person.tab(tab)
            opened()
            person.wait(lambda: person.script("return document.querySelector('dialog.layer[open] .actions .button') !== null"), f"{button} at {size}")
            in_reach(person, f"{button} at {size}")
            bank.seen(f"sheet-{button}-{size[0]}")
            person.keys(Keys.ESCAPE)
            person.wait(lambda: not person.script("return document.querySelector('dialog.layer[open]') !== null"))
            if person.heading() == "Карта":
                person.back()
                person.wait(lambda: person.heading() == "Главная")


@pytest.mark.landing
def test_asked_before_a_card_is_blocked(bank, person):
    """Blocking asks a question that names the card. Before a card is chosen, no future state is
    shown. Cancelling the question blocks nothing."""
    asks = lambda: person.script("return document.querySelector('.question[open]')?.innerText ?? null")
    posts = lambda: [each for each in bank.wire.requests("POST", "/submissions") if "card" in each[1]]
    person.log_in()
    person.size(DESKTOP)
    person.tab("Платежи")
    person.press("Карта")
    person.wait(lambda: person.there("card"))
    assert not person.there("status") and "Новое состояние" not in person.text(), person.text()
    person.choose("card", "Для покупок")
    person.wait(lambda: person.there("status"))
    in_reach(person, "a card that was chosen")
    bank.seen("card-desktop")
    person.tap("block")
    person.wait(asks)
    title, text = asks().split("\n\n")[:2] if "\n\n" in asks() else asks().split("\n")[:2]
    assert title == "Заблокировать карту 400000******4321?" and "подпис" in text, asks()
    answers = person.script("return [...document.querySelectorAll('.question .answers button')].map((each) => [each.innerText, each.className, each === document.activeElement])")
    assert answers == [["Не блокировать", "button quiet", True], ["Заблокировать", "button danger", False]], answers
    bank.shots("card-question")
    bank.axe("the question before a card is blocked")
    person.keys(Keys.ESCAPE)
    person.wait(lambda: not asks())
    assert person.focused() == "block" and not posts()
    person.keys(Keys.ESCAPE)
    person.agree()
    # In English, and accepted.
    person.press("Switch to English")
    person.press("Card", among=".row")
    person.choose("card", "4321")
    person.tap("block")
    person.wait(lambda: "Block the card 400000******4321?" in (asks() or ""))
    assert "signature" in asks() and not posts()
    person.agree()
    person.see("Executed")
    assert len(posts()) == 1
    status, cards = Client(bank.server.address).login("demo", "valence-demo").send("GET", "/cards")
    assert status == 200 and [each["status"] for each in cards["data"]].count("blocked") == 2, cards
    # Restore the card for other tests.
    person.back()
    person.press("Card", among=".row")
    person.choose("card", "4321")
    person.tap("unblock")
    person.sign()
    person.see("Executed")
