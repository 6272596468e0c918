"""Tests of the layout: long words, large letters, paper, notices and hidden elements."""
import re
import uuid

import pytest
from selenium.webdriver.common.by import By

from EndToEnd.bank import PAYEE, Client, add_user, codes
from EndToEnd.browser.test_forms import MATRIX, SIGNED, drawn
from EndToEnd.browser.layout import WIDTHS, WORD, broken, findings, letters
from EndToEnd.browser.user import DESKTOP, PHONE

CURRENT = "40817810500000000001"
HUGE = {"role": "amount", "value": "-1234567890.12", "currency": "RUB", "text": "−1\u00a0234\u00a0567\u00a0890,12\u00a0₽"}
# A text that looks like markup and has no break opportunity.
HOSTILE = "<img/src=x/onerror=\"document.title='taken'\">" + WORD


def pay(client, matrix, **values):
    """Submits and signs a quick payment; returns the last response."""
    values = {**PAYEE, "from": CURRENT, "amount": "1.00", **values}
    status, answer = client.send("POST", "/operations/pp.quick/submissions", {"values": values}, Idempotency_Key=str(uuid.uuid4()))
    assert status == 201, answer
    tree = answer["next"]
    button = next(each for each in tree["atoms"] if each["kind"] == "button")
    status, answer = client.send("POST", button["action"]["href"], {"values": codes(tree, matrix)}, Idempotency_Key=str(uuid.uuid4()))
    assert status == 200, answer
    return answer


@pytest.mark.full
def test_long_words(bank, person):
    """A word without a break opportunity hides no amount and widens nothing, at any width: home,
    statement, offers, history, templates."""
    client = Client(bank.server.address).login("demo", "valence-demo")
    amount = "1234567.89"
    client.send("POST", "/templates", {"operation": "pp.quick", "title": HOSTILE[:100], "values": {**PAYEE, "name": WORD[:160], "purpose": WORD, "amount": amount}}, Idempotency_Key=str(uuid.uuid4()))
    add_user(bank.server.program, bank.server.database, "operator", "valence-operator", role="operator")
    operator = Client(bank.server.address).login("operator", "valence-operator")
    deal = {"title": {"ru": HOSTILE[:100]}, "subtitle": {"ru": HOSTILE[:200]}, "startDate": "2020-01-01", "endDate": "2099-12-31"}
    status, answer = operator.send("POST", "/deals", deal, Idempotency_Key=str(uuid.uuid4()))
    assert status == 201, answer
    pay(client, bank.server.matrix(), name=WORD[:160], purpose=WORD)
    person.log_in()
    # Rows show such a word in two lines, with a complete amount.
    clamped = """return [...document.querySelectorAll('.row-title, .row-subtitle')].filter((each) => each.checkVisibility() && each.innerText.length > 90)
        .map((each) => Math.round(each.getBoundingClientRect().height / parseFloat(getComputedStyle(each).lineHeight)))"""
    places = {"home": "Главная", "payments": "Платежи", "history": "История", "statement": None}
    for name, tab in places.items():
        if not tab:
            person.tab("Главная")
            person.row("Текущий")
            person.see("Выписка")
        else:
            person.tab(tab)
        person.quiet()
        person.see(WORD[:30])
        for width in WIDTHS:
            person.size((width, 844))
            assert not findings(person), (name, width, findings(person))
            lines = person.script(clamped)
            assert lines and max(lines) <= 2, (name, width, lines)
            bank.seen(f"long-{name}-{width}")
        person.size(PHONE)
        assert "taken" not in bank.driver.title
    person.back()
    status, answer = operator.send("GET", "/deals")
    operator.send("DELETE", next(each["href"] for each in answer["data"] if each["title"] == HOSTILE[:100]))
    status, answer = client.send("GET", "/templates")
    for each in answer["data"]:
        if each["title"] == HOSTILE[:100]:
            client.send("DELETE", each["href"])


