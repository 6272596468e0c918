"""Tests of the pages of a card, an offer, the sessions, the help for the login and the
registration."""
import re

import pytest
from selenium.webdriver.common.keys import Keys

from EndToEnd.bank import Client, run
from EndToEnd.browser.user import PHONE

CHOSEN = "return arguments[0].querySelector('select').selectedOptions[0].text"
SHEET = "return document.querySelector('dialog.layer[open]') !== null"


@pytest.mark.landing
def test_card_page(bank, person):
    """A card has a page with state, number, account and movements. Blocking it asks first, and the
    page is updated."""
    person.log_in()
    person.row("Зарплатная")
    person.wait(lambda: person.heading() == "Карта" and not person.script(SHEET), "a card is a page")
    for text in ("Карта действует", "220000******1234", "Действует до", "Движения по счёту карты"):
        person.see(text)
    person.quiet()
    bank.shots("card-page")
    bank.axe("the page of a card")
    person.press("Заблокировать карту")
    person.wait(lambda: person.there("block"))
    assert person.script(SHEET) and person.script(CHOSEN, person.atom("card")).startswith("Зарплатная")
    person.tap("block")
    person.agree()
    person.see("Исполнено")
    person.back()
    person.wait(lambda: person.heading() == "Карта" and "Карта заблокирована" in person.text() and "Карта действует" not in person.text(), "the page is updated")
    assert "Разблокировать карту" in person.text() and "Заблокировать карту" not in person.text()
    bank.shots("card-page-blocked")
    bank.driver.refresh()
    person.see("Движения по счёту карты")
    person.press("Разблокировать карту")
    person.tap("unblock")
    person.sign()
    person.see("Исполнено")
    person.back()
    person.see("Карта действует")


@pytest.mark.landing
def test_offer_page(bank, person):
    """An offer has a last day and an action: a request that contains the offer and the person's
    telephone number."""
    person.log_in()
    person.row("Вклад")
    person.see("застрахованы")
    person.see("Действует до")
    person.quiet()
    assert person.script("return getComputedStyle(document.querySelector('[data-module=deal_request] .row-line')).justifyContent") == "center", "the main action is a button"
    bank.shots("offer")
    bank.axe("an offer")
    person.press("Оставить заявку")
    person.wait(lambda: person.there("send"))
    assert person.script(CHOSEN, person.atom("deal")) == "Вклад «Осенний»" and person.value("phone"), "the request is filled in"
    person.quiet()
    bank.shots("offer-request")
    bank.axe("the request for an offer")
    person.tap("send")
    person.see("Исполнено")


@pytest.mark.landing
def test_login_help(bank, person):
    """The login has help, without a session, and a button for the other language with its own
    name."""
    person.come()
    tools = lambda: person.script("return document.querySelector('[data-tool=language]').innerText")
    assert tools() == "English"
    person.press("Не получается войти?")
    person.wait(lambda: person.script(SHEET) and person.heading() == "Не получается войти?")
    person.see("Caps Lock")
    person.quiet()
    bank.shots("login-help")
    bank.axe("the help with the login")
    person.keys(Keys.ESCAPE)
    person.wait(lambda: not person.script(SHEET) and person.there("password"))
    person.press("English")
    person.wait(lambda: person.heading() == "Log in" and tools() == "Русский")
    person.see("Cannot log in?")
    person.size((320, 740))
    assert person.script("return document.documentElement.scrollWidth <= innerWidth")
    person.size(PHONE)
    person.press("Русский")
    person.wait(lambda: person.heading() == "Вход")


def sent_code(log):
    """Returns the last one-time code of a registration in the server's log; None before it is
    sent."""
    with open(log, encoding="utf-8") as file:
        found = re.findall(r"регистрации: (\d{6})", file.read())
    return found[-1] if found else None


@pytest.mark.landing
def test_registration(bank, person):
    """A person without a login comes from the login page to the home screen: the code of an
    invitation, the one-time code, a login and a password."""
    database = ("--database", bank.server.database)
    added = run(bank.server.program, "users", "add", "--external-id", "C-2002", "--name", "Пётр Новый", "--phone", "+79001234567", *database)
    invited = run(bank.server.program, "users", "invite", "C-2002", *database)
    assert added[0] == 0 and invited[0] == 0, (added, invited)
    code = re.search(r"^code (\S+)", invited[1], re.M).group(1)
    person.come()
    person.press("Впервые здесь или забыли пароль?")
    person.wait(lambda: person.heading() == "Регистрация")
    person.quiet()
    bank.shots("registration-code")
    bank.axe("the code of an invitation")
    person.fill("code", "0000-0000-0000")
    person.tap("next")
    person.wait(lambda: person.fault("code") == "Код неизвестен, истёк или уже использован")
    person.fill("code", code.lower())
    person.tap("next")
    person.wait(lambda: person.there("password"))
    person.see("Код отправлен на номер +7********67")
    person.quiet()
    bank.shots("registration-entry")
    bank.axe("the login and the password of a registration")
    # The demo's log has the one-time codes.
    person.fill("code", person.wait(lambda: sent_code(bank.log)))
    person.fill("login", "petr")
    person.fill("password", "short")
    person.tap("enter")
    person.wait(lambda: person.fault("password"))
    person.fill("password", "a long password of mine")
    person.tap("enter")
    person.wait(lambda: person.script("return JSON.parse(sessionStorage.getItem('valence.session'))?.user.name") == "Пётр Новый")
    person.wait(lambda: not person.there("password"))
    assert person.script("return JSON.parse(sessionStorage.getItem('valence.session')).logout.href") == "/auth/logout"


