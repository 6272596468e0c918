"""Lists with a search: addresses, banks and payees, by keyboard and touch, also while their system
fails."""
import json
import signal
import time

import pytest
from selenium.webdriver.common.actions import interaction
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.actions.pointer_input import PointerInput
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from EndToEnd.browser.scenes import BANK, ending, options


@pytest.mark.landing
def test_searching(bank, person):
    """A search is a combobox with arrows, Enter, Escape and a clear button. A typed text without a
    choice has no value."""
    person.log_in("valence://payments/provider")
    person.wait(lambda: person.there("provider"))
    field = person.input("provider")
    field.click()
    person.wait(lambda: len(person.found("provider")) > 2, "the list opens without a text")
    assert field.get_attribute("aria-expanded") == "true"
    bank.axe("a search with its list")
    person.type("provider", "связь")
    person.wait(lambda: len(person.found("provider")) == 1, "a text narrows the list")
    field.send_keys(Keys.ESCAPE)
    assert field.get_attribute("value") == "" and field.get_attribute("aria-expanded") == "false"
    person.choose("provider", "Связь Мобайл")
    assert field.get_attribute("value") == "Связь Мобайл"
    field.send_keys("x")
    person.wait(lambda: "x" in field.get_attribute("value"))
    field.send_keys(Keys.TAB)
    person.wait(lambda: field.get_attribute("value") == "Связь Мобайл", "a text without a choice is removed")
    person.type("provider", "нет такого")
    person.wait(lambda: "Ничего не найдено" in person.atom("provider").text or "Nothing found" in person.atom("provider").text)
    field.send_keys(Keys.ESCAPE)
    person.script("arguments[0].click()", person.atom("provider").find_element(By.CSS_SELECTOR, ".clear"))
    person.wait(lambda: field.get_attribute("value") == "")
    asked = [json.loads(seen[3]) for seen in bank.wire.requests("POST", "/provider.pay/options")]
    assert asked and all(each["atom"] == "provider" for each in asked)
    # A bank is found by its name or BIC, and a BIC can be typed without a choice.
    person.log_in("valence://payments/quick")
    person.choose("bic", BANK)
    person.wait(lambda: "044525225" in person.atom("bicInfo").text, "the BIC of the chosen bank is shown")
    person.fill("bic", "044525974")
    person.wait(lambda: "Тинькофф" in person.value("bic"), "a typed BIC selects the bank")
    person.fill("bic", "044525999")
    person.wait(lambda: "Не найдено" in (person.fault("bic") or "") or "Not found" in (person.fault("bic") or ""))
    assert person.value("bic") == "044525999", "an invalid text stays visible"


def highlighted(person):
    """Returns the option that the field declares as highlighted. No other option may be marked."""
    named, marked = person.script("""const id = document.activeElement.getAttribute('aria-activedescendant');
        return [id && document.getElementById(id).innerText, [...document.querySelectorAll('[role=option][aria-selected=true]')].map(e => e.innerText)]""")
    assert marked == ([named] if named else []), (named, marked)
    return named


def unfolded(person):
    """True if a list, or a note instead of it, is visible."""
    return person.script("return [...document.querySelectorAll('.found')].some(e => e.checkVisibility())")


def spoken(person):
    return person.script("return document.querySelector('.spoken').textContent")


def values(bank, path, where="/evaluate"):
    """Returns the posted values of an atom without repetitions, except from the form of the
    login."""
    posted = [json.loads(seen[3])["values"].get(path) for seen in bank.wire.requests("POST", where) if "/auth.login/" not in seen[1]]
    return [each for place, each in enumerate(posted) if place == 0 or posted[place - 1] != each]


