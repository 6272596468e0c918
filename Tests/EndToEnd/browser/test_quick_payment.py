"""Tests of the quick payment: names of payments, order of fields, preset account, insufficient
funds, and the amount on the button."""
import pytest
from selenium.webdriver.common.by import By

from EndToEnd.browser.user import PHONE


@pytest.mark.landing
def test_named_payments(bank, person):
    """Payments are named by their destination, and the payment to the budget begins with taxes."""
    names = {"ru": ("Платежи", ["Между своими", "По реквизитам", "По шагам", "В бюджет"], "Платёж по реквизитам"),
             "en": ("Payments", ["Between my accounts", "By account details", "By steps", "To the budget"], "Payment by account details")}
    for language, (tab, leads, heading) in names.items():
        person.log_in(language=language)
        person.tab(tab)
        person.see(leads[3])
        for lead in leads:
            assert lead in person.text(), lead
        person.press(leads[1], among="[data-module=pp_quick] button")
        person.wait(lambda: person.heading() == heading, heading)
        person.back()
        person.wait(lambda: person.heading() == tab)
        person.press(leads[3])
        person.wait(lambda: person.there("singleTax"), "the kind of payment is chosen")
        person.back()


@pytest.mark.landing
def test_quick_payment(bank, person):
    """Payee, account, amount and purpose in this order. The amount is large, and insufficient funds
    are reported during typing."""
    person.log_in("valence://payments/quick")
    person.wait(lambda: person.there("send"))
    order = [each.get_attribute("data-atom") for each in bank.driver.find_elements(By.CSS_SELECTOR, "[data-atom]") if each.is_displayed()]
    assert order == ["name", "inn", "kpp", "account", "bic", "from", "amount", "purpose", "send"], order
    assert "Текущий" in person.atom("from").text and "₽" in person.atom("from").text, "the first account is preset, with what is available"
    size = person.script("return getComputedStyle(arguments[0]).fontSize", person.input("amount"))
    assert size == "28px", size
    assert person.atom("send").text == "Заплатить"
    evaluations = lambda: sum(path.endswith("/evaluate") for _, path, _, _ in bank.wire.seen)
    person.type("amount", "999999,5")
    assert person.atom("send").text == "Заплатить 999 999,50 ₽", person.atom("send").text
    person.wait(lambda: person.fault("amount") == "Не хватает денег", "the fault is at the amount")
    assert evaluations() <= 2, "not at each key"
    typing = "return document.activeElement === arguments[0]"
    assert person.script(typing, person.input("amount")) and person.input("amount").get_attribute("aria-invalid") is None
    bank.axe("too little money")
    bank.pictures("too-little-money")
    person.size(PHONE)
    # The fault stays during typing and disappears with the response to a lower amount. New faults
    # appear after typing.
    person.type("amount", "0")
    person.wait(lambda: not person.fault("amount"))
    assert person.atom("send").text == "Заплатить", person.fault("amount")
    person.type("amount", "1234,5")
    person.fill("purpose", "Оплата")
    person.wait(lambda: person.atom("send").text == "Заплатить 1 234,50 ₽")
    assert not person.fault("amount")
    person.tap("send")
    person.wait(lambda: person.fault("name"))
    assert not person.fault("from"), "the account has no fault"
