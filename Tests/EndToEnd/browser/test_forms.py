"""Tests of forms: signatures, results, days, announcements, and small or special screens."""
import json
import re
import signal
import time

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from EndToEnd.bank import Client
from EndToEnd.browser.user import CLIENT, DESKTOP, PHONE, TABLET

ACCOUNT = "40817 810 5 0000 0000001".replace(" ", "\u00a0")
SUM = {"role": "amount", "value": "1234.50", "currency": "RUB", "text": "1\u00a0234,50\u00a0₽"}
# The smallest phone, which is also a desktop of 1,280 pixels at 400 %.
SMALLEST = (320, 640)


def pair(name, label, role, text, **more):
    return {"id": name, "kind": "text", "caption": f"{label}: {text}", "shown": True,
            "pair": {"label": label, "role": role, "value": text, "text": text, **more}}


def code(name, caption, length):
    return {"id": name, "kind": "textInput", "caption": caption, "type": "code", "length": length, "shown": True, "enabled": True,
            "required": True, "value": None}


SIGNED = [
    pair("from", "Списать со счёта", "account", ACCOUNT),
    pair("name", "Получатель", "person", "ООО Ромашка"),
    pair("purpose", "Назначение платежа", "text", "Оплата по счету 12 от 3 ноября, НДС не облагается"),
    pair("reading", "Показание", "number", "128", group="Счётчик 1"),
    {"id": "plain", "kind": "text", "caption": "21: очерёдность платежа: 5", "shown": True},
    {"id": "late", "kind": "text", "caption": "Платёж уйдёт завтра", "severity": "warning", "shown": True},
]
BUTTONS = [
    {"id": "sign", "kind": "button", "caption": "Подписать", "shown": True, "enabled": True, "action": {"name": "submit", "method": "POST", "href": "/start"}},
    {"id": "cancel", "kind": "button", "caption": "Отменить", "shown": True, "enabled": True, "action": {"name": "cancel"}},
]
MATRIX = {
    "operation": "signature", "version": "1", "title": "Подпись", "atoms": [*SIGNED, code("B2", "Код из ячейки B2", 4), code("G7", "Код из ячейки G7", 4), *BUTTONS],
    "signing": {"method": "matrix", "amount": SUM, "to": {"role": "person", "text": "ООО Ромашка"}, "from": {"role": "account", "text": f"Текущий, {ACCOUNT}"}, "attemptsLeft": 3,
                "cells": [{"atom": "B2", "column": "B", "row": 2, "columns": 10, "rows": 10}, {"atom": "G7", "column": "G", "row": 7, "columns": 10, "rows": 10}]},
}
MESSAGE = {**MATRIX, "atoms": [*SIGNED[:3], code("code", "Код из сообщения", 6), *BUTTONS],
           "signing": {"method": "code", "amount": SUM, "sentTo": "+7 ••• 45-67", "attemptsLeft": 2}}

MOUNT = CLIENT + """const [tree, done] = arguments;
    modules("form", "layer", "outcome-parts").then(async ([{ Form }, { Layer }, { loadOutcomes }]) => {
        await loadOutcomes();
        window.left = 0; window.next = null;
        const navigation = { app: await client(), keeping: { edited() {}, leave() {} }, back() { window.left += 1; }, show(answer) { window.next = answer; }, retitle() {}, chainOver: () => 0 };
        const layer = Layer.of(new Form(tree, { navigation }), {}, () => {});
        document.querySelector(".stage").replaceChildren(layer.element);
        layer.enter();
        done(null);
    }).catch((fault) => done(String(fault.stack)));"""


def plain(text):
    """Returns a text with plain spaces."""
    return text.replace("\u00a0", " ")


def said(element):
    """Returns the visible lines of an element."""
    return plain(element.text).split("\n")


def drawn(bank, tree):
    """Draws a tree that the server under test does not send; returns the form."""
    fault = bank.driver.execute_async_script(MOUNT, tree)
    assert fault is None, fault
    return bank.driver.find_element(By.CSS_SELECTOR, ".form")


