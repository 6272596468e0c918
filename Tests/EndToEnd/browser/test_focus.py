"""Tests of the focus: if the focused element disappears, an element near it gets the focus."""
import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from EndToEnd.bank import Client
from EndToEnd.browser.test_faults import LISTEN, focus
from EndToEnd.browser.user import CLIENT

PAYMENT = {"name": "ООО Ромашка", "account": "40702810138250123017", "bic": "044525225", "purpose": "Оплата по счету 12", "amount": "79"}
REPLACE = CLIENT + """const [tree, next, done] = arguments;
    modules("form").then(async ([{ Form }]) => {
        const form = new Form(tree, { navigation: { app: await client(), keeping: { edited() {}, leave() {} }, retitle() {} } });
        document.querySelector(".stage").append(form.element);
        const input = form.element.querySelector("[data-atom=two] input");
        input.focus();
        input.value = "x";
        input.dispatchEvent(new Event("input", { bubbles: true }));
        form.replace(next, { isSilent: true });
        done([document.activeElement.closest("[data-atom]")?.dataset.atom, document.activeElement.value]);
        form.element.remove();
    }).catch((fault) => done(String(fault.stack)));"""


@pytest.mark.landing
def test_focus_of_removed_elements(bank, person):
    """After a closed notice, a redrawn form or a busy button, the focus is at the same element or
    near it."""
    person.log_in("valence://trial/lines", language="en")
    person.wait(lambda: person.there("send"))
    # Closing a notice returns the focus to the tapped button.
    bank.wire.cut()
    person.tap("send")
    person.wait(lambda: person.notice("send"), "a notice that no response arrived")
    bank.driver.find_element(By.CSS_SELECTOR, ".notice .icon-button").click()
    person.wait(lambda: person.focused() == "send", focus(person))
    bank.wire.mend()
    # A redrawn form has the focus in the same field.
    field = lambda name: {"id": name, "kind": "textInput", "caption": name, "shown": True, "enabled": True, "value": None}
    tree = {"operation": "trial", "version": "1", "title": "Trial", "atoms": [field("one"), field("two")]}
    assert bank.driver.execute_async_script(REPLACE, tree, {**tree, "version": "2", "atoms": [field("new"), *tree["atoms"]]}) == ["two", "x"]
    # After the question of an action is cancelled or answered, its button has the focus, also while
    # the response is pending.
    person.log_in("valence://payments/own")
    person.choose("from", "Текущий")
    person.choose("to", "Накопительный")
    person.fill("amount", "3")
    person.tap("send")
    person.see("Исполнено")
    person.quiet()
    template = lambda: person.press("Сохранить как шаблон", among=".actions button")
    asked = lambda: bool(bank.driver.find_elements(By.CSS_SELECTOR, ".question[open]"))
    template()
    person.wait(asked)
    person.keys(Keys.ESCAPE)
    person.wait(lambda: not asked() and focus(person) == "Сохранить как шаблон", focus(person))
    held = bank.wire.hold(lambda method, path: path == "/templates")
    template()
    person.wait(asked)
    person.keys("Перевод сцены", Keys.ENTER)
    person.wait(lambda: held.met)
    assert focus(person) == "Сохранить как шаблон", focus(person)
    held.hold.set()
    person.see("Сохранено")
    assert focus(person) == "Сохранить как шаблон", focus(person)
    # The same if the response is lost.
    bank.wire.lose(lambda method, path: path == "/templates")
    template()
    person.wait(asked)
    person.keys("Перевод другой сцены", Keys.ENTER)
    person.wait(lambda: person.notice("send"), "a notice that no response arrived")
    assert focus(person) == "Сохранить как шаблон", focus(person)
    client = Client(bank.server.address).login("demo", "valence-demo")
    for each in client.send("GET", "/templates")[1]["data"]:
        if "сцены" in each["title"]:
            client.send("DELETE", f"/templates/{each['id']}")