@pytest.mark.full
def test_choosing_an_address(bank, person):
    person.log_in("valence://trial/loan")
    person.wait(lambda: person.there("address"))
    field = person.input("address")
    assert field.get_attribute("role") == "combobox" and field.accessible_name == "Адрес проживания", field.accessible_name
    person.script("arguments[0].scrollIntoView({block: 'center'}); arguments[0].focus()", field)
    # Too few letters send no request. Letters typed quickly send one request.
    person.keys("т")
    time.sleep(0.4)
    assert not bank.wire.requests("POST", "/options")
    person.keys("верская")
    person.wait(lambda: len(options(person)) == 2)
    asked = [json.loads(seen[3]) for seen in bank.wire.requests("POST", "/options")]
    assert [each["text"] for each in asked][-1] == "тверская" and len(asked) <= 2, asked
    assert asked[-1]["atom"] == "address" and asked[-1]["limit"] > 0 and asked[-1]["version"], asked
    assert field.get_attribute("aria-expanded") == "true" and highlighted(person) is None
    person.wait(lambda: spoken(person) == "Найдено: 2", "the count is announced")
    bank.pictures("search-open")
    bank.axe("an open search")
    # Arrows wrap around, Home and End go to both ends, and the field keeps the focus.
    first, second = options(person)
    for key, expected in ((Keys.ARROW_DOWN, first), (Keys.ARROW_DOWN, second), (Keys.ARROW_DOWN, first), (Keys.ARROW_UP, second),
                          (Keys.HOME, first), (Keys.END, second), (Keys.HOME, first)):
        person.keys(key)
        assert highlighted(person) == expected and person.focused() == "address", (key, highlighted(person))
    bank.axe("a search with a highlight")
    person.keys(Keys.ENTER)
    assert person.value("address") == "г Москва, ул Тверская, д 1", person.value("address")
    assert not options(person) and field.get_attribute("aria-expanded") == "false"
    person.see("Индекс 125009")
    assert values(bank, "address") == ["a-1"], values(bank, "address")
    person.wait(lambda: not person.fault("address"))
    bank.shots("search-chosen")
    bank.axe("a search with a choice")
    # Typing starts a new search. Escape, and leaving the field, restore the choice.
    field.send_keys(Keys.CONTROL, "a")
    person.keys("москва")
    person.wait(lambda: options(person))
    person.keys(Keys.ESCAPE)
    assert person.value("address") == "г Москва, ул Тверская, д 1" and not options(person)
    field.send_keys(Keys.CONTROL, "a")
    person.keys("ничего")
    person.see("Ничего не найдено")
    person.wait(lambda: spoken(person) == "Ничего не найдено")
    bank.pictures("search-nothing")
    bank.axe("a search that found nothing")
    person.keys(Keys.TAB)
    assert person.value("address") == "г Москва, ул Тверская, д 1" and not unfolded(person)
    # Clearing removes the values that depend on it.
    person.script("arguments[0].focus()", field)
    person.keys(Keys.TAB, Keys.ENTER)
    person.wait(lambda: "Индекс" not in person.text())
    assert person.value("address") == "" and person.focused() == "address"
    assert values(bank, "address") == ["a-1", None], values(bank, "address")
    # Pages are appended, and the highlight continues from its row.
    field.send_keys("много")
    person.wait(lambda: len(options(person)) == 21)
    person.wait(lambda: spoken(person) == "Показано: 20. Есть ещё")
    first = options(person)
    assert first[-1] == "Показать ещё", first
    person.keys(Keys.ARROW_UP)
    assert highlighted(person) == "Показать ещё"
    bank.pictures("search-pages")
    bank.axe("a search with pages")
    person.keys(Keys.ENTER)
    person.wait(lambda: len(options(person)) == 25, "one option of the second page was a duplicate")
    assert options(person)[:20] == first[:20] and highlighted(person) == options(person)[20], highlighted(person)
    person.wait(lambda: spoken(person) == "Найдено: 25")
    pages = [json.loads(seen[3]) for seen in bank.wire.requests("POST", "/options")]
    assert pages[-1]["after"] == "20" and "after" not in pages[-2], pages[-2:]
    assert person.script("""const row = document.querySelector('[role=option][aria-selected=true]').getBoundingClientRect(),
        list = [...document.querySelectorAll('[role=listbox]')].find(e => e.checkVisibility()).getBoundingClientRect();
        return row.top > list.top - 1 && row.bottom < list.bottom + 1"""), "the highlight is in sight"
    # If the system does not know a chosen row later, the field keeps its caption and shows a fault.
    person.keys(Keys.ENTER)
    person.wait(lambda: person.fault("address"))
    assert person.value("address") == "г Москва, Большая Академическая ул, д 21, корп 1", person.value("address")
    field.send_keys(Keys.CONTROL, "a")
    # If the system does not respond, the list shows a note, and a tap repeats the request.
    person.keys("молчит")
    person.see("Список сейчас недоступен")
    bank.pictures("search-silent")
    bank.axe("a search that is silent")
    count = len(bank.wire.requests("POST", "/options"))
    bank.person.press("Повторить")
    person.wait(lambda: len(bank.wire.requests("POST", "/options")) == count + 1)
    assert person.focused() == "address"
    assert not person.notice("check") and not person.notice("trouble")


