"""Tests of the home screen: greeting, total, pending submissions, and marks of rows."""
import pytest

from EndToEnd.bank import Client, codes
from EndToEnd.browser.user import DESKTOP, PHONE

PAYMENT = {"from": "40817810500000000001", "name": "ООО Ромашка", "account": "40702810138250123017", "bic": "044525225",
           "purpose": "Оплата по счету 12", "amount": "10"}
# The texts of a list's visible rows, and of its button.
ROWS = """const place = document.querySelector(`[data-module=${arguments[0]}]`), seen = (each) => each.checkVisibility();
return [[...place.querySelectorAll('[data-key]')].filter(seen).map((each) => each.innerText), [...place.querySelectorAll('.more')].filter(seen).map((each) => each.innerText)[0]]"""
MARKS = """return [...document.querySelectorAll(`[data-module=${arguments[0]}] .row-mark`)].map((each) => [each.innerText, each.className.includes('plastic'), each.className.includes('company'), getComputedStyle(each).backgroundColor])"""
TOTAL = "return document.querySelector('.facts .hero .pair-value')?.innerText.replace(/\\s/g, ' ')"
SPENT = "return document.querySelector('[data-module=spent] .pair-value')?.innerText ?? null"


def client(bank):
    return Client(bank.server.address).login("demo", "valence-demo")


@pytest.mark.landing
def test_home_at_a_glance(bank, person):
    """Home has a greeting in one line, the total as its largest number, accounts with the signs of
    their currencies, and cards."""
    person.log_in()
    person.see("Карты")
    for size in (PHONE, DESKTOP):
        person.size(size)
        top, line, largest, total = person.script("""
            const sizeOf = (each) => parseFloat(getComputedStyle(each).fontSize), hero = document.querySelector('.hero .pair-value');
            const greeting = document.querySelector('[data-module=greeting] .title'), style = getComputedStyle(greeting);
            const all = [...document.querySelectorAll('main :not(h1)')].filter((each) => each.checkVisibility() && each.childElementCount === 0 && each.innerText);
            return [hero.getBoundingClientRect().bottom, greeting.clientHeight < 2 * parseFloat(style.lineHeight) + parseFloat(style.paddingTop),
                Math.max(...all.filter((each) => !hero.contains(each)).map(sizeOf)), sizeOf(hero)]""")
        assert top < 300 and line and total == 34 and largest <= 20, (size, top, line, largest, total)
    person.size(PHONE)
    text = person.text()
    assert "Здравствуйте, Анна\n" in text and text.count("Всего доступно") == 1, text
    assert "В долларах\n1 200,00 $" in text.replace("\u00a0", " "), text
    # An account shows four digits, and its accessible name has the whole number. The closed account
    # is folded.
    rows, _ = person.script(ROWS, "accounts")
    assert len(rows) == 4 and all("•• 000" in each for each in rows) and not any("Закрытый" in each for each in rows), rows
    name = bank.driver.find_element("css selector", "[data-module=accounts] button.row").accessible_name
    assert "40817 810 5 0000 0000001" in name.replace("\u00a0", " ") and "•" not in name, name
    person.press("Закрытые (1)", among="summary")
    assert len(person.script(ROWS, "accounts")[0]) == 5
    marks = person.script(MARKS, "accounts")
    assert [each[0] for each in marks] == ["₽", "₽", "$", "₽", "₽"] and marks[0][3] != marks[2][3], marks
    assert [each[1] for each in person.script(MARKS, "cards")] == [True] * 3
    tiles = person.script("return [...document.querySelectorAll('.tiles .row-mark')].map((each) => getComputedStyle(each).backgroundColor)")
    assert len(set(tiles)) == len(tiles) == 4, tiles
    # The signs are equal in English.
    person.press("Switch to English")
    person.see("By account details")
    person.wait(lambda: [each[0] for each in person.script(MARKS, "accounts")][:3] == ["₽", "₽", "$"])
    person.press("Переключить")
    person.see("По реквизитам")
    bank.axe("home at a glance")
    bank.shots("home-at-a-glance")


@pytest.mark.landing
def test_home_with_what_waits(bank, person):
    """At most two pending submissions are shown, and one tap shows all. The total is updated after
    a payment on another device."""
    bank_client = client(bank)
    sent = []
    for place, name in enumerate(("ООО Ромашка", "Иванов Иван Петрович", 'АО "Свет"', "Мария Петрова")):
        status, answer = bank_client.send("POST", "/operations/pp.quick/submissions", {"values": {**PAYMENT, "name": name}}, Idempotency_Key=f"home-{place}")
        assert status == 201, answer
        sent.append(answer)
    try:
        person.log_in()
        person.see("Ждут подписи")
        count = bank_client.send("GET", "/submissions?unsigned=true")[1]["count"]
        rows, more = person.script(ROWS, "unsigned")
        assert len(rows) == 2 and more == f"Все ({count})", (rows, more)
        assert [each[:1] + each[2:3] for each in person.script(MARKS, "unsigned")][:4] == [["МП", False], ["С", True], ["ИИ", False], ["Р", True]]
        bank.shots("home-with-what-waits")
        person.press(more)
        rows, more = person.script(ROWS, "unsigned")
        assert len(rows) == count and more is None, (rows, more)
        assert "Иванов Иван Петрович" in person.script("return document.activeElement.innerText"), "the first new row has the focus"
        total, spent = person.script(TOTAL), person.script(SPENT)
        answer = sent.pop()
        status, _ = bank_client.send("POST", f"/submissions/{answer['submission']['id']}/signature", {"values": codes(answer["next"], person.matrix)})
        assert status == 200
        person.wait(lambda: len(person.script(ROWS, "unsigned")[0]) == count - 1 and person.script(TOTAL) not in (total, None), "list and total are updated")
        amounts = [int("".join(filter(str.isdigit, each.split(",")[0])) or 0) for each in (spent or "0", person.script(SPENT))]
        assert amounts[1] == amounts[0] + 10, amounts
        assert person.text().count("Всего доступно") == 1
        # The list of latest operations has the declared length and no filters. Outgoing money is
        # not marked as incoming.
        rows, more = person.script(ROWS, "recent")
        assert len(rows) == 4 and more is None and any("Мария Петрова" in each for each in rows), (rows, more)
        assert not person.script("return document.querySelector('[data-module=recent]').querySelectorAll('.filter-opener, .incoming').length")
    finally:
        for answer in sent:
            bank_client.send("POST", f"/submissions/{answer['submission']['id']}/cancel")
