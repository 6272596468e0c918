"""Tests of the playground: a file is written, tried and corrected."""
import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from EndToEnd.browser.user import DESKTOP, PHONE, TABLET

FILE = """operation: my.trial
title: {ru: Проба, en: Trial}
effect: document
atoms:
  - {textInput: bic, caption: {ru: БИК, en: BIC}, type: digits, length: 9, lookup: bank}
  - {text: bankName, caption: {ru: Введите БИК, en: Enter the BIC}, captionFrom: bank.name}
  - {textInput: sum, caption: {ru: Сумма, en: Sum}, type: amount, currency: RUB}
  - {textInput: fee, caption: {ru: Комиссия, en: Fee}, type: amount, currency: RUB, value: "round($sum * 0.01, 2)"}
  - {button: send, caption: {ru: Послать, en: Send}, action: submit}"""


@pytest.mark.landing
def test_trying_a_file(bank, person):
    driver = bank.driver
    editor = lambda: driver.find_element(By.CSS_SELECTOR, "textarea.text")
    marked = lambda: [each.get_attribute("textContent") for each in driver.find_elements(By.CSS_SELECTOR, ".marks mark")]
    numbered = lambda: [each.get_attribute("textContent") for each in driver.find_elements(By.CSS_SELECTOR, ".numbers .error")]
    found = lambda: [each.text.split("\n") for each in driver.find_elements(By.CSS_SELECTOR, ".findings li")]
    old = lambda: driver.find_element(By.CSS_SELECTOR, ".old").text
    caret = lambda: person.script("const e = document.activeElement; return e.tagName == 'TEXTAREA' ? e.value.slice(e.selectionStart) : null")
    person.come(path="/playground")
    assert person.heading() == "Файл операции", person.heading()
    # The example is drawn, with the graph of its dependencies.
    person.wait(lambda: person.there("amount"))
    assert person.script("return document.querySelectorAll('.graph-picture .node').length") > 5
    bank.shots("playground")
    for label, size in (("phone", PHONE), ("desktop", DESKTOP)):
        person.size(size)
        person.script("document.querySelector('.graph').scrollIntoView()")
        bank.shot(f"playground-graph-{label}")
    fits(bank, person)
    for size in (PHONE, TABLET, DESKTOP):
        person.size(size)
        bank.axe(f"playground at {size[0]}")
    person.size(PHONE)
    # A new file, typed key by key: a new line has the indentation of the previous one.
    editor().send_keys(Keys.CONTROL, "a")
    editor().send_keys(Keys.DELETE)
    lines = FILE.split("\n")
    editor().send_keys("\n".join(lines[:5] + [line.strip() for line in lines[5:]]))
    assert editor().get_property("value") == FILE, editor().get_property("value")
    person.wait(lambda: person.there("bic") and not found())
    assert driver.find_element(By.ID, "drawn-title").text == "Проба"
    assert not person.there("amount"), "the example's form is removed"
    assert editor().get_attribute("aria-invalid") == "false"
    names = [each.get_attribute("textContent") for each in driver.find_elements(By.CSS_SELECTOR, ".graph-picture .node .name")]
    assert sorted(names) == ["bank", "bankName", "bic", "fee", "sum"], names
    driver.find_element(By.CSS_SELECTOR, ".graph summary").click()
    for line in ("fee ← sum", "bankName ← bank", "bank ← bic"):
        assert line in person.text(), person.text()[-600:]
    # The form works, and sends nothing.
    person.fill("bic", "044525225")
    person.see("ПАО Сбербанк")
    person.tap("send")
    person.wait(lambda: person.fault("sum"))
    assert person.focused() == "sum"
    person.fill("sum", "1234,5")
    person.wait(lambda: person.value("fee") == "12,35" or person.atom("fee").text.endswith("12,35"), "the fee is computed")
    person.tap("send")
    person.see("ничего не отправляется")
    person.wait(lambda: "ничего не отправляется" not in person.text(), "the note disappears")
    # A fault is marked at its line and column. The form of the last valid file stays, with its
    # values.
    editor().send_keys(Keys.CONTROL, Keys.END)
    editor().send_keys("\n- {text: note, cpation: {ru: И, en: A}}")
    person.wait(found, "the fault is shown")
    line, column = len(lines) + 1, "  - {text: note, cpation".index("cpation") + 1
    assert len(found()) == 1 and found()[0][0] == f"{line}:{column}" and "cpation" in found()[0][-1], found()
    assert marked() == ["cpation"] and numbered() == [str(line)], (marked(), numbered())
    assert editor().get_attribute("aria-invalid") == "true"
    assert old() == "Форма нарисована по последнему файлу без ошибок" and person.value("sum") == "1\u00a0234,50"
    bank.shots("playground-fault")
    fits(bank, person)
    bank.axe("playground with a fault")
    # The fault links to its position, where it is corrected.
    editor().send_keys(Keys.CONTROL, Keys.HOME)
    driver.find_element(By.CSS_SELECTOR, ".findings button").click()
    assert caret() == "cpation: {ru: И, en: A}}", caret()
    # A fault beyond the right edge, far down, is scrolled into view.
    file = editor().get_property("value")
    person.script("""const each = document.querySelector("textarea.text"); each.value = "# x\\n".repeat(60) + each.value.replace("note, cpation", `note, caption: {ru: ${"И".repeat(160)}, en: A}, cpation`);
        each.dispatchEvent(new Event("input"))""")
    person.wait(lambda: found() and found()[0][0].startswith(str(line + 60) + ":"), "the fault is shown further down")
    driver.find_element(By.CSS_SELECTOR, ".findings button").click()
    assert caret().startswith("cpation: "), caret()
    inside = person.script("""const paper = document.querySelector(".paper").getBoundingClientRect(), mark = document.querySelector(".marks mark").getBoundingClientRect();
        return [mark.left - paper.left, paper.right - mark.right, mark.top - paper.top, paper.bottom - mark.bottom, document.querySelector("textarea.text").scrollLeft]""")
    assert min(inside[:4]) >= 0 and inside[4] > 500, inside
    bank.shots("playground-fault-beyond")
    person.script("const each = document.querySelector('textarea.text'); each.value = arguments[0]; each.dispatchEvent(new Event('input'))", file)
    person.wait(lambda: found() and found()[0][0] == f"{line}:{column}")
    driver.find_element(By.CSS_SELECTOR, ".findings button").click()
    assert caret() == "cpation: {ru: И, en: A}}", caret()
    person.keys(*[Keys.DELETE] * len("cpation"), "caption")
    person.wait(lambda: not found() and person.there("note"))
    assert marked() == [] and not old()
    assert person.value("bic") == "044525225" and person.value("sum") == "1\u00a0234,50", "the typed values are kept"
    # Page and form change the language. A reloaded page has the file.
    person.press("Switch to English")
    person.wait(lambda: driver.find_element(By.ID, "drawn-title").text == "Trial")
    assert editor().accessible_name == "Operation file", editor().accessible_name
    assert person.heading() == "Operation file" and "Fee" in person.atom("fee").text
    driver.refresh()
    person.wait(lambda: person.there("note"))
    assert "cpation" not in editor().get_property("value") and "note" in editor().get_property("value")
    asked = {path.split("?")[0] for method, path, _, _ in bank.wire.seen if method != "GET"}
    assert asked == {"/playground/check", "/playground/evaluate"}, asked
    # Without a network the page shows a notice, and continues by itself.
    bank.wire.cut()
    editor().send_keys(" ")
    person.wait(lambda: person.notice("trouble"), "a notice about the connection")
    bank.wire.mend()
    person.wait(lambda: not person.notice("trouble"), "it checks again by itself")


def fits(bank, person):
    """Nothing is wider than the screen, in each size."""
    for size in (PHONE, TABLET, DESKTOP):
        person.size(size)
        wide = person.script("return document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, f"{wide} pixels too wide at {size[0]}"
    person.size(PHONE)
