"""The forms of `examples/`: each is filled in, signed, and its result is checked."""
import contextlib
import os
import re
import subprocess
import tempfile
import time

import pytest
from selenium.webdriver.common.by import By

from EndToEnd.bank import Server, run
from EndToEnd.browser.test_forms import plain
from EndToEnd.browser.test_rows import PASTE
from EndToEnd.browser.user import Person
from EndToEnd.proxies.http import Wire


def result(bank, person, *texts):
    """The result is shown with these texts."""
    person.wait(lambda: bank.driver.find_elements(By.CSS_SELECTOR, ".outcome-head"), "the result")
    for text in texts:
        person.wait(lambda: text in plain(person.text()), f"`{text}` is not shown")


def sign_by_code(person, codes, before):
    """Types the code from the message that was sent after the first `before` messages."""
    person.wait(lambda: person.script("return document.querySelector('input.code')?.checkVisibility()"), "a code is requested")
    person.wait(lambda: len(codes()) > before, "the code was sent")
    person.driver.find_element(By.CSS_SELECTOR, "input.code").send_keys(codes()[-1])
    person.tap("sign")


def seen(person, path):
    """Returns the shown text of a field, with plain spaces."""
    return plain(person.shown(path) or "")


@pytest.mark.landing
def test_opening_a_deposit(bank, person):
    """A table of rates determines the offer, and the amounts are computed during typing."""
    person.log_in("valence://operations/deposit.open")
    person.choose("product", "Рост")
    person.choose("currency", "Рубли")
    person.choose("months", "1 год")
    person.choose("from", "Текущий")
    person.fill("amount", "100000")
    person.wait(lambda: seen(person, "rate") == "17,2", "the rate of the table")
    assert seen(person, "income") == "18 622,85 ₽", seen(person, "income")
    person.see("«Рост»: 17,2 % годовых")
    person.toggle("capitalise")
    person.wait(lambda: seen(person, "income") == "17 200,00 ₽", "without compound interest")
    bank.axe("a deposit")
    bank.shots("deposit")
    before = len(bank.codes())
    person.tap("send")
    person.see("17 200,00 ₽".replace(" ", "\u00a0"))
    sign_by_code(person, bank.codes, before)
    result(bank, person, "17 200,00 ₽", "«Рост»")
    bank.shots("deposit-result")


@pytest.mark.full
def test_transferring_abroad(bank, person):
    """Fields depend on the country, an invalid IBAN is reported at once, and the charges determine
    the debit."""
    person.log_in("valence://operations/transfer.abroad")
    person.choose("from", "Долларовый")
    person.fill("amount", "100")
    person.choose("charges", "OUR")
    person.wait(lambda: seen(person, "debit") == "126,00 $", "the debit with the fee")
    for path, text in {"payerName": "Anna Smirnova", "payerCity": "Moscow", "payerStreet": "Tverskaya 1"}.items():
        person.fill(path, text)
    person.choose("payerCountry", "Россия")
    person.fill("payerPostal", "101000")
    person.choose("payeeCountry", "Германия")
    for path, text in {"payeeName": "Muster GmbH", "payeePostal": "10115", "payeeCity": "Berlin", "payeeStreet": "Invalidenstr. 1"}.items():
        person.fill(path, text)
    person.fill("iban", "GB29NWBK60161331926819")
    person.wait(lambda: person.fault("iban") == "Этот счёт в другой стране", "an account of another country")
    person.fill("iban", "DE89 3704 0044 0532 0130 00")
    person.wait(lambda: "в другой стране" not in (person.fault("iban") or ""))
    person.fill("swift", "DEUTDEFF")
    person.fill("purpose", "Invoice 12")
    bank.axe("a transfer abroad")
    bank.shots("abroad")
    before = len(bank.codes())
    person.tap("send")
    person.see("DE89370400440532013000")
    person.wait(lambda: "126,00 $" in plain(person.text()), "sums are signed with their currency")
    sign_by_code(person, bank.codes, before)
    result(bank, person, "126,00 $", "Muster GmbH", "Германия")
    bank.shots("abroad-result")


