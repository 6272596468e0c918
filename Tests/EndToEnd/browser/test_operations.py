"""Each operation of the bank, filled in and signed."""
import re

import pytest
from selenium.webdriver.common.by import By

from EndToEnd.bank import Client
from EndToEnd.browser.scenes import BANK, QUICK, ending, enter_readings
from EndToEnd.browser.user import DESKTOP, NARROW, PHONE


@pytest.mark.landing
def test_logging_in(bank, person):
    person.come()
    assert person.heading() == "Вход", person.heading()
    bank.shots("login")
    bank.axe("login")
    person.fill("login", "demo")
    person.fill("password", "wrong password")
    person.tap("enter")
    person.wait(lambda: person.fault("password"))
    assert person.focused() == "password"
    bank.axe("login with a fault")
    person.fill("password", "valence-demo")
    person.tap("enter")
    person.see("Здравствуйте")
    person.quiet()
    person.see("152 300,00 ₽".replace(" ", "\u00a0"))
    bank.shots("home")
    bank.axe("home")


@pytest.mark.landing
def test_paying(bank, person):
    person.log_in("valence://payments/quick")
    person.wait(lambda: person.there("send"))
    bank.axe("payment")
    person.tap("send")
    person.wait(lambda: person.fault("purpose"))
    # Each violation is at its atom. The first one is visible and has the focus.
    for path in ("name", "account", "bic", "amount", "purpose"):
        assert person.fault(path), path
    # A list above the form shows them and has the focus. A link leads to each field.
    faults = lambda: bank.driver.find_element(By.CSS_SELECTOR, ".faults")
    assert person.script("return document.activeElement.className") == "faults"
    links = lambda: [each.text for each in faults().find_elements(By.TAG_NAME, "a")]
    assert len(links()) == 3 and links()[1].startswith("Счёт получателя: "), links()
    assert faults().accessible_name == "Проверьте эти поля", faults().accessible_name
    box = "const box = document.activeElement.getBoundingClientRect(); return box.top >= 0 && box.bottom <= innerHeight"
    assert person.script(box)
    faults().find_elements(By.TAG_NAME, "a")[1].click()
    assert person.focused() == "account" and person.script(box)
    bank.shot("payment-faults-phone")
    bank.axe("payment with faults")
    person.choose("from", "Текущий")
    for path, text in QUICK.items():
        person.fill(path, text)
    # A corrected fault leaves the list.
    person.wait(lambda: len(links()) == 1)
    person.see("ПАО Сбербанк", "the bank of the BIC is shown")
    person.fill("amount", "1234,5")
    assert person.value("amount") == "1\u00a0234,50", person.value("amount")
    assert not person.fault("amount")
    bank.shots("payment")
    person.tap("send")
    person.see("Код из ячейки")
    bank.shots("signature")
    bank.axe("signature")
    person.sign(wrong=True)
    person.see("Неверный код")
    assert person.script("return [...document.querySelectorAll('.form')].filter(each => each.checkVisibility()).at(-1).innerText").count("Осталось попыток") == 1, "the attempts are shown once"
    person.wait(lambda: person.script("return document.activeElement.className") == "code", "the first code has the focus")
    assert person.script("const box = document.querySelector('.faults').getBoundingClientRect(); return box.top >= 0 && box.bottom <= innerHeight"), "the faults are visible"
    person.sign()
    person.wait(lambda: person.heading() in ("Исполнено", "Подписано"))
    person.see("1\u00a0234,50")
    bank.shots("result")
    bank.axe("result")
    # A sent form is not in the history: Back leads to the page from which it was opened.
    person.back()
    person.wait(lambda: person.heading() == "Главная")
    person.wait(lambda: "151\u00a0065,50" in (bank.balance(person) or ""), "the balance has changed")