@pytest.mark.full
def test_choosing_in_lists(bank, person):
    person.log_in("valence://trial/search")
    person.wait(lambda: person.there("bank"))
    field = person.input("bank")
    field.send_keys("банк")
    person.wait(lambda: len(options(person)) > 3)
    first = options(person)
    assert "04" in first[0], first
    # With the mouse: the field keeps the focus, and each row is high enough for a finger.
    heights = person.script("return [...document.querySelectorAll('[role=option], .box .icon-button')].filter(e => e.checkVisibility()).map(e => e.getBoundingClientRect().height)")
    assert min(heights) >= 44, heights
    bank.pictures("search-details")
    click(person, 3)
    chosen = first[3].split("\n")[0]
    assert person.value("bank") == chosen and person.focused() == "bank", (person.value("bank"), chosen)
    person.see("Выбран " + chosen)
    # A late response to an earlier text changes nothing.
    held = bank.wire.hold(ending("/options"))
    field.send_keys(Keys.CONTROL, "a")
    field.send_keys("сбер")
    person.wait(lambda: held.met)
    field.send_keys("банк")
    person.wait(lambda: options(person))
    after = options(person)
    held.hold.set()
    time.sleep(0.5)
    assert options(person) == after, (options(person), after)
    # Without a network the list shows a note, and the form does not.
    bank.wire.cut(ending("/options"))
    field.send_keys(Keys.CONTROL, "a")
    field.send_keys("втб")
    person.see("Сервер не отвечает")
    bank.wire.mend()
    person.press("Повторить")
    person.wait(lambda: options(person))
    # A field that is emptied and left has no value.
    field.send_keys(Keys.CONTROL, "a")
    field.send_keys(Keys.DELETE, Keys.TAB)
    person.wait(lambda: "Выбран" not in person.text())
    assert values(bank, "bank")[-1] is None and not unfolded(person)
    # If no text is required, a click shows all options. Items of a list have their own paths.
    person.press("Добавить")
    person.input("lines[1].payee").click()
    person.wait(lambda: len(options(person)) > 2)
    name = options(person)[1].split("\n")[0]
    click(person, 1)
    assert person.value("lines[1].payee") == name and person.value("lines[0].payee") == ""
    assert json.loads(bank.wire.requests("POST", "/options")[-1][3])["atom"] == "lines[1].payee"
    person.wait(lambda: values(bank, "lines")[-1][1]["payee"])
    bank.shots("search-items")
    bank.axe("searches in items")
    # An item that moves up keeps its choice.
    person.press("Удалить: Получатель 1")
    person.wait(lambda: not person.there("lines[1].payee"))
    assert person.value("lines[0].payee") == name, person.value("lines[0].payee")
    # Computed values are locked, without a list and a clear button.
    person.toggle("urgent")
    person.wait(lambda: person.value("locked"))
    locked = person.atom("locked")
    assert person.shown("locked") == person.value("locked") and not locked.find_elements(By.CSS_SELECTOR, ".icon-button")[0].is_displayed()
    assert not person.input("locked").is_displayed(), "a locked value is a text"
    bank.shots("search-locked")
    # The fault is at the field, which gets the focus. The choice survives a change of the language.
    person.tap("send")
    person.wait(lambda: person.fault("bank") and person.focused() == "bank")
    assert person.input("bank").get_attribute("aria-invalid") == "true"
    bank.shots("search-fault")
    bank.axe("a search with a fault")
    person.press("Switch to English")
    person.see("Payee")
    assert person.value("lines[0].payee") == name, person.value("lines[0].payee")


@pytest.mark.full
def test_choosing_by_touch(bank, person):
    person.log_in("valence://trial/trial")
    person.press("Поиск")
    person.wait(lambda: person.there("bank"))
    dialog = lambda: person.script("return document.querySelector('dialog[open]') !== null")
    assert dialog()
    # Escape closes the list first, then the sheet with the form.
    field = person.input("bank")
    field.send_keys("банк")
    person.wait(lambda: options(person))
    bank.pictures("search-sheet")
    bank.axe("a search in a sheet")
    person.keys(Keys.ESCAPE)
    assert not unfolded(person) and dialog() and person.value("bank") == ""
    # A tap opens the list, chooses, clears, and leaves the field.
    touch(person, person.input("lines[0].payee"))
    person.wait(lambda: len(options(person)) > 2)
    rows = [each for each in person.driver.find_elements(By.CSS_SELECTOR, "[role=option]") if each.is_displayed()]
    name = rows[0].text.split("\n")[0]
    touch(person, rows[0])
    person.wait(lambda: person.value("lines[0].payee") == name)
    assert person.focused() == "lines[0].payee", "the field keeps the focus"
    touch(person, person.atom("lines[0].payee").find_element(By.CSS_SELECTOR, ".clear"))
    person.wait(lambda: person.value("lines[0].payee") == "")
    touch(person, person.input("bank"))
    assert not unfolded(person) and person.focused() == "bank"
    person.keys(Keys.ESCAPE)
    person.wait(lambda: not dialog())


