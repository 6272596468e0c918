"""Tests of Back, deep links, forms in screens, and both languages."""
import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from EndToEnd.browser.scenes import BANK, QUICK


@pytest.mark.landing
def test_going_back(bank, person):
    person.log_in()
    person.tab("Платежи")
    person.press("По реквизитам")
    person.wait(lambda: person.there("bic"))
    assert person.script("return document.activeElement.tagName") == "H1", "the heading has the focus"
    person.press("Назад")
    person.wait(lambda: person.heading() == "Платежи")
    person.wait(lambda: person.script("return document.activeElement.innerText.includes('По реквизитам')"), "the focus returns to the row")
    person.tab("Главная")
    person.row("Текущий")
    person.see("Выписка")
    person.quiet()
    bank.shots("account")
    bank.axe("account")
    person.back()
    person.wait(lambda: person.heading() == "Главная")
    person.press("Вклад")
    person.wait(lambda: person.script("return document.querySelector('dialog[open]') !== null"), "a deal is presented as a sheet")
    person.quiet()
    person.see("16% годовых на полгода")
    person.see("От 50 000 ₽ на 181 день")
    person.see("застрахованы")
    said = person.script("return document.querySelector('dialog[open]').innerText")
    assert "Пока ничего нет" not in said, said
    bank.shots("deal")
    bank.axe("deal")
    person.keys(Keys.ESCAPE)
    person.wait(lambda: not person.script("return document.querySelector('dialog[open]')"))
    person.press("Кешбэк")
    person.see("До 1 000 ₽ в месяц")
    person.wait(lambda: person.script("return document.querySelector('dialog .row-image')?.naturalWidth > 0"), "its picture is loaded")
    bank.shot("deal-picture-phone")
    person.keys(Keys.ESCAPE)
    person.wait(lambda: not person.script("return document.querySelector('dialog[open]')"))
    person.tab("История")
    person.quiet()
    bank.shots("history")
    bank.axe("history")


@pytest.mark.landing
def test_drawing_in_place(bank, person):
    person.log_in("valence://trial/trial")
    person.wait(lambda: person.there("pushDeals"), "a form is drawn in the screen")
    person.quiet()
    bank.axe("a form within a screen")
    person.press("Накопительный")
    person.wait(lambda: person.there("to"), "another form replaces the list")
    assert person.heading() == "Проба" and person.there("pushDeals")
    assert person.script("return document.querySelector('dialog[open]')") is None
    bank.shot("in-place-phone")
    person.back()
    person.wait(lambda: not person.there("to"))
    person.see("Накопительный")
    assert person.heading() == "Проба"
    # Back has nothing to undo there: the screen with the form stays.
    person.tap("save")
    person.see("Исполнено")
    person.wait(lambda: person.heading() == "Проба" and person.there("pushDeals"))


@pytest.mark.landing
def test_deep_links(bank, person):
    person.log_in("valence://payments/quick?bic=044525225&name=%D0%9E%D0%9E%D0%9E")
    person.wait(lambda: person.there("bic"))
    assert person.value("bic") == BANK and person.value("name") == "ООО"
    assert "valence:" not in bank.driver.current_url
    person.back()
    person.wait(lambda: person.heading() == "Главная", "Back leads to home")
    # Another link on an open page.
    person.script("location.hash = 'valence://payments/own'")
    person.wait(lambda: person.there("to"))
    # A link without a destination shows a page. Back leads to home.
    person.script("location.hash = 'valence://nowhere/at-all'")
    person.wait(lambda: person.heading() == "Ссылка никуда не ведёт")
    person.back()
    person.wait(lambda: person.heading() == "Главная")


@pytest.mark.full
@pytest.mark.parametrize("accepted, stored, heading", [
    ("ru-RU,ru,en", None, "Вход"), ("en-GB,en,ru", None, "Log in"), ("de,ru,en", None, "Вход"), ("de,fr", None, "Log in"),
    ("ru", "en", "Log in"), ("en", "ru", "Вход")])
def test_language_of_the_first_visit(bank, person, accepted, stored, heading):
    """The first visit uses the browser's first language of the client's two, else English. A stored
    choice precedes."""
    agent = person.script("return navigator.userAgent")
    person.emulate("Emulation.setUserAgentOverride", {"userAgent": agent, "acceptLanguage": accepted})
    try:
        person.come(language=stored)
        assert person.heading() == heading, (person.script("return navigator.languages"), person.heading())
        assert person.script("return document.documentElement.lang") == ("ru" if heading == "Вход" else "en")
    finally:
        del person.emulated["Emulation.setUserAgentOverride"]


