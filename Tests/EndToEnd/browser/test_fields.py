"""Tests of fields: help and hints, masks, numbers, days, and the pure functions of the client."""
import json
import time

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from EndToEnd.bank import Client
from EndToEnd.browser.scenes import ending, enter_readings
from EndToEnd.browser.user import DESKTOP, PHONE


@pytest.mark.full
def test_helping(bank, person):
    """Change effects, hints, help, notes, the author's messages of rules, and a question before an
    action."""
    person.log_in("valence://trial/help", language="en")
    person.wait(lambda: person.there("country"))
    bank.axe("hints and help")
    bank.shots("helping")
    # Help opens by the keyboard.
    summary = person.atom("currency").find_element(By.CSS_SELECTOR, "summary")
    assert summary.get_attribute("aria-label") == "More about this: Currency"
    person.script("arguments[0].focus()", summary)
    person.keys(Keys.ENTER)
    person.wait(lambda: "may convert it" in person.atom("currency").text)
    # A choice fills the currency and clears the city, once. Later choices and texts are kept.
    person.fill("city", "Bern")
    person.choose("country", "Switzerland")
    chosen = "return document.querySelector('[data-atom=currency] :checked')?.parentElement.innerText"
    person.wait(lambda: person.script(chosen) == "CHF", "the currency is filled in")
    person.wait(lambda: person.value("city") == "", "the city is cleared")
    assert person.fault("city") is None, "a cleared field has no fault"
    person.choose("currency", "EUR")
    person.fill("city", "Zug")
    person.fill("sum", "500")
    person.wait(lambda: person.fault("sum") == "Without a fee", "the note is shown")
    assert person.script(chosen) == "EUR"
    bank.axe("a note")
    # The effect in an item changes only this item.
    for index in (0, 1):
        person.press("Add")
        person.choose(f"notes[{index}].kind", "A")
        person.fill(f"notes[{index}].words", "text")
    person.choose("notes[1].kind", "B")
    person.wait(lambda: person.value("notes[1].words") == "")
    assert person.value("notes[0].words") == "text"
    # Another country repeats both changes.
    person.choose("country", "Germany")
    person.wait(lambda: person.value("city") == "")
    bank.shot("helping-filled")
    bank.wire.seen.clear()
    dialog = lambda: [each for each in bank.driver.find_elements(By.CSS_SELECTOR, "dialog.question") if each.is_displayed()]
    # Faults appear before the question: the author's message of an empty field, and unreadable
    # text.
    person.tap("send")
    person.wait(lambda: person.fault("city") == "The bank cannot be found without a city")
    assert not dialog() and person.focused() == "city", person.focused()
    person.type("sum", "1e3")
    person.keys(Keys.ENTER)
    person.wait(lambda: person.fault("sum") and person.fault("city") and person.script("return document.activeElement.className") == "faults", "both faults are shown")
    assert not dialog() and person.value("sum") == "1e3", person.value("sum")
    person.fill("city", "Bonn")
    # The question is also asked if the server cannot be reached.
    person.fill("sum", "7")
    person.quiet()
    bank.wire.cut(ending("/evaluate"))
    person.tap("send")
    person.wait(dialog, "the question is shown without a network")
    person.keys(Keys.ESCAPE)
    person.wait(lambda: not dialog())
    bank.wire.mend()
    # Enter in a field also asks the question, which contains the text being typed.
    person.type("sum", "1500.5")
    person.keys(Keys.ENTER)
    person.wait(dialog, "the question is asked")
    assert "Send 1,500.50 EUR?" in dialog()[0].text, dialog()[0].text
    assert person.script("return document.activeElement.textContent") == "Cancel", "the button without an effect has the focus"
    bank.axe("a question")
    for label, size in (("phone", PHONE), ("desktop", DESKTOP)):
        person.size(size)
        time.sleep(0.15)
        bank.seen(f"question-{label}")
    person.size(PHONE)
    person.keys(Keys.TAB)
    assert person.script("return document.activeElement.textContent") == "Yes"
    person.keys(Keys.ESCAPE)
    person.wait(lambda: not dialog())
    person.tap("send")
    person.wait(dialog)
    person.press("Cancel")
    person.wait(lambda: not dialog())
    assert person.focused() == "send", "the focus returns"
    assert not bank.wire.requests("POST", "/submissions"), "nothing was sent"
    person.tap("send")
    person.wait(dialog)
    person.press("Yes")
    person.see("Executed")
    person.wait(lambda: len(bank.wire.requests("POST", "/submissions")) == 1)
    sent = json.loads(bank.wire.requests("POST", "/submissions")[-1][3])["values"]
    assert (sent["country"], sent["city"], sent["currency"], sent["sum"]) == ("DE", "Bonn", "EUR", "1500.50"), sent
    assert sent["notes"][0] == {"kind": "a", "words": "text"} and sent["notes"][1]["kind"] == "b", sent
    assert sent["notes"][1].get("words") is None, sent