@pytest.mark.landing
def test_signing(bank, person):
    """The amount is first, then the payee and the account. Codes are on one line, advance the
    focus, and accept a pasted code."""
    person.log_in()
    form = drawn(bank, MATRIX)
    lines = said(form)
    assert lines[:3] == [plain(SUM["text"]), "Кому ООО Ромашка", plain(f"Откуда Текущий, {ACCOUNT}")], lines[:6]
    assert lines[3] == "Платёж уйдёт завтра", "the bank's warning precedes the codes"
    person.script("document.querySelectorAll('details').forEach(each => { each.open = true; })")
    asked = form.find_elements(By.CSS_SELECTOR, ".matrix .asked")
    assert [each.text for each in asked] == ["1", "2"]
    assert "Где эти клетки?" in form.text
    place = "const cell = arguments[0]; return [cell.cellIndex, cell.parentElement.rowIndex]"
    assert [person.script(place, each) for each in asked] == [[2, 2], [7, 7]]
    # The first code has the focus and is visible. Its description contains the signed amount.
    assert person.focused() == "B2"
    first, second = form.find_elements(By.CSS_SELECTOR, "input.code")
    assert first.accessible_name == "Код из ячейки B2" and first.get_attribute("autocomplete") == "off" and first.get_attribute("inputmode") == "numeric"
    heard = "return arguments[0].getAttribute('aria-describedby').split(' ').map(id => document.getElementById(id).innerText).join(' ')"
    assert SUM["text"] in person.script(heard, first)
    tops = person.script("return [...document.querySelectorAll('input.code')].map(each => [each.getBoundingClientRect().top, each.getBoundingClientRect().bottom])")
    assert tops[0] == tops[1] and tops[0][1] < PHONE[1], tops
    # A label and its value are separate elements. Other texts are not split.
    assert person.script("return document.querySelector('[data-atom=name]').textContent") == "Получатель: ООО Ромашка"
    assert form.find_element(By.CSS_SELECTOR, "[data-atom=name] .pair-value").text == "ООО Ромашка"
    assert person.script("return document.querySelector('[data-atom=plain]').children.length") == 0
    assert "Счётчик 1" in form.text
    bank.shots("signing")
    person.size(PHONE)
    bank.axe("signing by the matrix")
    drawn(bank, MATRIX)
    person.keys("12x34")
    assert person.focused() == "G7" and person.value("B2") == "1234", (person.focused(), person.value("B2"))
    person.keys("5678")
    assert person.focused() == "sign", "a full code leads to the button"
    # A complete code can be pasted with separators.
    form = drawn(bank, MESSAGE)
    assert form.find_element(By.CSS_SELECTOR, "input.code").get_attribute("autocomplete") == "one-time-code"
    assert "Код отправлен на номер +7 ••• 45-67" in form.text and "Осталось попыток: 2" in form.text
    person.paste("code", "123 456")
    assert person.value("code") == "123456" and person.focused() == "sign"
    assert "".join(each.text for each in form.find_elements(By.CSS_SELECTOR, ".code-digit")) == "123456"
    bank.axe("signing by a code")
    assert "Отменить" in form.text


@pytest.mark.landing
def test_end_of_a_group(bank, person):
    """Pairs without a group are not below the heading of the group before them."""
    person.log_in()
    atoms = [pair("inn", "ИНН работодателя", "text", "7707083893", group="Работодатель"), pair("address", "Адрес", "text", "Тверская, 1")]
    result = {"state": "executed", "tone": "success", "title": "Исполнено", "next": []}
    signature = {**MESSAGE, "atoms": [*atoms, code("code", "Код из сообщения", 6), *BUTTONS]}
    edges = """const card = document.querySelector('[data-atom=inn]').closest('[role=group]'), look = getComputedStyle(card);
        const shadow = look.boxShadow !== 'none', frame = look.borderTopStyle === 'solid' && look.borderTopColor !== 'rgba(0, 0, 0, 0)';
        return [document.getElementById(card.getAttribute('aria-labelledby')).innerText, card.contains(document.querySelector('[data-atom=address]')), shadow, frame]"""
    for name, tree, media, shadow, frame in (
            ("signature", signature, "", False, True), ("signature", signature, "print", False, True),
            ("result", {"operation": "result", "version": "1", "title": "Исполнено", "atoms": atoms, "result": result}, "", True, False),
            ("result", {"operation": "result", "version": "1", "title": "Исполнено", "atoms": atoms, "result": result}, "print", False, True)):
        drawn(bank, tree)
        person.script("document.querySelectorAll('details').forEach(each => { each.open = true; })")
        bank.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": media})
        found = person.script(edges)
        bank.seen(f"group-{name}{media and '-'}{media}")
        bank.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
        assert found == ["Работодатель", False, shadow, frame], (name, media, found)
    person.scheme("light")