@pytest.mark.landing
def test_both_languages(bank, person):
    person.log_in("valence://payments/quick")
    person.choose("from", "Текущий")
    person.fill("name", "ООО Ромашка")
    person.fill("bic", "044525225")
    person.fill("amount", "1234,5")
    person.press("Switch to English")
    person.see("Recipient's full name")
    assert person.heading() == "Payment by account details"
    assert person.script("return document.documentElement.lang") == "en"
    assert person.value("name") == "ООО Ромашка" and person.value("amount") == "1,234.50", person.value("amount")
    bank.shots("payment-en")
    bank.axe("payment in English")
    person.fill("account", QUICK["account"])
    person.fill("purpose", QUICK["purpose"])
    person.tap("send")
    person.see("Code in cell")
    person.press("Переключить")
    person.see("Код из ячейки")
    person.press("Switch to English")
    person.see("Code in cell")
    person.quiet()
    person.sign()
    person.see("Executed")
    person.see("Recipient's full name")
    # The result appears in the other language too, as the page over home.
    person.press("Переключить")
    person.wait(lambda: person.heading() == "Исполнено")
    person.see("ФИО или полное наименование получателя")
    assert "Recipient" not in person.text() and "Executed" not in person.text(), person.text()
    bank.shot("result-ru-phone")
    person.press("Switch to English")
    person.wait(lambda: person.heading() == "Executed")
    assert "Получатель" not in person.text() and "1,234.50" in person.text(), person.text()
    person.back()
    person.wait(lambda: person.heading() == "Home")
    person.press("Переключить")
    person.wait(lambda: person.heading() == "Главная")
    # The next visit uses the chosen language.
    person.press("Switch to English")
    person.wait(lambda: person.heading() == "Home")
    bank.driver.refresh()
    person.wait(lambda: person.heading() == "Home")


@pytest.mark.full
def test_a_list_over_a_search(bank, person):
    """The text field of a list over a search asks the service, and a row opens its screen."""
    person.log_in("valence://trial/found", language="en")
    rows = lambda: [each.text for each in bank.driver.find_elements(By.CSS_SELECTOR, "[data-module=found] [data-key]")]
    person.wait(lambda: len(rows()) == 2 and "Postcode 125009" in rows()[0], rows)
    search = bank.driver.find_element(By.CSS_SELECTOR, "[data-module=found] input[type=search]")
    assert search.accessible_name, "the field has a name"
    bank.axe("a list over a search")
    search.send_keys("ничего")
    person.wait(lambda: not rows(), rows)
    search.clear()
    search.send_keys("много")
    person.wait(lambda: len(rows()) >= 20 and "Большая Академическая" in rows()[0], rows)
    # A service that does not answer is an error, and no empty list.
    search.clear()
    search.send_keys("молчит")
    person.see("Information is currently unavailable")
    search.clear()
    search.send_keys("много")
    person.wait(lambda: len(rows()) >= 20, rows)
    person.row("Большая Академическая ул, д 1,")
    person.wait(lambda: person.heading() == "Place" and "Большая Академическая ул, д 1," in person.text())


@pytest.mark.full
def test_a_button_with_values(bank, person):
    """The address of a button that navigates has the values of the form. A copied item has no consent."""
    person.log_in("valence://trial/pledges", language="en")
    person.wait(lambda: person.there("people[0].name"))
    person.fill("people[0].name", "Eva")
    box = lambda index: person.atom(f"people[{index}].rules").find_element(By.CSS_SELECTOR, "input")
    person.script("arguments[0].focus()", box(0))
    person.keys(Keys.SPACE)
    person.wait(lambda: box(0).is_selected(), "the consent is given")
    bank.driver.find_element(By.CSS_SELECTOR, ".item .copy-item").click()
    person.wait(lambda: person.there("people[1].name") and person.value("people[1].name") == "Eva", "the copy")
    assert box(0).is_selected() and not box(1).is_selected(), "a consent is not copied"
    person.fill("place", "Tom & Co? 50 %")
    person.quiet()
    person.tap("look")
    person.wait(lambda: person.heading() == "Place" and "Tom & Co? 50 %" in person.text(), person.text)
    assert "2" in person.text()
    person.back()
    person.wait(lambda: person.there("place") and person.value("place") == "Tom & Co? 50 %", "the form keeps its values")