@pytest.mark.full
def test_formatted_text(bank, person):
    """A formatted text has headings, lists and links of HTML, and values in it are literal."""
    person.log_in("valence://trial/help", language="en")
    person.wait(lambda: person.there("terms"))
    shape = "return [...arguments[0].querySelectorAll('*')].map((each) => each.localName).join(' ')"
    assert person.script(shape, person.atom("terms")) == "h3 p strong em ul li a li ol li li h4 p a"
    bank.axe("a formatted text")
    person.script("arguments[0].scrollIntoView({ block: 'center' })", person.atom("terms"))
    bank.shot("formatted-text")
    typed = "**x** [a](javascript:x) <b>y</b>"
    person.fill("city", typed)
    person.wait(lambda: person.atom("terms").find_element(By.CSS_SELECTOR, "strong").text == typed, "the value is literal")
    assert person.script(shape, person.atom("terms")) == "h3 p strong em ul li a li ol li li h4 p a"
    fees, visit = person.atom("terms").find_elements(By.CSS_SELECTOR, "a")
    assert [fees.get_attribute(name) for name in ("href", "target", "rel")] == ["https://bank.example/fees", "_blank", "noopener noreferrer"]
    person.script("arguments[0].focus()", visit)
    person.keys(Keys.ENTER)
    person.wait(lambda: person.heading() == "Visit", "a deep link opens in the client")


@pytest.mark.full
def test_numbers_behind_masks(bank, person):
    person.log_in("valence://payments/provider")
    person.choose("from", "Текущий")
    person.choose("provider", "Связь Мобайл")
    person.wait(lambda: person.there("payee"))
    # A digit too many stays visible, shows a fault at once and is not sent.
    person.type("account", "97161234560")
    assert person.value("account") == "+7 (971) 612-34-560", person.value("account")
    assert "11" in (person.fault("account") or ""), person.fault("account")
    person.fill("amount", "10")
    bank.shots("mask-fault")
    bank.axe("a number with a digit too many")
    person.tap("send")
    person.wait(lambda: person.focused() == "account")
    assert not [seen for seen in bank.wire.requests("POST", "/submissions") if "login" not in seen[1]], "nothing was sent"
    # Numbers in usual notations, pasted or filled in by the browser.
    for text in ("89161234567", "79161234567", "+7 916 123-45-67", "8 (916) 123 45 67", "9161234567"):
        person.paste("account", text)
        assert person.value("account") == "+7 (916) 123-45-67", (text, person.value("account"))
        assert not person.fault("account"), (text, person.fault("account"))
    # Typing in the middle keeps the caret position.
    person.keys(Keys.HOME, *[Keys.ARROW_RIGHT] * 7, Keys.BACKSPACE, "5")
    assert person.value("account") == "+7 (915) 123-45-67", person.value("account")
    assert person.script("return document.activeElement.selectionStart") == 7
    person.tap("send")
    person.sign()
    person.wait(lambda: person.heading() in ("Исполнено", "Подписано"))
    sent = [json.loads(seen[3])["values"] for seen in bank.wire.requests("POST", "/provider.pay/submissions")]
    assert [each["account"] for each in sent] == ["9151234567"], sent
    # A provider whose number includes the literals of the mask.
    person.log_in("valence://payments/provider")
    person.choose("from", "Текущий")
    person.choose("provider", "Горэнергосбыт")
    person.wait(lambda: person.there("payee"))
    person.fill("account", "7001234567")
    assert person.value("account") == "70012-345-67", person.value("account")
    enter_readings(bank, person)
    person.tap("send")
    person.sign()
    person.wait(lambda: person.heading() in ("Исполнено", "Подписано"))