@pytest.mark.landing
def test_outcome(bank, person):
    """A result shows the outcome, and the next actions: the server's actions, printing and
    leaving."""
    person.log_in()
    client_sent = {"submission": "00000000-0000-7000-8000-000000000000"}
    result = {"state": "executed", "tone": "success", "title": "Исполнено", "amount": SUM, "text": "Деньги придут сегодня", "next": []}
    tree = {"operation": "result", "version": "1", "title": "Исполнено", "atoms": SIGNED, "result": result, "actions": [
        {"name": "repeat", "title": "Повторить", "method": "POST", "href": "/prefill", "body": client_sent},
        {"name": "saveTemplate", "title": "Сохранить как шаблон", "method": "POST", "href": "/templates", "body": {"operation": "pp.quick", "values": {"name": "ООО Ромашка"}},
         "ask": {"member": "title", "label": "Название", "value": "Ромашка", "maxLength": 100}}]}
    for tone, title in (("success", "Исполнено"), ("danger", "Отклонено"), ("later", "Ждёт")):
        form = drawn(bank, {**tree, "result": {**result, "tone": tone, "title": title}})
        assert form.find_element(By.CSS_SELECTOR, ".outcome-head").get_attribute("class").split()[1] == (tone if tone != "later" else "neutral")
        assert said(form)[:3] == ["Заявка принята", plain(SUM["text"]), "Деньги придут сегодня"], form.text
        bank.shots(f"outcome-{tone}")
        person.size(PHONE)
        bank.axe(f"an outcome: {tone}")
    form = drawn(bank, tree)
    buttons = [(each.text, each.accessible_name) for each in form.find_elements(By.CSS_SELECTOR, ".actions button")]
    assert buttons == [("Готово", "Готово"), ("Повторить", "Повторить"), ("Шаблон", "Сохранить как шаблон"), ("Чек", "Распечатать чек")], buttons
    # The body is sent as the server declared it, with the requested text. A rejection is shown.
    person.press("Сохранить как шаблон")
    person.wait(lambda: person.script("return document.activeElement.value") == "Ромашка")
    person.keys("Аренда", Keys.ENTER)
    person.wait(lambda: bank.wire.requests("POST", "/templates"))
    sent = json.loads(bank.wire.requests("POST", "/templates")[-1][3])
    assert sent == {"operation": "pp.quick", "values": {"name": "ООО Ромашка"}, "title": "Аренда"}, sent
    person.see("Сохранено")
    person.press("Повторить")
    person.wait(lambda: person.notice("send"), "a notice about the missing submission")
    assert json.loads(bank.wire.requests("POST", "/prefill")[-1][3]) == client_sent
    person.press("Готово")
    assert person.script("return window.left") == 1
    # The printed page shows the submission, without controls.
    bank.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    seen = person.script("return [...document.querySelectorAll('button, .tools')].filter(each => each.checkVisibility()).length")
    assert seen == 0 and "ООО Ромашка" in person.text(), seen
    bank.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
    person.scheme("light")


@pytest.mark.landing
def test_choosing_a_day(bank, person):
    """A day is chosen in a calendar by the keyboard or a tap. Days outside of the limits are
    visible and disabled."""
    person.log_in("valence://payments/full")
    person.wait(lambda: person.there("date"))
    before = person.value("date")
    pointed = lambda: person.script("return document.activeElement.dataset.day ?? null")
    opener = person.atom("date").find_element(By.CSS_SELECTOR, ".icon-button")
    assert opener.accessible_name == "Открыть календарь: Дата", opener.accessible_name
    person.script("arguments[0].scrollIntoView({block: 'center'})", opener)
    opener.click()
    person.wait(pointed, "the chosen day has the focus")
    iso = "-".join(reversed(before.split(".")))
    assert pointed() == iso and person.script("return document.activeElement.getAttribute('aria-selected')") == "true"
    dialog = bank.driver.find_element(By.CSS_SELECTOR, "dialog.calendar")
    bank.seen("calendar-phone")
    bank.axe("a calendar")
    for keys, expected in ((Keys.ARROW_LEFT, -1), (Keys.ARROW_UP, -8), (Keys.ARROW_RIGHT, -7)):
        person.keys(keys)
        moved = person.script("return (Date.parse(arguments[0]) - Date.parse(arguments[1])) / 86400000", pointed(), iso)
        assert moved == expected, (expected, moved)
    person.keys(Keys.PAGE_DOWN)
    person.keys(Keys.PAGE_DOWN)
    # A day after the limit cannot be chosen. Escape keeps the value and returns the focus.
    assert person.script("return document.activeElement.getAttribute('aria-disabled')") == "true"
    person.keys(Keys.ENTER)
    assert dialog.is_displayed()
    person.keys(Keys.ESCAPE)
    person.wait(lambda: not bank.driver.find_elements(By.CSS_SELECTOR, "dialog.calendar"))
    assert person.value("date") == before and person.focused() == "date"
    person.keys(Keys.ENTER)
    person.wait(pointed)
    person.keys(Keys.ARROW_LEFT, Keys.ENTER)
    person.wait(lambda: person.value("date") != before)
    assert not person.fault("date"), person.fault("date")