@pytest.mark.landing
def test_paying_in_steps(bank, person):
    person.log_in("valence://payments/steps?bic=044525225")
    person.wait(lambda: person.there("name"))
    assert person.value("bic") == BANK, person.value("bic")
    person.tap("next")
    person.wait(lambda: person.fault("name"), "a step is checked before the next one")
    for path in ("name", "account"):
        person.fill(path, QUICK[path])
    bank.shots("step")
    bank.axe("step")
    person.tap("next")
    person.choose("from", "Текущий")
    person.fill("purpose", QUICK["purpose"])
    person.fill("amount", "100000,01")
    person.tap("next")
    person.see("100\u00a0000,01", "a large payment has one more step")
    assert person.heading() == "Крупный платёж", person.heading()
    person.press("Назад")
    person.wait(lambda: person.there("amount"))
    assert person.value("amount") == "100\u00a0000,01", person.value("amount")
    person.fill("amount", "50")
    person.tap("next")
    person.wait(lambda: person.heading() == "Проверьте платёж")
    person.see("50,00\u00a0₽")
    bank.shots("step-confirm")
    bank.axe("step that is a screen")
    # On another device the flow continues at the same step.
    person.log_in("valence://payments/steps")
    person.wait(lambda: person.heading() == "Проверьте платёж", "the flow is resumed")
    cut = bank.wire.lose(ending("/submissions"))
    person.press("Отправить")
    person.wait(lambda: cut.met)
    person.press("Повторить")
    person.see("Код из ячейки")
    person.sign()
    person.wait(lambda: person.heading() in ("Исполнено", "Подписано"))
    assert len({seen[2]["Idempotency-Key"] for seen in bank.wire.requests("POST", "/flows/payments.steps/submissions")}) == 1
    person.back()
    person.wait(lambda: person.heading() == "Главная")


@pytest.mark.full
def test_steps_of_all_kinds(bank, person):
    person.log_in("valence://trial/steps")
    person.wait(lambda: person.heading() == "Откуда платить")
    person.row("Текущий")
    person.wait(lambda: person.there("name"), "the choice continues the flow")
    # A step replaces the previous one, so Back leaves the flow, and the flow keeps its step.
    person.back()
    person.wait(lambda: person.heading() == "Главная")
    person.come("valence://trial/steps")
    person.enter_login()
    person.wait(lambda: person.there("name"), "the flow is resumed")
    for path in ("name", "account", "bic"):
        person.fill(path, QUICK[path])
    person.tap("next")
    person.wait(lambda: person.there("purpose"))
    # Another device returns to the previous step. This page is outdated and gets the current step.
    other = Client(bank.server.address).login("demo", "valence-demo")
    status, _ = other.send("POST", "/flows/trial.steps/steps/rest/back", {})
    assert status == 200, status
    person.fill("purpose", QUICK["purpose"])
    person.fill("amount", "1")
    person.tap("next")
    person.wait(lambda: person.there("name") and not person.there("purpose"), "the current step is shown")
    person.tap("next")
    person.fill("purpose", "x" * 300)
    person.fill("amount", "1")
    person.tap("next")
    person.wait(lambda: person.heading() == "Проверьте платёж")
    person.press("Отправить")
    # The whole submission is checked at the end. A fault leads to the step of its value.
    person.wait(lambda: person.there("purpose") and person.fault("purpose"), "the fault is at its atom")
    assert person.focused() == "purpose", person.focused()
    person.tap("back")
    person.wait(lambda: person.there("name"))
    person.tap("cancel")
    person.agree()
    person.wait(lambda: person.heading() == "Главная")
    status, _ = other.send("GET", "/flows/trial.steps")
    assert status == 404, status


@pytest.mark.landing
def test_review_of_a_flow(bank, person):
    """A flow ends at an exit or at the review, from which a step is changed."""
    person.log_in("valence://trial/review")
    person.wait(lambda: person.heading() == "Откуда платить")
    person.row("Текущий")
    person.fill("name", "Никто")
    for path in ("account", "bic"):
        person.fill(path, QUICK[path])
    person.tap("next")
    person.wait(lambda: person.heading() == "Не платим", "the exit")
    person.see("Никто не получатель")
    assert "Далее" not in person.text() and "Отправить" not in person.text()
    bank.axe("the exit of a flow")
    person.press("Назад")
    person.fill("name", QUICK["name"])
    person.tap("next")
    person.fill("purpose", QUICK["purpose"])
    person.fill("amount", "40")
    person.tap("next")
    person.wait(lambda: person.heading() == "Проверьте данные", "the review")
    person.see("40,00")
    bank.axe("the review of a flow")
    bank.shots("flow-review")
    person.script("[...document.querySelectorAll('.change')].find((each) => each.ariaLabel.includes('Сумма')).click()")
    person.wait(lambda: person.there("amount"), "the step of the amount")
    person.fill("amount", "41")
    person.tap("next")
    person.wait(lambda: person.heading() == "Проверьте данные", "the review again")
    person.see("41,00")
    person.tap("submit")
    person.see("Код из ячейки")
    person.sign()
    person.wait(lambda: person.heading() in ("Исполнено", "Подписано"))