@pytest.mark.landing
def test_numbers_and_days(bank, person):
    person.log_in("valence://payments/quick")
    person.paste("account", "4070 2810\u00a01382\u20095012\u200b 3017")
    assert person.value("account") == "40702 810 1 3825 0123017".replace(" ", "\u00a0"), person.value("account")
    # Groups appear during typing; the caret stays next to its digit.
    person.type("account", "407028101")
    assert person.value("account") == "40702\u00a0810\u00a01", person.value("account")
    person.keys(Keys.HOME, *[Keys.ARROW_RIGHT] * 6, Keys.BACKSPACE, "9")
    assert person.value("account") == "40709\u00a0810\u00a01", person.value("account")
    assert person.script("return document.activeElement.selectionStart") == 5
    person.paste("account", "р/с 40702810138250123017")
    # A pasted text that is not a number is kept, and shows a fault when the field loses the focus.
    for text in ("5e3", "1 2345", "1.234.567"):
        person.paste("amount", text)
        person.keys(Keys.TAB)
        assert person.fault("amount") and "число" in person.fault("amount"), (text, person.fault("amount"))
        assert person.value("amount") == text, person.value("amount")
    bank.shots("number-fault")
    bank.axe("an amount that is no number")
    # An amount is grouped during typing. Pasted amounts are read in usual notations.
    person.type("amount", "1234567,5")
    assert person.value("amount") == "1\u00a0234\u00a0567,5", person.value("amount")
    person.keys(Keys.HOME, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.DELETE)
    assert person.value("amount") == "134\u00a0567,5", person.value("amount")
    assert person.script("return document.activeElement.selectionStart") == 1
    # A typed text that is not a number is kept with a fault. It never becomes another number.
    for text in ("1e3", "1/2", "abc", "1-2"):
        person.fill("amount", text)
        assert person.value("amount") == text and person.fault("amount"), (text, person.value("amount"), person.fault("amount"))
    for text, read in (("1 234,50 ₽", "1\u00a0234,50"), ("1.234,56", "1\u00a0234,56"), ("12345 р.", "12\u00a0345")):
        person.paste("amount", text)
        assert person.value("amount") == read, (text, person.value("amount"))
    person.fill("amount", "5\u00a0000,5")
    assert person.value("amount") == "5\u00a0000,50" and not person.fault("amount"), person.value("amount")
    # The server also rejects powers of ten, and names invisible characters.
    client = Client(bank.server.address).login("demo", "valence-demo")
    _, told = client.send("POST", "/operations/pp.quick/evaluate", {
        "values": {"amount": "5e3", "account": "4070\u00a02810"}, "changed": ["amount", "account"], "commit": True})
    assert told["atoms"]["amount"]["error"]["code"] == "type", told["atoms"]["amount"]
    assert "неразрывный пробел (U+00A0)" in told["atoms"]["account"]["error"]["message"], told["atoms"]["account"]
    person.log_in("valence://certificates/order")
    person.choose("certificate", "Об оборотах")
    for text, day in (("1.12.25", "01.12.2025"), ("1.2.2026", "01.02.2026"), ("01022026", "01.02.2026"), ("01/02/26", "01.02.2026")):
        person.fill("from", text)
        assert person.value("from") == day and not person.fault("from"), (text, person.value("from"), person.fault("from"))
    for text in ("31.02.2027", "1.13.2026", "1122026"):
        person.fill("from", text)
        assert person.fault("from"), f"{text} has a fault when the field loses the focus"
    bank.shots("day-fault")
    bank.axe("a day that there is not")


