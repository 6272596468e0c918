"""The questionnaire of `examples/company-account`: pages, an exit, a review, and two devices."""
import contextlib
import os
import re
import tempfile

import pytest

from EndToEnd.bank import Client, Server, run
from EndToEnd.browser.test_examples import result, sign_by_code
from EndToEnd.browser.user import Person



@contextlib.contextmanager
def questionnaire(bank):
    """A server with the questionnaire and recorded answers; yields a person, the codes and the
    address."""
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        os.environ["BANK_URL"] = "http://127.0.0.1:9"
        stack.callback(os.environ.pop, "BANK_URL")
        log, database = os.path.join(folder, "log"), os.path.join(folder, "valence.sqlite")
        server = Server(bank.server.program, database, "--config", "examples/company-account", "--services", "recorded", log=log)
        stack.callback(server.stop)
        assert server.address, "".join(server.greeting)
        run(bank.server.program, "users", "link", "demo", "C-1001", "--database", database)

        def codes():
            with open(log, encoding="utf-8") as file:
                return [code for line in file if "one-time code" in line for code in re.findall(r"\b(\d{6})\b", line)]
        person = Person(bank.driver, server.url, server.matrix())
        person.emulated = bank.person.emulated
        yield person, codes, server.address


def at(person, title):
    person.wait(lambda: person.heading() == title, f"the page `{title}`, not `{person.heading()}`")


@pytest.mark.landing
def test_account_of_a_company(bank):
    """A form of five pages is begun in the browser, continued by another client, changed from the
    review and signed."""
    with questionnaire(bank) as (person, codes, address):
        person.log_in()
        person.press("Счёт компании")
        at(person, "Компания")
        bank.axe("the first page")
        bank.shots("questionnaire-first")
        person.fill("inn", "7728168971")
        person.see("ООО Ромашка")
        person.choose("form", "ООО")
        person.tap("page_next")
        at(person, "Счёт не открыть")
        person.see("закрыта")
        bank.shots("questionnaire-exit")
        person.tap("page_back")
        at(person, "Компания")
        person.fill("inn", "7707083893")
        person.see("ПАО Сбербанк")
        person.tap("page_next")
        at(person, "Деятельность")
        # The search of an address needs the city, and then finds only its addresses.
        person.type("office", "баумана")
        person.wait(lambda: "Сначала заполните: Город офиса" in person.atom("office").text, "the missing city")
        assert not person.found("office")
        bank.axe("a search without its key")
        person.choose("city", "Казань")
        person.choose("office", "г Казань, ул Баумана, д 1")
        person.choose("city", "Москва")
        person.wait(lambda: person.value("office") == "", "another city clears the address")
        person.fill("turnover", "500000")

        # The other device has the typed values and opens the next page.
        other = Client(address).login("demo", "valence-demo")
        person.wait(lambda: typed(other) == "500000.00" or typed(other) == "500000", "the draft of the page")
        step = other.send("GET", "/flows/company.open")[1]
        href = next(atom["action"]["href"] for atom in step["atoms"] if atom["id"] == "page_next")
        assert other.send("POST", href, {"values": {"activities": ["it"], "turnover": "500000"}})[0] == 200
        person.tap("page_next")
        at(person, "Учредители")
        bank.shots("questionnaire-founders")
        person.fill("owners[0].person", "Иван Петров")
        person.fill("owners[0].share", "100")
        person.tap("page_next")
        at(person, "Счёт")
        person.tap("page_next")
        at(person, "Проверьте заявление")
        person.see("Разработка программ")
        bank.axe("a review")
        bank.shots("questionnaire-review")
        person.script("[...document.querySelectorAll('.change')].find((each) => each.ariaLabel.includes('Форма')).click()")
        at(person, "Компания")
        person.choose("form", "Индивидуальный предприниматель")
        person.tap("page_next")
        at(person, "Проверьте заявление")
        assert "Учредители" not in person.text()
        before = len(codes())
        person.tap("submit")
        sign_by_code(person, codes, before)
        result(bank, person, "Номер заявления", "A-000007")
        bank.shots("questionnaire-result")


def typed(client):
    """Returns the value of the turnover on the present page."""
    step = client.send("GET", "/flows/company.open")[1]
    return next((atom.get("value") for atom in step.get("atoms", []) if atom["id"] == "turnover"), None)


@pytest.mark.landing
def test_complaint(bank, person):
    """The complaint of the demo is left at its second page, found among the unfinished forms, and
    submitted."""
    person.log_in("valence://operations/complaint.send")
    at(person, "О чём обращение")
    person.choose("about", "Обслуживание")
    person.wait(lambda: person.there("faults"), "what is wrong")
    person.script("[...document.querySelectorAll('[data-atom=faults] label')].find((each) => each.innerText.includes('Долго')).click()")
    person.tap("page_next")
    at(person, "Как это было")
    person.log_in()
    person.tab("Платежи")
    person.see("Начатое")
    bank.shots("unfinished-forms")
    person.row("Обращение в банк")
    at(person, "Как это было")
    person.fill("day", "01.11.2026")
    person.fill("story", "Ждал час")
    person.tap("page_next")
    at(person, "Куда ответить")
    person.tap("page_next")
    at(person, "Проверьте обращение")
    person.see("Ждал час")
    person.tap("submit")
    result(bank, person, "Ждал час")