# Adds an action for all sessions to the list's response, as the server does.
OFFERING = """const asked = window.fetch;
    window.fetch = async (href, options) => {
      const answer = await asked(href, options);
      if (!String(href).endsWith('/auth/sessions') || (options?.method ?? 'GET') !== 'GET') return answer;
      const body = await answer.json();
      const title = 'Завершить все другие входы';
      if (body.count > 1) body.actions ??= [{name: 'endOthers', title, method: 'DELETE', href: '/auth/sessions?keep=current', tone: 'danger', confirm: {title: title + '?', action: 'Завершить'}}];
      return new Response(JSON.stringify(body), {status: answer.status, headers: {'Content-Type': 'application/json'}});
    }"""


@pytest.mark.full
def test_sessions_page(bank, person):
    """The profile leads to the sessions. The current one is marked. Another one ends after a
    question, and so do all others together."""
    others = [Client(bank.server.address).login("demo", "valence-demo") for _ in range(3)]
    rows = lambda: person.script("return [...document.querySelectorAll('[data-module=sessions] .list > li')].map((each) => each.innerText)")
    alive = lambda: [each.send("GET", "/auth/sessions")[0] == 200 for each in others]
    person.log_in()
    person.script(OFFERING)
    person.tab("Профиль")
    person.see("Уведомлений нет. О новых предложениях сообщим")
    person.press("Где вы вошли")
    person.wait(lambda: person.heading() == "Где вы вошли" and len(rows()) >= 4)
    person.quiet()
    assert [each.count("Этот вход") for each in rows()] == [1] + [0] * (len(rows()) - 1), rows()
    bank.shots("sessions")
    bank.axe("the sessions")
    count = len(rows())
    assert not person.script("return document.querySelector('[data-module=sessions] .list > li').querySelector('.menu-opener')"), "the current session has no menu"
    person.script("document.querySelector('[data-module=sessions] .menu-opener').click()")
    person.press("Завершить", among="[role=menuitem]")
    person.agree()
    person.wait(lambda: len(rows()) == count - 1 and alive().count(False) == 1, "one has ended")
    person.press("Завершить все другие входы")
    person.wait(lambda: person.script("return document.querySelector('.question[open]')?.innerText")).startswith("Завершить все другие входы?")
    person.keys(Keys.ESCAPE)
    assert alive().count(True) == 2, "cancelling the question ends no session"
    person.press("Завершить все другие входы")
    person.agree()
    person.wait(lambda: len(rows()) == 1 and not any(alive()), "all others have ended")
    person.wait(lambda: "Завершить все другие" not in person.text(), "nothing is left to end")
    person.wait(lambda: person.script("return document.activeElement.closest('.layer') !== null"), "the focus stays on the page")


@pytest.mark.full
def test_names(bank, person):
    """Actions have clear names in both languages. A text that is too long shows the number of
    excess characters."""
    person.log_in(language="en")
    for text in ("Between my accounts", "By account details", "Offers"):
        person.see(text)
    person.tab("Payments")
    person.see("By account details")
    person.log_in("valence://cash/order", language="en")
    for text in ("From", "Banknotes 1", "Add: Banknotes", "Total, ₽"):
        person.see(text)
    assert "In all" not in person.text() and "Debit account" not in person.text()
    person.log_in("valence://payments/quick", language="en")
    for over, text in ((1, "1 character over the limit"), (3, "3 characters over the limit")):
        person.paste("purpose", "a" * (210 + over))
        person.wait(lambda: text in person.atom("purpose").text, text)
    person.log_in("valence://certificates/order")
    person.see("На e-mail")
    person.log_in()
    for text in ("Между своими", "По реквизитам"):
        person.see(text)


@pytest.mark.landing
def test_limits_page(bank, person):
    """The profile leads to the daily limits, each with the amounts sent and left today."""
    person.log_in()
    person.tab("Профиль")
    person.press("Лимиты")
    person.see("Осталось на сегодня")
    person.see("1\u00a0000\u00a0000,00\u00a0₽")
    person.quiet()
    bank.shots("limits")
    bank.axe("the limits")