@pytest.mark.full
def test_slider_and_amounts_that_follow(bank, person):
    """A slider next to its field, both by keyboard, and two amounts of which the last entered one
    decides."""
    person.log_in("valence://trial/amounts", language="en")
    person.wait(lambda: person.there("give"))
    slider = lambda: person.atom("give").find_element(By.CSS_SELECTOR, "input[type=range]")
    spoken = lambda: slider().get_attribute("aria-valuetext").replace("\u00a0", " ")
    assert slider().get_attribute("aria-label") == "Give" and spoken() == "not entered", spoken()
    bank.axe("a slider")
    # A typed value moves the slider, and is not rounded to a position.
    person.fill("give", "8000.40")
    person.wait(lambda: person.value("get") == "100.01", "the other amount follows")
    assert slider().get_attribute("value") == "7" and spoken() == "8,000.40 RUB", (slider().get_attribute("value"), spoken())
    # The arrow keys move the slider and the field.
    person.script("arguments[0].focus()", slider())
    person.keys(Keys.ARROW_RIGHT)
    assert spoken() == "9,000.00 RUB", spoken()
    person.wait(lambda: person.value("get") == "112.50", "the value of the slider is evaluated")
    person.keys(Keys.END)
    person.wait(lambda: person.value("give") == "50,000.00" and person.value("get") == "625.00")
    # The other amount decides once it is entered. Its follower has the error of its own limit.
    person.fill("get", "1000")
    person.wait(lambda: person.value("give") == "80,000.00" and person.fault("give"), "the first amount follows")
    assert slider().get_attribute("value") == "49", "the slider is at its end"
    bank.shots("slider")
    # A cleared amount follows again.
    person.fill("get", "250")
    person.fill("give", "")
    person.wait(lambda: person.value("give") == "20,000.00" and not person.fault("give"))
    person.tap("send")
    person.wait(lambda: "20,000.00" in person.text() and "250.00" in person.text() and not person.there("give"))


@pytest.mark.landing
def test_consents(bank, person):
    """A consent that requires its document, by the keyboard, and one to a document outside."""
    person.log_in("valence://trial/consent", language="en")
    person.wait(lambda: person.there("rules"))
    box = lambda: person.atom("rules").find_element(By.CSS_SELECTOR, "input")
    link = lambda id: person.atom(id).find_element(By.CSS_SELECTOR, ".consent-document .link")
    person.wait(lambda: link("rules").text == "Open: Rules of the trial" and not box().is_enabled(), "the document comes first")
    assert "Open the document first" in person.atom("rules").text
    assert link("news").get_attribute("href") == "https://bank.example/news"
    bank.axe("a consent")
    person.script("arguments[0].focus()", link("rules"))
    person.keys(Keys.ENTER)
    dialog = lambda: bank.driver.find_elements(By.CSS_SELECTOR, "dialog.document")
    person.wait(lambda: dialog() and "The money goes at once." in dialog()[0].text, "the document is shown")
    assert dialog()[0].accessible_name == "Rules of the trial"
    bank.axe("a document")
    bank.shots("document")
    person.keys(Keys.ESCAPE)
    person.wait(lambda: not dialog() and box().is_enabled(), "the consent can be given")
    assert person.script("return document.activeElement === arguments[0]", link("rules"))
    bank.shots("consent")
    person.tap("send")
    person.wait(lambda: person.fault("rules") == "Confirm your consent", "the consent is required")
    person.script("arguments[0].focus()", box())
    person.keys(Keys.SPACE)
    person.wait(lambda: person.fault("rules") is None, "the consent is given")
    # A command fills an input with the text that was typed last.
    assert not person.atom("same").is_enabled()
    person.fill("office", "1 Main St")
    person.wait(lambda: person.atom("same").is_enabled(), "the command is enabled")
    person.script("arguments[0].focus()", person.atom("same"))
    person.keys(Keys.ENTER)
    person.wait(lambda: person.value("home") == "1 Main St", "the command fills the other input")
    bank.axe("a command")
    bank.shots("command")
    person.tap("send")
    person.wait(lambda: "Rules of the trial, SHA-256" in person.text() and not person.there("rules"))