@pytest.mark.landing
def test_errors_of_a_flow(bank, person):
    """An error of the last step leads to the step where the value was chosen. If no step has the
    field, a notice names it."""
    person.log_in("valence://trial/fee")
    person.fill("purpose", QUICK["purpose"])
    person.fill("amount", "51")
    person.tap("next")
    person.wait(lambda: person.heading() == "Проверьте сумму")
    person.press("Отправить")
    person.wait(lambda: person.notice("send"), "the error is shown")
    assert "Комиссия: Не больше 100" in person.notice("send"), person.notice("send")
    assert "Повторить" not in person.notice("send"), "a repetition has the same error"
    bank.axe("an error of a flow")
    bank.shots("flow-error")
    person.press("Отменить")
    person.wait(lambda: person.heading() == "Главная")
    person.log_in("valence://trial/steps")
    person.wait(lambda: person.heading() == "Откуда платить")
    person.row("Долларовый")
    for path in ("name", "account", "bic"):
        person.fill(path, QUICK[path])
    person.tap("next")
    person.fill("purpose", QUICK["purpose"])
    person.fill("amount", "1")
    person.tap("next")
    person.wait(lambda: person.heading() == "Проверьте платёж")
    person.press("Отправить")
    person.wait(lambda: person.heading() == "Откуда платить", "the step of the account")
    assert "Списать со счёта: " in person.notice("send"), person.notice("send")
    status, _ = Client(bank.server.address).login("demo", "valence-demo").send("DELETE", "/flows/trial.steps")
    assert status == 204, status


@pytest.mark.landing
def test_full_payment(bank, person):
    person.size(DESKTOP)
    person.log_in("valence://payments/full")
    person.wait(lambda: person.there("kind"))
    person.choose("kind", "Налоговый")
    person.wait(lambda: person.there("singleTax"))
    person.see("101: статус плательщика")
    bank.shots("full-tax")
    person.size(DESKTOP)
    bank.axe("tax payment")
    person.toggle("singleTax")
    person.wait(lambda: person.value("name"), "the payee is filled in")
    assert person.input("name").get_property("readOnly")
    person.toggle("singleTax")
    person.wait(lambda: not person.input("name").get_property("readOnly"))
    person.choose("kind", "Обычный")
    person.wait(lambda: not person.there("singleTax"))
    for path, text in {"number": "7", "amount": "10", "name": QUICK["name"], "bic": QUICK["bic"], "account": QUICK["account"],
                       "purpose": QUICK["purpose"]}.items():
        person.fill(path, text)
    person.choose("from", "Текущий")
    today = person.value("date")
    assert re.fullmatch(r"\d\d\.\d\d\.\d{4}", today), today
    person.see("ПАО Сбербанк")
    person.wait(lambda: person.value("correspondentAccount"))
    person.tap("send")
    # The amount and the codes are visible together, on a low screen too.
    person.wait(lambda: person.focused() and bank.driver.find_elements(By.CSS_SELECTOR, "input.code"))
    inside = "return [...document.querySelectorAll('.signed .hero, input.code')].every(each => { const box = each.getBoundingClientRect(); return box.top >= 0 && box.bottom <= innerHeight; })"
    assert person.script(inside), "the sum and the codes are visible together"
    person.sign()
    person.wait(lambda: person.heading() in ("Исполнено", "Подписано"))


@pytest.mark.full
def test_row_of_a_transfer(bank, person):
    """The row of a transfer between own accounts has the last digits of the account in one line,
    and the whole number for a screen reader."""
    values = {"from": "40817810500000000001", "to": "40817810800000000002", "amount": "10"}
    client = Client(bank.server.address).login("demo", "valence-demo")
    status, answer = client.send("POST", "/operations/transfer.own/submissions", {"values": values}, Idempotency_Key="row-of-a-transfer")
    assert status == 201, answer
    person.log_in("/screens/history")
    find = lambda: next(each for each in bank.driver.find_elements(By.CSS_SELECTOR, ".list button.row") if "•• 0002" in each.text)
    person.wait(find, "the transfer is listed")
    for size in (NARROW, PHONE, DESKTOP):
        person.size(size)
        row = find()
        assert "40817 810 8 0000 0000002" in row.accessible_name.replace("\u00a0", " ") and "•" not in row.accessible_name, row.accessible_name
        lines = person.script("const box = document.createRange(); box.selectNodeContents(arguments[0]); return new Set([...box.getClientRects()].map(each => each.top)).size",
                              row.find_element(By.CSS_SELECTOR, ".row-title [aria-hidden]"))
        assert lines == 1, (size, lines)
        bank.seen(f"own-transfer-{size[0]}")
    person.size(PHONE)
    bank.axe("a transfer between own accounts")