@pytest.mark.landing
def test_ordering_a_standing_payment(bank, person):
    """The next dates are shown in a table as soon as they are known, and are part of the signed
    values."""
    person.log_in("valence://operations/standing.order")
    person.choose("from", "Текущий")
    for path, text in {"name": "ООО Ромашка", "account": "40702810138250123017", "bic": "044525225", "amount": "2500"}.items():
        person.fill(path, text)
    assert plain(person.value("account")) == "40702 810 1 3825 0123017", "the role of the field groups its digits"
    first = time.strftime("%d.%m.%Y", time.localtime(time.time() + 3 * 86400))
    person.fill("first", first)
    person.choose("ending", "Число раз")
    person.fill("times", "2")
    days = lambda: person.script("return [...document.querySelectorAll('.computed-rows tbody td')].map(each => each.innerText)")
    person.wait(lambda: len(days()) == 4, "two payments, each by the calendar and on a business day")
    assert days()[0] == first, days()
    bank.axe("a standing order")
    bank.shots("standing")
    person.tap("send")
    person.see("Код из ячейки")
    person.press("Все данные", among="summary")
    person.wait(lambda: days()[0] in person.text(), "the days are signed")
    person.sign()
    result(bank, person, "ООО Ромашка", first)
    bank.shots("standing-result")


def account(number, bic="044525225"):
    """Returns a number of an account with the right key (Bank of Russia, 383-P)."""
    def keyed(key):
        return f"40817810{key}0000{number:07d}"
    key = sum(int(digit) * (7, 1, 3)[place % 3] for place, digit in enumerate(bic[-3:] + keyed(0))) * 3 % 10
    return keyed(key)


@pytest.mark.landing
def test_payroll_from_a_spreadsheet(bank, person):
    """200 pasted rows become the rows of a table, a wrong one has its error, and all are signed."""
    person.log_in("valence://operations/payroll.send")
    person.wait(lambda: person.there("rows"))
    person.choose("from", "Текущий")
    rows = [f"Сотрудник {number}\t{account(number)}\t044525225\t100,50" for number in range(1, 201)]
    rows[10] = rows[10].replace("100,50", "0")
    person.script("document.querySelector('.row-table input').focus()")
    person.script(PASTE, "\n".join(rows))
    person.wait(lambda: "Итого" in person.text() and seen(person, "people") == "200", "200 rows")
    person.tap("send")
    person.wait(lambda: person.focused() == "rows[10].amount", "the wrong row is open, with the focus on its amount")
    assert person.fault("rows[10].amount") == "Не меньше 1,00", person.fault("rows[10].amount")
    bank.axe("a payroll with an error")
    bank.shots("payroll")
    person.fill("rows[10].amount", "100,50")
    person.wait(lambda: seen(person, "total") == "20 100,00 ₽", seen(person, "total"))
    before = len(bank.codes())
    person.tap("send")
    sign_by_code(person, bank.codes, before)
    result(bank, person, "20 100,00 ₽")