@pytest.mark.landing
def test_rules_of_calendars_and_sliders(bank, person):
    """Runs the cases of the calendar, of searched texts and of sliders in the browser."""
    person.come()
    with open("Tests/EndToEnd/browser/web-cases/run.js", encoding="utf-8") as file:
        runner = file.read()
    with open("Tests/EndToEnd/browser/web-cases/cases.json", encoding="utf-8") as file:
        cases = json.load(file)
    # The page's content security policy allows no foreign module, so the runner is part of the
    # script.
    found = bank.driver.execute_async_script(runner.replace("export function", "function") + """
        const [cases, done] = arguments;
        const base = document.querySelector("script[type=module]").src.replace(/[^/]*$/, "");
        Promise.all(["calendar-days", "client/plain", "client/positions"].map((name) => import(base + name + ".js")))
            .then(([calendar, plain, positions]) => done(run({calendar, plain, positions}, cases)))
            .catch((fault) => done({fault: String(fault)}));""", cases)
    assert not found.get("fault"), found["fault"]
    assert found["count"] == sum(map(len, cases.values())) > 40 and not found["differing"], found["differing"]


@pytest.mark.landing
def test_several_choices(bank, person):
    """Checkboxes and chips by the keyboard and by taps; an exclusive option replaces the others."""
    person.log_in("valence://trial/help", language="en")
    person.wait(lambda: person.there("ways"))
    group = person.atom("ways")
    assert (group.aria_role, group.accessible_name) == ("group", "Notify by"), (group.aria_role, group.accessible_name)
    chosen = lambda id: person.script(
        "return [...arguments[0].querySelectorAll(':checked')].map(each => each.parentElement.innerText.trim())", person.atom(id))
    first = group.find_element(By.CSS_SELECTOR, "input")
    assert (first.aria_role, first.accessible_name) == ("checkbox", "SMS"), (first.aria_role, first.accessible_name)
    person.script("arguments[0].focus()", first)
    person.keys(Keys.SPACE)
    person.keys(Keys.TAB)
    person.keys(Keys.SPACE)
    person.wait(lambda: chosen("ways") == ["SMS", "E-mail"], "both options are chosen")
    bank.axe("several choices")
    bank.pictures("choices")
    person.keys(Keys.TAB)
    person.keys(Keys.SPACE)
    person.wait(lambda: chosen("ways") == ["Do not notify"], "the exclusive option replaces the others")
    tap = lambda id, index: person.atom(id).find_elements(By.CSS_SELECTOR, "label")[index].click()
    tap("ways", 1)
    person.wait(lambda: chosen("ways") == ["E-mail"], "another option replaces the exclusive one")
    tap("topics", 0)
    tap("topics", 1)
    bank.seen("chips")
    person.wait(lambda: person.fault("topics") == "Choose at most 1 option", "the limit is reported")
    assert [each.get_attribute("aria-invalid") for each in person.atom("topics").find_elements(By.CSS_SELECTOR, "input")] == ["true", "true"]
    bank.axe("a refused choice")
    tap("topics", 0)
    person.wait(lambda: person.fault("topics") is None and chosen("topics") == ["Fees"], "the error is gone")