def touch(person, element):
    person.script("arguments[0].scrollIntoView({block: 'center'})", element)
    finger = ActionBuilder(person.driver, mouse=PointerInput(interaction.POINTER_TOUCH, "finger"))
    finger.pointer_action.move_to(element).pointer_down().pointer_up()
    finger.perform()


def click(person, place):
    row = [each for each in person.driver.find_elements(By.CSS_SELECTOR, "[role=option]") if each.is_displayed()][place]
    row.click()


@pytest.mark.full
def test_group_without_a_text(bank, person):
    """A group ends below the error of a field, without a gap for a text that is empty. A currency
    is named once: in the caption or next to the amount."""
    person.log_in("valence://trial/loan")
    person.fill("amount", "400000")
    person.fill("inn", "7707083890")
    person.wait(lambda: person.fault("inn") == "Не найдено в справочнике")
    ends = lambda path: person.script("const [group, last] = arguments; return group.getBoundingClientRect().bottom - last.getBoundingClientRect().bottom",
                                      person.atom("employer"), person.atom(path))
    gap = ends("inn")
    person.fill("inn", "7707083893")
    person.wait(lambda: person.atom("company").text == "ПАО Сбербанк", "the name of the company")
    person.wait(lambda: abs(gap - ends("branch" if person.there("branch") else "company")) < 1, gap)
    unit = lambda: person.script("return [...arguments[0].querySelectorAll('.unit')].filter(each => each.checkVisibility()).map(each => each.innerText)", person.atom("amount"))
    assert unit() == [], unit()
    person.log_in("valence://payments/own")
    person.wait(lambda: unit() == ["₽"], "the caption has no currency")


@pytest.mark.full
def test_not_known_now(bank, person):
    person.log_in("valence://trial/loan")
    person.fill("amount", "400000")
    person.fill("inn", "5003021311")
    person.wait(lambda: person.fault("inn") == "Реестр компаний не отвечает", "the register does not respond")
    bank.shots("unknown")
    bank.axe("a form of which something is not known now")
    # All values are requested again in the background. Text typed at this time is kept, and so is
    # the warning.
    person.script("""const fault = arguments[0].querySelector('.fault');
        window.lost = 0;
        new MutationObserver(() => { window.lost += fault.hidden; }).observe(fault, {attributes: true, childList: true, subtree: true})""",
                  person.atom("inn"))
    person.type("series", "45")
    whole = lambda: [each for each in map(lambda seen: json.loads(seen[3]), bank.wire.requests("POST", "/evaluate")) if "changed" not in each]
    before = len(whole())
    person.wait(lambda: len(whole()) > before, "the values are requested again")
    time.sleep(1)
    assert person.script("return window.lost") == 0
    assert not person.notice("check") and person.value("series") == "45" and person.focused() == "series"
    # A hidden page sends no requests.
    person.script("Object.defineProperty(document, 'visibilityState', {value: 'hidden', configurable: true})")
    time.sleep(1)
    before = len(whole())
    time.sleep(6)
    assert len(whole()) == before
    person.script("delete document.visibilityState")
    # The register is available again.
    bank.record("{get: /companies/5003021311, failure: unreachable}", "{get: /companies/5003021311, body: {data: {shortName: ООО Возврат, state: {status: LIQUIDATED}, branches: []}}}")
    bank.server.process.send_signal(signal.SIGHUP)
    person.see("ООО Возврат")
    person.wait(lambda: person.fault("inn") == "Компания закрыта", "the unchecked value is checked")
    assert not person.fault("number") and not person.fault("address"), "fields that were not visited have no fault"
    before = len(whole())
    time.sleep(6)
    assert len(whole()) == before, "no request once everything is known"