@contextlib.contextmanager
def loan_over_http(bank):
    """The loan of `examples/loan` with the systems of `examples/bank`, as processes; yields a
    person and the codes sent."""
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        # The bank's callbacks go through the proxy, whose address is known before the server's.
        wire = Wire(None)
        stack.callback(wire.close)
        systems = subprocess.Popen(
            ["examples/bank/run", "--port", "0", "--decide-after", "3", "--thresholds", "10,500000,900000", "--callback", f"{wire.url}/callbacks/bank", "--callback-secret", SECRET],
            stdout=subprocess.PIPE, text=True)
        stack.callback(lambda: (systems.terminate(), systems.wait(20)))
        address = next(line.split()[-1] for line in systems.stdout if line.startswith("The bank listens at "))
        environment = {"BANK_URL": address, "BANK_CALLBACK_SECRET": SECRET}
        os.environ.update(environment)
        stack.callback(lambda: [os.environ.pop(name) for name in environment])
        log, database = os.path.join(folder, "log"), os.path.join(folder, "valence.sqlite")
        server = Server(bank.server.program, database, "--config", "examples/loan", "--services", "live", "--services-allow", "127.0.0.0/8", log=log)
        stack.callback(server.stop)
        if not server.address:
            raise AssertionError("".join(server.greeting))
        wire.address = server.address
        run(bank.server.program, "users", "link", "demo", "C-1001", "--database", database)

        def codes():
            with open(log, encoding="utf-8") as file:
                return [code for line in file if "one-time code" in line for code in re.findall(r"\b(\d{6})\b", line)]
        person = Person(bank.driver, wire.url, server.matrix())
        person.emulated = bank.person.emulated
        yield person, codes


# A callback secret in the bank's format, only for this test.
SECRET = "whsec_" + "c2VjcmV0IG9mIGNhbGxiYWNrcyBmb3IgdGhpcyBjaGVjaw=="


@pytest.mark.full
def test_the_list_of_loans(bank):
    """A list of a screen draws the loans of the bank's systems with headings, badges and actions, and a row opens its
    screen."""
    with loan_over_http(bank) as (person, _):
        person.log_in()
        person.see("Мои кредиты")
        rows = lambda: [plain(each.text) for each in bank.driver.find_elements(By.CSS_SELECTOR, "[data-module=loans] [data-key]")]
        person.wait(lambda: len(rows()) == 2, "two loans")
        assert "Потребительский кредит" in rows()[0] and "12 500,50 ₽" in rows()[0] and "до 31.03.2028" in rows()[0], rows()
        headings = [each.text for each in bank.driver.find_elements(By.CSS_SELECTOR, "[data-module=loans] .day")]
        assert headings == ["До пяти лет", "Больше пяти лет"], headings
        bank.axe("the list of loans")
        bank.shots("loans")
        person.row("Ипотека")
        person.see("Осталось выплатить")
        person.wait(lambda: "5 120 400,10 ₽" in plain(person.text()), "the fields of the row")
        bank.axe("a loan of the list")


@pytest.mark.full
def test_applying_for_a_loan(bank):
    """Data of the bank's systems reaches the form. A later decision updates the page of the
    result."""
    with loan_over_http(bank) as (person, codes):
        person.log_in()
        # A row of the list below has the same text.
        person.press("Потребительский кредит", among=".leading button")
        person.wait(lambda: person.there("amount"))
        person.see("По другим кредитам в месяц")
        person.fill("amount", "400000")
        person.choose("term", "1 год")
        person.wait(lambda: person.fault("amount") == "Платежи по кредитам превысят половину дохода", "what the bank knows decides")
        person.choose("term", "5 лет")
        person.wait(lambda: not person.fault("amount") and seen(person, "monthly") == "10 666,67 ₽")
        person.fill("inn", "7707083893")
        person.see("ПАО Сбербанк")
        person.choose("branch", "Тверской") if "Тверской" in person.atom("branch").text else None
        person.choose("address", "Тверская")
        person.see("Индекс 125009")
        person.fill("series", "4509")
        person.fill("number", "123450")
        person.wait(lambda: person.fault("number") == "Паспорт недействителен")
        person.fill("number", "123456")
        person.wait(lambda: not person.fault("number"))
        bank.axe("a loan")
        bank.shots("loan")
        before = len(codes())
        person.tap("send")
        sign_by_code(person, codes, before)
        # The bank decides later, and its callback updates the page.
        result(bank, person)
        bank.shots("loan-waiting")
        bank.axe("a loan that waits")
        result(bank, person, "Номер заявки", "A-000001", "Исполнено")
        bank.shots("loan-result")
        bank.axe("a loan")