@pytest.mark.full
def test_told_apart(bank, person):
    """Pending fields, locked values and announcements."""
    person.log_in("valence://payments/quick")
    person.wait(lambda: person.there("bic"))
    # A field with a pending request shows this until the response arrives.
    held = bank.wire.hold(lambda method, path: path.split("?")[0].endswith("/evaluate"))
    person.fill("account", "40702810138250123017")
    person.wait(lambda: held.met and "Проверяем" in person.atom("account").text, "the field is pending")
    held.hold.set()
    person.wait(lambda: "Проверяем" not in person.text())
    # An announced text is removed from the page.
    person.type("bic", "сбер")
    spoken = "return document.querySelector('.spoken').textContent"
    person.wait(lambda: person.script(spoken))
    person.wait(lambda: person.script(spoken) == "", "an announced text is removed")
    person.keys(Keys.ESCAPE)
    # A length limit is shown only when it is near.
    person.type("purpose", "x" * 100)
    counter = lambda: person.script("const each = arguments[0].querySelector('.counter'); return each.hidden ? null : each.innerText", person.atom("purpose"))
    assert counter() is None
    person.keys("x" * 100)
    assert counter() == "Осталось символов: 10", counter()
    person.keys("x" * 12)
    assert counter() == "Лишних символов: 2", counter()
    assert person.input("amount").get_attribute("enterkeyhint") == "done"
    # Locked values are texts.
    person.log_in("valence://payments/full")
    person.wait(lambda: person.there("payerName"))
    assert person.shown("payerName") == "Анна Смирнова" or person.shown("payerName"), person.shown("payerName")
    assert not person.input("payerName").is_displayed(), "a locked value has no input"
    # A group of choices is marked as required, and its fault describes it.
    person.log_in("valence://trial/help", language="en")
    person.wait(lambda: person.there("currency"))
    group = person.atom("currency")
    assert group.aria_role == "radiogroup" and group.accessible_name == "Currency", (group.aria_role, group.accessible_name)
    assert group.get_attribute("aria-required") == "true"
    person.press("Log out")
    person.wait(lambda: person.there("login"))
    assert person.input("login").get_attribute("autocomplete") == "username" and person.input("login").get_attribute("enterkeyhint") == "go"
    assert person.input("password").get_attribute("autocomplete") == "current-password"


@pytest.mark.full
def test_seen_by_everybody(bank, person):
    """Forms at 320 pixels, in forced colors, and in sheets: nothing is cut off, covered or
    invisible."""
    person.size(SMALLEST)
    person.log_in("valence://payments/full")
    person.choose("kind", "Налоговый")
    person.wait(lambda: person.there("singleTax"))
    wide = person.script("return document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0, f"{wide} pixels too wide"
    # The switch is visible in forced colors, on and off.
    bank.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "forced-colors", "value": "active"}, {"name": "prefers-color-scheme", "value": "dark"}]})
    look = """const each = arguments[0].querySelector('.switch'), knob = getComputedStyle(each, '::after'), box = getComputedStyle(each);
        return [knob.backgroundColor, box.backgroundColor, box.borderTopWidth, box.borderTopStyle]"""
    for _ in range(2):
        knob, ground, width, style = person.script(look, person.atom("singleTax"))
        assert knob != ground and width != "0px" and style == "solid", (knob, ground, width, style)
        person.toggle("singleTax")
        time.sleep(0.2)
    bank.seen("forced-colours")
    person.scheme("light")
    # The buttons of a form follow its last field, also in a sheet.
    person.size(PHONE)
    for link in ("valence://certificates/order", "valence://payments/full"):
        person.log_in(link)
        person.wait(lambda: person.there("order") or person.there("send"))
        covered = person.script("""scrollTo(0, document.documentElement.scrollHeight);
            const bar = [...document.querySelectorAll('.form .actions')].find(each => each.checkVisibility());
            const [top, bottom] = [bar.getBoundingClientRect().top, bar.getBoundingClientRect().bottom];
            return [...bar.closest('.form').querySelectorAll('.field')].filter(each => each.checkVisibility())
                .filter(each => { const box = each.getBoundingClientRect(); return box.bottom > top + 1 && box.top < bottom; }).length""")
        assert covered == 0, f"{covered} fields are covered by the buttons of {link}"
    # Amounts use the notation of each language.
    for language, size, shape in (("ru", TABLET, r"\d{3} \d{3},\d\d ₽"), ("en", DESKTOP, r"\d{3},\d{3}\.\d\d RUB")):
        person.size(size)
        person.log_in("valence://payments/own", language=language)
        person.wait(lambda: person.there("to"))
        person.open_sheet("from")
        assert re.search(shape, plain(person.sheet()[0].text)), person.sheet()[0].text
        bank.seen(f"sheet-{language}")
        person.keys(Keys.ESCAPE)
    person.size(PHONE)