@pytest.mark.full
def test_large_letters(bank, person):
    """Letters of twice the size: an amount breaks only before its currency, an account only between
    groups, and tabs are complete."""
    names = lambda: person.script("""return [...document.querySelectorAll('.tab span')].map((each) => {
        const range = document.createRange(); range.selectNodeContents(each);
        return [each.innerText, range.getClientRects().length, each.scrollWidth <= each.clientWidth, getComputedStyle(each).textOverflow];
    })""")
    try:
        for language in ("ru", "en"):
            for place in ("home", "account", "payment", "signature", "outcome"):
                if place == "home":
                    person.log_in(language=language)
                    person.quiet()
                elif place == "account":
                    person.script("document.querySelector('[data-module=accounts] button.row').click()")
                    person.wait(lambda: bank.driver.find_elements(By.CSS_SELECTOR, "[data-module=entries] .row"))
                elif place == "payment":
                    person.log_in("valence://payments/own", language)
                    person.wait(lambda: person.there("to"))
                    person.open_sheet("from")
                    person.sheet()[0].click()
                    person.wait(lambda: not person.sheet())
                else:
                    drawn(bank, MATRIX if place == "signature" else {
                        "operation": "result", "version": "1", "title": "Исполнено", "atoms": SIGNED,
                        "result": {"state": "executed", "tone": "success", "title": "Исполнено", "amount": HUGE, "next": []}})
                person.quiet()
                for width in WIDTHS:
                    person.size((width, 844))
                    letters(person, 200)
                    wrong = [*findings(person), *broken(person, words=False)]
                    bank.seen(f"twice-{place}-{language}-{width}")
                    assert not wrong, (place, language, width, wrong)
                    if place == "home":
                        assert all(lines == 1 and is_whole and cut == "clip" for _, lines, is_whole, cut in names()), (width, names())
                    letters(person, 100)
                person.size(PHONE)
    finally:
        letters(person, 100)
        person.size(PHONE)


@pytest.mark.landing
def test_notices(bank, person):
    """One notice at a time, in one place. It can be closed, ends with its page, covers no button at
    the end of a page, and repeats nothing."""
    shown = lambda: [each.text for each in bank.driver.find_elements(By.CSS_SELECTOR, ".notice") if each.is_displayed()]
    # The center of the button is not covered, at each scroll position.
    covered = lambda path: person.script("""const button = arguments[0], found = [];
        for (const block of ['end', 'center', 'nearest']) {
          button.scrollIntoView({ block });
          const { left, right, top, bottom } = button.getBoundingClientRect();
          const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
          if (!button.contains(hit)) found.push([block, hit?.className]);
        }
        return found""", person.atom(path))
    person.log_in("valence://payments/quick")
    person.choose("from", "Текущий")
    bank.wire.cut()
    for path, text in (("name", PAYEE["name"]), ("account", PAYEE["account"]), ("bic", PAYEE["bic"]), ("purpose", PAYEE["purpose"]), ("amount", "12")):
        person.fill(path, text)
    person.wait(lambda: person.notice("check"), "the notice about the connection")
    assert len(shown()) == 1 and not covered("send"), (shown(), covered("send"))
    person.tap("send")
    person.wait(lambda: person.notice("send"), "a notice that no response arrived")
    assert len(shown()) == 1 and not covered("send"), (shown(), covered("send"))
    for width in (320, 390, 1280):
        person.size((width, 640))
        assert not covered("send") and not findings(person), (width, covered("send"), findings(person))
        bank.seen(f"notice-{width}")
    person.size(PHONE)
    bank.axe("a note")
    # After a notice is closed, the previous one is shown again until it is closed too.
    close = lambda: bank.driver.find_element(By.CSS_SELECTOR, ".notice .icon-button")
    assert close().accessible_name == "Закрыть"
    close().click()
    person.wait(lambda: not person.notice("send"))
    while shown():
        close().click()
    bank.wire.mend()
    # A notice ends with its page, after Back and in another tab.
    person.tap("send")
    person.see("Код из ячейки")
    bank.wire.cut()
    person.fill(next(each for each in bank.server.matrix() if person.there(each)), "0000")
    person.tap("sign")
    person.wait(shown, "a notice that the code was not sent")
    bank.wire.mend()
    person.back()
    person.wait(lambda: person.there("bic"))
    assert not shown(), shown()
    person.log_in("valence://person/settings")
    person.tap("save")
    person.wait(shown, "a notice about the template")
    person.tab("История")
    person.wait(lambda: person.heading() == "История")
    assert not shown(), shown()
    # In a sheet it covers no button either.
    person.log_in("valence://certificates/order")
    person.wait(lambda: person.there("order"))
    bank.wire.cut()
    person.tap("order")
    person.wait(shown, "a notice that no response arrived")
    assert len(shown()) == 1 and not covered("order"), (shown(), covered("order"))
    bank.seen("notice-sheet")
    bank.wire.mend()
    # A problem whose detail repeats its title has one sentence.
    twice = bank.driver.execute_async_script("""const [done] = arguments, base = document.querySelector('script[type=module]').src.replace(/[^/]*$/, '');
        Promise.all([import(base + 'notices.js'), import(base + 'client/problem.js')]).then(([{ describe }, { Problem }]) =>
            done(describe(new Problem(409, { title: 'Занято', detail: 'Занято.' }, null)))).catch((fault) => done(String(fault)))""")
    assert twice == "Занято", twice