@pytest.mark.full
def test_focus_in_forms(bank, person):
    """After a cancelled submission, or a sheet whose field was redrawn, the focus is near it. A
    search in a sheet is announced in the sheet."""
    person.log_in("valence://payments/quick")
    person.choose("from", "Текущий")
    for path, text in PAYMENT.items():
        person.fill(path, text)
    person.tap("send")
    person.see("Код из ячейки")
    person.back()
    person.see("Уже отправлено и ждёт подписи")
    person.script("arguments[0].focus()", bank.driver.find_element(By.CSS_SELECTOR, ".waiting .remove"))
    person.keys(Keys.ENTER)
    person.agree()
    person.wait(lambda: "ждёт подписи" not in person.text(), "the notice disappears")
    person.wait(lambda: person.focused() == "send", focus(person))
    # The results of a search in a sheet are announced in the sheet, because screen readers read
    # only the modal dialog.
    person.log_in("valence://trial/judged", language="en")
    person.wait(lambda: person.there("many"))
    person.script(LISTEN)
    person.open_sheet("many")
    person.script("document.querySelector('.choices-search').focus()")
    person.keys("option 7")
    person.wait(lambda: person.script("return document.querySelector('dialog.sheet .spoken')?.textContent") == "Found: 1", "the count is announced in the sheet")
    person.keys(Keys.ENTER)
    person.wait(lambda: not person.script("return document.querySelector('dialog.sheet')") and person.focused() == "many", focus(person))
    assert person.script("return document.querySelector('.floating > .spoken') !== null"), "the live region is in the page again"
    # If the field of an open sheet is redrawn, the new field gets the focus.
    person.open_sheet("many")
    person.script("const old = document.querySelector('[data-atom=many]'), made = old.cloneNode(true); old.replaceWith(made)")
    person.keys(Keys.ESCAPE)
    person.wait(lambda: person.focused() == "many", focus(person))


@pytest.mark.full
def test_focus_in_lists(bank, person):
    """After a closed menu, a deleted row or cleared filters, the focus is near them."""
    client = Client(bank.server.address).login("demo", "valence-demo")
    client.send("POST", "/templates", {"operation": "pp.quick", "title": "Для меню", "values": {"name": "ООО Ромашка"}})
    person.log_in()
    person.tab("Платежи")
    person.see("Для меню")
    opener = next(each for each in bank.driver.find_elements(By.CSS_SELECTOR, ".menu-opener") if "Для меню" in each.accessible_name)
    person.click([opener])
    person.wait(lambda: person.script("return document.activeElement.role === 'menuitem'"))
    person.script("document.querySelector('main').dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))")
    person.wait(lambda: "Для меню" in focus(person), focus(person))
    person.keys(Keys.ARROW_UP, Keys.ENTER)
    person.agree()
    person.wait(lambda: "Для меню" not in person.text(), "the row is deleted")
    person.wait(lambda: focus(person) != "BODY", "the focus is not lost")
    # Cleared filters. An impossible date is announced.
    person.tab("История")
    person.quiet()
    person.script(LISTEN)
    search = person.wait(lambda: [each for each in bank.driver.find_elements(By.CSS_SELECTOR, "input[type=search]") if each.is_displayed()])[0]
    search.send_keys("nothing is called so")
    person.see("Ничего не найдено")
    person.press("Очистить поиск")
    person.wait(lambda: "Ничего не найдено" not in person.text())
    person.wait(lambda: focus(person) != "BODY", "the focus is not lost")
    bank.driver.find_element(By.CSS_SELECTOR, ".filter-opener").click()
    day = person.wait(lambda: [each for each in bank.driver.find_elements(By.CSS_SELECTOR, ".filter-panel input") if each.is_displayed()])[0]
    day.send_keys("31022026", Keys.TAB)
    person.wait(lambda: any("Такого дня нет: 31.02.2026" in each for each in person.script("return heard")), "the fault is announced")