@pytest.mark.landing
def test_transferring(bank, person):
    person.log_in("valence://payments/own")
    # A choice is marked as required, and its fault describes it.
    person.tap("send")
    person.wait(lambda: person.fault("to"))
    choice = person.atom("to").find_element(By.CSS_SELECTOR, "[role=combobox]")
    assert choice.accessible_name == "Зачислить на счёт" and choice.get_attribute("aria-invalid") == choice.get_attribute("aria-required") == "true"
    assert person.script("return document.getElementById(arguments[0].getAttribute('aria-describedby').split(' ')[0]).innerText", choice) == person.fault("to")
    person.choose("from", "Долларовый")
    person.wait(lambda: "Текущий" not in person.options_of("to"), "only dollar accounts are offered")
    person.choose("from", "Текущий")
    person.choose("to", "Накопительный")
    person.fill("amount", "999999999")
    person.wait(lambda: person.fault("amount"), "more than the balance")
    person.fill("amount", "100")
    person.wait(lambda: not person.fault("amount"))
    bank.shots("transfer")
    person.tap("send")
    person.wait(lambda: person.heading() == "Исполнено" or "Исполнено" in person.text())


@pytest.mark.landing
def test_paying_a_provider(bank, person):
    person.log_in("valence://payments/provider")
    person.choose("from", "Текущий")
    person.type("provider", "о")
    person.wait(lambda: person.script("return [...document.querySelectorAll('.options .row-image')].filter(each => each.naturalWidth > 0).length > 2"),
                "marks are next to the names of providers")
    bank.shots("marks of providers")
    bank.axe("marks of providers")
    person.choose("provider", "Городской водоканал")
    account = provider_account(bank)
    person.wait(lambda: person.there("payee"))
    person.fill("account", account)
    person.wait(lambda: person.there("meters[0].reading"), "the meters of the number are shown")
    previous = person.value("meters[0].previous")
    person.fill("meters[0].reading", "1")
    person.wait(lambda: person.fault("meters[0].reading"), "not below the previous one")
    person.wait(lambda: person.shown("meters[0].sum") == "—", "a wrong reading has no sum")
    enter_readings(bank, person)
    assert previous
    bank.shots("meters")
    bank.axe("meters")
    person.tap("send")
    person.sign()
    person.wait(lambda: person.heading() in ("Исполнено", "Подписано"))


def provider_account(bank):
    client = Client(bank.server.address).login("demo", "valence-demo")
    return client.send("GET", "/providers/gorvodokanal")[1]["subscriptions"][0]["account"]