# Visible on paper: controls, parts of the frame, and texts paler than grey.
PAPER = """
const seen = (each) => each.checkVisibility() && each.getBoundingClientRect().width > 1;
const controls = [...document.querySelectorAll('button:not(.row), input, select, textarea, [role=tab], .tools, .notice, .filters, .progress')].filter(seen);
const pale = new Set(), walker = document.createTreeWalker(document.querySelector('body'), NodeFilter.SHOW_TEXT);
while (walker.nextNode()) {
  const place = walker.currentNode.parentElement;
  if (!walker.currentNode.data.trim() || !seen(place)) continue;
  const [red, green, blue] = getComputedStyle(place).color.match(/[\\d.]+/g).map(Number);
  if (red * 0.299 + green * 0.587 + blue * 0.114 > 120) pale.add(place.className + ' ' + walker.currentNode.data);
}
const ground = [...document.querySelectorAll('body, .layer, .card, .turnover, .badge')].filter(seen).map((each) => getComputedStyle(each).backgroundColor);
return [controls.map((each) => each.className + ' ' + each.innerText), [...pale], [...new Set(ground)].filter((each) => !/255, 255, 255|, 0\\)/.test(each))];
"""


@pytest.mark.landing
def test_on_paper(bank, person):
    """Paper is light and has no controls. A receipt has date, time, number, bank and payer, also
    after a reload."""
    def paper(name):
        bank.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print", "features": [{"name": "prefers-color-scheme", "value": "dark"}]})
        wrong = person.script(PAPER)
        bank.seen(f"paper-{name}")
        assert wrong == [[], [], []], (name, wrong)
        text = person.text().replace("\u00a0", " ")
        bank.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "", "features": []})
        person.scheme("light")
        return text

    def receipt(name, submission):
        text = paper(name)
        for part in (r"\bValence\b", "Плательщик\\s+Анна Смирнова", f"Номер операции\\s+{submission['id']}", r"Дата и время\s+\d\d\.\d\d\.\d{4}, \d\d:\d\d GMT", "ООО Ромашка", "1 234,50 ₽"):
            assert re.search(part, text), (name, part, text)

    person.log_in("valence://payments/quick")
    person.choose("from", "Текущий")
    for path, value in {**PAYEE, "amount": "1234,5"}.items():
        person.fill(path, value)
    person.tap("send")
    person.sign()
    person.wait(lambda: bank.driver.find_elements(By.CSS_SELECTOR, ".outcome-head"), "the result")
    person.quiet()
    client = Client(bank.server.address).login("demo", "valence-demo")
    submission = client.send("GET", "/submissions")[1]["data"][0]
    assert submission["id"] in person.text() and "Плательщик" not in person.text(), "the screen shows the number, and not the payer"
    receipt("receipt", submission)
    person.size(DESKTOP)
    receipt("receipt-beside-home", submission)
    person.size(PHONE)
    bank.driver.refresh()
    person.wait(lambda: bank.driver.find_elements(By.CSS_SELECTOR, ".outcome-head"), "the result after a reload")
    person.quiet()
    receipt("receipt-after-reload", submission)
    # A receipt in the history is equal.
    person.press("Готово")
    person.tab("История")
    person.quiet()
    person.row("ООО Ромашка")
    person.wait(lambda: bank.driver.find_elements(By.CSS_SELECTOR, ".outcome-head"), "the result in the history")
    person.quiet()
    receipt("receipt-of-history", submission)
    # A statement has its account and its rows.
    person.back()
    person.wait(lambda: person.heading() == "История")
    person.tab("Главная")
    person.row("Текущий")
    person.see("Выписка")
    person.quiet()
    text = paper("statement")
    assert "Valence" in text and "Текущий" in text and "Сегодня" in text and "Перевести" not in text, text


