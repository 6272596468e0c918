"""Tests of typing: amounts, numbers, banks and days as people type, paste and dictate them."""
import pytest
from selenium.webdriver.common.keys import Keys

PAYEE = "40702 810 1 3825 0123017".replace(" ", "\u00a0")


def submissions(bank):
    return [seen for seen in bank.wire.requests("POST", "/submissions") if "login" not in seen[1]]


@pytest.mark.landing
def test_sums_and_numbers(bank, person):
    """An ambiguous amount or number is kept as it was typed, with a fault. Unambiguous texts are
    read."""
    person.log_in("valence://payments/quick")
    # Ambiguous between a thousand and one: rejected, also by the server's response and by Enter.
    for put, text in ((person.type, "1.000"), (person.paste, "1,000"), (person.paste, "1.000")):
        put("amount", text)
        person.keys(Keys.TAB)
        person.quiet()
        assert person.value("amount") == "1,000", (text, person.value("amount"))
        assert "число" in (person.fault("amount") or ""), (text, person.fault("amount"))
    bank.shots("thousand-or-one")
    bank.axe("a sum that is a thousand or one")
    person.type("amount", "12,345")
    person.keys(Keys.ENTER)
    person.wait(lambda: person.fault("amount"))
    assert not submissions(bank), "nothing was sent"
    for text, read in (("1.000,00", "1\u00a0000,00"), ("１２", "12,00"), ("1\u202f234,5\u00a0руб.", "1\u00a0234,50")):
        person.paste("amount", text)
        person.keys(Keys.TAB)
        person.quiet()
        assert person.value("amount") == read and not person.fault("amount"), (text, person.value("amount"), person.fault("amount"))
    # A letter among digits stays visible and is reported at once, typed or pasted.
    for put, path, text in ((person.type, "account", "407O2"), (person.paste, "account", "407028101382O0123017"), (person.paste, "inn", "77O7"), (person.type, "inn", "1.5")):
        put(path, text)
        assert person.value(path).replace("\u00a0", "") == text, (path, text, person.value(path))
        assert "цифры" in (person.fault(path) or ""), (path, text, person.fault(path))
    bank.shots("letter-in-number")
    person.type("inn", "77O7")
    person.keys(Keys.BACKSPACE, Keys.BACKSPACE, "07083893", Keys.TAB)
    person.quiet()
    assert person.value("inn") == "7707083893" and not person.fault("inn"), (person.value("inn"), person.fault("inn"))
    for text in ("р/с 40702810138250123017", "４０７０２８１０１３８２５０１２３０１７", "40702-810-1-3825-0123017"):
        person.paste("account", text)
        assert person.value("account") == PAYEE and not person.fault("account"), (text, person.value("account"), person.fault("account"))
    person.paste("inn", "ИНН 7707083893")
    assert person.value("inn") == "7707083893", person.value("inn")
    person.paste("purpose", "Оплата по счету 12\nот 3 ноября\r\n\tНДС нет")
    assert person.value("purpose") == "Оплата по счету 12 от 3 ноября НДС нет", person.value("purpose")
    # An amount that cannot be read is kept when the form is redrawn.
    person.paste("amount", "1.000")
    person.keys(Keys.TAB)
    person.quiet()
    person.press("Switch to English")
    person.wait(lambda: person.there("amount") and person.value("amount") == "1.000", "the text is kept")
    person.quiet()
    bank.driver.refresh()
    person.wait(lambda: person.there("amount") and person.value("amount") == "1.000", "the draft contains the typed text")
    person.tap("send")
    person.wait(lambda: "unclear" in (person.fault("amount") or ""))
    assert not submissions(bank), "nothing was sent"


@pytest.mark.landing
def test_banks_by_their_number(bank, person):
    """A bank is found by its number with spaces, a word or full-width digits, but not with a letter
    among the digits."""
    person.log_in("valence://payments/quick")
    for text in ("04 45 25 225", "БИК 044525225", "０４４５２５２２５"):
        person.type("bic", text)
        person.wait(lambda: any("Сбербанк" in each for each in person.found("bic")), f"{text} finds the bank")
        person.keys(Keys.ESCAPE)
    person.type("bic", "БИК 04 45 25 225")
    person.keys(Keys.TAB)
    person.wait(lambda: "Сбербанк" in person.value("bic"), "the number is the value")
    assert not person.fault("bic"), person.fault("bic")
    person.type("bic", "0445252 2O")
    person.keys(Keys.TAB)
    person.wait(lambda: person.fault("bic"), "another number is rejected")


@pytest.mark.landing
def test_days_as_people_write_them(bank, person):
    """Typed and pasted days are read. A year of two digits is placed within the limits. Other texts
    stay visible with a fault."""
    person.log_in("valence://certificates/order")
    person.choose("certificate", "Об оборотах")
    person.wait(lambda: person.there("from"))
    for put, text, day in (
        (person.type, "1.1.70", "01.01.1970"), (person.type, "2025-11-28", "28.11.2025"), (person.paste, "2025-11-28", "28.11.2025"),
        (person.type, "2025.11.28", "28.11.2025"), (person.type, "28 ноября 2025", "28.11.2025"), (person.paste, "«28» ноября 2025 г.", "28.11.2025"),
        (person.type, "28/11/2025", "28.11.2025"), (person.type, "28-11-25", "28.11.2025"), (person.paste, "２８.１１.２０２５", "28.11.2025"),
        (person.type, "281125", "28.11.2025"),
    ):
        put("from", text)
        person.keys(Keys.TAB)
        assert person.value("from") == day and not person.fault("from"), (text, person.value("from"), person.fault("from"))
    person.type("from", "1д.12.25")
    person.keys(Keys.TAB)
    assert person.value("from") == "1д.12.25" and person.fault("from"), (person.value("from"), person.fault("from"))