@pytest.mark.landing
def test_refused_and_waiting_signatures(bank, person):
    # A failed test can have left unsigned submissions.
    client = Client(bank.server.address).login("demo", "valence-demo")
    for each in client.send("GET", "/submissions?unsigned=true")[1]["data"]:
        client.send("POST", f"/submissions/{each['id']}/cancel")
    person.log_in("valence://payments/quick")
    person.choose("from", "Текущий")
    for path, text in {**QUICK, "amount": "77"}.items():
        person.fill(path, text)
    person.tap("send")
    for _ in range(2):
        person.script("document.querySelectorAll('.faults').forEach(each => each.remove())")
        person.sign(wrong=True)
        person.see("Неверный код")
        person.quiet()
    person.sign(wrong=True)
    # The page shows the final state, without a signature.
    person.wait(lambda: person.heading() == "Отклонено", "the payment was refused")
    person.see("Три неверных кода")
    assert not person.there("sign"), "no signature is possible"
    assert "Отправка завершена" not in person.text()
    bank.shots("signature-refused")
    bank.axe("a payment that was refused")
    # The typed values are still in the form, without a note on a pending payment.
    person.back()
    person.wait(lambda: person.there("amount"))
    assert person.value("amount") == "77,00" and person.value("name") == QUICK["name"]
    person.quiet()
    assert "ждёт подписи" not in person.text()
    # Sent and left unsigned: the form shows a note before the same payment is sent again.
    person.tap("send")
    person.see("Код из ячейки")
    person.back()
    person.see("Уже отправлено и ждёт подписи")
    bank.shots("waiting")
    bank.axe("a form with a payment that waits")
    person.fill("amount", "77,01")
    person.tap("send")
    person.see("Код из ячейки")
    person.back()
    person.see("ждёт подписи: 2")
    waiting = lambda: bank.driver.find_elements(By.CSS_SELECTOR, ".waiting li")
    assert len(waiting()) == 2
    # One is cancelled there, and the other is signed.
    person.script("[...document.querySelectorAll('.waiting li button')].find(each => each.innerText === 'Отменить').click()")
    person.agree()
    person.wait(lambda: len(waiting()) == 1 and "Отменено" in person.text())
    person.script("document.querySelectorAll('.notice').forEach(each => each.remove())")
    # Home shows it too, with a link.
    person.back()
    person.wait(lambda: person.heading() == "Главная")
    person.wait(lambda: "Ждут подписи" in person.text(), "home shows the pending payment")
    person.quiet()
    bank.shots("home-waiting")
    bank.axe("home with a payment that waits")
    bank.driver.find_elements(By.CSS_SELECTOR, "[data-module=unsigned] button.row")[0].click()
    person.wait(lambda: person.heading() == "Ждёт подписи")
    person.tap("sign")
    person.sign()
    person.wait(lambda: person.heading() in ("Исполнено", "Подписано"))
    person.back()
    person.wait(lambda: person.heading() == "Главная" and "Ждут подписи" not in person.text(), "no payment is pending")
    # Cancelling on the page of the signature returns to the form, without a note.
    person.come("valence://payments/quick")
    person.enter_login()
    person.choose("from", "Текущий")
    for path, text in {**QUICK, "amount": "78"}.items():
        person.fill(path, text)
    person.tap("send")
    person.tap("cancel")
    person.agree()
    person.see("Отменено")
    person.wait(lambda: person.there("amount") and "ждёт подписи" not in person.text())


@pytest.mark.landing
def test_blocking_a_card(bank, person):
    person.log_in()
    person.press("Зарплатная")
    person.press("Заблокировать карту")
    person.wait(lambda: person.there("block"))
    assert person.script("return document.querySelector('dialog[open]') !== null"), "a card opens in a sheet"
    person.see("Карта действует")
    bank.shots("card")
    bank.axe("card")
    person.tap("block")
    person.agree()
    person.see("Исполнено")
    person.back()
    person.wait(lambda: person.heading() == "Карта")
    person.press("Разблокировать карту")
    person.wait(lambda: person.there("unblock"))
    person.tap("unblock")
    person.sign()
    person.see("Исполнено")


@pytest.mark.landing
def test_ordering_a_certificate(bank, person):
    person.log_in("valence://certificates/order")
    person.choose("certificate", "Об оборотах")
    person.wait(lambda: person.there("from"))
    person.choose("account", "Текущий")
    person.fill("from", "01112026")
    assert person.value("from") == "01.11.2026"
    person.fill("to", "31.12.2099")
    person.choose("delivery", "В отделении")
    person.wait(lambda: not person.there("email"))
    person.tap("order")
    person.wait(lambda: person.fault("to") and person.focused() == "to", "not after today")
    person.fill("to", "02.11.2026")
    person.wait(lambda: not person.fault("to"))
    bank.shots("certificate")
    bank.axe("certificate")
    person.tap("order")
    person.sign()
    person.wait(lambda: person.heading() in ("Исполнено", "Подписано"))