@pytest.mark.landing
def test_nothing_to_show(bank, person):
    """Hidden atoms take no space, nor do their card and row. A button that navigates is less
    prominent than the one that submits."""
    person.log_in()
    hidden = lambda name: {"id": name, "kind": "textInput", "caption": name, "value": None, "shown": False, "enabled": True, "required": False}
    text = lambda name, shown: {"id": name, "kind": "text", "caption": name, "shown": shown, "pair": {"label": name, "role": "text", "value": name, "text": name}}
    button = lambda name, action: {"id": name, "kind": "button", "caption": name, "shown": True, "enabled": True, "action": {"name": action, "href": "/start"}}
    inner = lambda shown: [{"id": "cell", "kind": "text", "caption": "cell", "shown": shown}]
    drawn(bank, {"operation": "trial", "version": "1", "title": "Trial", "atoms": [
        hidden("field"), {"id": "group", "kind": "group", "caption": "Group", "shown": True, "atoms": [hidden("inner")]},
        {**text("pair", False), "pair": {**text("pair", False)["pair"], "group": "Meter"}},
        {"id": "rows", "kind": "repeat", "caption": "Rows", "shown": True, "enabled": True, "computed": True, "fixed": True, "value": [{}, {}],
         "item": {"atoms": inner(True)}, "items": [{"atoms": inner(True)}, {"atoms": inner(False)}]},
        button("send", "submit"), button("more", "navigate")]})
    person.wait(lambda: person.there("more"), "the form is drawn")
    cards = person.script("return [...document.querySelectorAll('.form .card, .form .group')].filter((each) => each.checkVisibility()).map((each) => each.className)")
    assert cards == ["item card computed-box"], cards
    assert person.script("return [...document.querySelectorAll('.computed-rows tbody tr')].filter((each) => each.checkVisibility()).length") == 1
    assert "quiet" in person.atom("more").get_attribute("class") and "quiet" not in person.atom("send").get_attribute("class")


@pytest.mark.landing
def test_waiting_for_answers(bank, person):
    """A tapped button and a slow screen are busy for screen readers at once, and visibly after a
    delay."""
    person.come()
    held = bank.wire.hold(lambda method, path: method == "POST" and "/submissions" in path)
    person.fill("login", person.name)
    person.fill("password", person.password)
    person.tap("enter")
    person.wait(lambda: held.met)
    bar = lambda: person.script("const line = document.querySelector('.progress'); return line.checkVisibility() && line.getBoundingClientRect().height > 1")
    person.wait(bar, "a bar is shown")
    assert person.script("return document.querySelector('.form').ariaBusy") == "true"
    spinner = "const each = getComputedStyle(arguments[0], '::after'); return [each.content, each.visibility]"
    person.wait(lambda: person.script(spinner, person.atom("enter")) == ['""', "visible"], "the button has a spinner")
    bank.seen("busy")
    held.hold.set()
    person.wait(lambda: not person.there("password"))
    person.quiet()
    assert not bar()
    # A pending module of a screen is busy.
    held = bank.wire.hold(lambda method, path: path.startswith("/screens/history") or path.startswith("/submissions"))
    person.tab("История")
    person.wait(lambda: held.met and bank.driver.find_elements(By.CSS_SELECTOR, "[role=tabpanel]:not([hidden])[aria-busy=true], [role=tabpanel]:not([hidden]) [aria-busy=true]"), "the screen is busy")
    held.hold.set()
    person.quiet()


@pytest.mark.landing
def test_filled_by_the_browser(bank, person):
    """Fields of passwords and of a profile have `autocomplete` values."""
    completion = lambda path: person.input(path).get_attribute("autocomplete")
    person.come()
    assert [completion("login"), completion("password")] == ["username", "current-password"]
    person.log_in("valence://person/password")
    person.wait(lambda: person.there("old"))
    assert [completion(each) for each in ("old", "new", "repeated")] == ["current-password", "new-password", "new-password"]
    person.log_in("valence://person/profile")
    person.wait(lambda: person.there("phone"))
    assert [completion("name"), completion("phone")] == ["name", "tel"]
    person.log_in("valence://certificates/order")
    person.wait(lambda: person.there("order"))
    mail = [each.get_attribute("autocomplete") for each in bank.driver.find_elements(By.CSS_SELECTOR, "input[inputmode=email]") if each.is_displayed()]
    assert mail == ["email"], mail


@pytest.mark.landing
def test_edges_in_forced_colours(bank, person):
    """In forced colors, cells of the matrix have a border, and no background plate hides the text
    of a button."""
    person.log_in()
    drawn(bank, MATRIX)
    bank.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "forced-colors", "value": "active"}]})
    edge = person.script("const each = getComputedStyle(document.querySelector('.matrix td:not(.asked)')); return [each.borderTopStyle, each.borderTopWidth]")
    plates = person.script("return [...document.querySelectorAll('.button')].map((each) => getComputedStyle(each).forcedColorAdjust)")
    bank.seen("matrix-forced-colours")
    person.scheme("light")
    assert edge == ["solid", "1px"] and plates and set(plates) == {"none"}, (edge, plates)