@pytest.mark.full
def test_times_of_day(bank, person):
    """A time uses 24 hours, a moment has a day and a time, and an empty list names its items."""
    for language, words in (("en", {"add": "Add: Co-borrowers", "list": "Co-borrowers", "none": "There is nothing to choose from", "time": "I come: time"}),
                            ("ru", {"add": "Добавить: Созаёмщики", "list": "Созаёмщики", "none": "Выбирать не из чего", "time": "Приду: время"})):
        person.log_in("valence://trial/visit", language=language)
        person.wait(lambda: person.there("call"))
        # The inputs look like other fields, without controls of the browser.
        look = person.script("""return ["call", "visit"].flatMap(each => [...document.querySelectorAll(`[data-atom=${each}] input`)])
            .map(each => [each.type, Math.round(each.closest(".box").getBoundingClientRect().height), getComputedStyle(each).borderTopWidth])""")
        assert look == [["text", 52, "0px"]] * 3, look
        for text, time_of_day in (("9:5", "09:05"), ("905", "09:05"), ("17", "17:00")):
            person.fill("call", text)
            assert person.value("call") == time_of_day and not person.fault("call"), (text, person.value("call"), person.fault("call"))
        for text in ("25:00", "9:05 pm", "abc"):
            person.fill("call", text)
            # The client reports the fault at once. The server's message replaces it later.
            assert person.value("call") == text and re.search("HH:MM|ЧЧ:ММ|17:00", person.fault("call")), (text, person.fault("call"))
        bank.axe("a time that there is not")
        person.fill("call", "21:00")
        # While the focus moves from the day to the time, no fault is shown. After the time, a
        # missing value is reported.
        day, time_box = person.atom("visit").find_elements(By.TAG_NAME, "input")
        assert time_box.accessible_name == words["time"], time_box.accessible_name
        person.script("arguments[0].focus()", day)
        person.keys("1.12.2099")
        person.script("arguments[0].focus()", time_box)
        assert day.get_property("value") == "01.12.2099" and not person.fault("visit"), person.fault("visit")
        person.keys(Keys.TAB)
        assert person.fault("visit"), "a day without a time"
        assert time_box.get_attribute("aria-invalid") == "true"
        # After a day is chosen in the calendar, the time has the focus.
        person.script("arguments[0].value = ''; arguments[0].dispatchEvent(new Event('input', {bubbles: true}))", day)
        person.atom("visit").find_element(By.CSS_SELECTOR, ".icon-button").click()
        person.wait(lambda: person.script("return document.activeElement.dataset.day ?? null"), "the calendar")
        person.keys(Keys.ARROW_RIGHT, Keys.ENTER)
        person.wait(lambda: person.script("return document.activeElement === arguments[0]", time_box), "the time has the focus")
        assert not person.fault("visit"), person.fault("visit")
        person.keys("1730", Keys.TAB)
        assert time_box.get_property("value") == "17:30" and not person.fault("visit"), person.fault("visit")
        # An empty list has its heading, and its button names the list.
        repeat = person.atom("borrowers")
        assert repeat.find_element(By.TAG_NAME, "h2").text == words["list"]
        add = repeat.find_element(By.CSS_SELECTOR, ".add")
        assert add.accessible_name == words["add"], add.accessible_name
        # A sheet without options states this.
        person.open_sheet("yen")
        assert words["none"] in bank.driver.find_element(By.CSS_SELECTOR, "dialog.sheet").text
        bank.axe("a sheet without options")
        bank.seen(f"sheet-empty-{language}")
        person.keys(Keys.ESCAPE)
        bank.shots(f"visit-{language}")
        bank.axe("times of day")
    chevrons = person.script("""const look = style => [style.width, style.height, style.borderRadius, style.boxSizing];
        return [look(getComputedStyle(document.querySelector(".picker .chevron"))), look(getComputedStyle(document.querySelector(".box.select"), "::after"))]""")
    assert chevrons[0] == chevrons[1], chevrons
    gaps = person.script("""const box = each => document.querySelector(`[data-atom=${each}]`).getBoundingClientRect(), line = document.querySelector("[data-atom=place] .help summary");
        const range = document.createRange(); range.selectNodeContents(line);
        return [box("place").top - box("yen").bottom, box("call").top - range.getBoundingClientRect().bottom]""")
    assert abs(gaps[0] - gaps[1]) < 4, f"the gaps after help and after a field differ: {gaps}"
    # The sent values have the server's format. The page of the signature names the code's recipient
    # once.
    person.choose("place", "Офис")
    person.tap("send")
    person.wait(lambda: person.fault("call"), "not after 20:00")
    person.fill("call", "1945")
    person.tap("send")
    person.wait(lambda: person.script("return document.querySelector('input.code')?.checkVisibility()"), "a code is requested")
    sent = json.loads([each for each in bank.wire.requests("POST", "/submissions") if "login" not in each[1]][-1][3])["values"]
    assert sent["call"] == "19:45" and re.fullmatch(r"\d{4}-\d\d-\d\dT17:30", sent["visit"]), sent
    assert person.text().count("Код отправлен") == 1, person.text()
    # A text among facts is on their card.
    person.log_in("valence://trial/terms")
    person.see("Не оферта")
    cards = [plain(each.text).split("\n") for each in bank.driver.find_elements(By.CSS_SELECTOR, ".card.facts") if each.is_displayed()]
    assert ["Ставка", "17,5", "Проценты раз в месяц", "Без пополнения", "Срок", "12"] in cards, cards
    bank.shots("terms")
    bank.axe("a text among facts")