@pytest.mark.landing
def test_ordering_cash(bank, person):
    person.log_in()
    person.tab("Платежи")
    person.press("Заказ наличных")
    person.wait(lambda: person.there("notes[0].note"))
    assert not person.there("notes[1].note")
    removes = lambda: [each for each in bank.driver.find_elements(By.CSS_SELECTOR, ".remove") if each.is_displayed()]
    assert removes() == [], "the only line cannot be removed"
    person.choose("from", "Текущий")
    person.fill("day", "23.11.2099")
    person.choose("notes[0].note", "5 000")
    person.fill("notes[0].count", "20")
    person.wait(lambda: person.value("total") == "100\u00a0000,00", "the sum is updated")
    # An added line has the focus, and is checked with the others.
    person.press("Добавить")
    person.wait(lambda: person.there("notes[1].note") and person.focused() == "notes[1].note")
    person.choose("notes[1].note", "5 000")
    person.fill("notes[1].count", "1000")
    person.tap("order")
    person.wait(lambda: person.fault("notes[0].note") and person.fault("notes[1].note") and person.fault("total"))
    person.wait(lambda: person.script("return document.activeElement.className") == "faults", "the list of faults has the focus")
    assert "Купюры 2, Купюра" in person.script("return document.activeElement.innerText")
    bank.shots("cash-faults")
    bank.axe("cash with faults")
    person.choose("notes[1].note", "100 ₽")
    person.fill("notes[1].count", "30")
    person.wait(lambda: not person.fault("notes[0].note") and not person.fault("total"))
    person.press("Добавить")
    person.choose("notes[2].note", "500 ₽")
    person.fill("notes[2].count", "4")
    person.wait(lambda: person.value("total") == "105\u00a0000,00")
    # The middle line is removed: the next one moves up with its values.
    removes()[1].click()
    person.wait(lambda: not person.there("notes[2].note") and person.value("total") == "102\u00a0000,00")
    assert person.value("notes[1].count") == "4" and person.value("notes[1].sum") == "2\u00a0000,00"
    person.quiet()
    bank.shots("cash")
    bank.axe("cash")
    person.size(DESKTOP)
    bank.axe("cash on a desktop")
    person.size(PHONE)
    person.tap("order")
    person.see("Код из ячейки")
    person.see("102\u00a0000,00")
    person.sign()
    person.wait(lambda: person.heading() in ("Исполнено", "Подписано"))


@pytest.mark.landing
def test_settings_and_profile(bank, person):
    person.log_in("valence://person/settings")
    before = person.input("pushDeals").is_selected()
    person.toggle("pushDeals")
    person.choose("language", "English")
    bank.shots("settings")
    bank.axe("settings")
    person.tap("save")
    person.see("Исполнено")
    person.log_in("valence://person/settings")
    person.wait(lambda: person.there("pushDeals"))
    assert person.input("pushDeals").is_selected() != before
    person.log_in("valence://person/profile")
    person.fill("name", "Анна Петровна Смирнова")
    person.tap("save")
    person.see("Исполнено")


@pytest.mark.landing
def test_changing_the_password(bank, person):
    old, new = person.password, "another long password"
    for before, after in ((old, new), (new, old)):
        person.log_in("valence://person/password", password=before)
        person.fill("old", before)
        person.fill("new", after)
        person.fill("repeated", "not the same one")
        person.wait(lambda: person.fault("repeated"))
        person.fill("repeated", after)
        person.tap("change")
        person.see("Исполнено")
    for _, _, _, body in bank.wire.requests("PUT", ""):
        assert new.encode() not in body, "a draft contains a password"
    stored = person.script("return JSON.stringify(sessionStorage) + JSON.stringify(localStorage)")
    assert old not in stored and new not in stored


@pytest.mark.landing
def test_renewing_the_matrix(bank, person):
    person.log_in()
    person.tab("Профиль")
    person.press("Новая матрица")
    person.tap("send")
    person.wait(lambda: person.script("return [...document.querySelectorAll('input.code')].some(e => e.checkVisibility())"))
    person.wait(bank.codes, "the code was sent")
    field = bank.driver.find_element(By.CSS_SELECTOR, "input.code")
    field.send_keys(bank.codes()[-1])
    person.tap("sign")
    person.see("A1")
    bank.shots("matrix")
    bank.axe("matrix")
    cells = dict(re.findall(r"\b([A-Z]\d+)\s(\d{3,9})\b", person.text()))
    assert len(cells) == len(person.matrix), len(cells)
    person.matrix = cells
    # A message that is shown once survives a change of the language.
    person.press("Switch to English")
    person.wait(lambda: person.script("return document.documentElement.lang") == "en")
    person.quiet()
    assert dict(re.findall(r"\b([A-Z]\d+)\s(\d{3,9})\b", person.text())) == cells
    person.press("Переключить")