@pytest.mark.landing
def test_a_rate_that_changes(bank, person):
    """If a shown value has changed, the page shows the old and the new value. The person accepts by
    sending again."""
    person.log_in("valence://trial/rate")
    person.wait(lambda: person.there("currency"))
    person.choose("currency", "USD")
    person.fill("amount", "1000")
    person.wait(lambda: plain(person.shown("total") or "") == "90 070,00 ₽" or plain(person.shown("total") or "") == "90 070,00", person.shown("total"))
    bank.record("rate: 90.07", "rate: 90.08", system="market")
    bank.server.process.send_signal(signal.SIGHUP)
    asked = Client(bank.server.address).login("demo", "valence-demo")
    question = {"values": {"currency": "USD", "amount": "1000"}}
    person.wait(lambda: asked.send("POST", "/operations/trial.rate/evaluate", question)[1]["atoms"]["rate"]["value"] == "90.08", "another rate")
    person.tap("send")
    person.wait(lambda: person.notice("faults"), "the change is shown")
    told = plain(person.notice("faults"))
    assert "Показанные значения изменились" in told and "Отправьте ещё раз" in told, told
    assert "Курс: было 90,07, стало 90,08" in told and "К оплате: было 90 070,00 ₽, стало 90 080,00 ₽" in told, told
    assert person.script("return document.activeElement.dataset.notice") == "faults"
    assert plain(person.shown("total")).startswith("90 080,00") and person.value("amount").startswith("1"), person.shown("total")
    bank.axe("a changed rate")
    bank.shots("changed")
    # The entered values are kept. Sending again accepts the change.
    person.tap("send")
    person.see("Код из ячейки")
    assert "90 080,00" in plain(person.text()), person.text()
    bodies = [json.loads(each[3]) for each in bank.wire.requests("POST", "/trial.rate/submissions")]
    assert [each["shown"]["rate"] for each in bodies] == ["90.07", "90.08"], bodies
    assert all(each["shown"]["until"] == "12:00" and "amount" not in each["shown"] for each in bodies), bodies
    person.sign()
